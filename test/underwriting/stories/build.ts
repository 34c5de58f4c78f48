/** A JSON object as the service sends it. */
export type Raw = Readonly<Record<string, unknown>>

/** A row of a table: cells by column name, as CSV prints them. Null is an empty cell. Columns that are absent here are not compared. */
export type Row = Readonly<Record<string, string | null>>

/** Values by policy. A key may list several policy names, separated by `, `. */
export type ByPolicy<T> = Readonly<Record<string, T>>

/** Rows for every policy of a story, or rows by policy. A policy that is not listed has no rows. */
export type Rows = readonly Row[] | ByPolicy<readonly Row[]>

/** A made-up borrower: the records, the known facts, and each printed figure, computed by hand. */
export interface Story {
  /** What the story is about, in one phrase. */
  readonly description: string
  readonly dossier: Raw
  /** The known facts, without the taxpayer's id. */
  readonly knownFacts?: Raw
  /** The stated income of the application, without the taxpayer's id. */
  readonly statedIncome?: Raw
  /** All rows of qualifying_income by policy, in table order. */
  readonly qualifying: ByPolicy<readonly Row[]>
  /** All indicators, in any order. */
  readonly indicators: Rows
  /** The needed documents, in any order. There are none if this is absent. */
  readonly needs?: Rows
  /** All rows of the mortgages table, in table order. */
  readonly mortgages?: readonly Row[]
  /** The comparison of stated and documented income, in any order. */
  readonly tieOut?: Rows
}

/** The issuer of a document. */
export interface Issuer {
  readonly id: string
  readonly name: string
}

/** The taxpayer, and another person. */
export const SELF = 'XXX-XX-1234'
export const SPOUSE = 'XXX-XX-5678'

/** A function that builds an entry of a form array for a recipient. */
type Document = (ssn: string) => readonly [array: string, entry: Raw]

const document =
  (array: string, issuer: readonly [key: string, id: string], recipient: readonly [key: string, id: string]) =>
  ({ id, name }: Issuer, boxes: Raw): Document =>
  ssn => [
    array,
    {
      submission_type: 'Original document',
      [issuer[0]]: { [issuer[1]]: id, name, address: `1 ${name} WAY` },
      [recipient[0]]: { [recipient[1]]: ssn, name: ssn === SELF ? 'PAT EXAMPLE' : 'SAM EXAMPLE', address: '9 ELM ST' },
      ...boxes,
    },
  ]

const FIN = ['payer', 'fin'] as const
const ID = ['recipient', 'id'] as const
const w2Document = document('form_w2', ['employer', 'ein'], ['employee', 'ssn'])

/** Makes a W-2 from box 1, box 2, box 5 (defaults to box 1, null omits it) and other boxes. */
export const w2 = (
  employer: Issuer,
  wages: number,
  withheld = 0,
  medicare: number | null = wages,
  otherBoxes: Raw = {},
) =>
  w2Document(employer, {
    wages_tips_other_compensation: wages,
    federal_income_tax_withheld: withheld,
    ...(medicare === null ? {} : { medicare_wages_tips: medicare }),
    ...otherBoxes,
  })
export const w2g = document('form_w2g', FIN, ['winner', 'tin'])
export const k1Partnership = document('schedule_k1_1065', ['partnership', 'ein'], ['partner', 'id'])
export const k1Corporation = document('schedule_k1_1120s', ['corporation', 'ein'], ['shareholder', 'id'])
export const k1Trust = document('schedule_k1_1041', ['fiduciary', 'ein'], ['beneficiary', 'id'])
export const f5498 = document('form_5498', ['trustee', 'fin'], ['participant', 'id'])
export const f1042s = document('form_1042_s', ['withholding_agent', 'ein'], ID)
export const misc = document('form_1099_misc', FIN, ID)
export const int = document('form_1099_int', FIN, ID)
export const g = document('form_1099_g', FIN, ID)
export const div = document('form_1099_div', FIN, ID)
export const nec = document('form_1099_nec', ['issuer_provider', 'fin'], ID)
export const ssa = document('form_ssa_1099', FIN, ['payee', 'id'])
export const f1098 = document('form_1098', ['recipient_lender', 'fin'], ['payer_borrower', 'ssn'])
const sale = document('form_1099_b', FIN, ID)
const pension = document('form_1099_r', FIN, ID)

