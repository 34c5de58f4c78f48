import { FORMS, type FormKey } from '../../schema/forms/index.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** A person or a company on a form. */
export interface GeneratedParty {
  readonly name: string
  readonly address: string
  readonly id: string
}

/** A document to generate. `submission` is its submission type. Without it, the document is an original. */
export interface GeneratedDocument {
  readonly key: FormKey
  readonly issuer: GeneratedParty
  readonly values: JsonObject
  readonly submission?: string
}

/** A random generator that makes the same choices for the same seed. */
type SeededRandom = ReturnType<typeof createSeededRandom>

/** Creates a random generator from a seed (mulberry32). Ranges include both ends. */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
    /** Returns true with this probability. */
    chance: (share: number) => next() < share,
    /** Returns an amount in dollars and cents. The range is in dollars. */
    money: (low: number, high: number) => int(low * 100, high * 100) / 100,
    digits: (count: number) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}

/** The inputs of a value generator. `account` is an account number. */
interface DocumentInputs {
  readonly random: SeededRandom
  readonly year: number
  readonly account: string
}

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100

/** For each form, the function that generates a document's values. All other fields stay blank. */
const VALUE_GENERATORS: Readonly<Partial<Record<FormKey, (inputs: DocumentInputs) => JsonObject>>> = {
  form_w2: ({ random }) => {
    const wages = random.money(38_000, 142_000)
    return {
      wages_tips_other_compensation: wages,
      federal_income_tax_withheld: roundToCents(wages * 0.12),
      social_security_wages: wages,
      social_security_tax_withheld: roundToCents(wages * 0.062),
      medicare_wages_tips: wages,
      medicare_tax_withheld: roundToCents(wages * 0.0145),
      retirement_plan_indicator: true,
    }
  },
  form_w2g: ({ random, year }) => ({
    type_of_wager: 'Slot machines',
    gross_winnings: random.money(1_300, 4_900),
    date_won: `${year}-06-17`,
  }),
  schedule_k1_1065: ({ random, year }) => ({
    partner_share_of_capital_beginning: 0.25,
    partner_share_of_capital_end: 0.25,
    ordinary_income_k1: random.money(4_000, 60_000),
    total_guaranteed_payments: random.money(6_000, 24_000),
    tax_period_beginning: `${year}01`,
    tax_period_end: `${year}12`,
  }),
  schedule_k1_1120s: ({ random, year }) => ({
    ordinary_income_k1: random.money(8_000, 90_000),
    interest: random.money(10, 400),
    shareholder_percentage_of_stock: '50.000000',
    beginning_tax_period: `${year}01`,
    ending_tax_period: `${year}12`,
  }),
  schedule_k1_1041: ({ random, year }) => ({
    dividends: random.money(200, 900),
    interest: random.money(50, 700),
    net_rental_real_estate_income: random.money(900, 6_000),
    beginning_tax_period: `${year}01`,
    ending_tax_period: `${year}12`,
  }),
  form_5498: ({ random, account }) => ({
    account_number: account,
    ira_contributions: random.int(500, 6_000),
    fair_market_value_of_account: random.money(20_000, 180_000),
    ira_code: true,
  }),
  form_1042_s: ({ random }) => {
    const gross = random.int(400, 4_000)
    const withheld = Math.round(gross * 0.15)
    return {
      income_code: '06',
      gross_income: gross,
      tax_rate_chapter_3: 15,
      us_federal_tax_withheld: withheld,
      total_withholding_credit: withheld,
      chapter_3_or_chapter_4_indicator: '3',
      exemption_code_chapter_4: '15',
      unique_form_identifier: random.digits(10),
      return_type: 'Original',
      withholding_agent_country_code: 'US',
      withholding_agent_chapter_3_status_code: '15',
      recipient_country_code: 'CA',
      recipient_chapter_3_status_code: '16',
    }
  },
  form_1099_misc: ({ random, account }) => ({ account_number: account, rents: random.money(3_000, 21_000) }),
  form_1099_int: ({ random, account }) => ({ account_number: account, interest_income: random.money(20, 1_900) }),
  form_1099_g: ({ random }) => {
    const unemployment = random.money(2_000, 9_000)
    return { unemployment_compensation: unemployment, tax_withheld: roundToCents(unemployment * 0.1) }
  },
  form_1099_r: ({ random, account }) => {
    const gross = random.money(18_000, 64_000)
    return {
      account_number: account,
      gross_distribution: gross,
      taxable_amount: gross,
      'Tax Withheld': roundToCents(gross * 0.1),
      distribution_codes: [{ value: 'Normal distribution', code: '7' }],
    }
  },
  form_1099_div: ({ random, account }) => {
    const ordinary = random.money(100, 3_000)
    return { account_number: account, ordinary_dividend: ordinary, qualified_dividends: roundToCents(ordinary / 2) }
  },
  form_1099_b: ({ random, year, account }) => {
    const basis = random.money(2_000, 30_000)
    return {
      account_number: account,
      proceeds: roundToCents(basis + random.money(100, 5_000)),
      cost_basis: basis,
      description: '100 SH QUARRY LIGHTING',
      date_acquired: '02-10-2019',
      date_sold_or_disposed: `03-14-${year}`,
      noncovered_security_indicator: 'Covered security',
      type_gain_loss: 'Long term',
      proceeds_from: 'Net proceeds',
    }
  },
  form_1099_nec: ({ random }) => ({ non_employee_compensation: random.money(600, 18_000) }),
  form_ssa_1099: ({ random, account }) => {
    const benefits = random.int(14_000, 36_000)
    return {
      account_number: account,
      pensions_and_annuities: benefits,
      tax_withheld: roundToCents(benefits * 0.07),
      trust_fund_indicator: 'Retirement',
    }
  },
  form_1098: ({ random, account }) => ({
    account_number: account,
    mortgage_interest_received: random.money(4_000, 15_000),
    outstanding_mortgage_principal: random.money(120_000, 400_000),
    number_of_mortgaged_properties: 1,
    mortgage_origination_date: '06-15-2019',
  }),
  form_1098_t: ({ random, account }) => ({
    account_number: account,
    qualified_tuition_and_related_expenses: random.money(2_000, 19_000),
    scholarships_grants: random.money(0, 1_900),
    half_time_student_indicator: 'Box checked',
    tin_checkbox: true,
  }),
}

