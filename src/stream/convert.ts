import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { orLate, pauseOf } from '../core/deadline.js'
import type { Issue } from '../core/issue.js'
import type { CsvOptions } from '../export/csv.js'
import { issuesOf } from '../export/issues-table.js'
import type { Scope, TableSpec } from '../export/table.js'
import {
  type RawDossier,
  type ReadingOptions,
  readSourceDossier,
  rejectionsOf,
  type SourceDossier,
} from '../normalize/dossier.js'
import { Privacy, type PrivacyOptions } from '../normalize/privacy.js'
import { resultOf, type TaxpayerResult } from '../summarize/result.js'
import type { Terms } from '../underwrite/terms.js'
import { type BrokenValue, type DossierOptions, type Found, readDossiers } from './dossiers.js'
import { type Format, WRITERS } from './formats/index.js'
import { addChunks, type FileRole, type OpenSink, type TableSink } from './formats/writer.js'
import { sourceName } from './input.js'
import { IssueListing } from './issue-listing.js'
import { cellsSink, writeCells, writeIssue, writeIssues } from './issue-rows.js'
import { keepInputs } from './keep-inputs.js'
import { MANIFEST, OutputError, type OutputFile, OutputFolder } from './output.js'
import { readWritten, type Written } from './print.js'
import { type Counts, Tally } from './tally.js'
import { textAt } from './text-origin.js'

/** What a conversion is told. `version` and `settings` are written to the manifest. */
export interface ConvertOptions extends DossierOptions, ReadingOptions, PrivacyOptions, CsvOptions {
  readonly out: string
  readonly formats: readonly Format[]
  readonly tables: readonly TableSpec[]
  readonly keepRejected?: boolean | undefined
  /** Under what a taxpayer is underwritten. Asked once for each. */
  readonly termsOf: (taxpayerId: string) => Terms
  readonly version: string
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Files beside the inputs that were read for the options. */
  readonly optionFiles?: readonly string[] | undefined
}

/** What a conversion did. */
export interface ConvertReport extends Counts {
  readonly rejectedFile: string | null
}

/** What another process made of values between others: a folder of files of rows, and what it met. */
export interface Part {
  readonly folder: string
  readonly files: Readonly<Record<string, Written>>
  readonly report: ConvertReport
  /** What it did not list. */
  readonly unlisted: IssueListing['more']
}

/** Where several processes work: the parts that they make, and what is between these. */
export type ReadParts = (
  options: DossierOptions,
  folder: OutputFolder,
) => AsyncIterable<Found | { readonly part: Part }>

const REJECTED = 'rejected.ndjson'
const ISSUES = 'issues'

/** The issues of a part. */
const ISSUE_CELLS = 'issues.cells'

/**
 * Converts files to tables, a taxpayer at a time. Every output is written beside its place and put there when all are
 * whole, the manifest last; where reading or writing fails none is. Throws InputError and OutputError.
 */
export async function convert(
  paths: readonly string[],
  options: ConvertOptions,
  readParts?: ReadParts,
): Promise<ConvertReport> {
  const privacy = new Privacy(options)
  const { formats } = options
  const tables = options.tables.flatMap(({ name }) => formats.map(format => `${name}.${format}`))
  keepInputs([...paths, ...(options.optionFiles ?? [])], options.out, [...tables, MANIFEST, REJECTED])
  const folder = new OutputFolder(options.out)
  const bytes = new Map<string, number>()
  const inputs = {
    ...options,
    onBytes: (path: string, count: number) => {
      bytes.set(path, (bytes.get(path) ?? 0) + count)
      options.onBytes?.(path, count)
    },
  }
  try {
    const source = readParts?.(inputs, folder) ?? readDossiers(paths, inputs)
    const role = readParts === undefined ? 'whole' : 'joined'
    const { report } = await writeTables(source, options, privacy, folder, role)
    // A signal that came while one large value was worked on is heard here, before anything is replaced.
    await turn()
    await turn()
    folder.commit(
      files => ({
        version: options.version,
        ...options.settings,
        inputs: paths.map(path => ({ name: sourceName(path), bytes: bytes.get(path) ?? 0 })),
        files,
      }),
      name => name === REJECTED,
      report.rejectedFile === null && existsSync(join(options.out, REJECTED)) ? [REJECTED] : [],
    )
    return report
  } catch (cause) {
    folder.discard()
    throw cause
  }
}

