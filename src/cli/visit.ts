import type { Issue, Severity } from '../core/issue.js'
import type { Scope } from '../export/table.js'
import { readSourceDossier, type SourceDossier } from '../normalize/dossier.js'
import { Privacy } from '../normalize/privacy.js'
import type { ConvertReport } from '../stream/convert.js'
import { readDossiers } from '../stream/dossiers.js'
import { resultOf } from '../summarize/result.js'
import { exitCodeOf, readingOf } from './convert.js'
import { type Call, UsageError } from './options.js'
import { progressOf } from './progress.js'
import type { CallUnderwriting } from './underwriting.js'

/** What a command does with what the inputs hold; `dossier` gives the issues of it that count. */
export interface Visit {
  readonly dossier: (dossier: SourceDossier, privacy: Privacy) => Promise<readonly Issue[]>
  /** Called with the issue of a value that belongs to no taxpayer. */
  readonly broken?: (issue: Issue) => Promise<void>
}

type Report = Pick<ConvertReport, 'taxpayers' | 'unreadable' | 'rejected' | 'rejectedEntries' | 'issues'>

/** Reads the inputs of a call, a taxpayer at a time, tells the counts on standard error and gives the exit code. */
export async function visitInputs(call: Call, visit: Visit): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError(`${call.command} takes at least one INPUT.`)
  const reading = readingOf(call)
  const privacy = new Privacy({ identifiers: call.identifiers, ...reading })
  const progress = progressOf(call)
  const issues: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  let [taxpayers, rejected, rejectedEntries, unreadable] = [0, 0, 0, false]
  const options = { ...reading, onBytes: progress.bytes }
  try {
    for await (const found of readDossiers(call.inputs, options)) {
      if ('issue' in found) {
        issues[found.issue.severity]++
        rejected++
        unreadable ||= found.unreadable
        await visit.broken?.(found.issue)
        continue
      }
      const dossier = readSourceDossier(found.dossier, { strict: call.strict })
      taxpayers++
      rejected += dossier.rejected.length
      for (const record of dossier.records) rejectedEntries += record.rejectedEntries.length
      for (const { severity } of await visit.dossier(dossier, privacy)) issues[severity]++
    }
  } finally {
    progress.end()
  }
  const report = { taxpayers, rejected, rejectedEntries, issues, unreadable }
  tell(report, !call.quiet)
  return exitCodeOf(call, report)
}

/** One taxpayer's result, for the tables. */
export function scopeOf(dossier: SourceDossier, privacy: Privacy, underwriting?: CallUnderwriting): Scope {
  const { taxpayerId } = dossier
  const scope = { result: resultOf(dossier), taxpayerId, privacy }
  return underwriting === undefined ? scope : { ...scope, underwrite: underwriting.scopeOf(taxpayerId) }
}

function tell({ taxpayers, issues, rejected, rejectedEntries }: Report, all: boolean): void {
  if (all) {
    process.stderr.write(
      `taxtally: ${taxpayers} taxpayers; issues: ${issues.error} errors, ${issues.warning} warnings, ${issues.info} notes\n`,
    )
  }
  if (rejected + rejectedEntries > 0)
    process.stderr.write(`taxtally: rejected: ${rejected} records or values, ${rejectedEntries} entries\n`)
}
