import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addCents, type Cents } from '../../src/core/money.js'
import type { PresetName } from '../../src/underwriting/policies/presets.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import type { Raw } from '../support/run.js'
import { toDollars, underwriteRaw } from './streams.js'

interface Amounts {
  readonly qualifying: string
  readonly supportable: string | null
}

interface Expected {
  readonly as_of_year: number
  readonly totals: Record<string, Amounts & { readonly verified: string }>
  readonly categories: Record<string, Record<string, Amounts>>
}

const POLICIES: readonly PresetName[] = ['fannie-2026-08', 'fha-4000.1', 'conservative']
const FOLDER = new URL('../cases/', import.meta.url)

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'))

/** Adds up the streams of a borrower by category. */
function sumCategories({ streams }: PolicyResult, borrower: string): Record<string, Amounts> {
  const sums = new Map<string, { qualifying: Cents; supportable: Cents | null }>()
  for (const stream of streams) {
    if (stream.borrower !== borrower) continue
    const sum = sums.get(stream.category) ?? { qualifying: 0, supportable: 0 }
    sums.set(stream.category, {
      qualifying: addCents(sum.qualifying, stream.qualifyingMonthly),
      supportable:
        sum.supportable === null || stream.supportableMonthly === null
          ? null
          : addCents(sum.supportable, stream.supportableMonthly),
    })
  }
  return Object.fromEntries(
    [...sums].map(([category, { qualifying, supportable }]) => [
      category,
      { qualifying: toDollars(qualifying) as string, supportable: toDollars(supportable) },
    ]),
  )
}

describe.each(['borrowers', 'field'])('the cases of %s', folder => {
  const expectedByFile = readJson(`${folder}-expected.json`) as Record<string, Record<string, unknown>>
  it.each(readdirSync(new URL(folder, FOLDER)).sort())('%s', file => {
    const raw = readJson(`${folder}/${file}`) as Raw
    const expectedByPolicy = expectedByFile[file] ?? {}
    const results = underwriteRaw(raw, { policy: POLICIES })
    for (const [i, policy] of POLICIES.entries()) {
      const expected = expectedByPolicy[policy] as Expected | undefined
      if (expected === undefined) continue
      const result = results[i] as PolicyResult
      expect(result.asOf.year, policy).toBe(expected.as_of_year)
      for (const [borrower, amounts] of Object.entries(expected.totals)) {
        const total = result.totals.find(row => row.borrower === borrower)
        expect(
          {
            qualifying: toDollars(total?.qualifyingMonthly ?? null),
            supportable: toDollars(total?.supportableMonthly ?? null),
            verified: toDollars(total?.verifiedMonthly ?? null),
            categories: sumCategories(result, borrower),
          },
          `${policy} ${borrower}`,
        ).toEqual({ ...amounts, categories: expected.categories[borrower] ?? {} })
      }
    }
    const open = new Set(
      (results[0] as PolicyResult)
        .listConditions()
        .flatMap(({ condition, severity, isMet }) => (severity === 'blocking' && !isMet ? [condition] : [])),
    )
    expect([...open].sort(), 'open blocking').toEqual(expectedByPolicy['open_blocking'])
  })
})
