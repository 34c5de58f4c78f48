import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/forms/index.js'
import { plainForms } from '../reference/tables.js'
import { randomDossier } from '../support/random-dossier.js'
import { secondReading } from './read.js'
import { MONEY_FIELDS } from './roles.js'
import { type Raw, readFlag, readIdentifier, readMoney, readPeriodYear } from './values.js'

const dossier = (form: Raw, taxpayer: Raw = {}): Raw => ({
  taxpayer: { id: 't', ...taxpayer },
  records: [{ id: 'r', tax_year: '2023', provider_id: 'irs', forms: [{ year: '2023', ...form }] }],
})
const read = (form: Raw) => secondReading(dossier(form))
const amounts = (rows: Record<string, string>[], name: string, column = 'amount') =>
  Object.fromEntries(rows.map(row => [row[name]!, row[column]! + (row['complete'] === 'false' ? '?' : '')]))

describe('values', () => {
  test.each([
    [12345.67, 1234567n],
    [1.15, 115n],
    [0.30000000000000004, 30n],
    [1.005, 100n],
    [1.015, 102n],
    [1e-7, 0n],
    [1.2e12, 120_000_000_000_000n],
    ['1,234.56', 123456n],
    ['$1,234.56', 123456n],
    ['(12.34)', -1234n],
    ['($12.34)', -1234n],
    ['-$600.00', -60000n],
    ['.50', 50n],
    ['5.', 500n],
    ['+5', 500n],
    ['N/A', null],
    [null, null],
    [undefined, null],
    ['$-5', 'lost'],
    ['(-5)', 'lost'],
    ['1,23', 'lost'],
    ['1234,567', 'lost'],
    ['.', 'lost'],
    [true, 'lost'],
    [90_000_000_000_000, 'lost'],
    [89_999_999_999_999.98, 8_999_999_999_999_998n],
  ])('money %j', (raw, expected) => {
    expect(readMoney(raw)).toBe(expected)
  })

  test('flags, identifiers and periods', () => {
    expect(['Box checked', 'X', 1, true].map(readFlag)).toEqual([true, true, true, true])
    expect(['Not Statutory Employee', 'no', 0].map(readFlag)).toEqual([false, false, false])
    expect(['Not checked', 'Unchecked', null, 'maybe', 2].map(readFlag)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(readIdentifier('12-3456789')).toEqual({ full: '123456789', last4: '6789' })
    expect(readIdentifier('***-**-6789')).toEqual({ full: null, last4: '6789' })
    expect(readIdentifier('6789')).toEqual({ full: null, last4: null })
    expect(['202306', '2023-06', '06-30-2023', '2023-06-30T00:00:00Z'].map(readPeriodYear)).toEqual(
      Array(4).fill(2023),
    )
    expect(['000000', '202313', '02-29-2023', '06-30-23', 'June'].map(readPeriodYear)).toEqual(
      Array(5).fill(null),
    )
  })
})

test('a W-2, a statutory W-2 and a lost one', () => {
  const result = read({
    form_w2: [
      {
        employer: { ein: '12-3456789', name: 'A' },
        wages_tips_other_compensation: 30000.58,
        social_security_tips: 9,
      },
      {
        employer: { name: 'B' },
        wages_tips_other_compensation: '30,000.58',
        federal_income_tax_withheld: 100.5,
      },
      { wages_tips_other_compensation: 2000, statutory_employee: 'X' },
      'not an object',
    ],
  })
  expect(amounts(result.income, 'category')).toEqual({
    wages: '60001.16?',
    allocated_tips: '?',
    self_employment: '2000.00',
  })
  expect(result.years).toEqual([
    {
      taxpayer_id: 't',
      tax_year: '2023',
      total_income: '62001.16',
      gross_part: '2000.00',
      allocated_part: '0.00',
      federal_withheld: '100.50',
      effective_withholding_rate: '0.001621',
      documents: '3',
      not_counted: '0',
      complete: 'false',
      unread_amounts: '0',
    },
  ])
  expect(amounts(result.returnLines, 'line')).toEqual({ '1a': '60001.16?', '25a': '100.50?' })
  expect(amounts(result.returnLines, 'line', 'whole_dollars')).toEqual({
    '1a': '60002.00?',
    '25a': '101.00?',
  })
  expect(result.facts.find(fact => fact['field'] === 'socialSecurityTips')).toEqual({
    taxpayer_id: 't',
    record_id: 'r',
    form: 'form_w2',
    form_index: '0',
    entry_index: '0',
    tax_year: '2023',
    field: 'socialSecurityTips',
    box: '7',
    role: 'income.wages',
    amount: '9.00',
    counted: 'false',
    reason: 'part_of',
    basis: '',
    other_recipient: 'false',
    issuer_id: '123456789',
    issuer_name: 'A',
  })
})

test('distributions: codes, taxable part and lines', () => {
  const result = read({
    form_1099_r: [
      { gross_distribution: 5000, taxable_amount: 4000, distribution_codes: [{ code: '7' }] },
      { gross_distribution: 900, taxable_amount: 0, distribution_codes: [{ value: '4g' }] },
      { gross_distribution: 300, taxable_amount: 300, distribution_codes: [{ code: 1 }], sep_indicator: 'X' },
      { gross_distribution: 200, taxable_amount: 200, distribution_codes: [{ code: 'P', value: '7' }] },
    ],
  })
  expect(result.income).toMatchObject([{ amount: '5300.00', taxable_amount: '4300.00', documents: '2' }])
  expect(amounts(result.returnLines, 'line')).toEqual({ '4b': '300.00', '5a': '6100.00', '5b': '4000.00' })

  const unknown = read({ form_1099_r: [{ gross_distribution: 10, tax_amount_undetermined_code: true }] })
  expect(unknown.income).toMatchObject([{ amount: '10.00', taxable_amount: '', complete: 'true' }])
  expect(amounts(unknown.returnLines, 'line')).toEqual({ '5a': '10.00', '5b': '0.00?' })
})

test('sales: gain, unknown basis', () => {
  const known = read({
    form_1099_b: [
      { proceeds: 100, cost_basis: 130, wash_sale_loss_disallowed: 10 },
      { proceeds: 0, gross_proceeds: 50, noncovered_security_indicator: 'Covered security' },
    ],
  })
  expect(amounts(known.income, 'category')).toEqual({ capital_gains: '30.00' })
  const unknown = read({ form_1099_b: [{ proceeds: 100 }] })
  expect(amounts(unknown.income, 'category')).toEqual({ capital_gains: '0.00?' })
  expect(unknown.facts.map(fact => [fact['field'], fact['amount'], fact['reason']])).toEqual([
    ['derivedGain', '100.00', 'basis_unknown'],
    ['proceeds', '100.00', 'memo'],
  ])
})

test('a 1042-S, benefits, and money that stands on two forms', () => {
  const result = read({
    form_1042_s: [
      { gross_income: 1000, income_code: 6, us_federal_tax_withheld: 100.4, withholding_by_other_agents: 5 },
    ],
    form_ssa_1099: [{ pensions_and_annuities: 100, repayments: 250.5 }],
    form_1099_misc: [{ payer: { fin: 'XX-XXX6789' }, nonqualified_deferred_compensation: 70, rents: 10 }],
    form_1099_nec: [{ issuer_provider: { fin: '12-3456789' }, non_employee_compensation: 70 }],
  })
  expect(amounts(result.income, 'category')).toEqual({
    dividends: '1000.00',
    rental: '10.00',
    self_employment: '70.00',
    social_security: '-150.50',
  })
  expect(amounts(result.withholding, 'kind')).toEqual({ nonresident: '105.40' })
  expect(amounts(result.returnLines, 'line', 'whole_dollars')).toEqual({ '25c': '105.00' })
  expect(result.years).toMatchObject([
    { total_income: '929.50', gross_part: '80.00', allocated_part: '0.00' },
  ])
})

test('liabilities are not assumed to agree', () => {
  const { liabilities, liabilityYears } = secondReading(
    dossier(
      {},
      {
        analysis: { total_liabilities: '5000', liabilities_with_lien_filed: '$1,000' },
        details: { balance_summary: { balance_due: 5000, tax_years: [{ amount: 2500, year: '2021' }] } },
      },
    ),
  )
  expect(liabilities).toEqual([
    {
      taxpayer_id: 't',
      total: '5000.00',
      with_lien: '1000.00',
      without_lien: '4000.00',
      lien_share: '0.200000',
      balance_due: '5000.00',
      years_total: '2500.00',
      years_difference: '2500.00',
      total_difference: '0.00',
      oldest_balance_year: '2021',
      lien_filed: 'true',
    },
  ])
  expect(liabilityYears).toEqual([{ taxpayer_id: 't', tax_year: '2021', amount: '2500.00' }])
})

describe('random dossiers', () => {
  const cents = (text: string) => BigInt(text.replace('.', ''))

  test('are JSON, the same for the same seed, and use every form kind', () => {
    const forms = new Set<string>()
    for (let seed = 0; seed < 50; seed++) {
      const first = randomDossier(seed)
      expect(JSON.parse(JSON.stringify(first))).toEqual(randomDossier(seed))
      for (const fact of secondReading(first).facts) forms.add(fact['form']!)
    }
    expect([...forms].sort()).toEqual(Object.keys(MONEY_FIELDS).sort())
    expect(secondReading(randomDossier(1, { documents: 200 })).facts.length).toBeGreaterThan(200)
  })

  test('know every form kind and every amount of it that the library does', () => {
    const known = Object.entries(MONEY_FIELDS).map(([form, fields]) => [
      form,
      fields.map(([key]) => key).sort(),
    ])
    const own = FORMS.map(({ key, fields }) => [
      key,
      fields.flatMap(field => (field.type === 'money' ? [field.key] : [])).sort(),
    ])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(own))
    const plain = Object.entries(plainForms).map(([form, { money }]) => [form, money.toSorted()])
    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(own))
  })

  test('have facts that sum to their income', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { facts, income } = secondReading(randomDossier(seed))
      const sums = new Map<string, bigint>()
      for (const { tax_year, role, amount, counted } of facts) {
        const key = `${tax_year} ${role}`
        if (counted === 'true') sums.set(key, (sums.get(key) ?? 0n) + cents(amount!))
      }
      for (const { tax_year, category, amount } of income) {
        expect(sums.get(`${tax_year} income.${category}`) ?? 0n).toBe(cents(amount!))
      }
    }
  })
})
