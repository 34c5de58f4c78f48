import { describe, expect, it } from 'vitest'
import { formatCents, formatMicros } from '../../src/core/money.js'
import { createBorrowers } from '../../src/underwriting/borrowers/borrower.js'
import type { TaxpayerFacts } from '../../src/underwriting/facts/known-facts.js'
import { computeIndicators, traceIndicators } from '../../src/underwriting/indicators/compute-indicators.js'
import { listDebtConditions } from '../../src/underwriting/indicators/debt-conditions.js'
import type { IndicatorRow } from '../../src/underwriting/indicators/indicator.js'
import { joinLoans } from '../../src/underwriting/mortgages/loans.js'
import type { UnderwritingPolicy } from '../../src/underwriting/policies/policy.js'
import { type Raw, resultOfDossier } from '../support/run.js'

const W2 = { employer: { ein: '00-5555555', name: 'WORK' }, wages_tips_other_compensation: 60000 }
const F1098 = { recipient_lender: { fin: '00-1111111', name: 'OAK BANK' }, mortgage_interest_received: 6000 }

function readResult(taxpayer: Raw, forms: Raw = {}) {
  const form = { year: '2024', ssn: 'XXX-XX-1234', form_w2: [W2], ...forms }
  const record = { id: 'r', provider_id: 'irs', tax_year: '2024', date: '2025-09-01T00:00:00Z', forms: [form] }
  return resultOfDossier({ taxpayer: { id: 'tp', ...taxpayer }, records: [record] })
}

const stateFacts = (obligationsMonthly: number | null, taxPlan: TaxpayerFacts['taxPlan']): TaxpayerFacts =>
  ({ borrowers: [], household: null, obligationsMonthly, taxPlan }) as unknown as TaxpayerFacts

function compute(result: ReturnType<typeof readResult>, facts: TaxpayerFacts | null, grossUpUse = 'income') {
  const borrowers = createBorrowers(result, null).list
  const input = {
    iraWithdrawals: [],
    result,
    borrowers,
    asOfYear: 2024,
    loans: joinLoans(borrowers).loans,
    totals: {
      qualifyingMonthly: 500000,
      qualifyingGrossUp: 7500,
      supportableMonthly: 500000,
      supportableGrossUp: 7500,
      isIncomplete: false,
    },
    policy: { name: 'ours', citations: [], grossUpUse, continuanceMonths: 36 } as unknown as UnderwritingPolicy,
    facts,
  }
  const rows = computeIndicators(input)
  expect(traceIndicators(input).map(({ row }) => row)).toEqual(rows)
  return Object.fromEntries(rows.map(row => [row.indicator, row]))
}

const printValue = ({ ratio, amount, count, label }: IndicatorRow): string =>
  ratio !== null ? formatMicros(ratio) : amount !== null ? formatCents(amount) : String(count ?? label)

const BALANCE = { details: { balance_summary: { balance_due: 7200 } } }
const LIEN = { analysis: { total_liabilities: '12000.00', liabilities_with_lien_filed: '3000.00' } }

describe('debt-to-income', () => {
  it('counts the payment of the stated plan: (1,000 + 220) / 5,000 = 0.244', () => {
    const plan = { state: 'approved_current', paymentMonthly: 22000 } as const
    const { dti } = compute(readResult(BALANCE), stateFacts(100000, plan))
    expect([dti?.ratio, dti?.note.includes('no payment')]).toEqual([244000, false])
  })

  it('counts no imputed payment, and says that the balance has no plan', () => {
    const rows = compute(readResult(BALANCE), stateFacts(100000, null))
    expect(rows['dti']?.ratio).toBe(200000)
    expect(rows['dti']?.note).toContain('A tax balance has no plan with a stated payment')
    // 7,200 / 72 = 100.00 is only an estimate.
    expect(rows['imputed_monthly_tax_payment']?.amount).toBe(10000)
  })

  it('says nothing about a plan if there is no balance', () => {
    expect(compute(readResult({}), stateFacts(100000, null))['dti']?.note).not.toContain('balance')
  })

  it('adds a gross-up that counts in ratios only: 1,000 / 5,075 = 0.197044', () => {
    expect(compute(readResult({}), stateFacts(100000, null), 'ratio_only')['dti']?.ratio).toBe(197044)
  })
})

