/** A JSON object as the service sends it. */
export type Raw = Readonly<Record<string, unknown>>

/** A row of a table, by its columns' names, each cell as CSV prints it; null is an empty cell. A column that is not named is not compared. */
export type Row = Readonly<Record<string, string | null>>

/** Something of each policy, or of several, with `, ` between their names. */
export type ByPolicy<T> = Readonly<Record<string, T>>

/** Rows under every policy of a story, or by policy; a policy that is not named has none. */
export type Rows = readonly Row[] | ByPolicy<readonly Row[]>

/** A made-up borrower: what the service sent, what the caller knows, and each printed figure, worked by hand. */
export interface Story {
  /** What the story is about, as the test's name. */
  readonly description: string
  readonly dossier: Raw
  /** What the caller knows, without the taxpayer's id. */
  readonly knownFacts?: Raw
  /** What the application states, without the taxpayer's id. */
  readonly statedIncome?: Raw
  /** The whole table of each policy, in its order. */
  readonly qualifying: ByPolicy<readonly Row[]>
  /** All indicators, in any order. */
  readonly indicators: Rows
  /** What is missing, in any order; nothing unless it is named. */
  readonly needs?: Rows
  /** The whole table of mortgages, in its order. */
  readonly mortgages?: readonly Row[]
  /** Stated beside documented, in any order. */
  readonly tieOut?: Rows
}

/** Who issues a document. */
export interface Issuer {
  readonly id: string
  readonly name: string
}

/** The taxpayer, and another person. */
export const SELF = 'XXX-XX-1234'
export const SPOUSE = 'XXX-XX-5678'

/** A document of a form array, once its recipient is known. */
type Document = (ssn: string) => readonly [array: string, entry: Raw]

const document =
  (
    array: string,
    issuer: readonly [key: string, id: string],
    recipient: readonly [key: string, id: string],
  ) =>
  ({ id, name }: Issuer, boxes: Raw): Document =>
  ssn => [
    array,
    {
      submission_type: 'Original document',
      [issuer[0]]: { [issuer[1]]: id, name, address: `1 ${name} WAY` },
      [recipient[0]]: {
        [recipient[1]]: ssn,
        name: ssn === SELF ? 'PAT EXAMPLE' : 'SAM EXAMPLE',
        address: '9 ELM ST',
      },
      ...boxes,
    },
  ]

const FIN = ['payer', 'fin'] as const
const ID = ['recipient', 'id'] as const
const w2Document = document('form_w2', ['employer', 'ein'], ['employee', 'ssn'])

/** A W-2: box 1, box 2, box 5 (box 1 where it is not given; null is none), and whatever else. */
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

/** A sale: proceeds and basis (0 is none reported). */
export const b = (broker: Issuer, proceeds: number, basis: number) =>
  sale(broker, { proceeds, cost_basis: basis })

/** A distribution: gross, taxable, codes (one or more, as box 7 prints them), and whatever else. */
export const r = (
  payer: Issuer,
  gross: number,
  taxable: number,
  codes: readonly string[],
  otherBoxes: Raw = {},
) =>
  pension(payer, {
    gross_distribution: gross,
    taxable_amount: taxable,
    distribution_codes: codes.map(code => ({ code })),
    ...otherBoxes,
  })

/** A record: its documents, of one recipient, pulled on a day. */
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

/** The taxpayer's wage and income transcript of a year, pulled when it is complete: in the August after. */
export const irs = (year: number, ...documents: readonly Document[]) =>
  pullRecord('irs', year, `${year + 1}-08-20`, documents)

/** The same of the spouse. */
export const irsOfSpouse = (year: number, ...documents: readonly Document[]) =>
  pullRecord('irs', year, `${year + 1}-08-20`, documents, SPOUSE)

/** What tax software holds of the taxpayer's year. */
export const software = (year: number, ...documents: readonly Document[]) =>
  pullRecord('turbotax', year, `${year + 1}-04-01`, documents)

/** The id of every story's taxpayer. */
export const TAXPAYER = 'tp-story'

/** A dossier of one taxpayer. */
export const dossier = (records: readonly Raw[], taxpayer: Raw = {}): Raw => ({
  taxpayer: { id: TAXPAYER, ...taxpayer },
  records,
})

/** The columns that every row of `asOf` has. */
const COLUMNS = ['category', 'latest_amount', 'prior_amount', 'change', 'trend', 'months', 'monthly_amount']

const cellOf = (text: string): string | null => (text === '-' ? null : text)

/**
 * Rows of qualifying_income for a year, a line each: the columns above with `-` for null, then `column=value`; a line with #
 * is the reckoning of the next. What is not written stands as: no gross-up; qualifying = monthly; nothing supportable; no
 * flags; the taxpayer's own; an authority confirms all of it.
 */
export const asOf =
  (year: number) =>
  ([text = '']: TemplateStringsArray): readonly Row[] =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
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

/** A row of indicators: what is not written of its figures is null; years and the note are compared where they are written. */
export const indicator = (name: string, row: Row): Row => ({
  indicator: name,
  ratio: null,
  amount: null,
  count: null,
  label: null,
  ...row,
})

/** The indicators that every story of these years has, none of them missing. */
export const history = (...years: readonly number[]): readonly Row[] => [
  indicator('years_of_history', { count: String(years.length), years: years.join(';') }),
  indicator('missing_years', { count: '0', years: null }),
]

/** The indicators of employers: gaps (none), changes (null: no row), at once, and the longest run of years. */
export const employers = (changes: number | null, atOnce: number, tenure: number): readonly Row[] => [
  indicator('employment_gap_years', { count: '0', years: null }),
  ...(changes === null ? [] : [indicator('employer_change', { count: String(changes) })]),
  indicator('concurrent_employers', { count: String(atOnce) }),
  indicator('employer_tenure_years', { count: String(tenure) }),
]

/** The indicators of the income as a whole: the largest payer's share, stability over the years, withholding. */
export const incomeIndicators = (
  concentration: string | null,
  stability: string | null,
  years: readonly number[],
  withheld: string | null,
  note: string | null = null,
): readonly Row[] => [
  indicator('payer_concentration', { ratio: concentration }),
  indicator('income_stability', {
    ratio: stability,
    ...(stability === null ? {} : { years: years.join(';') }),
  }),
  indicator('effective_withholding_rate', { ratio: withheld, note }),
]

/** Box 5 less box 1. */
export const basisDifference = (amount: string): Row => indicator('wage_basis_difference', { amount })

/** A row of needs; what is not written is not compared. */
export const need = (code: string, row: Row = {}): Row => ({ borrower: 'self', need: code, ...row })
