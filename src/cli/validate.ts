import type { Issue } from '../core/issue.js'
import { ISSUES } from '../core/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { ISSUE_COLUMNS, type IssueRow, issueCells } from '../export/issues-table.js'
import { jsonMaker } from '../export/objects.js'
import type { TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'
import { NoRecordsError } from '../stream/describe-input.js'
import { IssueListing } from '../stream/issue-listing.js'
import { KeyTally } from './key-tally.js'
import type { Call } from './options.js'
import { printable, wordsOfPlace } from './text.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

const table = TABLES.find(({ name }) => name === 'issues') as TableSpec<IssueRow>

/** `taxtally validate`: what is the matter with the inputs, a line for each code; with `--json` one for each issue. */
export async function validateCommand(call: Call): Promise<number> {
  const met = new Map<Issue['code'], Met>()
  const listing = new IssueListing(call.reading)
  const tell = async (row: IssueRow): Promise<void> => {
    if (!call.json) meet(row, met)
    else if (listing.take(row)) await writeOut(`${jsonOf(row)}\n`)
  }
  const visited = await visitInputs(call, {
    dossier: async (dossier, privacy) => {
      const issues = table.rows(scopeOf(dossier, privacy))
      for (const issue of issues) await tell(issue)
      return issues
    },
    broken: (issue, taxpayerId) => tell({ ...issue, taxpayerId }),
  }).catch(rethrowUnlessNoRecords)
  for (const issue of listing.rest()) await writeOut(`${jsonOf({ ...issue, taxpayerId: null })}\n`)
  for (const line of linesOf(met)) await writeOut(`${printable(line)}\n`)
  // The issues of an input that is something else come first.
  if (typeof visited !== 'number') throw visited
  return visited
}

function rethrowUnlessNoRecords(cause: unknown): NoRecordsError {
  if (cause instanceof NoRecordsError) return cause
  throw cause
}

/** The first issue of a code, how many there are, the worst severity among them, and the keys that they are about. */
interface Met {
  readonly first: Issue
  readonly keys: KeyTally | null
  severity: Issue['severity']
  count: number
}

const SEVERITIES = ['error', 'warning', 'info'] as const

function meet(issue: Issue, met: Map<Issue['code'], Met>): void {
  const { code, severity } = issue
  const known = getOrCreate(met, code, () => ({ first: issue, keys: KeyTally.of(code), severity, count: 0 }))
  known.count++
  known.keys?.add(issue)
  if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known.severity)) known.severity = severity
}

/** `code  severity  number  first place  what to do`, and keys where there are several; the worst first; no line where the file is one value. */
const linesOf = (met: ReadonlyMap<Issue['code'], Met>): string[] =>
  [...met]
    .sort(
      ([a, x], [b, y]) =>
        SEVERITIES.indexOf(x.severity) - SEVERITIES.indexOf(y.severity) || compareText(a, b),
    )
    .map(([code, { first, keys, severity, count }]) =>
      [code, severity, count, wordsOfPlace(first), `${ISSUES[code][2]}${firstOf(first)}${keys ?? ''}`].join(
        '  ',
      ),
    )

/** What the first says beyond the sentence of its code. */
const firstOf = ({ code, message }: Issue): string => {
  const more = message.slice(ISSUES[code][1].length).trim()
  return more === '' ? '' : ` The first: ${more}`
}

const toJson = jsonMaker(ISSUE_COLUMNS)

/** An issue with the columns of the table. */
const jsonOf = (row: IssueRow): string => JSON.stringify(toJson(issueCells(row)))
