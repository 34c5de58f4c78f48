import { describe, expect, it } from 'vitest'
import { deviationMicros } from '../../src/underwrite/deviation.js'
import { runExample } from './example.js'

const w2 = (year: number, wages: number, ein = '12-3456789', more = {}) =>
  `${year} form_w2 ${JSON.stringify({ wages_tips_other_compensation: wages, ...more, issuer: { ein, name: `EMPLOYER ${ein}`, address: ein } })}`
const OTHER = '98-7654321'
const owes = (total: unknown, lien: unknown, balance?: unknown, years: unknown[] = []) =>
  `taxpayer: ${JSON.stringify({ analysis: { total_liabilities: total, liabilities_with_lien_filed: lien }, details: { balance_summary: { balance_due: balance, tax_years: years } } })}`

const CASES: readonly (readonly [name: string, ...lines: string[]])[] = [
  [
    'years: 2019, 2021, 2023 are three, 2020 and 2022 are missing; W-2s leave 2020 to 2022 out',
    w2(2019, 100),
    '2021 form_1099_int {"interest_income": 5}',
    w2(2023, 100),
    '-> years_of_history = 3',
    '-> missing_years = 2',
    '-> missing_years.years = 2020;2022',
    '-> employment_gap_years = 3',
    '-> employment_gap_years.years = 2020;2021;2022',
    '-> employer_tenure_years = 1',
  ],
  [
    'years after the one worked for do not count',
    w2(2019, 100),
    w2(2021, 100),
    w2(2022, 100),
    w2(2024, 100),
    'as-of: 2021',
    '-> years_of_history = 2',
    '-> missing_years.years = 2020',
    '-> employment_gap_years = 1',
    '-> employer_tenure_years = 1',
  ],
  [
    'no gap is a count of 0, and no W-2 is no row',
    '2023 form_1099_int {"interest_income": 5}',
    '-> missing_years = 0',
    '-> missing_years.years = null',
    '-> employment_gap_years = none',
    '-> concurrent_employers = none',
    '-> wage_basis_difference = none',
  ],
  [
    'one employer stays three years, one goes, one comes: 2 changes, 2 at a time',
    w2(2021, 100),
    w2(2022, 100),
    w2(2023, 100),
    w2(2022, 100, OTHER),
    w2(2023, 100, '77-7777777'),
    '-> employer_change = 2',
    '-> employer_change.note = 1 new, 1 left',
    '-> concurrent_employers = 2',
    '-> employer_tenure_years = 3',
  ],
  [
    'a first year with a W-2 is no change of employer',
    w2(2023, 100),
    '-> employer_change = none',
    '-> concurrent_employers = 1',
  ],
  [
    'the largest payer pays 75,000 of 100,000; federal tax 12,500 of it is 0.125',
    w2(2023, 75000, '12-3456789', { federal_income_tax_withheld: 12500 }),
    w2(2023, 25000, OTHER),
    '-> payer_concentration = 0.750000',
    '-> effective_withholding_rate = 0.125000',
  ],
  [
    "the largest of the taxpayer's own payers, wherever it stands: 70,000 of 100,000; a spouse's is none of them",
    w2(2023, 25000),
    w2(2023, 70000, OTHER),
    w2(2023, 5000, '77-7777777'),
    '2023 form_w2 {"wages_tips_other_compensation": 900000, "recipient": "XXX-XX-9999", "issuer": {"ein": "44-4444444", "name": "ELSEWHERE", "address": ""}}',
    '-> payer_concentration = 0.700000',
  ],
  [
    "a cent of one's own has a share, however much a spouse has",
    w2(2023, 0.01),
    '2023 form_w2 {"wages_tips_other_compensation": 900000, "recipient": "XXX-XX-9999", "issuer": {"ein": "44-4444444", "name": "ELSEWHERE", "address": ""}}',
    '-> payer_concentration = 1.000000',
    '-> effective_withholding_rate = 0.000000',
  ],
  [
    'a total of 0 or below has no share',
    '2023 schedule_k1_1065 {"ordinary_income_k1": -100}',
    w2(2023, 50),
    '-> payer_concentration = null',
    '-> effective_withholding_rate = null',
  ],
  [
    'stability of 30 and 50: mean 40, deviation 10: 0.25',
    w2(2022, 30),
    w2(2023, 50),
    '-> income_stability = 0.250000',
    '-> income_stability.years = 2022;2023',
  ],
  ['one year has no stability', w2(2023, 30), '-> income_stability = null'],
  [
    'box 5 less box 1 over the W-2s that have both: 5,000 + 0; one has no box 5',
    w2(2023, 50000, '12-3456789', { medicare_wages_tips: 55000 }),
    w2(2023, 10000, OTHER, { medicare_wages_tips: 10000 }),
    w2(2023, 10000, '77-7777777'),
    '-> wage_basis_difference = 5000.00',
    '-> wage_basis_difference.note = 1 of 3 without both boxes',
  ],
  [
    'a box 5 of 0.00 is one to compare: 0 - 10,000',
    w2(2023, 10000, OTHER, { medicare_wages_tips: 0 }),
    '-> wage_basis_difference = -10000.00',
    '-> wage_basis_difference.note = null',
  ],
  [
    '12,000 owed to 12 x 5,000 is 0.2; a quarter has a lien; 7,201 / 72 = 100.0138... is 100.02',
    w2(2022, 60000),
    w2(2023, 60000),
    owes('12000.00', '3000.00', 7201, [
      { year: '2021', amount: 5000 },
      { year: '2019', amount: 10 },
      { year: '2018', amount: 0 },
    ]),
    '-> liability_to_income = 0.200000',
    '-> lien_share = 0.250000',
    '-> lien_filed = true',
    '-> tax_debt_state = lien/unknown',
    '-> imputed_monthly_tax_payment = 100.02',
    '-> oldest_balance_year = 2019',
  ],
  [
    'a balance without a lien, and a plan that the caller knows: (1,000 + 250) / 5,000',
    w2(2022, 60000),
    w2(2023, 60000),
    owes('7200.00', '0.00', 7200),
    'known: {"monthly_obligations": "1,000.00", "plan": {"state": "approved_current", "monthly_payment": 250}}',
    '-> tax_debt_state = balance_no_lien/approved_current',
    '-> lien_filed = false',
    '-> dti = 0.250000',
  ],
  [
    'without a stated payment the imputed one: (1,000 + 7,200 / 72) / 5,000 = 0.22',
    w2(2022, 60000),
    w2(2023, 60000),
    owes('7200.00', '0.00', 7200),
    'known: {"monthly_obligations": 1000}',
    '-> dti = 0.220000',
    '-> dti.note = null',
  ],
  [
    'a stated payment of 0 is one, and no imputed payment stands for it: 1,000 / 5,000',
    w2(2022, 60000),
    w2(2023, 60000),
    owes('7200.00', '0.00', 7200),
    'known: {"monthly_obligations": 1000, "plan": {"state": "applied", "monthly_payment": 0}}',
    '-> imputed_monthly_tax_payment = 100.00',
    '-> dti = 0.200000',
    '-> dti.note = null',
  ],
  [
    'nothing owed',
    w2(2023, 60000),
    owes('0.00', '0.00', 0),
    '-> tax_debt_state = none/unknown',
    '-> imputed_monthly_tax_payment = 0.00',
    '-> liability_to_income = 0.000000',
    '-> lien_share = null',
    '-> oldest_balance_year = none',
    '-> dti = none',
  ],
  [
    'nothing known of debts has no rows; debt-to-income then says what it lacks: 500 / 5,000',
    w2(2023, 60000),
    'known: {"monthly_obligations": 500}',
    '-> tax_debt_state = none',
    '-> lien_filed = none',
    '-> imputed_monthly_tax_payment = none',
    '-> dti = 0.100000',
    '-> dti.note = no balance was given, so no tax payment is in it',
  ],
  [
    'ratios to no income are null: an income that fell counts 0',
    w2(2022, 60000),
    w2(2023, 30000),
    owes('100.00', '0.00', 100),
    'known: {"monthly_obligations": 500}',
    '-> total.qualifying_monthly = 0.00',
    '-> dti = null',
    '-> liability_to_income = null',
  ],
  [
    'exactly 36 months: 36,000 / (12,000 / 12); a pension has no balance and asks for none',
    '2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000, "sep_indicator": true}',
    '2023 form_1099_r {"gross_distribution": 99000, "taxable_amount": 99000}',
    '2023 form_5498 {"fair_market_value_of_account": 36000}',
    '-> retirement_continuance_months = 36',
    '-> continuance_met = true',
  ],
  [
    'a cent less is 35 whole months',
    '2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000, "sep_indicator": true}',
    '2023 form_5498 {"fair_market_value_of_account": 35999.99}',
    '-> retirement_continuance_months = 35',
    '-> continuance_met = false',
  ],
  [
    'a pension alone has no continuance to work out',
    '2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000}',
    '2023 form_5498 {"fair_market_value_of_account": 36000}',
    '-> retirement_continuance_months = none',
  ],
  [
    'mortgages: two of them, 300,000 of principal, 10,000 / 12 = 833.33 of interest',
    w2(2023, 60000),
    '2023 form_1098 {"mortgage_interest_received": 6000, "outstanding_mortgage_principal": 200000}',
    '2023 form_1098 {"mortgage_interest_received": 4000, "outstanding_mortgage_principal": 100000}',
    '2021 form_1098 {"mortgage_interest_received": 9000}',
    '-> mortgages_reported = 2',
    '-> mortgage_principal = 300000.00',
    '-> monthly_mortgage_interest = 833.33',
  ],
]

describe('indicators, worked by hand', () => {
  it.each(CASES)('%s', (_, ...lines) => {
    const { actual, expected } = runExample(lines.join('\n'))
    expect(expected.length).toBeGreaterThan(0)
    expect(actual).toEqual(expected)
  })

  it('the deviation is exact where doubles are not', () => {
    // 1, 2, 3: deviation sqrt(2/3), over 2: 0.408248290...
    expect(deviationMicros([100, 200, 300])).toBe(408248)
    // Equal years deviate by nothing, however large they are.
    expect(deviationMicros([9007199254740993n, 9007199254740993n])).toBe(0)
    // A mean of 2 and a deviation of 1.
    expect(deviationMicros([1, 3])).toBe(500000)
    // Half a millionth, one and a half, two and a half: the half goes to the even one.
    expect(deviationMicros([1_999_999, 2_000_001])).toBe(0)
    expect(deviationMicros([1_999_997, 2_000_003])).toBe(2)
    expect(deviationMicros([1_999_995, 2_000_005])).toBe(2)
    expect(deviationMicros([5, -5])).toBe(null)
    expect(deviationMicros([-5, -6])).toBe(null)
  })
})
