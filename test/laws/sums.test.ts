import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { arbitraryDossier, arbitraryMessyEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { type AnalysisOutput, analyzeEverything } from '../support/everything.js'

const cents = (text: unknown): bigint => BigInt(String(text).replace('.', ''))

interface Sum {
  amount: bigint
  readonly documents: Set<string>
}

/** Sums the counted facts by year and role name. */
function sumFacts(facts: readonly Raw[], wordOf: (role: string) => string | null): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const fact of facts) {
    const roleName = wordOf(String(fact['role']))
    if (fact['counted'] !== true || roleName === null) continue
    const key = `${fact['taxpayer_id']} ${fact['tax_year']} ${roleName}`
    const sum = sums.get(key) ?? { amount: 0n, documents: new Set() }
    sums.set(key, sum)
    sum.amount += cents(fact['amount'])
    sum.documents.add(`${fact['record_id']}/${fact['form']}/${fact['form_index']}/${fact['entry_index']}`)
  }
  return sums
}

const stripPrefix =
  (prefix: string) =>
  (role: string): string | null =>
    role.startsWith(prefix) ? role.slice(prefix.length) : null
const TABLES = [
  ['income', 'category', stripPrefix('income.')],
  ['withholding', 'kind', (role: string) => (role === 'foreign_tax' ? role : stripPrefix('withheld.')(role))],
] as const

function expectSums(everything: AnalysisOutput): void {
  const facts = everything.rows('facts')
  for (const [table, keyColumn, wordOf] of TABLES) {
    const rows = everything.rows(table)
    const sums = sumFacts(facts, wordOf)
    const keyOf = (row: Raw): string => `${row['taxpayer_id']} ${row['tax_year']} ${row[keyColumn]}`
    expect(new Set(rows.map(keyOf)).size).toBe(rows.length)
    for (const row of rows) {
      const sum = sums.get(keyOf(row))
      if (sum !== undefined || row['amount'] !== null)
        expect([keyOf(row), cents(row['amount'])]).toEqual([keyOf(row), sum?.amount ?? 0n])
      expect([keyOf(row), row['documents']]).toEqual([keyOf(row), sum?.documents.size ?? 0])
      // A row without a counted fact exists only because it is incomplete.
      if (sum === undefined) expect([keyOf(row), row['complete']]).toEqual([keyOf(row), false])
    }
    const named = new Set(rows.map(keyOf))
    expect([...sums.keys()].filter(key => !named.has(key))).toEqual([])
  }
}

/** Returns the cents of an income row in the year's total. Repaid Social Security does not reduce other income. */
function centsInTotal({ category, amount }: Raw): bigint {
  const total = cents(amount)
  return category === 'social_security' && total < 0n ? 0n : total
}

/** Expects each year's total to be the sum of its income, or null if nothing was read or a main box is missing. */
function expectYears(everything: AnalysisOutput): void {
  const income = everything.rows('income')
  const isMainBoxMissing = everything.issues.some(({ code }) => code === 'main_box_missing')
  for (const year of everything.rows('years')) {
    const incomeOfYear = income.filter(
      row => row['tax_year'] === year['tax_year'] && row['category'] !== 'allocated_tips',
    )
    const read = incomeOfYear.filter(row => row['amount'] !== null)
    if (year['total_income'] === null) {
      if (!isMainBoxMissing) expect(read.filter(row => row['documents'] !== 0)).toEqual([])
      expect(year['complete']).toBe(false)
    } else expect(cents(year['total_income'])).toBe(read.reduce((sum, row) => sum + centsInTotal(row), 0n))
    if (incomeOfYear.some(row => row['complete'] === false)) expect(year['complete']).toBe(false)
  }
}

describe('sums', () => {
  test('the facts of any dossier add up to its income, withholding and years', () => {
    fc.assert(
      fc.property(arbitraryDossier(), dossier => {
        const everything = analyzeEverything(dossier)
        expectSums(everything)
        expectYears(everything)
      }),
      { numRuns: 200 },
    )
  })

  test.each(FORMS.map(form => [form.key, form as FormTable] as const))(
    'the facts of %s add up to its income, withholding and years',
    (_, form) => {
      fc.assert(
        fc.property(fc.array(arbitraryMessyEntry(form), { minLength: 1, maxLength: 4 }), entries => {
          const everything = analyzeEverything(makeRecord(form, entries))
          expectSums(everything)
          expectYears(everything)
        }),
        { numRuns: 60 },
      )
    },
  )
})
