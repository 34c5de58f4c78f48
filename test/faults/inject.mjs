// Performs an action at the n-th call that changes files in a folder. `node --import` loads this module before the
// command, and the environment variable TAXTALLY_FAULT describes the action. A test can also import it.
import { createRequire, syncBuiltinESMExports } from 'node:module'

const fs = createRequire(import.meta.url)('node:fs')
const CALLS = ['mkdirSync', 'openSync', 'writeSync', 'closeSync', 'fchmodSync', 'renameSync', 'rmSync', 'rmdirSync']
const original = Object.fromEntries(CALLS.map(name => [name, fs[name]]))

/** Calls `act(count, name, path)` before each change in `folder`. Returns a function that restores the file system. */
export function watchChanges(folder, act) {
  let count = 0
  const opened = new Map()
  for (const name of CALLS) {
    fs[name] = (...args) => {
      const path = opened.get(args[0]) ?? String(args[0])
      if (path !== folder && !path.startsWith(`${folder}/`)) return original[name](...args)
      if (name === 'openSync' && args[1] === 'r') return original[name](...args)
      // Close the file first, because `act` may throw. The system releases the descriptor even if `close` fails.
      if (name === 'closeSync') {
        opened.delete(args[0])
        original.closeSync(args[0])
        act(++count, name, path)
        return
      }
      act(++count, name, path)
      const result = original[name](...args)
      if (name === 'openSync') opened.set(result, path)
      return result
    }
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, original)
    syncBuiltinESMExports()
  }
}

/** Blocks this process until another process creates a file. */
function waitFor(path) {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  while (!fs.existsSync(path)) Atomics.wait(cell, 0, 0, 2)
}

const faultText = process.env.TAXTALLY_FAULT
if (faultText !== undefined) {
  const { folder, at: callNumber, kill, signal, reached, until } = JSON.parse(faultText)
  watchChanges(folder, count => {
    if (count !== callNumber) return
    if (kill === true) process.kill(process.pid, 'SIGKILL')
    if (signal !== undefined) {
      process.kill(process.pid, signal)
      return
    }
    original.writeSync(1, reached)
    waitFor(until)
  })
}
