import { StringDecoder } from 'node:string_decoder'
import type { Issue, IssueCode, Severity } from '../core/issue.js'
import { RowReader } from '../export/data.js'
import { ISSUE_COLUMNS, type IssueRow, issueCells } from '../export/issues-table.js'
import type { CellValue, Scope, TableSpec } from '../export/table.js'
import type { TableSink } from './formats/writer.js'
import type { IssueListing } from './issue-listing.js'
import type { OutputFile } from './output.js'

const placeOf = (name: string): number => ISSUE_COLUMNS.findIndex(column => column.name === name)
const [SOURCE, CODE, SEVERITY] = ['source', 'code', 'severity'].map(placeOf) as [number, number, number]

const write = (cells: readonly CellValue[], sinks: readonly TableSink[]): void => {
  for (const sink of sinks) sink.issue(cells)
}

/** Writes one issue. */
export const writeIssue = (row: IssueRow, sinks: readonly TableSink[]): void => write(issueCells(row), sinks)

/** Writes the issues of a taxpayer, as far as they are to be listed. */
export function writeIssues(
  table: TableSpec,
  scope: Scope,
  issues: readonly Issue[],
  sinks: readonly TableSink[],
  listing: IssueListing,
): void {
  if (listing.takeAll(issues)) for (const sink of sinks) sink.rows(scope)
  else for (const row of table.rows(scope) as IssueRow[]) if (listing.take(row)) writeIssue(row, sinks)
}

/** Rows that another process looks at one by one: how many of an input are listed is known only when all are together. */
export function cellsSink(table: TableSpec, file: OutputFile): TableSink {
  const reader = new RowReader(table)
  const issue = (cells: readonly CellValue[]): void => {
    file.rows++
    file.text(`${JSON.stringify(cells)}\n`)
  }
  return { rows: scope => reader.each(scope, issue), issue, end: () => {} }
}

/** Writes the rows of a `cellsSink`, as far as they are to be listed. */
export async function writeCells(
  chunks: AsyncIterable<Buffer>,
  sinks: readonly TableSink[],
  listing: IssueListing,
): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let held = ''
  for await (const chunk of chunks) {
    const lines = (held + decoder.write(chunk)).split('\n')
    held = lines.pop() as string
    for (const line of lines) {
      const cells = JSON.parse(line) as CellValue[]
      if (listing.takeOf(String(cells[SOURCE]), cells[CODE] as IssueCode, cells[SEVERITY] as Severity))
        write(cells, sinks)
    }
  }
}
