import type { IssueCode, Severity } from '../core/issue-table.js'
import type { Countable } from '../core/noted.js'
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

/** Writes the rows that a thread kept, as far as they are to be listed. */
export function writeListed(
  rows: readonly (readonly CellValue[])[],
  sinks: readonly RowSink[],
  listing: IssueListing,
): void {
  for (const cells of rows)
    if (listing.takeOf(String(cells[SOURCE]), cells[CODE] as IssueCode, cells[SEVERITY] as Severity))
      write(cells, sinks)
}
