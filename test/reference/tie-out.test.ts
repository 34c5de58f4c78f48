import { expect, test } from 'vitest'
import { mulberry32 } from '../support/random.js'
import { makeRandomBorrowers } from '../support/random-borrowers.js'
import { formatRows, type Row } from './cells.js'
import { taxpayerLastFour } from './resolve.js'
import { findRowsOutOfOrder } from './underwriting/order.js'
import { PRESET_NAMES } from './underwriting/own-policy.js'
import { type Known, readUnderwritingInput } from './underwriting/papers.js'
import { PRESETS } from './underwriting/policies.js'
import { productRows } from './underwriting/product.js'
import { qualifyingIncome } from './underwriting/qualifying-income.js'
import { randomStated } from './underwriting/stated.js'
import { tieOut } from './underwriting/tie-out.js'

/** The number of dossiers. Set `UNDERWRITING_RUNS` for a longer run. */
const RUNS = Number(process.env['UNDERWRITING_RUNS'] ?? 200)

const COLUMNS = ['stated_monthly', 'documented_monthly', 'difference', 'difference_ratio', 'finding']

// If a row is only in the documents, truncates its name to the four characters that a transcript shows.
const lines = (rows: readonly Row[]): string[] =>
  rows
    .map(row => {
      const isCut = row['finding'] === 'documented_only' && row['item'] !== 'category'
      const name = isCut ? row['name']?.slice(0, 4) : row['name']
      return [row['policy'], row['borrower'], row['item'], name, ...COLUMNS.map(column => row[column])].join(' | ')
    })
    .sort()

test('the tie-out of applications with documents matches an independent implementation of the rules', () => {
  const findings = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed++) {
    const { raw, knownFacts } = makeRandomBorrowers(seed)
    const input = readUnderwritingInput(raw, knownFacts as unknown as Known)
    const application = randomStated(input, mulberry32(seed))
    const ours = productRows(raw, 'tie_out', PRESET_NAMES, knownFacts as unknown as Known, application)
    const taxpayerLast4 = taxpayerLastFour(input.read.votes, input.read.tin)
    const theirs = PRESETS.flatMap(rules =>
      tieOut(input, rules, qualifyingIncome(input, rules), application, taxpayerLast4).map(row => ({
        policy: rules.name,
        ...row,
      })),
    )
    expect(lines(ours), `seed ${seed}`).toEqual(lines(formatRows(theirs)))
    expect(findRowsOutOfOrder(ours, 'tie_out'), `seed ${seed}, order`).toEqual([])
    for (const { item, finding } of ours) findings.add(`${item} ${finding}`)
  }
  // All six findings occur for all three kinds of items, except that a mortgage is always computable.
  expect(findings.size).toBe(3 * 6 - 1)
}, 3_600_000)
