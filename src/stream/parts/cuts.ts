import { isObject } from '../../core/json-value.js'
import { elementsOf } from '../../normalize/elements.js'
import { heldUnder, identityOf } from '../../normalize/envelope.js'
import type { ValueKind } from '../../normalize/kind-of-value.js'
import type { ParsedValue } from '../../normalize/raw-dossier.js'
import { DossierAssembler } from '../dossier-assembler.js'
import type { Found } from '../found.js'
import { type InputOptions, parsePiece } from '../parse-piece.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'

// Divides the outputs into parts. A *part* is the file of each table for some consecutive taxpayers. A *cut* is the boundary
// between two parts. A cut must be between two taxpayers, because a taxpayer's rows are in one part. It depends only on the
// input and `partBytes`, and not on the number of threads. For example, if `partBytes` is 100 and the values of taxpayers A, A,
// B and C have 60 bytes each, the cuts are before B (120 bytes so far) but not before C (60 bytes since the last cut).

const CUT = { cut: true } as const

/** Marks a cut: all that follows belongs to the next part. */
export type Cut = typeof CUT

/**
 * Marks the pieces before which a part may end: at least `partBytes` came since the last mark, and another taxpayer begins.
 * Without `partBytes` nothing is marked.
 */
export async function* markCuts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  { partBytes, ...options }: InputOptions & { readonly partBytes?: number | undefined },
): AsyncGenerator<readonly SourcePiece[]> {
  if (partBytes === undefined) {
    yield* pieces
    return
  }
  const isBetween = betweenTaxpayers(options, Number.POSITIVE_INFINITY)
  let last: SourcePiece | null = null
  let bytes = 0
  for await (const several of pieces) {
    for (const piece of several) {
      const isCut = last !== null && bytes >= partBytes && isBetween(last, piece)
      if (isCut) (piece as { startsPart?: true }).startsPart = true
      bytes = (isCut ? 0 : bytes) + (piece.bytes?.length ?? 0)
      last = piece
    }
    yield several
  }
}

/**
 * Ends a part before a marked piece. Does not end it if the assembler holds back values that may belong to the same taxpayer
 * as later values.
 */
export function* cutBefore(
  assembler: DossierAssembler,
  piece: SourcePiece | undefined,
): Generator<readonly Found[] | Cut> {
  if (piece?.startsPart !== true || !assembler.canSkip([])) return
  yield assembler.skip([])
  yield CUT
}

/** Assembles pieces into dossiers and broken values, many at a time. Yields a cut after each part. */
export async function* gatherParts(
  pieces: AsyncIterable<readonly SourcePiece[]>,
  options: InputOptions,
): AsyncGenerator<readonly Found[] | Cut> {
  const assembler = new DossierAssembler(options)
  for await (const several of pieces)
    for (const piece of several) {
      if (assembler.isFull) yield assembler.take()
      yield* cutBefore(assembler, piece)
      assembler.add(parsePiece(piece, options), sizeOf(piece))
    }
  yield assembler.end()
}

/**
 * Makes the function that returns true if one taxpayer ends with a piece and another begins with the next piece. The function
 * does not parse pieces of more than `most` characters, and returns false for them.
 */
export function betweenTaxpayers(
  options: InputOptions,
  most: number,
): (one: SourcePiece, other: SourcePiece) => boolean {
  // These pieces are parsed a second time later, in order. The watch observes them then.
  const unobserved = { ...options, watch: undefined }
  /** Returns the taxpayer of a piece, or null if it has none or may have several. */
  const idOf = (piece: SourcePiece): string | null => {
    if ((piece.bytes?.length ?? 0) > most) return null
    const value = parsePiece(piece, unobserved)
    if ('issue' in value || 'values' in value) return null
    return soleId(value, options.taxpayerId ?? null) ?? null
  }
  return (one, other) => {
    const id = idOf(one)
    return id !== null && (idOf(other) ?? id) !== id
  }
}

/**
 * Returns the id of the taxpayer to whom all of a value belongs. Returns null if it names no taxpayer, and undefined if it
 * may have several taxpayers.
 */
function soleId(parsed: ParsedValue, givenId: string | null): string | null | undefined {
  const ofOne = ({ value, name }: ParsedValue, kind: ValueKind): string | null | undefined => {
    const ofRecord = (record: unknown): string | null =>
      (isObject(record) ? identityOf(record['taxpayer_id']) : null) ?? givenId ?? name?.id ?? null
    if (kind === 'array') return null
    if (kind === 'taxpayer') return identityOf((value as Record<string, unknown>)['id'])
    if (kind === 'record') return ofRecord(value)
    const dossier = value as Record<string, unknown>
    const [taxpayer, records] = [heldUnder(dossier, 'taxpayer'), heldUnder(dossier, 'records')]
    const id = isObject(taxpayer) ? identityOf(taxpayer['id']) : null
    return id === null && Array.isArray(records) ? onlyOf(records.map(ofRecord)) : id
  }
  return onlyOf(Array.from(elementsOf(parsed), ([each, kind]) => ofOne(each, kind)))
}

/** Returns the only distinct item, null if the list is empty, and undefined if there are several. */
function onlyOf<T>(ids: readonly T[]): T | null | undefined {
  const distinct = [...new Set(ids)]
  return distinct.length === 0 ? null : distinct.length === 1 ? distinct[0] : undefined
}
