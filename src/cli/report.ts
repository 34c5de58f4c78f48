import type { Counts } from '../stream/tally.js'
import { counted } from './count.js'
import { isFailure } from './fail-on.js'
import type { Call } from './options.js'
import { printable } from './text.js'

/** Tells what a run met on standard error, and gives the exit code that it asks for. */
export function endWith(
  { quiet, strict, failOn }: Call,
  report: Counts & { readonly rejectedFile: string | null },
): number {
  const { taxpayers, issues, rejected, rejectedEntries, rejectedFile, unreadable } = report
  const { error, warning, info } = issues
  const kept =
    rejectedFile === null ? '' : `; kept in ${printable(rejectedFile)} (may hold whole identifiers)`
  const lines = [
    ...(quiet
      ? []
      : [
          `${counted(taxpayers, 'taxpayer')}; issues: ${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(info, 'note')}`,
        ]),
    ...(rejected + rejectedEntries > 0
      ? [
          `rejected: ${counted(rejected, 'record or value', 'records or values')}, ${counted(rejectedEntries, 'entry', 'entries')}${kept}`,
        ]
      : []),
  ]
  for (const line of lines) process.stderr.write(`taxtally: ${line}\n`)
  return unreadable ? 3 : rejected > 0 || (strict && error > 0) || isFailure(failOn, report) ? 4 : 0
}
