import { createHash } from 'node:crypto'
import { Privacy } from '../../ingest/privacy.js'
import { createJsonMaker } from '../../tables/objects.js'
import type { TableSpec } from '../../tables/table.js'
import { BufferedRows, makeRowSink, type RowSink } from '../formats/writer.js'
import { type InputReport, InputWatch, makeReport } from '../read/describe-input.js'
import type { Counts } from '../read/input-result.js'
import type { InputOptions } from '../read/parse-piece.js'
import { readDossiers } from '../read/read-files.js'
import { ResultWriter, type RowOptions } from './result-writer.js'

/** A subset of the taxpayers for one process: shard `number` of `count`. Numbers start at 1. 0 means `count`. */
export interface Shard {
  readonly number: number
  readonly count: number
}

/**
 * Returns true if a taxpayer belongs to the shard. The first 32 bits of the SHA-256 of the id in UTF-8, as a big-endian
 * integer modulo `count`, must equal `number` modulo `count`. Without a taxpayer, the id is empty.
 */
const isInShard = ({ number, count }: Shard, taxpayerId: string | null): boolean =>
  createHash('sha256')
    .update(taxpayerId ?? '', 'utf8')
    .digest()
    .readUInt32BE(0) %
    count ===
  number % count

/** Options of `filterRows`. */
export interface FilterOptions extends InputOptions, RowOptions {
  readonly tables: readonly TableSpec[]
  /** The shard of the taxpayers to process. Default: all taxpayers. */
  readonly shard?: Shard | undefined
  /** If true, inputs with values but no records do not cause an error. Their values are still rejected. */
  readonly allowEmpty?: boolean | undefined
}

/** Opens a sink that writes rows as JSON lines. Each line begins with the name of its table. */
function openTaggedSink(table: TableSpec, lines: BufferedRows): RowSink {
  const toJson = createJsonMaker(table.columns)
  const tag = `{"table":${JSON.stringify(table.name)},`
  return makeRowSink(table, cells => lines.writeLine(`${tag}${JSON.stringify(toJson(cells)).slice(1)}`))
}

/**
 * Passes each taxpayer's rows to `write` as JSON lines that begin with their table's name. Chunks never split a line.
 *
 * @throws InputError if an input cannot be read, or if the inputs have values but no records without `allowEmpty`.
 */
export async function filterRows(
  paths: readonly string[],
  options: FilterOptions,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<Counts & InputReport> {
  const lines = new BufferedRows(() => {})
  const outputs = options.tables.map(table => ({ table, sinks: [openTaggedSink(table, lines)] }))
  const writer = new ResultWriter(options, new Privacy(options), outputs, () => {})
  const { shard, allowEmpty } = options
  const watch = new InputWatch()
  for await (const inputResult of readDossiers(paths, { ...options, lines: true, watch })) {
    const { taxpayerId } = 'issue' in inputResult ? inputResult : inputResult.dossier
    if (shard === undefined || isInShard(shard, taxpayerId)) writer.writeResults([inputResult])
    // getUnderwritingInputs also records which taxpayers known facts apply to, so it is called for taxpayers of other
    // shards too.
    else if ('dossier' in inputResult) options.getUnderwritingInputs(inputResult.dossier.taxpayerId)
    for (const chunk of lines.take().chunks) await write(chunk as Uint8Array)
  }
  writer.end()
  for (const chunk of lines.take().chunks) await write(chunk as Uint8Array)
  // An empty input is not an error here: an engine may run the filter on an empty partition.
  const inputs = watch.finish(paths, allowEmpty === true || watch.isEmpty)
  return makeReport(writer.tally.toCounts(), inputs, allowEmpty)
}
