/**
 * Inputs of a generator that shares nothing with the library nor with its other tests (structure, numbers, dates, keys,
 * encodings), and a judge that knows the published rules alone: nothing throws, no value of the data is in an issue, and
 * every amount that came in is a fact, or an issue names its place. CONTRIBUTING says how to run many.
 */
import { expect, test } from 'vitest'
import { toCsv } from '../../dist/export/csv.js'
import { analyze, tablesOf } from '../../dist/index.js'
import { generate } from './generator.js'
import { type Library, runMutated } from './harness.js'
import { shrink } from './shrink.js'

const runs = Number(process.env['MUTATED_RUNS'] ?? 2000)
const seed = Number(process.env['MUTATED_SEED'] ?? 1)

test(`${runs} mutated inputs bring nothing down and lose nothing in silence`, () => {
  const library = { analyze, tablesOf, toCsv } as unknown as Library
  const broken = Array.from(runMutated(library, runs, seed), ([rule, { count, seed: at, detail }]) => {
    // In ASCII, so that nothing in it is unseen.
    const small = JSON.stringify(shrink(library, generate(at), rule)).replace(
      /[^ -~]/g,
      letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return `${rule}, ${count} times: ${detail.slice(0, 300)}\n  MUTATED_SEED=${at} MUTATED_RUNS=1 makes one; it shrinks to ${small}`
  })
  expect(broken.join('\n')).toBe('')
})
