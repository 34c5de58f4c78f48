import { ISSUE_COLUMNS, type IssueRow } from '../export/issues-table.js'
import type { TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'
import { IssueListing } from '../stream/issue-listing.js'
import type { Call } from './options.js'
import { printable } from './text.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

const table = TABLES.find(({ name }) => name === 'issues') as TableSpec<IssueRow>

/** `taxtally validate`: what is the matter with the inputs, one issue a line, and nothing else. */
export async function validateCommand(call: Call): Promise<number> {
  const listing = new IssueListing(call.limits)
  const print = (row: IssueRow): Promise<void> => writeOut(`${call.json ? jsonOf(row) : lineOf(row)}\n`)
  const code = await visitInputs(call, {
    dossier: async (dossier, privacy) => {
      const scope = scopeOf(dossier, privacy)
      const issues = table.rows(scope)
      for (const issue of issues) if (listing.take(issue)) await print(issue)
      return issues
    },
    broken: async (issue, taxpayerId) => {
      if (listing.take(issue)) await print({ ...issue, taxpayerId })
    },
  })
  for (const issue of listing.rest()) await print({ ...issue, taxpayerId: null })
  return code
}

/** `source:line path severity code message`; no line where the file is one value. */
function lineOf({ origin, path, severity, code, message }: IssueRow): string {
  const place = `${origin?.source ?? ''}${origin?.line == null ? '' : `:${origin.line}`}`
  return printable(`${place} ${path} ${severity} ${code} ${message}`)
}

/** An issue with the columns of the table. */
const jsonOf = (row: IssueRow): string =>
  JSON.stringify(
    Object.fromEntries(ISSUE_COLUMNS.map(column => [column.name, column.of(row, undefined as never)])),
  )
