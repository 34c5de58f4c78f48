// What the page and its worker say to each other.
import type { IssueCode, Severity } from '../core/issue-table.js'
import type { IndexLine } from '../report/scope-report.js'
import type { TableFormat } from './downloads.js'

/** More bytes than these are more than a page can hold. */
export const MAX_BYTES = 256 * 1024 * 1024

/** What the page asks of the worker; what was read stays until the next is read. */
export type Ask =
  | { readonly kind: 'read'; readonly files: readonly File[]; readonly policies: readonly string[] }
  | { readonly kind: 'example'; readonly name: string; readonly policies: readonly string[] }
  | { readonly kind: 'policies'; readonly policies: readonly string[] }
  | { readonly kind: 'borrowers'; readonly from: number; readonly count: number; readonly search: string }
  | { readonly kind: 'report'; readonly number: number }
  | { readonly kind: 'table'; readonly name: string; readonly format: TableFormat }

export type Asked = Ask & { readonly id: number }

/** Issues of one code: what is the matter, what to do, and where the first of them are. */
export interface IssueGroup {
  readonly code: IssueCode
  readonly severity: Severity
  readonly count: number
  readonly sentence: string
  readonly advice: string
  readonly places: readonly IssuePlace[]
}

/** Where an issue is, and what is said of it beside its sentence; never a value from the data. */
export interface IssuePlace {
  readonly source: string
  readonly line: number | null
  readonly taxpayerId: string | null
  readonly path: string
  readonly more: string
}

export interface Summary {
  readonly sources: readonly string[]
  readonly taxpayers: number
  readonly rejected: number
  readonly issues: readonly IssueGroup[]
}

export interface Borrower extends IndexLine {
  readonly number: number
}

/** Some of the borrowers, and how many there are of those that were searched for. */
export interface Borrowers {
  readonly lines: readonly Borrower[]
  readonly count: number
}

export interface Made {
  readonly blob: Blob
  readonly file: string
}

export interface Answers {
  readonly read: Summary
  readonly example: Summary
  readonly policies: Summary
  readonly borrowers: Borrowers
  readonly report: Made
  readonly table: Made
}

/** How far the work is, from 0 to 1. */
export type Tell = (share: number, taxpayers: number) => void

/** What the worker says of a question. */
export type Said = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly share: number; readonly taxpayers: number }
  | { readonly kind: 'done'; readonly answer: Answers[Ask['kind']] }
  | { readonly kind: 'failed'; readonly words: string }
)
