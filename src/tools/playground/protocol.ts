// The messages between the page and its worker.
import type { IssueCode, Severity } from '../../core/issues/issue-table.js'
import type { PolicyTotals } from '../../report/policy-totals.js'
import type { IndexLine } from '../../report/scope-report.js'
import type { KnownFacts } from '../../underwriting/facts/known-facts.js'
import type { ConditionCode } from '../../underwriting/policies/policy.js'
import type { TableFormat } from './downloads.js'

/** The maximum total size of the input files, in bytes. */
export const MAX_INPUT_BYTES = 256 * 1024 * 1024

/** A request from the page to the worker. The worker keeps its data until it reads the next input. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly files: readonly File[]; readonly policies: readonly string[] }
  | { readonly kind: 'example'; readonly name: string; readonly policies: readonly string[] }
  | { readonly kind: 'policies'; readonly policies: readonly string[] }
  | { readonly kind: 'borrowers'; readonly from: number; readonly count: number; readonly search: string }
  | { readonly kind: 'report'; readonly number: number }
  | { readonly kind: 'facts'; readonly number: number; readonly facts: EnteredFacts }
  | ({ readonly kind: 'rows' } & RowQuery)
  | { readonly kind: 'zip'; readonly number: number }
  | { readonly kind: 'table'; readonly name: string; readonly format: TableFormat }

/** The maximum number of rows that the page shows. Laying out more would be slow. */
export const MAX_SHOWN_ROWS = 200

/** Which rows of a table to show. `sortColumn` is the index of a column, or null for the order of the table. */
export interface RowQuery {
  readonly table: string
  readonly filter: string
  readonly sortColumn: number | null
  readonly isDescending: boolean
}

/** The rows to show, as text, and the numbers of the rows that match, that can be filtered, and that the table has. */
export interface ShownRows {
  readonly columns: readonly { readonly name: string; readonly doc: string; readonly isText: boolean }[]
  readonly rows: readonly (readonly string[])[]
  readonly matchCount: number
  readonly keptCount: number
  readonly rowCount: number
}

export type NumberedRequest = WorkerRequest & { readonly id: number }

/** All issues with one code: the sentence, the advice, and the first locations. */
export interface IssueGroup {
  readonly code: IssueCode
  readonly severity: Severity
  readonly count: number
  readonly sentence: string
  readonly advice: string
  readonly places: readonly IssuePlace[]
}

/** The location of an issue. `detail` is the text after the issue's sentence. It contains no value from the data. */
export interface IssuePlace {
  readonly source: string
  readonly line: number | null
  readonly taxpayerId: string | null
  readonly path: string
  readonly detail: string
}

export interface InputSummary {
  readonly sources: readonly string[]
  readonly taxpayers: number
  readonly rejected: number
  /** A sentence for each file without records, which says what the file looks like. */
  readonly wrongFiles: readonly string[]
  readonly issues: readonly IssueGroup[]
}

export interface BorrowerLine extends IndexLine {
  readonly rowNumber: number
}

/** A page of borrowers, and the number of all borrowers that match the search. */
export interface Borrowers {
  readonly lines: readonly BorrowerLine[]
  readonly count: number
}

export interface GeneratedFile {
  readonly blob: Blob
  readonly file: string
}

/** A borrower's report, and the totals under each policy that the page shows first. */
export interface BorrowerReport extends GeneratedFile {
  /** The report with a title that does not name the borrower. */
  readonly untitledBlob: Blob
  readonly totals: readonly PolicyTotals[]
  readonly choices: FactsChoices
}

/** What a person enters about the borrower whom the page shows. */
export type EnteredFacts = Omit<KnownFacts, 'taxpayerId'>

/** A condition that a person may close. Its title is unique. */
export interface ClosableCondition {
  readonly borrower: string
  readonly condition: ConditionCode
  readonly stream: string | null
  readonly taxYear: number | null
  readonly title: string
}

/** What the form of known facts offers for a borrower. */
export interface FactsChoices {
  readonly employers: readonly string[]
  readonly conditions: readonly ClosableCondition[]
  /** A sentence for each fact that matches nothing. */
  readonly unusedFacts: readonly string[]
}

export interface WorkerResults {
  readonly read: InputSummary
  readonly example: InputSummary
  readonly policies: InputSummary
  readonly borrowers: Borrowers
  readonly report: BorrowerReport
  readonly facts: BorrowerReport
  readonly rows: ShownRows
  readonly zip: GeneratedFile
  readonly table: GeneratedFile
}

/** A function that receives the progress, from 0 to 1, and the number of taxpayers so far. */
export type ProgressListener = (share: number, taxpayers: number) => void

/** A message from the worker about the request with this id. */
export type WorkerMessage = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly share: number; readonly taxpayers: number }
  | { readonly kind: 'done'; readonly result: WorkerResults[WorkerRequest['kind']] }
  | { readonly kind: 'failed'; readonly message: string }
)
