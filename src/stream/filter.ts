import { RowReader } from '../export/data.js'
import { jsonMaker } from '../export/objects.js'
import type { CellValue, TableSpec } from '../export/table.js'
import { Privacy } from '../normalize/privacy.js'
import { type InputReport, InputWatch, makeReport } from './describe-input.js'
import type { RowSink } from './formats/writer.js'
import { FoundWriter, type RowOptions } from './found-writer.js'
import type { InputOptions } from './parse-piece.js'
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

/** Lines are collected until they have this many characters. */
const BATCH_LENGTH = 1 << 16

/** Collects lines of text as bytes, until they are taken. */
class LineBatches {
  #pending = ''
  #batches: Buffer[] = []

  add(line: string): void {
    this.#pending += line
    if (this.#pending.length > BATCH_LENGTH) this.#encode()
  }

  /** Takes the lines that were added so far, in buffers that end with a line. */
  take(): readonly Buffer[] {
    this.#encode()
    const batches = this.#batches
    this.#batches = []
    return batches
  }

  #encode(): void {
    if (this.#pending !== '') this.#batches.push(Buffer.from(this.#pending, 'utf8'))
    this.#pending = ''
  }
}

/** Lays out the rows of a table as lines that say of which table they are. */
function taggedSink(table: TableSpec, lines: LineBatches): RowSink {
  const toJson = jsonMaker(table.columns)
  const reader = new RowReader(table)
  const tag = `{"table":${JSON.stringify(table.name)},`
  const row = (cells: readonly CellValue[]): void =>
    lines.add(`${tag}${JSON.stringify(toJson(cells)).slice(1)}\n`)
  return { rows: scope => reader.readRows(scope, row), issue: row }
}

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
  const lines = new LineBatches()
  const outputs = options.tables.map(table => ({ table, sinks: [taggedSink(table, lines)] }))
  const writer = new FoundWriter(options, new Privacy(options), outputs, () => {})
  const { shard, allowEmpty } = options
  const watch = new InputWatch()
  for await (const found of readDossiers(paths, { ...options, lines: true, watch })) {
    const { taxpayerId } = 'issue' in found ? found : found.dossier
    if (shard === undefined || isInShard(shard, taxpayerId)) writer.take([found])
    // Called for taxpayers of other shards too, because it counts for which taxpayers something is known.
    else if ('dossier' in found) options.termsOf(found.dossier.taxpayerId)
    for (const piece of lines.take()) await write(piece)
  }
  writer.end()
  for (const piece of lines.take()) await write(piece)
  // An empty input is not an error here: an engine may run the filter on an empty partition.
  const inputs = watch.finish(paths, allowEmpty === true || watch.isEmpty)
  return makeReport(writer.tally.counts(), inputs, allowEmpty)
}