/** Makes a Form 1099-B from proceeds and basis. A basis of 0 means that none was reported. */
export const b = (broker: Issuer, proceeds: number, basis: number) => sale(broker, { proceeds, cost_basis: basis })

/** Makes a Form 1099-R from the gross and taxable amounts, the codes of box 7 and other boxes. */
export const r = (payer: Issuer, gross: number, taxable: number, codes: readonly string[], otherBoxes: Raw = {}) =>
  pension(payer, {
    gross_distribution: gross,
    taxable_amount: taxable,
    distribution_codes: codes.map(code => ({ code })),
    ...otherBoxes,
  })

/** Makes a record with the documents of one recipient, pulled on one day. */
export function pullRecord(
  provider: string,
  year: number,
  date: string,
  documents: readonly Document[],
  ssn = SELF,
): Raw {
  const arrays: Record<string, Raw[]> = {}
  for (const makeEntry of documents) {
    const [array, entry] = makeEntry(ssn)
    arrays[array] = [...(arrays[array] ?? []), entry]
  }
  return {
    id: `${provider}-${year}-${date}-${ssn.slice(-4)}`,
    name: `Wage and income ${year}`,
    tax_year: String(year),
    provider_id: provider,
    date: `${date}T00:00:00Z`,
    forms: [{ type: 'WAID', year: String(year), ssn, ...arrays }],
  }
}

/** Makes the taxpayer's wage and income transcript of a year, pulled in August of the next year, when it is complete. */
export const irs = (year: number, ...documents: readonly Document[]) =>
  pullRecord('irs', year, `${year + 1}-08-20`, documents)

/** Makes the spouse's wage and income transcript of a year. */
export const irsOfSpouse = (year: number, ...documents: readonly Document[]) =>
  pullRecord('irs', year, `${year + 1}-08-20`, documents, SPOUSE)

/** Makes a tax software record of the taxpayer for a year. */
export const software = (year: number, ...documents: readonly Document[]) =>
  pullRecord('turbotax', year, `${year + 1}-04-01`, documents)

/** The taxpayer id in every story. */
export const TAXPAYER = 'tp-story'

/** A dossier of one taxpayer. */
export const dossier = (records: readonly Raw[], taxpayer: Raw = {}): Raw => ({
  taxpayer: { id: TAXPAYER, ...taxpayer },
  records,
})

/** The columns that every row of `asOf` has. */
const COLUMNS = ['category', 'latest_amount', 'prior_amount', 'change', 'trend', 'months', 'monthly_amount']

const cellOf = (text: string): string | null => (text === '-' ? null : text)

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))

/**
 * Parses rows of qualifying_income for a year, one row per line: the columns above with `-` for null, then `column=value`.
 * A line with # shows the calculation of the next row. By default a row has no gross-up, no supportable amount and no flags,
 * its qualifying amount is the monthly amount, it belongs to the taxpayer, and every amount is verified.
 */
export const asOf =
  (year: number) =>
  ([text = '']: TemplateStringsArray): readonly Row[] =>
    splitLines(text).map(line => {
      const cells = line.split(/ +/)
      const row = Object.fromEntries(COLUMNS.map((column, i) => [column, cellOf(cells[i] as string)]))
      const otherCells = cells.slice(COLUMNS.length).map(cell => cell.split('=') as [string, string])
      return {
        as_of_year: String(year),
        ...row,
        gross_up: '0.00',
        qualifying_monthly: row['monthly_amount'] ?? null,
        supportable_if_stabilized: null,
        flags: null,
        borrower: 'self',
        verified_latest: row['latest_amount'] ?? null,
        verified_prior: row['prior_amount'] ?? null,
        verified_monthly: row['monthly_amount'] ?? null,
        ...Object.fromEntries(otherCells.map(([column, value]) => [column, cellOf(value)])),
      }
    })

