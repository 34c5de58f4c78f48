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
  type PolicyName,
  submission,
  tablesOf,
} from '../../src/index.js'
import { expectAccepted } from '../support/run.js'

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
  // On this made-up form, a gross amount of at most 100 dollars does not count.
  facts: fields => ((fields.cents('grossAmount') ?? 0) > 10_000 ? {} : { reasons: { grossAmount: 'not_cash' } }),
})
const forms: readonly FormTable[] = [...FORMS, f1099k]

// A custom form for each key of `uses`: wages from abroad, a share of a business, and a mortgage.
const abroad = form({
  key: 'wages_abroad',
  number: 'WA',
  title: 'Wages of an Employer Abroad',
  source: 'Made up for this test',
  issuer: { key: 'firm', id: 'ein' },
  recipient: { key: 'worker', id: 'id' },
  uses: { employment: { wages: 'pay', medicareWages: 'insuredPay', statutory: 'isContractor' } },
  fields: [
    submission(),
    field.money('pay', 'pay', '1', 'income.wages', 'add', 'Pay.'),
    field.money('insured_pay', 'insuredPay', '2', 'memo', 'none', 'Pay that is insured.'),
    field.flag('contractor', 'isContractor', '3', 'Whether the worker is no employee.'),
  ],
})
const shares = form({
  key: 'shares_abroad',
  number: 'SA',
  title: 'Share of a Firm Abroad',
  source: 'Made up for this test',
  issuer: { key: 'firm', id: 'ein' },
  recipient: { key: 'owner', id: 'id' },
  uses: { ownership: { shares: ['share'] } },
  fields: [submission(), field.percentage('share', 'share', '1', 'Share of the firm.')],
})
const loan = form({
  key: 'loan_abroad',
  number: 'LA',
  title: 'Loan on a House Abroad',
  source: 'Made up for this test',
  issuer: { key: 'bank', id: 'tin' },
  recipient: { key: 'owner', id: 'id' },
  uses: { mortgage: { principal: 'owed', interest: 'interest' } },
  fields: [
    submission(),
    field.money('owed', 'owed', '1', 'debt.mortgage_principal', 'add', 'Principal.'),
    field.money('interest', 'interest', '2', 'expense.mortgage_interest', 'add', 'Interest.'),
  ],
})
const makeRecord = (id: string, gross: number) => ({
  id,
  taxpayer_id: id,
  tax_year: '2023',
  forms: [{ year: '2023', form_1099_k: [{ filer: { tin: '00-1234567' }, gross_amount: gross, months: [] }] }],
})

describe('the documents of a custom form kind', () => {
  const firm = { ein: '00-7654321', name: 'Firm Abroad' }
  const makeRaw = (share: string) => ({
    taxpayer: { id: 't' },
    records: [
      {
        id: 'r',
        tax_year: '2023',
        provider_id: 'turbotax',
        forms: [
          {
            year: '2023',
            wages_abroad: [{ firm, pay: 1200, insured_pay: 1800 }],
            shares_abroad: [{ firm, share }],
            loan_abroad: [{ bank: { tin: '00-1111111', name: 'Bank' }, owed: 5000, interest: 120 }],
          },
        ],
      },
    ],
  })
  const analyzeShare = (share: string, policy: PolicyName) =>
    expectAccepted(analyze(makeRaw(share), { forms: [...FORMS, abroad, shares, loan], policy })).value

  it('are used like the documents of built-in form kinds', () => {
    const { employment, underwriting } = analyzeShare('10%', 'latest-year')
    expect(employment.map(({ wages, inDocuments }) => [wages?.toFixed(2), inDocuments])).toEqual([['1200.00', true]])
    const indicators = new Map(underwriting.indicators.map(indicator => [indicator.indicator, indicator]))
    // 1,800 - 1,200 = 600, and 120 / 12 = 10.
    expect(indicators.get('wage_basis_difference')?.amount?.toFixed(2)).toBe('600.00')
    expect(indicators.get('concurrent_employers')?.count).toBe(1)
    expect(indicators.get('mortgages_reported')?.count).toBe(1)
    expect(indicators.get('mortgage_principal')?.amount?.toFixed(2)).toBe('5000.00')
    expect(indicators.get('monthly_mortgage_interest')?.amount?.toFixed(2)).toBe('10.00')
    // 1,200 / 12 = 100, from a business in which the taxpayer owns less than 25 %.
    const qualifying = underwriting.qualifyingIncome.map(({ category, qualifyingMonthly }) => [
      category,
      qualifyingMonthly.toFixed(2),
    ])
    expect(qualifying).toEqual([
      ['wages', '100.00'],
      ['total', '100.00'],
    ])
  })

  it("make the pay of an owned business an officer's pay", () => {
    const { underwriting } = analyzeShare('40%', 'latest-year')
    expect(underwriting.qualifyingIncome.map(({ category }) => category)).toEqual(['officer_compensation', 'total'])
  })
})

describe('a form kind that a program declares with exports of the library', () => {
  it('counts, and is typed', () => {
    const outcome = expectAccepted(analyze(makeRecord('a', 250.5), { forms }))
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

  it('has its wide table in tablesOf for the dossiers that were read with it', () => {
    const input = [makeRecord('a', 250.5), makeRecord('b', 100)]
    const [a, b] = normalizeDossiers(input, { forms }).dossiers.map(({ value }) => value)
    if (a === undefined || b === undefined) throw new Error('two taxpayers')
    const [table] = tablesOf([a, b], ['form_1099_k'])
    const index = table?.columns.findIndex(({ name }) => name === 'gross_amount') ?? -1
    expect(table?.rows.map(row => row[index])).toEqual([25_050, 10_000])
    expect(tablesOf([a], ['all'])).toHaveLength(tablesOf([], ['all']).length + 1)
    const plainDossiers = normalizeDossiers(input).dossiers.map(({ value }) => value)
    expect(() => tablesOf(plainDossiers, ['form_1099_k'])).toThrow('Unknown table: form_1099_k')
    // Each table appears once even if dossiers were read with different lists of forms.
    const mixed = tablesOf([a, ...plainDossiers], ['all']).map(({ name }) => name)
    expect(new Set(mixed).size).toBe(mixed.length)
    expect(mixed).toContain('form_w2')
  })
})
