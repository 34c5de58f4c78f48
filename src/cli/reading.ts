// What the commands do around the reading of their inputs: they show the progress, then tell the counts and give an exit code.
import { statSync } from 'node:fs'
import { type Issue, placed } from '../core/issue.js'
import type { Countable } from '../core/issue-list.js'
import { ISSUES, type IssueCode } from '../core/issue-table.js'
import { printPath } from '../core/path.js'
import { compareText } from '../core/text.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope } from '../export/table.js'
import { readSourceDossier } from '../normalize/dossier.js'
import { Privacy } from '../normalize/privacy.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { ConvertReport } from '../stream/convert.js'
import { InputWatch, makeReport } from '../stream/describe-input.js'
import type { DossierOptions } from '../stream/dossier-options.js'
import { collectSooner } from '../stream/memory.js'
import { readDossiers } from '../stream/read-files.js'
import { type Counts, Tally } from '../stream/tally.js'
import { resultOf } from '../summarize/result.js'
import type { Call, FailOn } from './options.js'
import { UsageError } from './parse-words.js'
import { counted, type Place, printable, say, wordsOfPlace } from './text.js'
import type { CallTerms } from './underwriting.js'

/** What a command does with what the inputs hold; `dossier` gives the issues of it that count. */
export interface Visit {
  readonly dossier: (dossier: SourceDossier, privacy: Privacy) => Promise<readonly Countable[]>
  /** Called with the id of a taxpayer who is in the inputs, and not the one that is asked for. */
  readonly passed?: (taxpayerId: string) => void
  /** Called with the issue of a value that could not be used, and whose it is where that is known. */
  readonly broken?: (issue: Issue, taxpayerId: string | null) => Promise<void>
}

/**
 * Reads the inputs of a call, a taxpayer at a time, tells the counts on standard error and gives the exit code. Throws
 * NoRecordsError if no input has records, unless the call allows that.
 */
export async function visitInputs(call: Call, visit: Visit): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError(`${call.command} takes at least one INPUT.`)
  const { reading } = call
  const privacy = new Privacy(reading)
  const tally = new Tally()
  let firstRejected: Place | null = null
  let isThere = call.taxpayer === undefined
  const watch = new InputWatch()
  await whileReading(call, async options => {
    for await (const found of readDossiers(call.inputs, { ...options, watch })) {
      if ('issue' in found) {
        tally.broken(found)
        firstRejected = firstOf(firstRejected, found.issue)
        await visit.broken?.(found.issue, found.taxpayerId)
        continue
      }
      const dossier = readSourceDossier(found.dossier, reading)
      if (call.taxpayer !== undefined && call.taxpayer !== dossier.taxpayerId) {
        visit.passed?.(dossier.taxpayerId)
        continue
      }
      isThere = true
      tally.dossier(dossier)
      firstRejected = firstOf(firstRejected, firstRejectedOf(dossier))
      tally.issues(await visit.dossier(dossier, privacy))
    }
  })
  const messages = watch.finish(call.inputs, call.allowEmpty)
  if (!isThere) throw new UsageError('The inputs contain no taxpayer with this id.')
  const report = makeReport(tally.counts(), messages, call.allowEmpty)
  return endWith(call, { ...report, rejectedFile: null }, { firstRejected })
}

/** The first of two places in the order in which they were met, but that a value comes before the taxpayer whom it interrupts. */
function firstOf(a: Place | null, b: Place | null): Place | null {
  const [one, other] = [a?.origin, b?.origin]
  const isLate =
    one?.line != null && other?.line != null && one.source === other.source && other.line < one.line
  return isLate ? b : (a ?? b)
}

/** Where the first stands of what was refused of a taxpayer; of entries their record. */
function firstRejectedOf({ rejected, superseded, records }: SourceDossier): Place | null {
  const first = rejected[0] ?? superseded[0] ?? records.find(each => each.rejectedEntries.length > 0)
  if (first === undefined) return null
  const { at, origin } = first
  return { path: printPath(placed(origin, at)), ...(origin === null ? {} : { origin }) }
}

