import { ISSUES, type IssueCode } from '../core/issue-table.js'
import { compareText } from '../core/text.js'
import type { ConvertReport } from '../stream/convert.js'
import type { Counts } from '../stream/tally.js'
import { isFailure } from './fail-on.js'
import type { Call } from './options.js'
import { counted, type Place, printable, say, wordsOfPlace } from './text.js'

/** So many issues are many: they are told by code. */
const MANY = 20

/** Codes, the most frequent first: number, code, what to do. */
const codeLines = ({ codes }: Counts): string[] => {
  const met = Object.entries(codes) as [IssueCode, number][]
  const width = Math.max(...met.map(([, count]) => String(count).length))
  const rank = (code: IssueCode): number => ['error', 'warning', 'info'].indexOf(ISSUES[code][0])
  return met
    .sort(([a, x], [b, y]) => rank(a) - rank(b) || y - x || compareText(a, b))
    .map(([code, count]) => `  ${String(count).padStart(width)}  ${code}  ${ISSUES[code][2]}`)
}

/** Tells what a run met on standard error, and gives the exit code that it asks for. */
export function endWith(
  { command, quiet, reading: { strict }, failOn }: Call,
  report: Omit<ConvertReport, 'rows'>,
  more: {
    /** Many issues are told by code. */
    readonly tellsCodes?: boolean
    /** The file that lists the issues. */
    readonly issuesFile?: string | null
    /** The first of what was rejected, where no output says which that is. */
    readonly firstRejected?: Place | null
  } = {},
): number {
  const { wrongInputs, emptyInputs, taxpayers, issues, rejected, rejectedEntries, rejectedFile, unreadable } =
    report
  const { error, warning, info } = issues
  const kept =
    rejectedFile === null ? '' : `; kept in ${printable(rejectedFile)} (may hold whole identifiers)`
  for (const message of [...wrongInputs, ...(quiet ? [] : emptyInputs)]) say(printable(message))
  if (more.issuesFile && !quiet) say(`issues are listed in ${printable(more.issuesFile)}`)
  if (!quiet)
    say(
      `${counted(taxpayers, 'taxpayer')}; issues: ${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(info, 'note')}`,
    )
  if (more.tellsCodes === true && !quiet && error + warning + info > MANY)
    for (const line of codeLines(report)) say(line)
  if (rejected + rejectedEntries > 0)
    say(
      `rejected: ${counted(rejected, 'record or value', 'records or values')}, ${counted(rejectedEntries, 'entry', 'entries')}${kept}`,
    )
  if (more.firstRejected && !quiet && command !== 'validate')
    say(`the first: ${printable(wordsOfPlace(more.firstRejected))}; see taxtally validate FILE`)
  return unreadable ? 3 : rejected > 0 || (strict && error > 0) || isFailure(failOn, report) ? 4 : 0
}
