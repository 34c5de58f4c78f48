import { describe, expect, test } from 'vitest'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import type { IncomeStream } from '../../src/underwriting/income-stream.js'
import type { Raw } from '../support/run.js'
import { toDollars, underwriteRaw } from '../underwriting/streams.js'
import { makeRandomUnderwritingCase } from './streams/generator.js'
import { PRESETS } from './streams/policies.js'
import { type StreamRow, underwriteReference } from './streams/underwrite.js'

/** The first random borrower and the number of them. Set these variables for a longer run. */
const FIRST_SEED = Number(process.env['STREAM_FIRST_SEED'] ?? 1)
const RUNS = Number(process.env['STREAM_RUNS'] ?? 150)

/** The amounts of a stream. The name of a borrower is not printed, so named borrowers are one group. */
type Amounts = Readonly<Record<string, string | null>>

const toBorrowerGroup = (borrower: string): string => (/^(self|[0-9]{4})$/.test(borrower) ? borrower : 'named')

const readProduct = (stream: IncomeStream): Amounts => ({
  borrower: toBorrowerGroup(stream.borrower),
  category: stream.category,
  latest: toDollars(stream.latestAmount),
  prior: toDollars(stream.priorAmount),
  computed: toDollars(stream.computedMonthly),
  grossUp: toDollars(stream.grossUp),
  qualifying: toDollars(stream.qualifyingMonthly),
  supportable: toDollars(stream.supportableMonthly),
  verified: toDollars(stream.verifiedMonthly),
})

const readReference = (row: StreamRow): Amounts => ({
  borrower: toBorrowerGroup(row.borrower),
  category: row.category,
  latest: row.latest_amount,
  prior: row.prior_amount,
  computed: row.computed_monthly,
  grossUp: row.gross_up,
  qualifying: row.qualifying_monthly,
  supportable: row.supportable_monthly,
  verified: row.verified_monthly,
})

/** True if a stream has an amount. A stream without any may be listed for its flags, or left out. */
const hasAmount = ({ latest, prior, computed, qualifying }: Amounts): boolean =>
  [latest, prior, computed, qualifying].some(amount => amount != null && amount !== '0.00')

const sortRows = (rows: readonly Amounts[]): string[] =>
  rows
    .filter(hasAmount)
    .map(row => JSON.stringify(row))
    .sort()

describe('the library underwrites like an independent implementation of the rules', () => {
  test(`for ${RUNS} random borrowers under every preset`, () => {
    const policies = PRESETS.map(({ name }) => name)
    const categories = new Map<string, number>()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      const results = underwriteRaw(raw as Raw, {
        policy: policies as never,
        knownFacts: (knownFacts ?? undefined) as KnownFacts | undefined,
      })
      for (const [i, policy] of policies.entries()) {
        const reference = underwriteReference(raw, policy, knownFacts)
        const result = results[i]
        expect(result?.asOf.year, `seed ${seed}, ${policy}, year`).toBe(reference.asOfYear)
        const rows = (result?.streams ?? []).map(readProduct)
        expect(sortRows(rows), `seed ${seed}, ${policy}`).toEqual(sortRows(reference.streams.map(readReference)))
        for (const { category } of rows) categories.set(String(category), (categories.get(String(category)) ?? 0) + 1)
      }
    }
    // Without enough streams of each kind, the comparison would prove little.
    expect(categories.size).toBeGreaterThan(15)
  }, 3_600_000)
})
