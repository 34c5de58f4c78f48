const MAX_KNOWN = 5000

/** Under which numbers what was written for a lasting object is kept, by segment. */
interface Piece {
  readonly object: unknown
  readonly kept: (number | undefined)[]
  /** What came behind it the last time: rows of one form come in one order. */
  next: Piece | null
}

/** What was written for the lasting objects that rows share their values by. */
export class Pieces {
  readonly #known = new Map<unknown, Piece>()
  #last: Piece | null = null

  /** Turns to an object, and gives the numbers of what was written for it, by segment. Missing: null where there are too many. */
  keptFor(object: unknown): (number | undefined)[] | null {
    const before = this.#last
    let piece = before === null ? null : before.next
    if (piece === null || piece.object !== object) {
      piece = this.#known.get(object) ?? null
      if (piece === null && this.#known.size < MAX_KNOWN) {
        piece = { object, kept: [], next: null }
        this.#known.set(object, piece)
      }
      if (before !== null) before.next = piece
    }
    this.#last = piece
    return piece === null ? null : piece.kept
  }
}
