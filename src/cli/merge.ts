import { mergeFiles } from '../stream/merge/merge-files.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { whileReading } from './progress.js'
import { onSignals } from './signals.js'
import { UsageError } from './usage-error.js'

/** `taxtally merge`: files in which taxpayers return to one file of dossiers. */
export async function mergeCommand(call: Call): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError('merge takes at least one INPUT.')
  if (!call.out || call.out === '-') throw new UsageError('merge takes --out FILE.')
  if (call.reading.from !== undefined) throw new UsageError('merge takes records, and no --from.')
  const { inputs, out, keepRejected, allowEmpty } = call
  const tellLateSignals = onSignals()
  const report = await whileReading(call, reading =>
    mergeFiles(inputs, { ...reading, out, keepRejected, allowEmpty }),
  )
  const code = endWith(call, report, { issuesFile: report.issuesFile })
  await tellLateSignals()
  return code
}
