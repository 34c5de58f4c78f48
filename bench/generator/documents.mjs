// Generates the filled boxes of one document of each form kind. All other boxes are zero or blank.
import { forms } from '../programs/forms.mjs'
import { weighted } from './random.mjs'

const cents = value => Math.round(value * 100) / 100
const wageBase = { 2019: 132900, 2020: 137700, 2021: 142800, 2022: 147000, 2023: 160200, 2024: 168600 }
const formatAmericanDate = day => `${day.slice(5)}-${day.slice(0, 4)}`
const period = (year, from, to) => ({ [from]: `${year}01`, [to]: `${year}12` })
const flip = (random, amount) => (random.chance(0.2) ? -amount : amount)

// Returns a box with the given probability, or no box.
const maybeBox = (random, share, key, value) => (random.chance(share) ? { [key]: value } : {})

const w2 = (random, year) => {
  const wages = random.money(8000, 180000)
  const deferred = random.chance(0.4) ? cents(wages * 0.05) : 0
  const medicare = cents(wages + deferred)
  const base = Math.min(medicare, wageBase[year])
  const statutory = random.chance(0.01)
  return {
    wages_tips_other_compensation: wages,
    federal_income_tax_withheld: statutory ? 0 : cents(wages * (0.06 + 0.16 * random.next())),
    social_security_wages: base,
    social_security_tax_withheld: cents(base * 0.062),
    medicare_wages_tips: medicare,
    medicare_tax_withheld: cents(medicare * 0.0145 + Math.max(0, medicare - 200000) * 0.009),
    deferred_compensation: deferred,
    ...maybeBox(random, 0.02, 'allocated_tips', random.money(50, 2000)),
    ...maybeBox(random, 0.04, 'dependent_care_benefits', random.money(500, 5000)),
    ...maybeBox(random, 0.15, 'code_w', random.money(200, 3850)),
    ...maybeBox(random, 0.4, 'code_dd', random.money(3000, 22000)),
    ...maybeBox(random, 0.05, 'code_aa', random.money(100, 6000)),
    retirement_plan_indicator: deferred > 0,
    statutory_employee: statutory,
    w2_whc_ssn_validation_code: 'Correct SSN',
  }
}

const w2g = (random, year) => {
  const gross = random.money(1200, 20000)
  return {
    type_of_wager: 'Slot machines',
    gross_winnings: gross,
    date_won: random.day(year),
    ...maybeBox(random, 0.3, 'federal_income_tax_withheld', cents(gross * 0.24)),
  }
}

const k1Partner = (random, year) => ({
  partner_share_of_capital_beginning: 0.125,
  partner_share_of_capital_end: 0.125,
  ordinary_income_k1: flip(random, random.money(500, 90000)),
  ...maybeBox(random, 0.3, 'interest', random.money(1, 900)),
  ...maybeBox(random, 0.3, 'real_estate', flip(random, random.money(100, 20000))),
  ...maybeBox(random, 0.3, 'total_guaranteed_payments', random.money(5000, 80000)),
  ...maybeBox(random, 0.2, 'capital_gain_long', flip(random, random.money(50, 30000))),
  ...maybeBox(random, 0.3, 'qualified_nonrecourse_end', random.money(1000, 90000)),
  ira_sep_keogh_indicator: 'Not checked',
  sch_k3: 'Not checked',
  ...period(year, 'tax_period_beginning', 'tax_period_end'),
})

const k1Shareholder = (random, year) => ({
  ordinary_income_k1: flip(random, random.money(500, 120000)),
  ...maybeBox(random, 0.3, 'interest', random.money(1, 500)),
  ...maybeBox(random, 0.2, 'section_179_expenses', random.money(500, 9000)),
  shareholder_percentage_of_stock: random.pick(['50.000000', '33.333333', '25.5']),
  ...period(year, 'beginning_tax_period', 'ending_tax_period'),
})

const k1Beneficiary = (random, year) => ({
  ...maybeBox(random, 0.7, 'dividends', random.money(10, 9000)),
  ...maybeBox(random, 0.7, 'interest', random.money(10, 4000)),
  ...maybeBox(random, 0.4, 'long_term_capital_gain', flip(random, random.money(50, 20000))),
  other_portfolio_and_non_business_income: random.money(10, 3000),
  ...period(year, 'beginning_tax_period', 'ending_tax_period'),
})

const f5498 = (random, year) => ({
  fair_market_value_of_account: random.money(500, 400000),
  ...maybeBox(random, 0.3, 'ira_contributions', random.money(100, 6500)),
  ...maybeBox(random, 0.1, 'rollover_contributions', random.money(1000, 90000)),
  ira_code: true,
  rmd_subsequent_year: 'Not checked',
  rmd_date: `${year + 1}-12-31`,
})

const incomeCode = weighted([
  ['06', 40],
  ['01', 20],
  ['17', 10],
  ['19', 10],
  ['12', 6],
  ['15', 5],
  ['23', 4],
  ['28', 2],
  ['37', 2],
  ['50', 1],
])

