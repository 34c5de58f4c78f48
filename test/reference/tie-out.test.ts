import { expect, test } from 'vitest'
import { normalizeDossier, tablesOf } from '../../src/index.js'
import { makeRandomBorrowers } from '../support/random-borrowers.js'
import { taxpayerLastFour } from './resolve.js'
import { textOf } from './underwriting/cell-text.js'
import type { Known } from './underwriting/known.js'
import { findRowsOutOfOrder } from './underwriting/order.js'
import { PRESET_NAMES } from './underwriting/own-policy.js'
import { readUnderwritingInput } from './underwriting/papers.js'
import { PRESETS } from './underwriting/policies.js'
import { formatRows } from './underwriting/print.js'
import { qualifyingIncome } from './underwriting/qualifying-income.js'
import { createSeededGenerator } from './underwriting/random.js'
import { randomStated } from './underwriting/stated.js'
import { tieOut } from './underwriting/tie-out.js'

/** The number of dossiers. Set `UNDERWRITING_RUNS` for a longer run. */
const RUNS = Number(process.env['UNDERWRITING_RUNS'] ?? 200)

type Row = Record<string, string>

// If a row is only in the documents, truncates its name to the four characters that a transcript shows.
const lines = (rows: readonly Row[]): string[] =>
  rows
    .map(
      ({
        policy,
        borrower,
        item,
        name = '',
        stated_monthly,
        documented_monthly,
        difference,
        difference_ratio,
        finding,
      }) =>
        [
          policy,
          borrower,
          item,
          finding === 'documented_only' && item !== 'category' ? name.slice(0, 4) : name,
          stated_monthly,
          documented_monthly,
          difference,
          difference_ratio,
          finding,
        ].join(' | '),
    )
    .sort()

test('the tie-out of applications with documents matches an independent implementation of the rules', () => {
  const findings = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed++) {
    const { raw, knownFacts } = makeRandomBorrowers(seed)
    const { as_of_year: asOfYear, ...facts } = knownFacts as unknown as Known
    const underwritingInput = readUnderwritingInput(raw, knownFacts as unknown as Known)
    const application = randomStated(underwritingInput, createSeededGenerator(seed))
    const outcome = normalizeDossier(raw)
    if (outcome.status === 'rejected') throw new Error('the dossier was rejected')
    const [data] = tablesOf([outcome.value], ['tie_out'], {
      policy: PRESET_NAMES as never,
      known: facts as never,
      asOfYear,
      stated: application as never,
    })
    const ours = data!.rows.map(row =>
      Object.fromEntries(data!.columns.map(({ name, type }, i) => [name, textOf(row[i] ?? null, type)])),
    )
    const taxpayerLast4 = taxpayerLastFour(underwritingInput.read.votes, underwritingInput.read.tin)
    const theirs = PRESETS.flatMap(rules =>
      tieOut(underwritingInput, rules, qualifyingIncome(underwritingInput, rules), application, taxpayerLast4).map(
        row => ({ policy: rules.name, ...row }),
      ),
    )
    expect(lines(ours), `seed ${seed}`).toEqual(lines(formatRows(theirs)))
    expect(findRowsOutOfOrder(ours, 'tie_out'), `seed ${seed}, order`).toEqual([])
    for (const { item, finding } of ours) findings.add(`${item} ${finding}`)
  }
  // All six findings occur for all three kinds of items, except that a mortgage is always computable.
  expect(findings.size).toBe(3 * 6 - 1)
}, 3_600_000)
