import { RowReader } from '../export/data.js'
import { jsonMaker } from '../export/objects.js'
import type { CellValue, TableSpec } from '../export/table.js'
import { Privacy } from '../normalize/privacy.js'
import { type InputReport, InputWatch, makeReport } from './describe-input.js'
import type { RowSink } from './formats/writer.js'
import type { Found } from './found.js'
import { FoundWriter, type RowOptions } from './found-writer.js'
import type { InputOptions } from './input-options.js'
import { Lines } from './lines.js'
import { readDossiers } from './read-files.js'
import { isInShard, type Shard } from './shard.js'
import type { Counts } from './tally.js'

/** What a filter of lines is told. */
export interface FilterOptions extends InputOptions, RowOptions {
  readonly tables: readonly TableSpec[]
  /** The taxpayers that are taken; all unless given. */
  readonly shard?: Shard | undefined
  /** If true, an input without any record does not throw. Its lines are still rejected. */
  readonly allowEmpty?: boolean | undefined
}

/** Lays out the rows of a table as lines that say of which table they are. */
function taggedSink(table: TableSpec, lines: Lines): RowSink {
  const toJson = jsonMaker(table.columns)
  const reader = new RowReader(table)
  const tag = `{"table":${JSON.stringify(table.name)},`
  const row = (cells: readonly CellValue[]): void =>
    lines.add(`${tag}${JSON.stringify(toJson(cells)).slice(1)}\n`)
  return { rows: scope => reader.readRows(scope, row), issue: row }
}

/** The taxpayer that a value belongs to; null where it is nobody's. */
const ownerOf = (found: Found): string | null =>
  'issue' in found ? found.taxpayerId : found.dossier.taxpayerId

/**
 * Gives the rows of each taxpayer to `write`, one taxpayer behind another, as lines of JSON that begin with their table;
 * pieces end with a line. Throws InputError if an input cannot be read, or if there are lines and none is a record (unless
 * `allowEmpty`).
 */
export async function filterRows(
  paths: readonly string[],
  options: FilterOptions,
  write: (piece: Buffer) => Promise<void>,
): Promise<Counts & InputReport> {
  const lines = new Lines()
  const outputs = options.tables.map(table => ({ table, sinks: [taggedSink(table, lines)] }))
  const writer = new FoundWriter(options, new Privacy(options), outputs, () => {})
  const { shard, allowEmpty } = options
  const watch = new InputWatch()
  for await (const found of readDossiers(paths, { ...options, lines: true, watch })) {
    if (shard === undefined || isInShard(shard, ownerOf(found))) writer.take([found])
    // Whoever counts for which taxpayers something is known has to hear of the others' too.
    else if ('dossier' in found) options.termsOf(found.dossier.taxpayerId)
    for (const piece of lines.take()) await write(piece)
  }
  writer.end()
  for (const piece of lines.take()) await write(piece)
  // An empty input is not an error here: an engine may run the filter on an empty partition.
  const inputs = watch.finish(paths, allowEmpty === true || watch.isEmpty)
  return makeReport(writer.tally.counts(), inputs, allowEmpty)
}
