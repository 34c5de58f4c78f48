import { FORMS } from '../forms/index.js'
import { filterRows } from '../stream/filter.js'
import { boundHeap, collectSooner } from '../stream/memory.js'
import { chosenTables } from './chosen-tables.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { progressOf } from './progress.js'
import { endBetweenLines } from './signals.js'
import { readTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

/** `taxtally tables`: records in, rows out, for engines that pipe lines. */
export async function tablesCommand(call: Call): Promise<number> {
  if (call.jobs > 1)
    throw new UsageError('tables works in one thread: start it once for each of several --shard K/N.')
  const tables = chosenTables(call)
  const underwriting = await readTerms(call)
  const progress = progressOf(call)
  endBetweenLines()
  boundHeap()
  try {
    const counts = await filterRows(
      call.inputs.length === 0 ? ['-'] : call.inputs,
      {
        ...call.reading,
        shard: call.shard,
        tables,
        forms: FORMS,
        onBytes: progress.bytes,
        onLargeValue: collectSooner,
        termsOf: underwriting.termsOf,
      },
      writeOut,
    )
    underwriting.tellUnused()
    return endWith(call, { ...counts, rejectedFile: null })
  } finally {
    progress.end()
  }
}
