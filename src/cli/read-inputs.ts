// Reads the inputs of commands, prints the counts and computes the exit code.

import { type Issue, makeIssue, toInputPath } from '../core/issues/issue.js'
import type { CountableIssue } from '../core/issues/issue-list.js'
import { ISSUES, type IssueCode } from '../core/issues/issue-table.js'
import { printPath } from '../core/json-value.js'
import { compareText } from '../core/text.js'
import { computeResult } from '../figures/taxpayer-result.js'
import type { ConvertReport } from '../files/convert/convert.js'
import { InputWatch, makeReport } from '../files/read/describe-input.js'
import { type Counts, Tally } from '../files/read/input-result.js'
import { readDossiers } from '../files/read/read-files.js'
import { Privacy } from '../ingest/privacy.js'
import { readSourceDossier } from '../ingest/read-dossier.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { listCountableIssues } from '../tables/definitions/issues-table.js'
import type { TaxpayerContext } from '../tables/table.js'
import { findStatedIdentities, type UnderwritingInputs } from '../underwriting/facts/options.js'
import type { Call, FailOn } from './options/options.js'
import { requireInputs } from './options/out-option.js'
import { UsageError } from './options/parse-arguments.js'
import type { CallUnderwriting } from './options/underwriting.js'
import { runWithProgress } from './output/progress.js'
import { countWithNoun, formatIssuePlace, type Place, replaceUnprintable, say } from './output/text.js'

/** A command's callbacks for the contents of its inputs. `visitDossier` returns the issues to count. */
export interface InputVisitor {
  readonly visitDossier: (dossier: SourceDossier, privacy: Privacy) => Promise<readonly CountableIssue[]>
  /** Called with the id of each taxpayer that `--taxpayer` leaves out. */
  readonly onOtherTaxpayer?: (taxpayerId: string) => void
  /** Called with the issue of each rejected value, and with its taxpayer's id if it is known. */
  readonly onRejectedValue?: (issue: Issue, taxpayerId: string | null) => Promise<void>
}

/**
 * Reads the inputs of a call one taxpayer at a time, prints the counts to standard error and returns the exit code.
 * Throws NoRecordsError if no input has records, unless the call has `--allow-empty`.
 */
export async function visitInputs(call: Call, visitor: InputVisitor): Promise<number> {
  requireInputs(call)
  const { reading } = call
  const privacy = new Privacy(reading)
  const tally = new Tally()
  let firstRejected: Place | null = null
  let isTaxpayerFound = call.taxpayer === undefined
  const watch = new InputWatch()
  await runWithProgress(call, async options => {
    for await (const outcome of readDossiers(call.inputs, { ...options, watch })) {
      if ('issue' in outcome) {
        tally.addBroken(outcome)
        firstRejected = selectFirstPlace(firstRejected, outcome.issue)
        await visitor.onRejectedValue?.(outcome.issue, outcome.taxpayerId)
        continue
      }
      const dossier = readSourceDossier(outcome.dossier, reading)
      if (call.taxpayer !== undefined && call.taxpayer !== dossier.taxpayerId) {
        visitor.onOtherTaxpayer?.(dossier.taxpayerId)
        continue
      }
      isTaxpayerFound = true
      tally.addDossier(dossier)
      firstRejected = selectFirstPlace(firstRejected, findFirstRejected(dossier))
      try {
        tally.addIssues(await visitor.visitDossier(dossier, privacy))
      } catch (cause) {
        if (!isTooLarge(cause)) throw cause
        const issue = makeIssue('limit_reached', dossier.taxpayerPath, {
          origin: dossier.records[0]?.origin ?? dossier.origin,
          explanation: 'The output about this taxpayer is longer than a text can be, so it was left out.',
        })
        tally.addBroken({ issue, taxpayerId: dossier.taxpayerId, text: null, unreadable: false })
        firstRejected = selectFirstPlace(firstRejected, issue)
        say(`${replaceUnprintable(formatIssuePlace(issue))}: ${issue.message}`)
      }
    }
  })
  const messages = watch.finish(call.inputs, call.allowEmpty)
  if (!isTaxpayerFound)
    throw new UsageError(
      'The inputs contain no taxpayer with the id of --taxpayer. taxtally tables INPUT --tables taxpayers lists them.',
    )
  const report = makeReport(tally.toCounts(), messages, call.allowEmpty)
  return printCounts(call, { ...report, rejectedFile: null }, { firstRejected })
}

/** The errors of V8 about a text of more than 2^29 characters, and about a list or a map that is too large. */
const TOO_LARGE_MESSAGE = /^(Invalid (string|array) length|(Map|Set) maximum size exceeded)$/

const isTooLarge = (cause: unknown): boolean => cause instanceof RangeError && TOO_LARGE_MESSAGE.test(cause.message)

/**
 * Returns the location that comes first in the input. `b` was found later, but its line can precede that of `a`,
 * because a value that interrupts a taxpayer's records is reported before that taxpayer.
 */
function selectFirstPlace(a: Place | null, b: Place | null): Place | null {
  const [firstOrigin, secondOrigin] = [a?.origin, b?.origin]
  const isLate =
    firstOrigin?.line != null &&
    secondOrigin?.line != null &&
    firstOrigin.source === secondOrigin.source &&
    secondOrigin.line < firstOrigin.line
  return isLate ? b : (a ?? b)
}

