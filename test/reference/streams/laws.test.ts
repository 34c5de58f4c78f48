// Laws that every result of the second reading keeps. The second reading (`underwrite.ts`) computes underwriting again
// from the text of the rules, without code of the library. `test/reference/streams.test.ts` compares both.
import { describe, expect, test } from 'vitest'
import type { Raw } from '../values.js'
import { makeRandomUnderwritingCase } from './generator.js'
import { PRESETS } from './policies.js'
import { type ReferenceUnderwriting, underwriteReference } from './underwrite.js'

/** The number of dossiers. Set `STREAM_RUNS` for a longer run. */
const RUNS = Number(process.env['STREAM_RUNS'] ?? 60)

const cents = (amount: string): number => Math.round(Number(amount) * 100)

/** Returns the records in reverse order. */
const reverse = (raw: Raw): Raw => ({ ...raw, records: (raw['records'] as unknown[]).toReversed() })

/** Returns the figures without the documents, and with the conditions in the order of their texts. */
const toOrderedFigures = ({ asOfYear, streams, conditions, totals }: ReferenceUnderwriting) => ({
  asOfYear,
  streams: streams.map(stream => ({ ...stream, items: null })),
  conditions: conditions.map(condition => JSON.stringify(condition)).sort(),
  totals,
})

describe('the second reading of the rules, on random dossiers', () => {
  const categories = new Set<string>()
  const conditions = new Set<string>()

  test.each(PRESETS.map(({ name }) => name))(
    'orders the amounts of streams, explains every 0, and ignores the order of records, under %s',
    policy => {
      for (let seed = 1; seed <= RUNS; seed++) {
        const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
        const figures = underwriteReference(raw, policy, knownFacts)
        for (const row of figures.streams) {
          const label = `seed ${seed}, ${row.stream}`
          categories.add(row.category)
          for (const condition of row.conditions) conditions.add(condition)
          expect(cents(row.verified_monthly), label).toBeLessThanOrEqual(cents(row.qualifying_monthly))
          if (row.supportable_monthly !== null && !row.flags.includes('overridden'))
            expect(cents(row.qualifying_monthly), label).toBeLessThanOrEqual(cents(row.supportable_monthly))
          // Every 0 has a condition or a flag, except that of a loss and an equal gain.
          const isOffset = Number(row.latest_amount) + Number(row.prior_amount) === 0 && Number(row.prior_amount) !== 0
          if (cents(row.qualifying_monthly) === 0 && !isOffset)
            expect([...row.flags, ...row.conditions], label).not.toEqual([])
        }
        const reversed = underwriteReference(reverse(raw), policy, knownFacts)
        expect(toOrderedFigures(reversed), `seed ${seed}`).toEqual(toOrderedFigures(figures))
      }
    },
  )
  test('raises most conditions and has most categories of income', () => {
    expect(categories.size).toBeGreaterThan(18)
    expect(conditions.size).toBeGreaterThan(30)
  })
})
