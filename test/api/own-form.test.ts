import { describe, expect, it } from 'vitest'
import { analyze, FORMS, field, form, submission } from '../../src/index.js'
import { recordWith } from '../support/records.js'
import { expectAccepted } from '../support/run.js'

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
describe('the documents of a custom form kind', () => {
  const firm = { ein: '00-7654321', name: 'Firm Abroad' }
  const analyzeShare = (share: string) => {
    const forms = {
      wages_abroad: [{ firm, pay: 1200, insured_pay: 1800 }],
      shares_abroad: [{ firm, share }],
      loan_abroad: [{ bank: { tin: '00-1111111', name: 'Bank' }, owed: 5000, interest: 120 }],
    }
    const record = recordWith(forms, { provider_id: 'turbotax' })
    return expectAccepted(analyze(record, { forms: [...FORMS, abroad, shares, loan], policy: 'latest-year' })).value
  }

  it('are used like the documents of built-in form kinds', () => {
    const { employment, underwriting } = analyzeShare('10%')
    expect(employment.map(({ wages, inDocuments }) => [wages?.toFixed(2), inDocuments])).toEqual([['1200.00', true]])
    const indicators = new Map(underwriting.indicators.map(indicator => [indicator.indicator, indicator]))
    // 1,800 - 1,200 = 600, and 120 / 12 = 10.
    expect(indicators.get('wage_basis_difference')?.amount?.toFixed(2)).toBe('600.00')
    expect(indicators.get('concurrent_employers')?.count).toBe(1)
    expect(indicators.get('mortgages_reported')?.count).toBe(1)
    expect(indicators.get('mortgage_principal')?.amount?.toFixed(2)).toBe('5000.00')
    expect(indicators.get('monthly_mortgage_interest')?.amount?.toFixed(2)).toBe('10.00')
    // The larger of 1,800 and 1,200 is the gross pay: 1,800 / 12 = 150. The taxpayer owns less than 25 % of the business.
    const qualifying = underwriting.qualifyingIncome.map(row => `${row.category} ${row.qualifyingMonthly}`)
    expect(qualifying).toEqual(['wages 150'])
    expect(underwriting.total.qualifyingMonthly.toFixed(2)).toBe('150.00')
  })

  it("make the pay of an owned business an officer's pay", () => {
    const { underwriting } = analyzeShare('40%')
    expect(underwriting.qualifyingIncome.map(({ category }) => category)).toEqual(['officer_compensation'])
  })
})
