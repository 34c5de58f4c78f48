import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Issue, Severity } from '../core/issue.js'
import { type CsvOptions, csvHeader, csvLine } from '../export/csv.js'
import { CsvWriter } from '../export/csv-writer.js'
import { rowsOf } from '../export/data.js'
import type { CellValue, Scope, TableSpec, UnderwriteScope } from '../export/table.js'
import { ISSUE_COLUMNS, rangeIssues } from '../export/tables.js'
import { type ReadingOptions, readSourceDossier, rejectionsOf } from '../normalize/dossier.js'
import { Privacy, type PrivacyOptions } from '../normalize/privacy.js'
import { resultOf } from '../summarize/result.js'
import { type DossierOptions, readDossiers, textAt } from './dossiers.js'
import { sourceName } from './input.js'
import { type OutputFile, OutputFolder } from './output.js'

/** A format of output: CSV, the Arrow file or the Arrow stream. */
export const FORMATS = ['csv', 'arrow', 'arrows'] as const

/** A format of output. */
export type Format = (typeof FORMATS)[number]

/** What a conversion is told. `version` and `settings` are written to the manifest. */
export interface ConvertOptions extends DossierOptions, ReadingOptions, PrivacyOptions, CsvOptions {
  readonly out: string
  readonly formats?: readonly Format[]
  readonly tables: readonly TableSpec[]
  readonly keepRejected?: boolean
  /** Under which policies a taxpayer is underwritten, and what the caller knows of it. */
  readonly underwrite?: (taxpayerId: string) => UnderwriteScope
  readonly version: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** What a conversion did. */
export interface ConvertReport {
  readonly taxpayers: number
  /** Records and values that were refused, repeated records too. */
  readonly rejected: number
  /** Single entries of form arrays that were refused. */
  readonly rejectedEntries: number
  readonly issues: Readonly<Record<Severity, number>>
  /** A file is one value, and that value is broken. */
  readonly unreadable: boolean
  readonly rejectedFile: string | null
}

/** Writes the rows of one table in one format. */
interface TableSink {
  rows(scope: Scope): void
  issue(cells: readonly CellValue[]): void
  end(): void
}

const REJECTED = 'rejected.ndjson'

/**
 * Converts files to tables, a taxpayer at a time. Every output is written beside its place and put there when all are
 * whole, the manifest last; where reading or writing fails none is. Throws InputError and OutputError.
 */
export async function convert(paths: readonly string[], options: ConvertOptions): Promise<ConvertReport> {
  const privacy = new Privacy(options)
  const folder = new OutputFolder(options.out)
  try {
    return await run(paths, options, privacy, folder)
  } catch (cause) {
    folder.discard()
    throw cause
  }
}

async function run(
  paths: readonly string[],
  options: ConvertOptions,
  privacy: Privacy,
  folder: OutputFolder,
): Promise<ConvertReport> {
  const formats = options.formats ?? ['csv']
  // apache-arrow is slow to load: only those who ask for Arrow pay for it.
  const arrow = formats.some(format => format !== 'csv')
    ? (await import('../export/arrow.js')).ArrowWriter
    : null
  const outputs = options.tables.map(table => ({
    table,
    sinks: formats.map((format): TableSink => {
      const file = folder.open(`${table.name}.${format}`)
      if (format === 'csv') return csvSink(table, file, options)
      const writer = new (arrow as NonNullable<typeof arrow>)(
        table,
        format === 'arrow' ? 'file' : 'stream',
        bytes => file.bytes(bytes),
      )
      const row = (cells: readonly CellValue[]): void => {
        file.rows++
        writer.row(cells)
      }
      return {
        rows: scope => {
          for (const cells of rowsOf(table, scope)) row(cells)
        },
        issue: row,
        end: () => writer.end(),
      }
    }),
  }))
  const issueSinks = outputs.find(({ table }) => table.name === 'issues')?.sinks ?? []
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  let rejectedFile: OutputFile | null = null
  let [taxpayers, rejected, rejectedEntries, unreadable] = [0, 0, 0, false]
  const bytes = new Map<string, number>()

  const reject = (text: string | null): void => {
    if (options.keepRejected === false || text === null) return
    rejectedFile ??= folder.open(REJECTED)
    rejectedFile.rows++
    rejectedFile.text(`${text}\n`)
  }
  const inputs = {
    ...options,
    onBytes: (path: string, count: number) => {
      bytes.set(path, (bytes.get(path) ?? 0) + count)
      options.onBytes?.(path, count)
    },
  }
  for await (const found of readDossiers(paths, inputs)) {
    if ('issue' in found) {
      counts[found.issue.severity]++
      rejected++
      unreadable ||= found.unreadable
      reject(found.text)
      writeIssue(found.issue, issueSinks)
      continue
    }
    const dossier = readSourceDossier(found.dossier, options)
    const { taxpayerId } = dossier
    const underwrite = options.underwrite?.(taxpayerId)
    const scope: Scope = {
      result: resultOf(dossier),
      taxpayerId,
      privacy,
      ...(underwrite === undefined ? {} : { underwrite }),
    }
    taxpayers++
    rejected += dossier.rejected.length
    for (const record of dossier.records) rejectedEntries += record.rejectedEntries.length
    for (const { at, origin } of rejectionsOf(dossier)) reject(textAt(origin, at))
    for (const issue of [...scope.result.issues, ...rangeIssues(scope)]) counts[issue.severity]++
    for (const { sinks } of outputs) for (const sink of sinks) sink.rows(scope)
  }
  for (const { sinks } of outputs) for (const sink of sinks) sink.end()
  folder.commit(
    files => ({
      version: options.version,
      ...options.settings,
      inputs: paths.map(path => ({ name: sourceName(path), bytes: bytes.get(path) ?? 0 })),
      files,
    }),
    name => name === REJECTED,
    rejectedFile === null && existsSync(join(options.out, REJECTED)) ? [REJECTED] : [],
  )
  return {
    taxpayers,
    rejected,
    rejectedEntries,
    issues: counts,
    unreadable,
    rejectedFile: rejectedFile === null ? null : REJECTED,
  }
}

function csvSink(table: TableSpec, file: OutputFile, options: CsvOptions): TableSink {
  file.text(csvHeader(table.columns))
  const writer = new CsvWriter(table, options)
  return {
    rows: scope => {
      file.rows += writer.lines(scope, text => file.text(text))
    },
    issue: cells => {
      file.rows++
      file.text(csvLine(table.columns, cells, options))
    },
    end: () => {},
  }
}

function writeIssue(issue: Issue, sinks: readonly TableSink[]): void {
  const row = { ...issue, taxpayerId: null }
  const cells = ISSUE_COLUMNS.map(column => column.of(row, undefined as never))
  for (const sink of sinks) sink.issue(cells)
}
