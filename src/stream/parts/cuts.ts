import { isObject } from '../../core/json-value.js'
import type { ValueKind } from '../../normalize/classify-value.js'
import { listElements } from '../../normalize/list-elements.js'
import type { ParsedValue } from '../../normalize/raw-dossier.js'
import { findDossierPart, toIdentity } from '../../normalize/split-dossier.js'
import { DossierAssembler } from '../dossier-assembler.js'
import type { InputResult } from '../input-result.js'
import { type InputOptions, parsePiece } from '../parse-piece.js'
import { estimatePieceSize, type SourcePiece } from '../source-pieces.js'

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
  { partBytes, ...options }: InputOptions & { readonly partBytes?: number | undefined },
): AsyncGenerator<readonly SourcePiece[]> {
  if (partBytes === undefined) {
    yield* pieces
    return
  }
  const isTaxpayerBoundary = makeBoundaryTest(options, Number.POSITIVE_INFINITY)
  let previousPiece: SourcePiece | null = null
  let bytes = 0
  for await (const pieceBatch of pieces) {
    for (const sourcePiece of pieceBatch) {
      const isCut = previousPiece !== null && bytes >= partBytes && isTaxpayerBoundary(previousPiece, sourcePiece)
      if (isCut) (sourcePiece as { isPartStart?: true }).isPartStart = true
      bytes = (isCut ? 0 : bytes) + (sourcePiece.bytes?.length ?? 0)
      previousPiece = sourcePiece
    }
    yield pieceBatch
  }
}

/** Ends a part before a flagged piece, unless the assembler buffers values that may belong to a later taxpayer. */
export function* cutBefore(
  assembler: DossierAssembler,
  sourcePiece: SourcePiece | undefined,
): Generator<readonly InputResult[] | Cut> {
  if (sourcePiece?.isPartStart !== true || !assembler.canSkip([])) return
  yield assembler.skip([])
  yield CUT
}

/** Assembles pieces into dossiers and broken values, many at a time. Yields a cut between parts. */
export async function* assembleParts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<readonly InputResult[] | Cut> {
  const assembler = new DossierAssembler(options)
  for await (const pieceBatch of pieces)
    for (const sourcePiece of pieceBatch) {
      if (assembler.isFull) yield assembler.take()
      yield* cutBefore(assembler, sourcePiece)
      assembler.add(parsePiece(sourcePiece, options), estimatePieceSize(sourcePiece))
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
    if ((sourcePiece.bytes?.length ?? 0) > maxCharacters) return null
    const value = parsePiece(sourcePiece, optionsWithoutWatch)
    if ('issue' in value || 'values' in value) return null
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
  const findElementId = ({ value, name }: ParsedValue, kind: ValueKind): string | null | undefined => {
    const findRecordId = (record: unknown): string | null =>
      (isObject(record) ? toIdentity(record['taxpayer_id']) : null) ?? defaultId ?? name?.id ?? null
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