const BASE_FORM_SETS: readonly (readonly FormKey[])[] = [
  ['form_w2', 'form_1099_int', 'form_1098'],
  ['form_w2', 'form_1099_nec', 'form_1099_misc'],
  ['form_1099_r', 'form_ssa_1099', 'form_5498'],
  ['form_w2', 'schedule_k1_1065', 'form_1099_div'],
  ['form_w2', 'form_1099_b', 'form_1099_div', 'form_1099_int'],
  ['form_w2', 'schedule_k1_1120s', 'schedule_k1_1041'],
  ['form_w2', 'form_1099_g', 'form_w2g'],
  ['form_w2', 'form_1042_s', 'form_1098_t'],
]

/** The form sets. People with consecutive seeds get them in turn. The last set also has all remaining forms. */
export const FORM_SETS: readonly (readonly FormKey[])[] = BASE_FORM_SETS.with(-1, [
  ...(BASE_FORM_SETS.at(-1) as readonly FormKey[]),
  ...FORMS.map(({ key }) => key).filter(key => !BASE_FORM_SETS.flat().includes(key)),
])

/** Generates a year's documents as tax software would have them. Some people have an amendment or a duplicate. */
export function generateDocuments(
  random: SeededRandom,
  formSetIndex: number,
  year: number,
  issuers: readonly GeneratedParty[],
): readonly GeneratedDocument[] {
  const keys = FORM_SETS[formSetIndex] as readonly FormKey[]
  const documents = keys.map((key, index): GeneratedDocument => {
    const issuer = issuers[index % issuers.length] as GeneratedParty
    return { key, issuer, values: VALUE_GENERATORS[key]?.({ random, year, account: random.digits(10) }) ?? {} }
  })
  const [firstDocument] = documents as [GeneratedDocument, ...GeneratedDocument[]]
  if (year === 2023 && [0, 2, 5].includes(formSetIndex))
    documents.push({ ...firstDocument, values: amendValues(firstDocument.values), submission: 'Amended document' })
  if (year === 2022 && [1, 3, 6].includes(formSetIndex))
    documents.push({ ...firstDocument, submission: 'Duplicate document' })
  return documents
}

/** Reduces every amount by a tenth, so that the boxes still agree with each other. Text stays the same. */
const amendValues = (values: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'number' ? roundToCents(value * 0.9) : value]),
  )