const f1042s = random => {
  const gross = random.money(100, 60000)
  const tax = cents(gross * 0.3)
  return {
    gross_income: gross,
    tax_rate_chapter_3: 30,
    us_federal_tax_withheld: tax,
    ...maybeBox(random, 0.8, 'total_withholding_credit', tax),
    income_code: incomeCode(random),
    unique_form_identifier: random.digits(10),
    recipient_country_code: random.pick(['CA', 'IN', 'MX', 'DE']),
    recipient_birthdate: '',
    withholding_agent_country_code: 'US',
    chapter_3_or_chapter_4_indicator: '3',
    recipient_chapter_3_status_code: '16',
    exemption_code_chapter_4: '15',
    recipient_account_number: random.digits(8),
  }
}

const misc = random => {
  const kinds = ['rents', 'royalties', 'other_income', 'medical_payments', 'substitute_payments_for_dividends']
  const amount = random.money(600, 30000)
  return {
    [random.pick(kinds)]: amount,
    ...maybeBox(random, 0.05, 'tax_withheld', cents(amount * 0.24)),
    ...maybeBox(random, 0.03, 'attorney_fees', random.money(600, 40000)),
    ...maybeBox(random, 0.03, 'nonqualified_deferred_compensation', random.money(500, 9000)),
  }
}

const int = random => {
  const interest = random.money(10, 4000)
  const exempt = random.chance(0.1) ? random.money(10, 2000) : 0
  return {
    interest_income: interest,
    tax_exempt_interest: exempt,
    specified_private_activity_bond_interest: random.chance(0.3) ? cents(exempt / 2) : 0,
    ...maybeBox(random, 0.04, 'tax_withheld', cents(interest * 0.24)),
    ...maybeBox(random, 0.1, 'savings_bonds', random.money(5, 900)),
    ...maybeBox(random, 0.04, 'interest_forfeiture', random.money(1, 90)),
    ...maybeBox(random, 0.05, 'market_discount', random.money(1, 200)),
    ...maybeBox(random, 0.05, 'bond_premium', cents(interest * 0.1)),
    ...maybeBox(random, 0.05, 'foreign_tax_paid', random.money(1, 60)),
  }
}

const g = (random, year) => {
  if (random.chance(0.45)) return { prior_year_refund: random.money(20, 3000), year_of_refund: year - 1 }
  if (random.chance(0.1)) return { agricultural_subsidies: random.money(500, 20000) }
  const amount = random.money(300, 14000)
  return { unemployment_compensation: amount, ...maybeBox(random, 0.5, 'tax_withheld', cents(amount * 0.1)) }
}

const distributionCodes = weighted([
  ['7', 55],
  ['G', 14],
  ['1', 10],
  ['4', 6],
  ['2', 5],
  ['3', 2],
  ['7 B', 2],
  ['4 G', 1],
  ['P', 1],
  ['8', 1],
  ['L 1', 1],
  ['H', 1],
  ['Q', 1],
])

const r = random => {
  const gross = random.money(500, 60000)
  const codes = distributionCodes(random).split(' ')
  const rolled = codes.includes('G') || codes.includes('H')
  const ira = random.chance(0.4)
  const undetermined = random.chance(ira ? 0.5 : 0.04)
  const taxable = rolled || (undetermined && !ira) ? 0 : gross
  return {
    gross_distribution: gross,
    taxable_amount: taxable,
    'Tax Withheld': taxable > 0 && random.chance(0.6) ? cents(gross * 0.1) : 0,
    ...maybeBox(random, 0.05, 'total_employee_contributions', random.money(100, 3000)),
    distribution_codes: codes.map(code => ({ value: `Distribution code ${code}`, code })),
    tax_amount_undetermined_code: undetermined,
    total_distribution_code: random.chance(0.1),
    sep_indicator: ira ? 'IRA/SEP/SIMP box checked' : 'Not checked',
  }
}

const div = random => {
  const ordinary = random.money(5, 9000)
  return {
    ordinary_dividend: ordinary,
    ...maybeBox(random, 0.7, 'qualified_dividends', cents(ordinary * 0.8)),
    ...maybeBox(random, 0.4, 'capital_gains', random.money(5, 4000)),
    ...maybeBox(random, 0.2, 'non_dividend_distribution', random.money(1, 300)),
    ...maybeBox(random, 0.3, 'foreign_tax_paid', cents(ordinary * 0.04)),
    ...maybeBox(random, 0.2, 'section_199a_reit_dividends', cents(ordinary * 0.1)),
    ...maybeBox(random, 0.1, 'exempt_interest_dividends', random.money(5, 900)),
    ...maybeBox(random, 0.02, 'tax_withheld', cents(ordinary * 0.24)),
  }
}

