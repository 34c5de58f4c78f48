import type { Issue } from '../core/issue.js'
import { ISSUE_COLUMNS, type IssueRow } from '../export/issues-table.js'
import type { TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'
import { objectsOf } from './objects.js'
import type { Call } from './options.js'
import { printable } from './text.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

const table = TABLES.find(({ name }) => name === 'issues') as TableSpec<Issue>

/** `taxtally validate`: what is the matter with the inputs, one issue a line, and nothing else. */
export function validateCommand(call: Call): Promise<number> {
  return visitInputs(call, {
    dossier: async (dossier, privacy) => {
      const scope = scopeOf(dossier, privacy)
      const issues = table.rows(scope)
      const lines = call.json
        ? objectsOf(table.name, scope).map(row => JSON.stringify(row))
        : issues.map(lineOf)
      for (const line of lines) await writeOut(`${line}\n`)
      return issues
    },
    broken: (issue, taxpayerId) =>
      writeOut(`${call.json ? jsonOf({ ...issue, taxpayerId }) : lineOf(issue)}\n`),
  })
}

/** `source:line path severity code message`; no line where the file is one value. */
function lineOf({ origin, path, severity, code, message }: Issue): string {
  const place = `${origin?.source ?? ''}${origin?.line == null ? '' : `:${origin.line}`}`
  return printable(`${place} ${path} ${severity} ${code} ${message}`)
}

/** The issue of a value that could not be used, with the columns of the table. */
const jsonOf = (row: IssueRow): string =>
  JSON.stringify(
    Object.fromEntries(ISSUE_COLUMNS.map(column => [column.name, column.of(row, undefined as never)])),
  )
