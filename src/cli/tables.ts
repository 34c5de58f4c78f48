import { FORMS } from '../forms/index.js'
import { filterRows } from '../stream/filter.js'
import { boundHeap } from '../stream/memory.js'
import { chosenTables } from './chosen-tables.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { whileReading } from './progress.js'
import { endBetweenLines } from './signals.js'
import { readTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

/** `taxtally tables`: records in, rows out, for engines that pipe lines. */
export async function tablesCommand(call: Call): Promise<number> {
  if (call.jobs > 1)
    throw new UsageError('tables works in one thread: start it once for each of several --shard K/N.')
  const tables = chosenTables(call)
  const { termsOf, tellUnused } = await readTerms(call)
  const { shard } = call
  const inputs = call.inputs.length === 0 ? ['-'] : call.inputs
  endBetweenLines()
  boundHeap()
  const counts = await whileReading(call, reading =>
    filterRows(
      inputs,
      { ...reading, allowEmpty: call.allowEmpty, shard, tables, forms: FORMS, termsOf },
      writeOut,
    ),
  )
  tellUnused()
  return endWith(call, { ...counts, rejectedFile: null })
}