/** Makes a row of indicators. Figures that are absent are null. Years and the note are compared only if they are given. */
export const indicator = (name: string, row: Row): Row => ({
  indicator: name,
  ratio: null,
  amount: null,
  count: null,
  label: null,
  ...row,
})

/** The indicators of the years of history, without a missing year. */
export const history = (...years: readonly number[]): readonly Row[] => [
  indicator('years_of_history', { count: String(years.length), years: years.join(';') }),
  indicator('missing_years', { count: '0', years: null }),
]

/**
 * The indicators of employers without a gap: changes (null omits the row), concurrent employers, longest tenure, and
 * box 5 less box 1 of their W-2s.
 */
export const employers = (
  changes: number | null,
  atOnce: number,
  tenure: number,
  difference = '0.00',
): readonly Row[] => [
  indicator('employment_gap_years', { count: '0', years: null }),
  ...(changes === null ? [] : [indicator('employer_change', { count: String(changes) })]),
  indicator('concurrent_employers', { count: String(atOnce) }),
  indicator('employer_tenure_years', { count: String(tenure) }),
  basisDifference(difference),
]

/**
 * The indicators of history and of total income: years, share of the largest payer, stability over the years and
 * withholding rate.
 */
export const incomeIndicators = (
  concentration: string | null,
  stability: string | null,
  years: readonly number[],
  withheld: string | null,
  note: string | null = null,
): readonly Row[] => [
  ...history(...years),
  indicator('payer_concentration', { ratio: concentration }),
  indicator('income_stability', { ratio: stability, ...(stability === null ? {} : { years: years.join(';') }) }),
  indicator('effective_withholding_rate', { ratio: withheld, note }),
]

/** Box 5 less box 1. */
export const basisDifference = (amount: string): Row => indicator('wage_basis_difference', { amount })

/** The indicators of mortgages: their number, their principal and a month of their interest. */
export const loanIndicators = (count: string, principal: string, interest: string): readonly Row[] => [
  indicator('mortgages_reported', { count }),
  indicator('mortgage_principal', { amount: principal }),
  indicator('monthly_mortgage_interest', { amount: interest }),
]

/** Makes a row of needs. Columns that are absent are not compared. */
export const need = (code: string, row: Row = {}): Row => ({ borrower: 'self', need: code, ...row })

/** Makes a row of needs for each year of an issuer, from the amounts by year. */
export const needs = (code: string, { name }: Issuer, amounts: Readonly<Record<number, string>>): readonly Row[] =>
  Object.entries(amounts).map(([year, amount]) => need(code, { about: name, tax_year: year, amount }))

/** Makes a row of mortgages. By default it is the taxpayer's only loan of 2024, from one lender. */
export const loanRow = (row: Row): Row => ({
  tax_year: '2024',
  loan: '1',
  property: null,
  insurance_premiums: '0.00',
  points: '0.00',
  lender_count: '1',
  flags: null,
  borrower: 'self',
  ...row,
})

/** The columns of a line of `tieOut`. */
const TIE_OUT_COLUMNS = 'item name stated_monthly documented_monthly difference difference_ratio finding'.split(' ')

/**
 * Parses the taxpayer's rows of the comparison of stated and documented income, one row per line: the columns above,
 * separated by ` | `, with `-` for null and `*` for a cell that is not compared. A line with # shows a calculation.
 */
export const tieOut = ([text = '']: TemplateStringsArray): readonly Row[] =>
  splitLines(text).map(line => {
    const cells = line.split('|').map((cell, i) => [TIE_OUT_COLUMNS[i], cell.trim()] as const)
    const compared = cells.filter(([, cell]) => cell !== '*')
    return { borrower: 'self', ...Object.fromEntries(compared.map(([column, cell]) => [column, cellOf(cell)])) }
  })
