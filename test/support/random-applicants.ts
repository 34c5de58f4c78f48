import fc from 'fast-check'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import {
  EARLY_IRS,
  IRS,
  makeDocument,
  makeRecords,
  type Pull,
  SOFTWARE,
  SPOUSE_SSN,
  TAXPAYER_SSN,
  type TestDocument,
} from '../underwriting/dossiers.js'
import type { Raw } from './run.js'

// Random dossiers of a taxpayer and a spouse, for laws of underwriting. Fast-check shrinks them to few documents.

type MakeBoxes = (dollars: number) => Raw

const equalW2 = (dollars: number): Raw => ({ wages_tips_other_compensation: dollars, medicare_wages_tips: dollars })
const distribution =
  (code: string, otherBoxes: Raw = {}): MakeBoxes =>
  dollars => ({ gross_distribution: dollars, taxable_amount: dollars, distribution_codes: [{ code }], ...otherBoxes })

/** The kinds of documents. Negative amounts are losses; other kinds use the size. */
const WORK: readonly (readonly [form: string, makeBoxes: MakeBoxes])[] = [
  ['form_w2', equalW2],
  ['form_w2', equalW2],
  ['form_w2', equalW2],
  ['form_w2', dollars => ({ wages_tips_other_compensation: dollars, deferred_compensation: 5000 })],
  ['form_w2', dollars => ({ ...equalW2(dollars), third_party_sick_pay_indicator: true })],
  ['form_w2', dollars => ({ ...equalW2(dollars), code_v: Math.round(dollars / 3) })],
]

const OTHER: readonly (readonly [form: string, makeBoxes: MakeBoxes])[] = [
  ['form_1099_nec', dollars => ({ non_employee_compensation: dollars })],
  ['schedule_k1_1065', dollars => ({ ordinary_income_k1: dollars, partner_share_of_capital_end: 0.5 })],
  ['schedule_k1_1065', dollars => ({ ordinary_income_k1: dollars, partner_share_of_capital_end: 0.1 })],
  ['schedule_k1_1120s', dollars => ({ ordinary_income_k1: dollars, shareholder_percentage_of_stock: '60%' })],
  ['schedule_k1_1041', dollars => ({ ordinary_business_income: dollars })],
  ['form_1099_int', dollars => ({ interest_income: dollars, tax_exempt_interest: Math.round(dollars / 4) })],
  ['form_1099_div', dollars => ({ ordinary_dividend: dollars })],
  [
    'form_1099_b',
    dollars => ({ proceeds: 50_000, cost_basis: 50_000 - dollars, noncovered_security_indicator: 'Covered' }),
  ],
  ['form_1099_misc', dollars => ({ royalties: dollars, rents: Math.round(dollars / 2) })],
  ['form_1099_g', dollars => ({ unemployment_compensation: dollars })],
  ['form_w2g', dollars => ({ gross_winnings: dollars })],
  ['form_ssa_1099', dollars => ({ pensions_and_annuities: dollars })],
  ['form_1099_r', distribution('7')],
  ['form_1099_r', distribution('7', { sep_indicator: true })],
  ['form_1099_r', distribution('G')],
  ['form_1099_r', distribution('1')],
  ['form_5498', dollars => ({ fair_market_value_of_account: dollars * 10, rollover_contributions: dollars })],
]

const HAS_LOSSES = new Set(['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041', 'form_1099_b'])

/** One random document. `source`: the IRS, software, or both. */
interface DocumentSpec {
  readonly isWork: boolean
  readonly kind: number
  readonly year: number
  readonly issuer: number
  readonly isSpouse: boolean
  readonly dollars: number
  readonly source: 'irs' | 'software' | 'both'
}

/** A random dossier before it is built. */
export interface ApplicantSpec {
  readonly documents: readonly DocumentSpec[]
  /** The source of each year from 2021 to 2024. */
  readonly pulls: readonly Pull[]
}

const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const documentSpec: fc.Arbitrary<DocumentSpec> = fc.record({
  isWork: fc.boolean(),
  kind: fc.nat(999),
  year: fc.constantFrom(2024, 2023, 2022, 2021),
  issuer: fc.nat(3),
  isSpouse: mostly(false, true),
  dollars: fc.integer({ min: -30_000, max: 90_000 }).filter(dollars => dollars !== 0),
  source: mostly<DocumentSpec['source']>('irs', 'software', 'both'),
})

