import { describe, expect, test } from 'vitest'
import { mulberry32 } from '../support/random.js'
import { makeRandomBorrowers } from '../support/random-borrowers.js'
import type { Row } from './cells.js'
import { COMPARED_NEEDS } from './underwriting/needs.js'
import { findRowsOutOfOrder } from './underwriting/order.js'
import { createRandomPolicy, PRESET_NAMES } from './underwriting/own-policy.js'
import type { Known } from './underwriting/papers.js'
import { PRESETS } from './underwriting/policies.js'
import { failedDocuments, productRows } from './underwriting/product.js'
import { computeReferenceUnderwriting } from './underwriting/tables.js'

/** The number of dossiers. Set `UNDERWRITING_RUNS` for a longer run. */
const RUNS = Number(process.env['UNDERWRITING_RUNS'] ?? 300)

type Table = keyof ReturnType<typeof computeReferenceUnderwriting>

const KEYS: Readonly<Record<Table, readonly string[]>> = {
  qualifying_income: ['policy', 'borrower', 'category'],
  indicators: ['policy', 'indicator'],
  mortgages: ['tax_year', 'loan'],
  needs: ['policy', 'borrower', 'need', 'tax_year'],
}

const keyOf = (row: Row, table: Table): string => KEYS[table].map(key => row[key]).join(' ')

const cents = (text: string): bigint => BigInt(text.replace('.', ''))

/** Adds up the needs by borrower, code and year, because the reference implementation has no issuers. */
function addedUp(rows: readonly Row[]): Row[] {
  const sums = new Map<string, { row: Row; amount: bigint | null }>()
  for (const row of rows) {
    if (!COMPARED_NEEDS.includes(row['need']!)) continue
    const key = keyOf(row, 'needs')
    const sum = sums.get(key) ?? { row, amount: null }
    if (row['amount'] !== '') sum.amount = (sum.amount ?? 0n) + cents(row['amount']!)
    sums.set(key, sum)
  }
  return [...sums.values()].map(({ row, amount }) => ({ ...row, amount: amount === null ? '' : String(amount) }))
}

/** Indexes rows by their key. Keeps only the columns that the reference implementation computes. */
function compared(rows: readonly Row[], table: Table, columns: readonly string[]) {
  const keepColumns = (row: Row) => Object.fromEntries(columns.map(column => [column, row[column]]))
  return Object.fromEntries(rows.map(row => [keyOf(row, table), keepColumns(row)]))
}

describe('the library underwrites like an independent implementation of the rules', () => {
  test.each([
    ['with readable input', false],
    ['with some unreadable input', true],
  ])(
    'for dossiers %s, under every preset and one random policy',
    (_, broken) => {
      const rows = new Map<string, number>()
      const flags = new Set<string>()
      for (let seed = 1; seed <= Math.ceil(RUNS / 2); seed++) {
        const { raw, knownFacts: facts } = makeRandomBorrowers(seed + (broken ? 100_000 : 0), { broken })
        const randomPolicy = createRandomPolicy(mulberry32(seed))
        const knownFacts = facts as Known
        const rules = [...PRESETS, randomPolicy.rules]
        const reference = computeReferenceUnderwriting(raw, knownFacts, rules, failedDocuments(raw, knownFacts))
        for (const [name, theirs] of Object.entries(reference)) {
          const table = name as Table
          // Loans do not depend on the policy.
          const policies = table === 'mortgages' ? ['va'] : [...PRESET_NAMES, randomPolicy.policy]
          const ours = productRows(raw, table, policies, knownFacts)
          expect(findRowsOutOfOrder(ours, table), `seed ${seed}, order of ${table}`).toEqual([])
          const columns = Object.keys(theirs[0] ?? {})
          const [a, b] = table === 'needs' ? [addedUp(ours), addedUp(theirs)] : [ours, theirs]
          expect(compared(a, table, columns), `seed ${seed}, ${table}`).toEqual(compared(b, table, columns))
          rows.set(table, (rows.get(table) ?? 0) + b.length)
          for (const row of theirs) for (const flag of (row['flags'] ?? '').split(';')) flags.add(flag)
        }
      }
      // Without enough rows and flags, the comparison would prove little.
      expect(rows.get('qualifying_income') ?? 0).toBeGreaterThan(RUNS * 10)
      expect(flags.size).toBeGreaterThan(20)
    },
    3_600_000,
  )
})
