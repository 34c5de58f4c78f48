// The folder `files/convert` runs a conversion: it takes input paths and options, and writes the tables of all
// taxpayers, in one file per table or in parts.

import { Privacy } from '../../ingest/privacy.js'
import { VERSION } from '../../version.js'
import { listEncoderOpeners, WRITERS } from '../formats/index.js'
import { addEncodedRows, type EncodedRows, type SinkOpener } from '../formats/writer.js'
import { checkInputsNotOverwritten, listStaleTables } from '../output/existing-files.js'
import { handlePendingSignals, MANIFEST, OutputFolder } from '../output/output.js'
import { type InputReport, InputWatch, makeReport } from '../read/describe-input.js'
import type { Counts } from '../read/input-result.js'
import { type InputSource, readPieces, resolveInputs, toSourceName } from '../read/read-files.js'
import type { BatchResult } from '../threads/thread-pool.js'
import { type ConversionSettings, type ConvertOptions, resolveConvertOptions } from './convert-options.js'
import { assembleDossiersAndCuts, formatTableFileName, markCuts, TableFiles } from './parts.js'
import { ISSUES_TABLE_NAME, ResultWriter } from './result-writer.js'

/** The counts, messages and files of a conversion. */
export interface ConvertReport extends Counts, InputReport {
  /** The name of the file of rejected values, which may contain full identifiers. Null if it was not written. */
  readonly rejectedFile: string | null
  /** The total number of rows of all tables, counted in one format. */
  readonly rows: number
}

const REJECTED_FILE_NAME = 'rejected.ndjson'

/**
 * Converts files to tables, as `taxtally convert` does. If it throws, no output file is replaced.
 *
 * @param sources JSON or NDJSON, which may be compressed with gzip or zstd: the paths of files, `file:` URLs, bytes, and
 *   streams of Node or of the web.
 * @throws TypeError for invalid inputs, `out` or `formats`, for unknown options, and if `jobs` is above 1 with `forms`
 *   or a function. RangeError for an unknown table or format, and for invalid `jobs` or `partBytes`. InputError if a
 *   file cannot be read, OutputError if a file cannot be written, JobError if a thread fails, and the reason of `signal`
 *   if it is aborted.
 */
export async function convertFiles(sources: readonly InputSource[], options: ConvertOptions): Promise<ConvertReport> {
  const { paths, contents } = resolveInputs('convert', sources)
  return convert(paths, { ...resolveConvertOptions(options), contents })
}

/**
 * Converts files to tables, one taxpayer at a time. All outputs are written to temporary files and renamed at the end,
 * the manifest last. No output is renamed if reading or writing fails, or if no input has a record, taxpayer or dossier
 * and `allowEmpty` is not set. Throws InputError, OutputError, JobError and PeerMissing.
 */
export async function convert(paths: readonly string[], options: ConversionSettings): Promise<ConvertReport> {
  const privacy = new Privacy(options)
  const { formats } = options
  const sinkOpeners = await Promise.all(formats.map(format => WRITERS[format].load()))
  const files = paths.filter((_, index) => options.contents?.[index] === undefined)
  const inputs = [...files, ...(options.optionFiles ?? [])]
  const firstPart = options.partBytes === undefined ? null : 0
  const fileNames = options.tables.flatMap(({ name }) =>
    formats.map(format => formatTableFileName(name, format, firstPart)),
  )
  checkInputsNotOverwritten(inputs, options.out, [...fileNames, MANIFEST, REJECTED_FILE_NAME])
  const folder = new OutputFolder(options.out)
  const bytes = new Map<string, number>()
  const onBytes = (path: string, count: number): void => {
    bytes.set(path, (bytes.get(path) ?? 0) + count)
    options.onBytes?.(path, count)
  }
  try {
    const watch = new InputWatch()
    const counts = await writeTables(paths, { ...options, watch, onBytes }, { privacy, folder, sinkOpeners })
    const report = makeReport(counts, watch.finish(paths, options.allowEmpty), options.allowEmpty)
    // No file is replaced yet. Signals may have arrived while a large value was processed.
    await handlePendingSignals()
    options.signal?.throwIfAborted()
    // Check again, because the names of part files are known only now.
    if (firstPart !== null) checkInputsNotOverwritten(inputs, options.out, folder.names)
    const files = folder.commit({
      makeManifest: manifestFiles => ({
        version: VERSION,
        ...options.settings,
        inputs: paths.map(path => ({ name: toSourceName(path), bytes: bytes.get(path) ?? 0 })),
        files: manifestFiles,
      }),
      isPrivate: name => name === REJECTED_FILE_NAME,
      staleNames: [
        ...(report.rejectedFile === null ? [REJECTED_FILE_NAME] : []),
        ...listStaleTables(options.out, folder.names, inputs, options.forms),
      ],
    })
    const tables = files.filter(({ name }) => name.endsWith(`.${formats[0]}`) && name !== REJECTED_FILE_NAME)
    return { ...report, rows: tables.reduce((sum, file) => sum + file.rows, 0) }
  } catch (cause) {
    folder.discard()
    throw cause
  }
}

/** Where the tables are written, and how. `sinkOpeners` has a function for each format. */
interface TableOutputs {
  readonly privacy: Privacy
  readonly folder: OutputFolder
  readonly sinkOpeners: readonly SinkOpener[]
}

/** Converts the inputs and writes the tables to temporary files, without renaming them. */
async function writeTables(
  paths: readonly string[],
  options: ConversionSettings,
  { privacy, folder, sinkOpeners }: TableOutputs,
): Promise<Counts & Pick<ConvertReport, 'rejectedFile'>> {
  const { formats } = options
  const files = new TableFiles(options, folder, sinkOpeners)
  const { outputs } = files
  const writer = new ResultWriter(options, privacy, outputs, text => {
    if (options.keepRejected !== false) folder.getOrOpen(REJECTED_FILE_NAME).writeLine(text)
  })
  const encoderOpeners = listEncoderOpeners(formats)
  const encoderIndexes = formats.map(format => encoderOpeners.indexOf(WRITERS[format].openEncoder))
  const addBatch = (batchResult: BatchResult): void => {
    for (const [t, { table, sinks }] of outputs.entries())
      if (table.name !== ISSUES_TABLE_NAME)
        for (const [i, sink] of sinks.entries())
          sink.add(batchResult.rows[t]?.[encoderIndexes[i] as number] as EncodedRows)
    writer.addBatch(batchResult)
    if (batchResult.rejected.count > 0) addEncodedRows(folder.getOrOpen(REJECTED_FILE_NAME), batchResult.rejected)
  }
  const { jobs } = options
  const source =
    jobs === undefined || jobs.count === 1
      ? assembleDossiersAndCuts(markCuts(readPieces(paths, options), options), options)
      : (await import('../threads/read-in-threads.js')).readInThreads(paths, options, jobs)
  for await (const readItem of source) {
    if ('batchResult' in readItem) addBatch(readItem.batchResult)
    else if ('cut' in readItem) files.startNextPart()
    else writer.writeResults(readItem)
  }
  writer.end()
  files.end()
  const rejectedFile = folder.names.includes(REJECTED_FILE_NAME) ? REJECTED_FILE_NAME : null
  return { ...writer.tally.toCounts(), rejectedFile }
}
