import { isObject } from '../../core/json-value.js'
import { listElements, type ValueKind } from '../../ingest/group/classify-value.js'
import type { ParsedValue } from '../../ingest/group/raw-dossier.js'
import { findDossierPart, toIdentity } from '../../ingest/group/split-dossier.js'
import type { TableSpec } from '../../tables/table.js'
import type { SinkOpener, TableSink } from '../formats/writer.js'
import type { OutputFolder } from '../output/output.js'
import type { OutputFile } from '../output/output-file.js'
import { DossierAssembler } from '../read/dossier-assembler.js'
import type { InputResult } from '../read/input-result.js'
import { type InputOptions, parsePiece } from '../read/parse-piece.js'
import type { SourcePiece } from '../split/split.js'
import type { ConversionSettings } from './convert-options.js'

// Divides the outputs into parts. A *part* is one file of each table, with the rows of consecutive taxpayers. A *cut*
// is the boundary between two parts. It is always between two taxpayers. The position of a cut depends only on
// the input and `partBytes`, not on the number of threads. For example, if `partBytes` is 100 and the values of
// taxpayers A, A, B and C have 60 bytes each, there is a cut before B (after 120 bytes) but not before C (after 60).

const CUT = { cut: true } as const

/** A cut in a stream of results. Everything after it belongs to the next part. */
export type Cut = typeof CUT

/**
 * Flags the pieces that may begin a new part. Such a piece begins another taxpayer, at least `partBytes` bytes after
 * the last flagged piece. If `partBytes` is undefined, flags nothing.
 */
export async function* markCuts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  { partBytes = Number.POSITIVE_INFINITY, ...options }: InputOptions & Pick<ConversionSettings, 'partBytes'>,
): AsyncGenerator<readonly SourcePiece[]> {
  const isTaxpayerBoundary = makeBoundaryTest(options, Number.POSITIVE_INFINITY)
  let previousPiece: SourcePiece | null = null
  let bytes = 0
  for await (const pieceBatch of pieces) {
    for (const sourcePiece of pieceBatch) {
      const isCut = previousPiece !== null && bytes >= partBytes && isTaxpayerBoundary(previousPiece, sourcePiece)
      if (isCut) (sourcePiece as { isPartStart?: true }).isPartStart = true
      bytes = (isCut ? 0 : bytes) + (sourcePiece.latin1?.length ?? 0)
      previousPiece = sourcePiece
    }
    yield pieceBatch
  }
}

/** Ends a part before a flagged piece, unless buffered values may belong to a later taxpayer. */
export function* cutBefore(
  assembler: DossierAssembler,
  sourcePiece: SourcePiece | undefined,
): Generator<readonly InputResult[] | Cut> {
  if (sourcePiece?.isPartStart !== true || !assembler.canEndTaxpayer) return
  yield assembler.endTaxpayer()
  yield CUT
}

/** Assembles pieces into dossiers and broken values, many at a time. Yields a cut between parts. */
export async function* assembleDossiersAndCuts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<readonly InputResult[] | Cut> {
  const assembler = new DossierAssembler(options)
  for await (const pieceBatch of pieces)
    for (const sourcePiece of pieceBatch) {
      yield* cutBefore(assembler, sourcePiece)
      yield* assembler.addPiece(sourcePiece, options)
    }
  yield assembler.end()
}

/**
 * Makes a function that returns true if two consecutive pieces belong to different taxpayers. It does not parse pieces
 * of more than `maxCharacters` characters, and returns false if one is larger.
 */
export function makeBoundaryTest(
  options: InputOptions,
  maxCharacters: number,
): (firstPiece: SourcePiece, nextPiece: SourcePiece) => boolean {
  // These pieces are parsed again later, in order. The watch should observe them only then.
  const optionsWithoutWatch = { ...options, watch: undefined }
  /** Returns the id of a piece's taxpayer, or null if it has none or may have several. */
  const readTaxpayerId = (sourcePiece: SourcePiece): string | null => {
    if ((sourcePiece.latin1?.length ?? 0) > maxCharacters) return null
    const values = parsePiece(sourcePiece, optionsWithoutWatch)
    const { value } = values.next()
    if (value === undefined || 'issue' in value || values.next().done !== true) return null
    return findSoleTaxpayerId(value, options.taxpayerId ?? null) ?? null
  }
  return (firstPiece, nextPiece) => {
    const id = readTaxpayerId(firstPiece)
    return id !== null && (readTaxpayerId(nextPiece) ?? id) !== id
  }
}

