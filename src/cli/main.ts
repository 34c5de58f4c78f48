#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { messageForOldNode } from './node-version.js'

/** Sets a V8 flag, which must happen before the code that it affects is compiled, and then runs the command. */
async function start(): Promise<void> {
  // V8 inlines too much into the long functions that read bytes, which makes them slower. Without this flag a
  // conversion takes 1.15 times as long. A library must not set flags for the whole process, so only the command does.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  const { run } = await import('./run.js')
  process.exitCode = await run(process.argv.slice(2))
}

// An older Node could not even parse or link the other modules. Therefore the version is checked before they are
// imported, and this module has no top-level `await`.
const message = messageForOldNode(process.versions)
if (message === null) void start()
else {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
