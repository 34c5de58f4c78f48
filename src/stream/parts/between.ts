import { getOrCreate } from '../../core/lists.js'
import type { InputOptions } from '../input-options.js'
import { soleId } from '../jobs/sole-id.js'
import { parsePiece } from '../parse-piece.js'
import type { SourcePiece } from '../source-pieces.js'

/**
 * Tells whether one taxpayer ends with a value and another begins with the next. Values of more than `most` characters are
 * not parsed for that, and no taxpayer ends beside them.
 */
export function betweenTaxpayers(
  options: InputOptions,
  most: number,
): (one: SourcePiece, other: SourcePiece) => boolean {
  // These values are read ahead of their order. They are observed later, when they are read in order.
  const unobserved = { ...options, watch: undefined }
  const ids = new WeakMap<SourcePiece, string | null>()
  /** Whose a value is; null where nobody's, or maybe of several. */
  const idOf = (piece: SourcePiece): string | null =>
    getOrCreate(ids, piece, () => {
      if ((piece.bytes?.length ?? 0) > most) return null
      const value = parsePiece(piece, unobserved)
      return 'issue' in value || 'values' in value
        ? null
        : (soleId(value, options.taxpayerId ?? null) ?? null)
    })
  return (one, other) => {
    const id = idOf(one)
    return id !== null && (idOf(other) ?? id) !== id
  }
}
