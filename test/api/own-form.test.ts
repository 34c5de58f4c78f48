import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  analyze,
  type Decimal,
  FORMS,
  type FormTable,
  field,
  form,
  type NormalizedDocument,
  normalizeDossiers,
  submission,
  tablesOf,
} from '../../src/index.js'

const f1099k = form({
  key: 'form_1099_k',
  number: '1099-K',
  title: 'Payment Card and Third Party Network Transactions',
  source: 'Made up for this test',
  issuer: { key: 'filer', id: 'tin' },
  recipient: { key: 'payee', id: 'tin' },
  fields: [
    submission(),
    field.money('gross_amount', 'grossAmount', '1a', 'income.self_employment', 'add', 'Gross amount.'),
    field.list('months', 'months', '5', [field.period('month', 'month', '5', 'Month.')], 'Months.'),
  ],
  // Receipts of 100 dollars and less do not count here.
  facts: fields =>
    (fields.cents('grossAmount') ?? 0) > 10_000 ? {} : { reasons: { grossAmount: 'not_cash' } },
})
const forms: readonly FormTable[] = [...FORMS, f1099k]
const recordOf = (id: string, gross: number) => ({
  id,
  taxpayer_id: id,
  tax_year: '2023',
  forms: [{ year: '2023', form_1099_k: [{ filer: { tin: '00-1234567' }, gross_amount: gross, months: [] }] }],
})

describe('a form kind that a program declares with what the library exports', () => {
  it('is counted, and typed', () => {
    const outcome = analyze(recordOf('a', 250.5), { forms })
    if (outcome.status === 'rejected') throw new Error('rejected')
    const { facts, income, dossier } = outcome.value
    expect(facts.map(({ form: key, field: name, counted }) => [key, name, counted])).toEqual([
      ['form_1099_k', 'grossAmount', true],
    ])
    expect(income.map(({ category, amount }) => [category, amount?.toFixed(2)])).toEqual([
      ['self_employment', '250.50'],
    ])
    const documents: readonly unknown[] = dossier.records.flatMap(record => record.documents)
    const [document] = documents as readonly NormalizedDocument<typeof f1099k>[]
    expectTypeOf(document?.fields.grossAmount).toEqualTypeOf<Decimal | null | undefined>()
    expectTypeOf(document?.fields.months).toEqualTypeOf<
      readonly { readonly month: string | null }[] | null | undefined
    >()
    expect(document?.fields.grossAmount?.toFixed(2)).toBe('250.50')
  })

  it('has its wide table in tablesOf, of the dossiers that were read with it', () => {
    const input = [recordOf('a', 250.5), recordOf('b', 100)]
    const [a, b] = normalizeDossiers(input, { forms }).dossiers.map(({ value }) => value)
    if (a === undefined || b === undefined) throw new Error('two taxpayers')
    const [table] = tablesOf([a, b], ['form_1099_k'])
    const at = table?.columns.findIndex(({ name }) => name === 'gross_amount') ?? -1
    expect(table?.rows.map(row => row[at])).toEqual([25_050, 10_000])
    expect(tablesOf([a], ['all'])).toHaveLength(tablesOf([], ['all']).length + 1)
    const plain = normalizeDossiers(input).dossiers.map(({ value }) => value)
    expect(() => tablesOf(plain, ['form_1099_k'])).toThrow('Unknown table: form_1099_k')
    // Each table once, though the dossiers were read with different lists.
    const mixed = tablesOf([a, ...plain], ['all']).map(({ name }) => name)
    expect(new Set(mixed).size).toBe(mixed.length)
    expect(mixed).toContain('form_w2')
  })
})
