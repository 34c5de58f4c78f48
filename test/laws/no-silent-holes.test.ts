import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/schema/forms/index.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../../src/schema/role.js'
import { arbitraryDossier, type Raw } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { makeRandomCopies } from '../support/random-copies.js'

// A query on complete rows must not lose a year without a trace. If input of a year could not be used, `income` and
// `withholding` have an incomplete row for each category and kind that this input may contain.

type Row = Readonly<Record<string, unknown>>

/** A row of test/schema/facts.json, which has the meaning of each box as the official form has it. */
interface Fact {
  readonly key: string
  readonly type: string
  readonly role: string | null
  readonly sum: string | null
}

const FACTS = JSON.parse(readFileSync(new URL('../schema/facts.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly fields: readonly Fact[] }>
>

/** Unusable input that may contain any amount. The key `year` of a form object and `tax_year` have the year. */
const UNUSABLE: readonly ((year: string | null) => Raw)[] = [
  year => ({ id: 'added', provider_id: 'irs', tax_year: year, forms: 'none' }),
  year => ({ id: 'added', provider_id: 'irs', tax_year: year, forms: ['no object'] }),
  year => ({ id: 'added', provider_id: 'irs', tax_year: year, forms: [{ year, form_2439: [{ a: 5 }] }] }),
  year => ({ id: 'added', provider_id: 'irs', tax_year: year, forms: [{ year, form_1099_k: [{ gross_amount: 5 }] }] }),
]

const withRecord = (dossier: Raw, record: Raw): Raw => ({
  ...dossier,
  records: [...(dossier['records'] as readonly unknown[]), record],
})

/** Lists what `income` and `withholding` lack: a category or kind without a row, and rows that claim to be complete. */
function listHoles(dossier: Raw, isAffected: (year: number) => boolean): string[] {
  const { rows } = analyzeEverything(dossier)
  const holes: string[] = []
  for (const { tax_year: year, recipient, complete } of rows('years')) {
    if (!isAffected(year as number)) continue
    if (complete !== false) holes.push(`years ${year} ${recipient} is complete`)
    const ofYear = (row: Row): boolean => row['tax_year'] === year
    const check = (table: string, column: string, names: readonly string[], hits: readonly Row[]): void => {
      for (const name of names) {
        const row = hits.find(hit => hit[column] === name)
        if (row === undefined) holes.push(`${table} ${year} ${recipient} ${name} has no row`)
        else if (row['complete'] !== false) holes.push(`${table} ${year} ${recipient} ${name} is complete`)
        else if (row['documents'] === 0 && row['amount'] !== null && row['amount'] !== '0.00')
          holes.push(`${table} ${year} ${recipient} ${name} has an amount without a document`)
      }
    }
    check(
      'income',
      'category',
      INCOME_CATEGORIES,
      rows('income').filter(row => ofYear(row) && row['recipient'] === recipient),
    )
    if (recipient === 'self') check('withholding', 'kind', WITHHOLDING_KINDS, rows('withholding').filter(ofYear))
  }
  return holes
}

const DOSSIERS = fc.oneof(
  arbitraryDossier().map(dossier => ('records' in dossier ? dossier : { records: [dossier] })),
  fc.nat(500).map(seed => makeRandomCopies(seed)),
)

describe.each(UNUSABLE.map((make, i) => [i, make] as const))('unusable input (%i)', (_, make) => {
  test('of a year has an incomplete row for every category and kind of that year', () => {
    fc.assert(
      fc.property(DOSSIERS, fc.integer({ min: 2016, max: 2024 }), (dossier, year) => {
        const changed = withRecord(dossier, make(String(year)))
        expect(
          analyzeEverything(changed)
            .rows('years')
            .some(row => row['tax_year'] === year),
        ).toBe(true)
        expect(listHoles(changed, changedYear => changedYear === year)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('without a year has an incomplete row for every category and kind of every year', () => {
    fc.assert(
      fc.property(DOSSIERS, dossier => {
        expect(listHoles(withRecord(dossier, make(null)), () => true)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

/** The table and the name of a role. Null for a role without a sum. */
function findSum(role: string | null): readonly ['income' | 'withholding', string] | null {
  const [group, name = ''] = (role ?? '').split('.')
  if (group === 'income' && INCOME_CATEGORIES.some(category => category === name)) return ['income', name]
  if (group === 'withheld') return ['withholding', name]
  return role === 'foreign_tax' ? ['withholding', 'foreign_tax'] : null
}

const summedFields = (form: string): readonly Fact[] =>
  (FACTS[form]?.fields ?? []).filter(
    ({ type, role, sum }) => type === 'money' && sum === 'add' && findSum(role) !== null,
  )

describe.each(FORMS.map(({ key }) => key).filter(key => summedFields(key).length > 0))('%s', form => {
  const analyze = (entry: unknown) =>
    analyzeEverything({
      taxpayer: { id: 't' },
      records: [{ id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', [form]: [entry] }] }],
    })
  const findRow = ({ rows }: ReturnType<typeof analyze>, role: string | null): Row | undefined => {
    const [table, name] = findSum(role) as readonly [string, string]
    return rows(table).find(row => row['tax_year'] === 2023 && (row['category'] ?? row['kind']) === name)
  }

  test('a rejected entry has an incomplete row without an amount for each sum of the form', () => {
    const everything = analyze('no object')
    for (const { role } of summedFields(form))
      expect([role, findRow(everything, role)]).toEqual([
        role,
        expect.objectContaining({ amount: null, complete: false }),
      ])
    expect(everything.rows('years')[0]).toMatchObject({ tax_year: 2023, complete: false })
  })

  test.each(summedFields(form).map(({ key, role }) => [key, role]))(
    'an unreadable %s has an incomplete row',
    (key, role) => {
      const row = findRow(analyze({ [key as string]: 'see attached' }), role as string)
      expect(row).toMatchObject({ amount: null, complete: false })
    },
  )
})