/** Writes what a source gives to the files of a folder, which are whole then and not in their places yet. */
export async function writeTables(
  source: AsyncIterable<Found | { readonly part: Part }>,
  options: ConvertOptions,
  privacy: Privacy,
  folder: OutputFolder,
  role: FileRole,
): Promise<{ readonly report: ConvertReport; readonly unlisted: IssueListing['more'] }> {
  const { formats } = options
  const open = await Promise.all(formats.map(format => WRITERS[format].load(role)))
  const sinksOf = (table: TableSpec): readonly TableSink[] =>
    role === 'part' && table.name === ISSUES
      ? [cellsSink(table, folder.open(ISSUE_CELLS))]
      : formats.map((format, i) =>
          (open[i] as OpenSink)(table, folder.open(`${table.name}.${format}`), options),
        )
  const outputs = options.tables.map(table => ({ table, sinks: sinksOf(table) }))
  const issueSinks = outputs.find(({ table }) => table.name === ISSUES)?.sinks ?? []
  const listing = new IssueListing(options)
  const tally = new Tally()
  let rejectedFile: OutputFile | null = null

  const reject = (text: string | null): void => {
    if (options.keepRejected === false || text === null) return
    rejectedFile ??= folder.open(REJECTED)
    rejectedFile.rows++
    rejectedFile.text(`${text}\n`)
  }
  const tellBroken = (broken: BrokenValue): void => {
    tally.broken(broken)
    const { issue, taxpayerId } = broken
    if (listing.take(issue)) writeIssue({ ...issue, taxpayerId }, issueSinks)
  }
  /** Refuses all of a taxpayer whose time was over. */
  const refuse = (raw: RawDossier, issue: Issue): void => {
    const { taxpayerId, taxpayer, taxpayerAt, origin, asides, records } = raw
    const values = [
      ...((taxpayer ?? null) === null ? [] : [{ at: taxpayerAt, origin }]),
      ...asides,
      ...records,
    ]
    for (const { at, origin: from } of values) reject(textAt(from, at))
    tellBroken({ issue, taxpayerId, text: null, unreadable: false, count: values.length })
  }
  const addPart = async ({ folder: from, files, report, unlisted }: Part): Promise<void> => {
    const chunksOf = (name: string): AsyncIterable<Buffer> => readPart(join(from, name), files[name])
    tally.add(report)
    for (const { table, sinks } of outputs) {
      if (table.name === ISSUES) {
        await writeCells(chunksOf(ISSUE_CELLS), sinks, listing)
        listing.addMore(unlisted)
        continue
      }
      for (const [i, sink] of sinks.entries()) {
        const name = `${table.name}.${WRITERS[formats[i] as Format].part}`
        await sink.part?.(chunksOf(name), files[name]?.rows ?? 0)
      }
    }
    if (report.rejectedFile === null) return
    rejectedFile ??= folder.open(REJECTED)
    await addChunks(rejectedFile, chunksOf(REJECTED), files[REJECTED]?.rows ?? 0)
  }
  for await (const found of source) {
    if ('part' in found) {
      await addPart(found.part)
      continue
    }
    if ('issue' in found) {
      reject(found.text)
      tellBroken(found)
      continue
    }
    const pause = pauseOf(options.deadline)
    const worked = orLate<{ dossier: SourceDossier; result: TaxpayerResult } | Issue>(
      () => {
        const dossier = readSourceDossier(found.dossier, options, pause)
        return { dossier, result: resultOf(dossier, pause) }
      },
      late => late.issueAt(found.dossier.taxpayerAt, found.dossier.origin),
    )
    const { taxpayerId } = found.dossier
    if ('code' in worked) {
      refuse(found.dossier, worked)
      continue
    }
    const { dossier, result } = worked
    const terms = options.termsOf(taxpayerId)
    const scope: Scope = { result, taxpayerId, privacy, terms }
    tally.dossier(dossier)
    for (const { at, origin } of rejectionsOf(dossier)) reject(textAt(origin, at))
    const issues = issuesOf(scope)
    tally.issues(issues)
    for (const { table, sinks } of outputs) {
      if (table.name === ISSUES) writeIssues(table, scope, issues, sinks, listing)
      else for (const sink of sinks) sink.rows(scope)
    }
  }
  if (role !== 'part')
    for (const issue of listing.rest()) writeIssue({ ...issue, taxpayerId: null }, issueSinks)
  for (const { sinks } of outputs) for (const sink of sinks) await sink.end()
  const report = { ...tally.counts(), rejectedFile: rejectedFile === null ? null : REJECTED }
  return { report, unlisted: listing.more }
}

/** Reads what another process wrote, and nothing else: whoever may write to the output folder could put a link there. */
async function* readPart(path: string, written: Written | undefined): AsyncGenerator<Buffer> {
  try {
    if (written === undefined) throw Object.assign(new Error(), { code: 'ENOENT' })
    yield* readWritten(path, written)
  } catch (cause) {
    throw new OutputError(`A part could not be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}
