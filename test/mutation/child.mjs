/** Runs the compiled test files whose paths are the arguments, in order, and exits with 1 at the first failure. */
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { SLOW_TESTS, TESTED_ELSEWHERE } from './suites.mjs'
import { runTests } from './vitest.mjs'

// Test every mutant with the same seed. Do not shrink counterexamples, because nobody reads them.
fc.configureGlobal({ seed: 1, endOnFailure: true })

const skipped = process.env.MUTATION_ALL === undefined ? [...TESTED_ELSEWHERE, ...SLOW_TESTS] : TESTED_ELSEWHERE
const isSkipped = name => skipped.some(part => name.includes(part))
const isTimed = process.env.MUTATION_TIMES !== undefined
for (const file of process.argv.slice(2)) {
  const start = performance.now()
  await import(pathToFileURL(file).href)
  const name = relative(process.cwd(), file)
  const failed = await runTests(isSkipped, (test, ms) => {
    if (isTimed && ms > 200) console.log(`${Math.round(ms)} ms ${name}: ${test}`)
  })
  if (failed !== null) {
    console.log(`${name}: ${failed.name}`)
    if (isTimed) console.log(failed.error)
    process.exit(1)
  }
  if (isTimed) console.log(`${Math.round(performance.now() - start)} ms ${name}`)
}
process.exit(0)