/**
 * Returns the id of the only taxpayer in a value, null if the value names none, or undefined if it may have several.
 */
function findSoleTaxpayerId(parsed: ParsedValue, defaultId: string | null): string | null | undefined {
  const findElementId = ({ value, fileOwner }: ParsedValue, kind: ValueKind): string | null | undefined => {
    const findRecordId = (record: unknown): string | null =>
      (isObject(record) ? toIdentity(record['taxpayer_id']) : null) ?? defaultId ?? fileOwner?.id ?? null
    if (kind === 'array') return null
    if (kind === 'taxpayer') return toIdentity((value as Record<string, unknown>)['id'])
    if (kind === 'record') return findRecordId(value)
    const dossier = value as Record<string, unknown>
    const [taxpayer, records] = [findDossierPart(dossier, 'taxpayer'), findDossierPart(dossier, 'records')]
    const id = isObject(taxpayer) ? toIdentity(taxpayer['id']) : null
    return id === null && Array.isArray(records) ? findOnlyId(records.map(findRecordId)) : id
  }
  return findOnlyId(Array.from(listElements(parsed), ([element, kind]) => findElementId(element, kind)))
}

/** Returns the only distinct item, null if the list is empty, or undefined if it has several distinct items. */
function findOnlyId<T>(ids: readonly T[]): T | null | undefined {
  const distinctIds = [...new Set(ids)]
  return distinctIds.length === 0 ? null : distinctIds.length === 1 ? distinctIds[0] : undefined
}

export const formatTableFileName = (table: string, format: string, part: number | null): string =>
  part === null ? `${table}.${format}` : `${table}/part-${String(part).padStart(5, '0')}.${format}`

/** The open files of all tables, one per table and format. If `partBytes` is set, they belong to the current part. */
export class TableFiles {
  readonly outputs: readonly { readonly table: TableSpec; readonly sinks: TableSink[] }[]
  readonly #options: ConversionSettings
  readonly #folder: OutputFolder
  readonly #sinkOpeners: readonly SinkOpener[]
  #files: OutputFile[] = []
  #partNumber: number | null

  /** Opens the first files. `sinkOpeners` has an opener for each of `options.formats`, in order. Throws OutputError. */
  constructor(options: ConversionSettings, folder: OutputFolder, sinkOpeners: readonly SinkOpener[]) {
    this.#options = options
    this.#folder = folder
    this.#sinkOpeners = sinkOpeners
    this.#partNumber = options.partBytes === undefined ? null : 0
    this.outputs = options.tables.map(table => ({ table, sinks: this.#openSinks(table) }))
  }

  /** Finishes the current part's files and opens those of the next part. Throws OutputError. */
  startNextPart(): void {
    this.end()
    // Finishing releases the buffers and descriptors. The files are renamed at the end of the run.
    for (const file of this.#files) file.finish()
    this.#files = []
    this.#partNumber = (this.#partNumber ?? 0) + 1
    for (const { table, sinks } of this.outputs) sinks.splice(0, sinks.length, ...this.#openSinks(table))
  }

  /** Writes the rows that the sinks still buffer. */
  end(): void {
    for (const { sinks } of this.outputs) for (const sink of sinks) sink.end()
  }

  #openSinks(table: TableSpec): TableSink[] {
    return this.#options.formats.map((format, i) => {
      const file = this.#folder.open(formatTableFileName(table.name, format, this.#partNumber))
      this.#files.push(file)
      return (this.#sinkOpeners[i] as SinkOpener)(table, file, this.#options)
    })
  }
}