/** Returns the location of a taxpayer's first rejected value. For an entry, returns the location of its record. */
function findFirstRejected({ rejected, unusedTaxpayers, records }: SourceDossier): Place | null {
  const firstRejected =
    rejected[0] ?? unusedTaxpayers[0] ?? records.find(sourceRecord => sourceRecord.rejectedEntries.length > 0)
  if (firstRejected === undefined) return null
  const { path, origin } = firstRejected
  return { path: printPath(toInputPath(origin, path)), ...(origin === null ? {} : { origin }) }
}

/** Returns the context that the tables need for one taxpayer. */
export const createTaxpayerContext = (
  dossier: SourceDossier,
  privacy: Privacy,
  underwritingInputs?: UnderwritingInputs,
): TaxpayerContext => ({
  result: computeResult(
    dossier,
    undefined,
    underwritingInputs && findStatedIdentities(underwritingInputs, dossier.taxpayerId),
  ),
  taxpayerId: dossier.taxpayerId,
  privacy,
  ...(underwritingInputs && { underwritingInputs }),
})

/** Passes each taxpayer's context to `visitTaxpayer`. Then reports known facts about taxpayers not in the inputs. */
export async function visitTaxpayerContexts(
  call: Call,
  { getUnderwritingInputs, reportUnused }: CallUnderwriting,
  visitTaxpayer: (taxpayer: TaxpayerContext) => Promise<void>,
): Promise<number> {
  const code = await visitInputs(call, {
    onOtherTaxpayer: getUnderwritingInputs,
    visitDossier: async (dossier, privacy) => {
      const taxpayer = createTaxpayerContext(dossier, privacy, getUnderwritingInputs(dossier.taxpayerId))
      await visitTaxpayer(taxpayer)
      return listCountableIssues(taxpayer)
    },
  })
  reportUnused()
  return code
}

/** If a run has more issues than this, they are also summarized by code. */
const MAX_ISSUES_WITHOUT_SUMMARY = 20

/** Lists each issue code with its count and advice. The worst severity comes first, and then the most frequent code. */
const formatCodeCounts = ({ codes }: Counts): string[] => {
  const countsByCode = Object.entries(codes) as [IssueCode, number][]
  const width = Math.max(...countsByCode.map(([, count]) => String(count).length))
  const rank = (code: IssueCode): number => ['error', 'warning', 'info'].indexOf(ISSUES[code][0])
  return countsByCode
    .sort(([a, x], [b, y]) => rank(a) - rank(b) || y - x || compareText(a, b))
    .map(([code, count]) => `  ${String(count).padStart(width)}  ${code}  ${ISSUES[code][2]}`)
}

/** Prints the counts of a run to standard error, and returns the exit code. */
export function printCounts(
  { command, quiet, reading: { strict }, failOn }: Call,
  report: Omit<ConvertReport, 'rows'>,
  extras: {
    readonly shouldListCodes?: boolean
    readonly issuesFile?: string | null
    /** The location of the first rejected value. Set only if no output names it. */
    readonly firstRejected?: Place | null
  } = {},
): number {
  const { wrongInputs, emptyInputs, taxpayers, issues, rejected, rejectedEntries, rejectedFile, unreadable } = report
  const { error, warning, info } = issues
  const rejectedFileNote =
    rejectedFile === null ? '' : `; kept in ${replaceUnprintable(rejectedFile)} (may contain full identifiers)`
  for (const message of [...wrongInputs, ...(quiet ? [] : emptyInputs)]) say(replaceUnprintable(message))
  if (extras.issuesFile && !quiet) say(`issues are listed in ${replaceUnprintable(extras.issuesFile)}`)
  if (!quiet)
    say(
      `${countWithNoun(taxpayers, 'taxpayer')}; issues: ${countWithNoun(error, 'error')}, ${countWithNoun(warning, 'warning')}, ${countWithNoun(info, 'note')}`,
    )
  if (extras.shouldListCodes === true && !quiet && error + warning + info > MAX_ISSUES_WITHOUT_SUMMARY)
    for (const line of formatCodeCounts(report)) say(line)
  if (rejected + rejectedEntries > 0)
    say(
      `rejected: ${countWithNoun(rejected, 'record or value', 'records or values')}, ${countWithNoun(rejectedEntries, 'entry', 'entries')}${rejectedFileNote}`,
    )
  if (extras.firstRejected && !quiet && command !== 'validate')
    say(
      `the first: ${replaceUnprintable(formatIssuePlace(extras.firstRejected))}; taxtally validate FILE lists what is wrong`,
    )
  return unreadable ? 3 : rejected > 0 || (strict && error > 0) || isFailure(failOn, report) ? 4 : 0
}

/** Returns true if a run found issues that meet a condition of `--fail-on`. */
function isFailure(failOn: readonly FailOn[], { issues: { error, warning }, codes }: Counts): boolean {
  const counts = { ...codes, error, warning: error + warning }
  return failOn.some(condition => (counts[condition] ?? 0) > 0)
}
