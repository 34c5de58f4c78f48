/**
 * Runs generated inputs through the library. The generator and the judge share no code with the library or its other
 * tests. The judge checks three documented rules: nothing throws, no issue contains a value of the input, and every
 * amount in the input is a fact or has an issue at its path. docs/dev/testing.md explains how to run more inputs.
 */
import { expect, test } from 'vitest'
import { analyze, tablesOf } from '../../dist/index.js'
import { toCsv } from '../../dist/tables/csv.js'
import { generate } from './generator.js'
import { type Library, runMutated } from './harness.js'
import { shrink } from './shrink.js'

const runs = Number(process.env['MUTATED_RUNS'] ?? 2000)
const seed = Number(process.env['MUTATED_SEED'] ?? 1)

test(`${runs} mutated inputs throw nothing and lose no amount without an issue`, () => {
  const library = { analyze, tablesOf, toCsv } as unknown as Library
  const broken = Array.from(runMutated(library, runs, seed), ([rule, { count, seed: firstSeed, detail }]) => {
    // Print ASCII only, so that every character is visible.
    const small = JSON.stringify(shrink(library, generate(firstSeed), rule)).replace(
      /[^ -~]/g,
      letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return `${rule}, ${count} times: ${detail.slice(0, 300)}\n  MUTATED_SEED=${firstSeed} MUTATED_RUNS=1 makes one; it shrinks to ${small}`
  })
  expect(broken.join('\n')).toBe('')
})
