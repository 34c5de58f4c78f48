import { mergeFiles } from '../stream/merge/merge-files.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { whileReading } from './progress.js'
import { onSignals } from './signals.js'
import { printable, say } from './text.js'
import { UsageError } from './usage-error.js'

/** `taxtally merge`: files in which taxpayers return to one file of dossiers. */
export async function mergeCommand(call: Call): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError('merge takes at least one INPUT.')
  if (!call.out || call.out === '-') throw new UsageError('merge takes --out FILE.')
  if (call.reading.from !== undefined) throw new UsageError('merge takes records, and no --from.')
  const { inputs, out, keepRejected } = call
  const tellLateSignals = onSignals()
  const report = await whileReading(call, reading => mergeFiles(inputs, { ...reading, out, keepRejected }))
  if (report.issuesFile !== null && !call.quiet) say(`issues are listed in ${printable(report.issuesFile)}`)
  const code = endWith(call, report)
  await tellLateSignals()
  return code
}
