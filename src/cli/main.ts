#!/usr/bin/env node
import { messageForOldNode } from './node-version.js'

/** Runs the command. */
async function start(): Promise<void> {
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
