import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { checkList } from '../core/options.js'
import { Privacy } from '../normalize/privacy.js'
import { type ConversionSettings, type ConvertOptions, settleOptions } from './convert-options.js'
import { type InputReport, InputWatch, makeReport } from './describe-input.js'
import { keepInputs, staleTables } from './existing-files.js'
import { layoutsOf, WRITERS } from './formats/index.js'
import { addHeld, type LaidOutRows, type OpenSink } from './formats/writer.js'
import { FoundWriter, ISSUES } from './found-writer.js'
import { sourceName } from './input.js'
import type { Part } from './jobs/pool.js'
import { MANIFEST, OutputFolder } from './output.js'
import type { OutputFile } from './output-file.js'
import { gatherParts, markCuts } from './parts/cuts.js'
import { fileOf, TableFiles } from './parts/table-files.js'
import { readPieces } from './read-files.js'
import type { Counts } from './tally.js'

/** What a conversion did. */
export interface ConvertReport extends Counts, InputReport {
  /** The file of what was rejected, with its folder; it may hold whole identifiers. Missing: null where nothing was rejected. */
  readonly rejectedFile: string | null
  /** Rows of all tables, those of one format. */
  readonly rows: number
}

const REJECTED = 'rejected.ndjson'

/**
 * Converts files to tables, as the command does. Shape: paths of JSON or NDJSON, plain or gzip.
 * Throws TypeError where the paths, the folder or the list of formats are none, for an option that there is not, and where several
 * threads would need `forms` or a function; RangeError for a table or a format that does not exist, and for `jobs` or `partBytes` that are no number; InputError,
 * OutputError and JobError. Then nothing is put in its place.
 */
export async function convertFiles(paths: readonly string[], given: ConvertOptions): Promise<ConvertReport> {
  checkList('convert', paths, 'the paths of files')
  return convert(paths, settleOptions(given))
}

/**
 * Converts files to tables, a taxpayer at a time. Every output is written beside its place and put there when all are
 * whole, the manifest last; where reading or writing fails none is. Nothing is put in place if no input has a record, a
 * taxpayer or a dossier, unless `allowEmpty` is set. Throws InputError, OutputError, JobError and PeerMissing.
 */
export async function convert(paths: readonly string[], options: ConversionSettings): Promise<ConvertReport> {
  const privacy = new Privacy(options)
  const { formats } = options
  const open = await Promise.all(formats.map(format => WRITERS[format].load()))
  const inputs = [...paths, ...(options.optionFiles ?? [])]
  const part = options.partBytes === undefined ? null : 0
  const names = options.tables.flatMap(({ name }) => formats.map(format => fileOf(name, format, part)))
  keepInputs(inputs, options.out, [...names, MANIFEST, REJECTED])
  const folder = new OutputFolder(options.out)
  const bytes = new Map<string, number>()
  const onBytes = (path: string, count: number): void => {
    bytes.set(path, (bytes.get(path) ?? 0) + count)
    options.onBytes?.(path, count)
  }
  try {
    const watch = new InputWatch()
    const counts = await writeTables(paths, { ...options, watch, onBytes }, privacy, folder, open)
    const report = makeReport(counts, watch.finish(paths, options.allowEmpty), options.allowEmpty)
    // A signal that came while one large value was worked on is heard here, before anything is replaced.
    await turn()
    await turn()
    const isRejectedStale = report.rejectedFile === null && existsSync(join(options.out, REJECTED))
    // The names of parts are known now.
    if (part !== null) keepInputs(inputs, options.out, folder.names)
    const files = folder.commit(
      manifestFiles => ({
        version: options.version,
        ...options.settings,
        inputs: paths.map(path => ({ name: sourceName(path), bytes: bytes.get(path) ?? 0 })),
        files: manifestFiles,
      }),
      name => name === REJECTED,
      [
        ...(isRejectedStale ? [REJECTED] : []),
        ...staleTables(options.out, folder.names, inputs, options.forms),
      ],
    )
    const tables = files.filter(({ name }) => name.endsWith(`.${formats[0]}`) && name !== REJECTED)
    return { ...report, rows: tables.reduce((sum, file) => sum + file.rows, 0) }
  } catch (cause) {
    folder.discard()
    throw cause
  }
}

/** Writes what the inputs contain to the files of a folder, which are complete then and not in their places yet. */
async function writeTables(
  paths: readonly string[],
  options: ConversionSettings,
  privacy: Privacy,
  folder: OutputFolder,
  open: readonly OpenSink[],
): Promise<Counts & Pick<ConvertReport, 'rejectedFile'>> {
  const { formats } = options
  const files = new TableFiles(options, folder, open)
  const { outputs } = files
  let rejectedFile: OutputFile | null = null
  const openRejected = (): OutputFile => {
    rejectedFile ??= folder.open(REJECTED)
    return rejectedFile
  }
  const writer = new FoundWriter(options, privacy, outputs, text => {
    if (options.keepRejected !== false) openRejected().line(text)
  })
  const layouts = layoutsOf(formats)
  const layoutOf = formats.map(format => layouts.indexOf(WRITERS[format].layout))
  const addPart = (part: Part): void => {
    for (const [t, { table, sinks }] of outputs.entries())
      if (table.name !== ISSUES)
        for (const [i, sink] of sinks.entries())
          sink.add(part.rows[t]?.[layoutOf[i] as number] as LaidOutRows)
    writer.addPart(part)
    if (part.rejected.count > 0) addHeld(openRejected(), part.rejected)
  }
  const { jobs } = options
  const source =
    jobs === undefined || jobs.count === 1
      ? gatherParts(markCuts(readPieces(paths, options), options), options)
      : (await import('./jobs/read-in-threads.js')).readInThreads(paths, options, jobs)
  for await (const found of source) {
    if ('part' in found) addPart(found.part)
    else if ('cut' in found) files.next()
    else writer.take(found)
  }
  writer.end()
  files.end()
  return { ...writer.tally.counts(), rejectedFile: rejectedFile === null ? null : REJECTED }
}
