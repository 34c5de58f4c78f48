#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { messageForOldNode } from './node-version.js'

/** Sets V8 flags, which must happen before the code that they concern is compiled, and runs the command. */
async function start(): Promise<void> {
  // Long functions that walk over bytes lose more by what is inlined into them than they win. Set before what is imported is
  // compiled, and only here: a library does not decide for its process.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // What `map` and the like give is of another kind of list once they are compiled into their callers: whoever goes through it
  // would be compiled twice.
  setFlagsFromString('--no-turbo-inline-array-builtins')
  // What was used to compile a function would be given back by the thread that compiles, behind all that waits for it: a hundred
  // megabytes come together, and stay taken. A flag of Node 24 to 26: where there is none of that name, an error is printed.
  if (/^1[34]\./.test(process.versions.v8)) setFlagsFromString('--no-maglev-destroy-on-background')
  // Compiled three times as early, functions pay that back within seconds. Node 20's name for it; later ones are early enough.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=20000')
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
