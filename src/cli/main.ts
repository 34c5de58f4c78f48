#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { messageForOldNode } from './node-version.js'

/** Sets a flag of V8, which must happen before the code that it concerns is compiled, and runs the command. */
async function start(): Promise<void> {
  // V8 inlines too much into the long functions that read bytes and makes them slower: without this flag a conversion takes
  // 1.15 times as long. A library must not decide this for its process, so only the command does.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  const { run } = await import('./run.js')
  process.exitCode = await run(process.argv.slice(2))
}

// An older Node could not even parse or link the other modules, so the version is checked before they are imported. There is
// no top-level `await` here for the same reason.
const message = messageForOldNode(process.versions)
if (message === null) void start()
else {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
