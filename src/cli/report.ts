import type { ConvertReport } from '../stream/convert.js'
import { isFailure } from './fail-on.js'
import type { Call } from './options.js'
import { printable } from './text.js'

/** Tells what a run met on standard error, and gives the exit code that it asks for. */
export function endWith({ quiet, strict, failOn }: Call, report: ConvertReport): number {
  const { taxpayers, issues, rejected, rejectedEntries, rejectedFile, unreadable } = report
  const { error, warning, info } = issues
  const kept =
    rejectedFile === null ? '' : `; kept in ${printable(rejectedFile)} (may hold whole identifiers)`
  const lines = [
    ...(quiet ? [] : [`${taxpayers} taxpayers; issues: ${error} errors, ${warning} warnings, ${info} notes`]),
    ...(rejected + rejectedEntries > 0
      ? [`rejected: ${rejected} records or values, ${rejectedEntries} entries${kept}`]
      : []),
  ]
  for (const line of lines) process.stderr.write(`taxtally: ${line}\n`)
  return unreadable ? 3 : rejected > 0 || (strict && error > 0) || isFailure(failOn, report) ? 4 : 0
}
