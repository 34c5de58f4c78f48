#!/usr/bin/env node
// The folder `cli` is the command `taxtally`. This file checks the version of Node before it loads anything else.
// `run.ts` then runs one of `commands`, with the arguments that `options` parses.

import { messageForOldNode } from './node-version.js'

/** Runs the command. */
async function start(): Promise<void> {
  const { run } = await import('./run.js')
  process.exitCode = await run(process.argv.slice(2))
}

// An older Node could not even parse or link the other modules. Therefore the version is checked before they are
// imported, and this module has no top-level `await`.
const message = messageForOldNode(process.versions)
if (message === null)
  start().catch(cause => {
    // The files of the command itself could not be loaded, for example because too many files are open.
    process.stderr.write(`taxtally: the command could not be loaded (${cause.code || cause.name}).\n`)
    process.exitCode = cause.code === 'EMFILE' || cause.code === 'ENFILE' ? 3 : 1
  })
else {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
