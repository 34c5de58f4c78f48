import { listFormsByKey } from '../../src/ingest/read-dossier.js'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import type { PolicyOption } from '../../src/underwriting/facts/options.js'
import type { IncomeStream } from '../../src/underwriting/income-stream.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import type { Raw } from '../support/run.js'
import { toDollars, underwriteRaw } from './streams.js'

/** The as-of year of these dossiers. */
const Y1 = 2024

export const TAXPAYER_SSN = 'XXX-XX-1234'
export const SPOUSE_SSN = 'XXX-XX-9999'

/** A document: its tax year, the key of its form array and its entry. */
export type TestDocument = readonly [year: number, form: string, entry: Raw]

/** The source of a record. Complete IRS transcripts are pulled in September. */
export interface Pull {
  readonly provider: string
  /** Month and day in the year after the tax year. */
  readonly day: string
}

export const IRS: Pull = { provider: 'irs', day: '09-01' }
export const EARLY_IRS: Pull = { provider: 'irs', day: '04-15' }
export const SOFTWARE: Pull = { provider: 'turbotax', day: '03-01' }

/** Makes a document of an issuer. Issuers have one letter, and their identifiers follow from it. */
export function makeDocument(year: number, form: string, issuer: string, boxes: Raw, ssn = TAXPAYER_SSN): TestDocument {
  const compiledForm = listFormsByKey().get(form)
  if (compiledForm === undefined) throw new Error(`there is no form ${form}`)
  const { issuer: issuerKeys, recipient } = compiledForm
  const digits = String(issuer.charCodeAt(0)).padStart(3, '0')
  const party = {
    [issuerKeys.id]: `00-${digits}1${digits}`,
    name: `${issuer} COMPANY`,
    address: `${digits} MAIN STREET`,
  }
  return [year, form, { [issuerKeys.key]: party, [recipient.key]: { [recipient.id]: ssn }, ...boxes }]
}

/** Makes a Form W-2 whose boxes 1 and 5 are equal. */
export const makeW2 = (year: number, issuer: string, wages: number, boxes: Raw = {}, ssn?: string): TestDocument =>
  makeDocument(
    year,
    'form_w2',
    issuer,
    { wages_tips_other_compensation: wages, medicare_wages_tips: wages, ...boxes },
    ssn,
  )

/** Wages by employer for the three years up to the as-of year. Null: no Form W-2. */
export type Wages = Readonly<Record<string, readonly (number | null)[]>>

/** Makes the Forms W-2 of several employers. The last amount of each employer is that of the as-of year. */
export const makeW2s = (wages: Wages): TestDocument[] =>
  Object.entries(wages).flatMap(([issuer, amounts]) =>
    amounts.flatMap((amount, i) => (amount === null ? [] : [makeW2(Y1 + 1 - amounts.length + i, issuer, amount)])),
  )

/** Makes records of documents: one per year and recipient. */
export function makeRecords(documents: readonly TestDocument[], pull: Pull = IRS, prefix = 'r'): Raw[] {
  const records = new Map<string, Raw>()
  for (const [year, form, entry] of documents) {
    const { recipient } = listFormsByKey().get(form)!
    const ssn = Object.values(entry[recipient.key] as Raw)[0] as string
    const id = `${prefix}${year}-${ssn.slice(-4)}`
    const record = records.get(id) ?? {
      id,
      tax_year: String(year),
      provider_id: pull.provider,
      date: `${year + 1}-${pull.day}T00:00:00Z`,
      forms: [{ year: String(year), ssn }],
    }
    records.set(id, record)
    const [object] = record['forms'] as Raw[]
    object![form] = [...((object![form] as Raw[] | undefined) ?? []), entry]
  }
  return [...records.values()]
}

/** Makes a dossier from documents, or from records. */
export const makeDossier = (documents: readonly TestDocument[], otherRecords: readonly Raw[] = []): Raw => ({
  taxpayer: { id: 'tp' },
  records: [...makeRecords(documents), ...otherRecords],
})

/** Known facts of these dossiers. `facts` is about the taxpayer as a borrower. */
export const makeFacts = (facts: Raw, otherFacts: Raw = {}): KnownFacts =>
  ({ taxpayerId: 'tp', borrowers: [{ id: 'self', ...facts }], ...otherFacts }) as unknown as KnownFacts

/** Underwrites documents or a dossier under one policy. */
export function underwrite(
  input: readonly TestDocument[] | Raw,
  policy: PolicyOption = 'fannie',
  knownFacts?: KnownFacts,
  asOfYear?: number,
): PolicyResult {
  const raw = Array.isArray(input) ? makeDossier(input as readonly TestDocument[]) : (input as Raw)
  return underwriteRaw(raw, { policy, knownFacts, asOfYear })[0]!
}

/** Prints the qualifying and the supportable amount of all borrowers. */
export function printTotals({ totals }: PolicyResult): string {
  const { qualifyingMonthly, supportableMonthly } = totals.at(-1)!
  return `${toDollars(qualifyingMonthly)} ${toDollars(supportableMonthly)}`
}

/** Finds a stream by its key. */
export function findStream({ streams }: PolicyResult, key: string): IncomeStream {
  const stream = streams.find(candidate => candidate.stream === key)
  if (stream === undefined) throw new Error(`no stream ${key} in ${streams.map(row => row.stream).join()}`)
  return stream
}

/** Lists the codes of the conditions of a stream, with a plus if a condition is met. */
export const listCodes = ({ conditions }: IncomeStream): string[] =>
  conditions.map(({ raised, isMet }) => (isMet ? `${raised.code}+` : raised.code)).sort()

/** Returns the severity of a condition of a stream. */
export const findSeverity = ({ conditions }: IncomeStream, code: string): string | undefined =>
  conditions.find(({ raised }) => raised.code === code)?.severity