/** Random dossiers. */
export const applicantSpecs: fc.Arbitrary<ApplicantSpec> = fc.record({
  documents: fc.array(documentSpec, { minLength: 1, maxLength: 12 }),
  pulls: fc.array(mostly(IRS, EARLY_IRS), { minLength: 4, maxLength: 4 }),
})

/** Random dossiers whose documents all come from the IRS. */
export const irsApplicantSpecs: fc.Arbitrary<ApplicantSpec> = applicantSpecs.map(({ documents, pulls }) => ({
  documents: documents.map(document => ({ ...document, source: 'irs' })),
  pulls,
}))

/** Builds the document of a specification. */
function buildDocument({ isWork, kind, year, issuer, isSpouse, dollars }: DocumentSpec, names: string): TestDocument {
  const kinds = isWork ? WORK : OTHER
  const [form, makeBoxes] = kinds[kind % kinds.length]!
  const amount = HAS_LOSSES.has(form) ? dollars : Math.abs(dollars)
  const document = makeDocument(year, form, 'ABCD'[issuer]!, makeBoxes(amount), isSpouse ? SPOUSE_SSN : TAXPAYER_SSN)
  const text = JSON.stringify(document).replaceAll(/([ABCD]) COMPANY/g, (_, letter: string) => {
    const name = names.split(',')['ABCD'.indexOf(letter)]
    return String(name)
  })
  return JSON.parse(text) as TestDocument
}

/** Records without documents, so that the identity of the taxpayer is known. */
const TAXPAYER_RECORDS: readonly Raw[] = [2017, 2018, 2019].map(year => ({
  id: `own ${year}`,
  tax_year: String(year),
  provider_id: 'irs',
  date: `${year + 1}-09-01T00:00:00Z`,
  forms: [...Array(5)].map(() => ({ year: String(year), ssn: TAXPAYER_SSN })),
}))

/** Builds a dossier. */
export function buildApplicant(
  { documents, pulls }: ApplicantSpec,
  names = 'ACORN MILLS,BIRCH FOODS,CEDAR TOOLS,DUNE RADIO',
): Raw {
  const build = (specs: readonly DocumentSpec[]): TestDocument[] => specs.map(spec => buildDocument(spec, names))
  const irsRecords = pulls.flatMap((pull, i) =>
    makeRecords(build(documents.filter(({ year, source }) => year === 2021 + i && source !== 'software')), pull),
  )
  const software = makeRecords(build(documents.filter(({ source }) => source !== 'irs')), SOFTWARE, 's')
  return { taxpayer: { id: 'tp' }, records: [...TAXPAYER_RECORDS, ...irsRecords, ...software] }
}

const jobs = fc.array(
  fc.record(
    {
      employer: fc.constantFrom('Acorn Mills', 'Birch Foods', 'Cedar Tools'),
      startDate: fc.constantFrom('2021-03-01', '2023-07-01', '2024-02-15'),
      returnsToWork: fc.constant('2025-03-01'),
      pay: fc.record({
        amount: fc.integer({ min: 100, max: 9000 }),
        per: fc.constantFrom('week', 'month'),
        varies: fc.boolean(),
      }),
      yearToDate: fc.record({ through: fc.constant('2025-03-31'), base: fc.nat(30_000), bonus: fc.nat(9000) }),
      priorYears: fc.record({ '2024': fc.record({ base: fc.nat(90_000), bonus: fc.nat(20_000) }) }),
    },
    { requiredKeys: ['employer'] },
  ),
  { maxLength: 2 },
)

/** Random known facts, with the spouse as a borrower or not. */
export const knownFactSpecs: fc.Arbitrary<KnownFacts> = fc
  .tuple(
    fc.record(
      {
        jobs,
        selfEmployment: fc.record({
          cashFlow: fc.record({ '2023': fc.integer({ min: -9000, max: 60_000 }), '2024': fc.nat(60_000) }),
        }),
        businesses: fc.constant([
          { identifier: '00-0651065', distributions: { '2023': 9000, '2024': 9000 }, returnsReviewed: true },
        ]),
        continuesMonths: fc.record({ social_security: fc.nat(60), retirement: fc.nat(60) }, { requiredKeys: [] }),
        assetsOwned: fc.constant(['interest', 'dividends']),
        otherIncome: fc.constant([{ kind: 'alimony', monthly: 500, receivedMonths: 3, continuesMonths: 40 }]),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(
    ([facts, hasSpouse]) =>
      ({
        taxpayerId: 'tp',
        borrowers: [{ id: 'self', ...facts }, ...(hasSpouse ? [{ id: SPOUSE_SSN.slice(-4) }] : [])],
      }) as unknown as KnownFacts,
  )
