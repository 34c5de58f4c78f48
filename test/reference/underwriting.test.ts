import { describe, expect, test } from 'vitest'
import { randomBorrowers } from '../support/random-borrowers.js'
import type { Known } from './underwriting/known.js'
import { ownPolicy, PRESET_NAMES } from './underwriting/own-policy.js'
import { PRESETS } from './underwriting/policies.js'
import { productRows } from './underwriting/product.js'
import { secondUnderwriting } from './underwriting/tables.js'

/** How many dossiers: 5,000 is the long run. */
const RUNS = Number(process.env['UNDERWRITING_RUNS'] ?? 300)

type Row = Record<string, string>

const KEYS: Readonly<Record<string, readonly string[]>> = {
  qualifying_income: ['policy', 'borrower', 'category'],
  indicators: ['policy', 'indicator'],
  mortgages: ['tax_year', 'loan'],
}

const seededBy = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Rows by their key, with the columns that the second reading has. */
const byKey = (rows: readonly Row[], table: string, columns: readonly string[]): Record<string, Row> =>
  Object.fromEntries(
    rows.map(row => [
      KEYS[table]!.map(key => row[key]).join(' '),
      Object.fromEntries(columns.map(column => [column, row[column] as string])),
    ]),
  )

describe('the library underwrites as a second reading of the rules does', () => {
  test.each([
    ['dossiers that can be read', false],
    ['dossiers in which some cannot be read', true],
  ])(`${Math.ceil(RUNS / 2)} %s, under every policy and one at random`, (_, broken) => {
    const compared = new Map<string, number>()
    const flags = new Set<string>()
    for (let seed = 1; seed <= Math.ceil(RUNS / 2); seed++) {
      const { raw, known } = randomBorrowers(seed + (broken ? 100_000 : 0), { broken })
      const own = ownPolicy(seededBy(seed))
      const theirs = secondUnderwriting(raw, known as Known, [...PRESETS, own.rules])
      for (const [table, rows] of Object.entries(theirs)) {
        // Loans do not depend on a policy.
        const policies = table === 'mortgages' ? ['va'] : [...PRESET_NAMES, own.given]
        const ours = productRows(raw, table, policies, known as Known)
        const columns = Object.keys(rows[0] ?? {})
        expect(byKey(ours, table, columns), `seed ${seed}, ${table}`).toEqual(byKey(rows, table, columns))
        expect(ours.length, `seed ${seed}, ${table}`).toBe(rows.length)
        compared.set(table, (compared.get(table) ?? 0) + rows.length)
        for (const row of rows) for (const flag of (row['flags'] ?? '').split(';')) flags.add(flag)
      }
    }
    for (const table of Object.keys(KEYS)) expect(compared.get(table) ?? 0, table).toBeGreaterThan(RUNS / 20)
    expect(flags.size).toBeGreaterThan(25)
  })
})
