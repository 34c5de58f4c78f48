import { didYouMean } from '../core/near.js'
import { selectTables } from '../export/select.js'
import type { TableSpec } from '../export/table.js'
import type { Call } from './options.js'
import { UsageError } from './usage-error.js'

/** The tables that a call asks for. Throws UsageError. */
export function chosenTables(call: Call): readonly TableSpec[] {
  const { tables, unknown } = selectTables(call.tables)
  const [wrong] = unknown
  if (wrong === undefined) return tables
  const known = ['all', ...selectTables(['all']).tables.map(({ name }) => name)]
  // By its place: what stands there by mistake may be data.
  const place = (call.tables ?? []).indexOf(wrong) + 1
  throw new UsageError(
    `--tables: name ${place} is no table's; there are ${known.join(', ')}.${didYouMean(wrong, known)}`,
  )
}
