import type { IssueCode, Severity } from '../core/issue-table.js'
import type { Countable } from '../core/noted.js'
import { RowReader } from '../export/data.js'
import { ISSUE_COLUMNS, type IssueRow, issueCells, issues } from '../export/issues-table.js'
import type { CellValue, Scope, TableSpec } from '../export/table.js'
import type { RowSink } from './formats/writer.js'
import type { IssueListing } from './issue-listing.js'

/** The table of issues. */
export const ISSUES = issues.name

const placeOf = (name: string): number => ISSUE_COLUMNS.findIndex(column => column.name === name)
const [SOURCE, CODE, SEVERITY] = ['source', 'code', 'severity'].map(placeOf) as [number, number, number]

const write = (cells: readonly CellValue[], sinks: readonly RowSink[]): void => {
  for (const sink of sinks) sink.issue(cells)
}

/** Writes one issue. */
export const writeIssue = (row: IssueRow, sinks: readonly RowSink[]): void => write(issueCells(row), sinks)

/** Writes the issues of a taxpayer, as far as they are to be listed. */
export function writeIssues(
  table: TableSpec,
  scope: Scope,
  met: readonly Countable[],
  sinks: readonly RowSink[],
  listing: IssueListing,
): void {
  if (met.length === 0) return
  if (listing.takeAll(met)) for (const sink of sinks) sink.rows(scope)
  // Of those that are only counted the order does not matter, and none needs its text.
  else if (listing.isFull(met)) for (const each of met) listing.take(each)
  else for (const row of table.rows(scope) as IssueRow[]) if (listing.take(row)) writeIssue(row, sinks)
}

/** Keeps rows that somebody else looks at one by one: how many of an input are listed is known only when all are together. */
export class IssueCells implements RowSink {
  #cells: (readonly CellValue[])[] = []
  readonly #reader = new RowReader(issues as TableSpec)

  rows(scope: Scope): void {
    this.#reader.each(scope, cells => this.issue([...cells]))
  }

  issue(cells: readonly CellValue[]): void {
    this.#cells.push(cells)
  }

  /** The rows so far; starts anew. */
  take(): readonly (readonly CellValue[])[] {
    const cells = this.#cells
    this.#cells = []
    return cells
  }
}

/** Writes such rows, as far as they are to be listed. */
export function writeListed(
  rows: readonly (readonly CellValue[])[],
  sinks: readonly RowSink[],
  listing: IssueListing,
): void {
  for (const cells of rows)
    if (listing.takeOf(String(cells[SOURCE]), cells[CODE] as IssueCode, cells[SEVERITY] as Severity))
      write(cells, sinks)
}