const b = (random, year) => {
  if (random.chance(0.02)) {
    const realized = flip(random, random.money(100, 9000))
    return { aggregate_profit_loss: realized, realized_profit_loss: realized, description: 'SECTION 1256 CONTRACTS' }
  }
  const proceeds = random.money(50, 40000)
  const covered = random.chance(0.95)
  const basis = cents(proceeds * (0.6 + 0.6 * random.next()))
  const sold = random.day(year)
  return {
    proceeds,
    cost_basis: covered ? basis : 0,
    wash_sale_loss_disallowed: covered && basis > proceeds && random.chance(0.2) ? cents((basis - proceeds) / 2) : 0,
    date_sold_or_disposed: formatAmericanDate(sold),
    date_acquired: random.chance(0.1) ? 'Various' : formatAmericanDate(random.day(year - 1)),
    cusip: `${random.digits(6)}AB${random.int(0, 9)}`,
    description: `${random.int(1, 900)} SH ${random.pick(['META', 'VTI', 'IBM', 'COST', 'XOM'])}`,
    noncovered_security_indicator: covered ? 'Covered security' : 'Noncovered security',
    type_gain_loss: random.pick(['Short-term', 'Long-term']),
    loss_not_allowed_indicator: 'Not checked',
    proceeds_from: 'Gross proceeds',
  }
}

const nec = random => {
  const amount = random.money(600, 50000)
  return {
    non_employee_compensation: amount,
    ...maybeBox(random, 0.03, 'federal_income_tax_withheld', cents(amount * 0.24)),
  }
}

const ssa = (random, year) => {
  const paid = random.money(6000, 40000)
  const earlier = random.chance(0.03) ? [{ year: String(year - 1), payment: cents(paid * 0.2) }] : []
  return {
    pensions_and_annuities: paid,
    ...maybeBox(random, 0.3, 'tax_withheld', cents(paid * 0.1)),
    ...maybeBox(random, 0.03, 'repayments', random.money(50, 900)),
    payments: earlier,
    trust_fund_indicator: 'Retirement and survivors',
    'SSA/RRB Payments': 'SSA',
  }
}

const f1098 = (random, year) => {
  const principal = random.money(60000, 700000)
  return {
    mortgage_interest_received: cents(principal * 0.04),
    outstanding_mortgage_principal: principal,
    number_of_mortgaged_properties: 1,
    ...maybeBox(random, 0.1, 'points_paid_on_purchase', random.money(500, 6000)),
    ...maybeBox(random, 0.2, 'mortgage_insurance_premiums', random.money(200, 3000)),
    mortgage_origination_date: formatAmericanDate(random.day(year - 3)),
    address_of_property_securing_mortgage: `${random.int(1, 999)} OAK AVE`,
  }
}

const f1098t = random => ({
  qualified_tuition_and_related_expenses: random.money(1000, 40000),
  ...maybeBox(random, 0.5, 'scholarships_grants', random.money(500, 20000)),
  half_time_student_indicator: 'Box checked',
  graduate_student_indicator: 'Not checked',
  academic_period_code: 'Not checked',
  tin_checkbox: true,
})

/** For each form kind: how common it is, the group that issues it, and the function that fills its boxes. */
export const kinds = {
  form_w2: { weight: 24, group: 'employer', fill: w2 },
  form_1099_int: { weight: 16, group: 'broker', fill: int },
  form_1099_div: { weight: 11, group: 'broker', fill: div },
  form_1099_r: { weight: 9, group: 'broker', fill: r },
  form_1099_nec: { weight: 9, group: 'client', fill: nec },
  form_1099_g: { weight: 7, group: 'agency', fill: g },
  form_1099_b: { weight: 5, group: 'broker', fill: b, maxCount: 6 },
  form_1098: { weight: 5, group: 'lender', fill: f1098 },
  form_ssa_1099: { weight: 4, group: 'benefits', fill: ssa },
  form_1099_misc: { weight: 4, group: 'payer', fill: misc },
  form_5498: { weight: 4, group: 'broker', fill: f5498 },
  form_1098_t: { weight: 2.5, group: 'college', fill: f1098t },
  schedule_k1_1065: { weight: 1.5, group: 'entity', fill: k1Partner },
  schedule_k1_1120s: { weight: 1.2, group: 'entity', fill: k1Shareholder },
  form_w2g: { weight: 1.2, group: 'payer', fill: w2g },
  schedule_k1_1041: { weight: 0.5, group: 'entity', fill: k1Beneficiary },
  form_1042_s: { weight: 0.3, group: 'entity', fill: f1042s },
}

/** Picks a form kind at random, weighted by how common it is. */
export const pickKind = weighted(Object.entries(kinds).map(([form, kind]) => [form, kind.weight]))

const blanks = { money: 0, rate: 0, ratio: 0, count: 0, flag: false }
// The blank values of fields that differ from the blank value of their type.
const exceptions = { exemption_code_chapter_3: 0, year_of_refund: 0, second_notice_indicator: 'No Second Notice' }

const makeBlank = field => {
  if (field.type === 'list') return []
  if (field.type === 'flag') return field.key === 'sep_indicator' ? 'Not checked' : false
  return exceptions[field.key] ?? blanks[field.type] ?? ''
}

const blankEntry = form => Object.fromEntries(form.fields.map(field => [field.key, makeBlank(field)]))

/** For each form kind, an entry in which no box is filled. It has every key that the API document defines. */
export const blankEntries = Object.fromEntries(Object.values(forms).map(form => [form.form, blankEntry(form)]))
