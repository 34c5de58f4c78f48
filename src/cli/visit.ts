import { type Issue, placed } from '../core/issue.js'
import type { Countable } from '../core/noted.js'
import { printPath } from '../core/path.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope } from '../export/table.js'
import { readSourceDossier } from '../normalize/dossier.js'
import { Privacy } from '../normalize/privacy.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import { InputWatch, makeReport } from '../stream/describe-input.js'
import { readDossiers } from '../stream/read-files.js'
import { Tally } from '../stream/tally.js'
import { resultOf } from '../summarize/result.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { whileReading } from './progress.js'
import type { Place } from './text.js'
import type { CallTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'

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
  if (!isThere) throw new UsageError('The inputs hold no such taxpayer.')
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
