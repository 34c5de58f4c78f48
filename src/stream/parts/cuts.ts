import { isObject } from '../../core/json-value.js'
import { elementsOf } from '../../normalize/elements.js'
import { heldUnder, identityOf } from '../../normalize/envelope.js'
import type { ValueKind } from '../../normalize/kind-of-value.js'
import type { ParsedValue } from '../../normalize/raw-dossier.js'
import { DossierAssembler } from '../dossier-assembler.js'
import type { Found } from '../found.js'
import { type InputOptions, parsePiece } from '../parse-piece.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'

const CUT = { cut: true } as const

/** Between two taxpayers: what comes next belongs to another part. */
export type Cut = typeof CUT

/**
 * Marks values before which a part may end: so many bytes came since the last, and another taxpayer begins. It is told by
 * the values alone, so that it does not depend on who works on them. Without a size there is one part.
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
 * Ends a part before a value that is marked, where nothing is held back that may turn out to be one taxpayer's with what
 * follows.
 */
export function* cutBefore(
  assembler: DossierAssembler,
  piece: SourcePiece | undefined,
): Generator<readonly Found[] | Cut> {
  if (piece?.startsPart !== true || !assembler.canSkip([])) return
  yield assembler.skip([])
  yield CUT
}

/** What values hold, in their order, many at a time, with a cut behind each part. */
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
 * Makes the function that tells whether one taxpayer ends with a value and another begins with the next. It does not parse
 * values of more than `most` characters, and answers no for them.
 */
export function betweenTaxpayers(
  options: InputOptions,
  most: number,
): (one: SourcePiece, other: SourcePiece) => boolean {
  // These values are read ahead of their order. They are observed later, when they are read in order.
  const unobserved = { ...options, watch: undefined }
  /** Returns the taxpayer of a value, or null if it has none or may have several. */
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
 * Returns the taxpayer to whom all parts of a value belong, null if there is none, and undefined if there may be several, so
 * that only reading the values before it can tell.
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

/** Returns the only distinct item, null if there is no item, and undefined if there are several. */
function onlyOf<T>(ids: readonly T[]): T | null | undefined {
  const distinct = [...new Set(ids)]
  return distinct.length === 0 ? null : distinct.length === 1 ? distinct[0] : undefined
}