it('every row has a recipient, a reading and a citation', () => {
  const rows = compute(readResult({ ...LIEN, ...BALANCE }, { form_1098: [F1098] }), stateFacts(100000, null))
  expect(Object.entries(rows).map(([name, row]) => `${name} ${printValue(row)}`)).toEqual([
    'concurrent_employers 1',
    'dti 0.200000',
    'effective_withholding_rate 0.000000',
    'employer_tenure_years 1',
    'employment_gap_years 0',
    'imputed_monthly_tax_payment 100.00',
    'income_stability null',
    'liability_to_income 0.200000',
    'lien_filed true',
    'lien_share 0.250000',
    'missing_years 0',
    'monthly_mortgage_interest 500.00',
    'mortgage_principal null',
    'mortgages_reported 1',
    'payer_concentration 1.000000',
    'tax_debt_state lien/unknown',
    'years_of_history 1',
  ])
  for (const { recipient, note, citation } of Object.values(rows)) {
    expect(recipient).toBe('self')
    expect(note).toMatch(/^[A-Z].*\.$/)
    expect(citation).not.toBe('')
  }
})

describe('conditions about debt', () => {
  const list = (result: ReturnType<typeof readResult>, facts: TaxpayerFacts | null = null, policy = 'fannie-2026-08') =>
    listDebtConditions(result, facts, policy).map(({ code, about, isMet, taxYear }) => ({
      code,
      about,
      isMet,
      taxYear,
    }))

  it('a balance raises tax_debt, which a plan that is approved and current answers', () => {
    const about = 'tax balance'
    expect(list(readResult(BALANCE))).toEqual([{ code: 'tax_debt', about, isMet: false, taxYear: null }])
    const plan = { state: 'approved_current', paymentMonthly: 22000 } as const
    expect(list(readResult(BALANCE), stateFacts(null, plan))).toEqual([
      { code: 'tax_debt', about, isMet: true, taxYear: null },
    ])
    expect(listDebtConditions(readResult(BALANCE), stateFacts(null, plan), 'va')[0]?.amount).toBe(22000)
    expect(list(readResult({ details: { balance_summary: { balance_due: -5 } } }))).toEqual([])
  })

  it("a lien adds the agency's rule, and a plan alone does not answer it", () => {
    const plan = { state: 'approved_current', paymentMonthly: 22000 } as const
    const [condition] = list(readResult(LIEN), stateFacts(null, plan))
    expect(condition?.isMet).toBe(false)
    expect(condition?.about).toContain('B3-6-05')
    expect(list(readResult(LIEN), null, 'va')[0]?.about).toContain('ask the lender')
  })

  it('an unreadable balance is not the absence of debt', () => {
    expect(list(readResult({ details: { balance_summary: { balance_due: 'some' } } }))).toEqual([
      { code: 'tax_debt', about: 'tax balance that could not be read', isMet: false, taxYear: null },
    ])
  })

  it('an unreadable lien is not the absence of a lien, so a plan does not answer it', () => {
    const plan = { state: 'approved_current', paymentMonthly: 22000 } as const
    const result = readResult({ analysis: { total_liabilities: '8000', liabilities_with_lien_filed: '2x00' } })
    expect(list(result, stateFacts(null, plan))).toEqual([
      { code: 'tax_debt', about: 'tax lien that could not be read', isMet: false, taxYear: null },
    ])
    const state = compute(result, stateFacts(null, plan))['tax_debt_state']
    expect([state?.label, state?.note.includes('Incomplete')]).toEqual([null, true])
    const unreadable = compute(readResult({ details: { balance_summary: { balance_due: 'some' } } }), null)
    expect(unreadable['tax_debt_state']?.label).toBeNull()
  })

  it('Forms 1098-E, 1098-VLI, 1099-A and 1099-C raise obligation_reported once per year', () => {
    const forms = {
      form_1098_e: [{ a: 1 }, { a: 2 }],
      form_1098_vli: [{}],
      form_1098_c: [{}],
      form_1099_a: [{}],
      form_1099_c: [{}],
      form_1099_k: [{}],
    }
    expect(list(readResult({}, forms)).map(({ code, about, taxYear }) => `${code} ${taxYear} ${about}`)).toEqual([
      'obligation_reported 2024 Form 1098-E: student loan interest',
      'obligation_reported 2024 Form 1098-VLI: vehicle loan interest',
      'obligation_reported 2024 Form 1099-A: property that a lender acquired, or that was abandoned',
      'obligation_reported 2024 Form 1099-C: canceled debt',
    ])
  })
})
