import { collectSooner } from '../stream/memory.js'
import { mergeFiles } from '../stream/merge/merge-files.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { progressOf } from './progress.js'
import { onSignals } from './signals.js'
import { printable } from './text.js'
import { UsageError } from './usage-error.js'

/** `taxtally merge`: files in which taxpayers return to one file of dossiers. */
export async function mergeCommand(call: Call): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError('merge takes at least one INPUT.')
  if (!call.out || call.out === '-') throw new UsageError('merge takes --out FILE.')
  if (call.reading.from !== undefined) throw new UsageError('merge takes records, and no --from.')
  const progress = progressOf(call)
  const tellLateSignals = onSignals()
  try {
    const report = await mergeFiles(call.inputs, {
      ...call.reading,
      out: call.out,
      keepRejected: call.keepRejected,
      onBytes: progress.bytes,
      onLargeValue: collectSooner,
    })
    if (report.issuesFile !== null && !call.quiet)
      process.stderr.write(`taxtally: issues are listed in ${printable(report.issuesFile)}\n`)
    const code = endWith(call, report)
    await tellLateSignals()
    return code
  } finally {
    progress.end()
  }
}