/** One taxpayer's result, for the tables. */
export const scopeOf = (dossier: SourceDossier, privacy: Privacy): Scope => ({
  result: resultOf(dossier),
  taxpayerId: dossier.taxpayerId,
  privacy,
})

/** Visits the results of taxpayers under the terms of a call, and tells of terms for others. */
export async function visitScopes(
  call: Call,
  { termsOf, tellUnused }: CallTerms,
  take: (scope: Scope) => Promise<void>,
): Promise<number> {
  const code = await visitInputs(call, {
    passed: termsOf,
    dossier: async (dossier, privacy) => {
      const scope = { ...scopeOf(dossier, privacy), terms: termsOf(dossier.taxpayerId) }
      await take(scope)
      return countablesOf(scope)
    },
  })
  tellUnused()
  return code
}

/** Bytes between two showings. */
const STEP = 1 << 23

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** A time to wait, in the words that are of use. */
function timeOf(seconds: number): string {
  if (seconds < 1) return 'nearly done'
  if (seconds < 90) return `${Math.ceil(seconds)} s left`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min left` : `${(seconds / 3600).toFixed(1)} h left`
}

/** The bytes of all inputs; null where one of them is no file. */
function totalOf(paths: readonly string[]): number | null {
  let total = 0
  for (const path of paths) {
    try {
      const found = path === '-' ? null : statSync(path)
      if (found === null || !found.isFile()) return null
      total += found.size
    } catch {
      return null
    }
  }
  return total
}

/**
 * Shows how much of the inputs was read, and the time that is left, on one line of standard error: only on a terminal, and
 * not where results are printed on one at the same time. `end` takes the line away.
 */
export function progressOf(call: Call): { bytes: (path: string, count: number) => void; end: () => void } {
  const isMixed = call.out === undefined && process.stdout.isTTY
  if (call.quiet || !process.stderr.isTTY || isMixed) return { bytes: () => {}, end: () => {} }
  const total = totalOf(call.inputs)
  const begun = performance.now()
  let [read, shown] = [0, 0]
  return {
    bytes: (_, count) => {
      read += count
      if (read - shown < STEP) return
      shown = read
      const left = total === null ? 0 : ((total - read) * (performance.now() - begun)) / read / 1000
      const text =
        total === null
          ? `${megabytes(read)} MB`
          : `${megabytes(read)} of ${megabytes(total)} MB, ${timeOf(left)}`
      process.stderr.write(`\r${text}\u001b[K`)
    },
    end: () => {
      if (shown > 0) process.stderr.write('\r\u001b[K')
      shown = 0
    },
  }
}

/** Does work that reads the inputs of a call, with the options of reading, and shows how far it is meanwhile. */
export async function whileReading<T>(
  call: Call,
  work: (reading: Call['reading'] & DossierOptions) => Promise<T>,
): Promise<T> {
  const progress = progressOf(call)
  try {
    return await work({ ...call.reading, onBytes: progress.bytes, onLargeValue: collectSooner })
  } finally {
    progress.end()
  }
}

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
    readonly tellsCodes?: boolean
    readonly issuesFile?: string | null
    /** The first of what was rejected, where no output says which that is. */
    readonly firstRejected?: Place | null
  } = {},
): number {
  const { wrongInputs, emptyInputs, taxpayers, issues, rejected, rejectedEntries, rejectedFile, unreadable } =
    report
  const { error, warning, info } = issues
  const kept =
    rejectedFile === null ? '' : `; kept in ${printable(rejectedFile)} (may contain full identifiers)`
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

/** True where a run met what it is to fail on. */
const isFailure = (failOn: readonly FailOn[], { issues, codes }: Counts): boolean =>
  failOn.some(word =>
    word === 'error'
      ? issues.error > 0
      : word === 'warning'
        ? issues.error + issues.warning > 0
        : (codes[word] ?? 0) > 0,
  )
