/** Which rows have the cells of the row before them too: where each run of such rows begins, and behind the last where it ends. */
export class Runs {
  starts = new Int32Array(256)
  count = 0
  readonly #by: ((row: unknown) => unknown) | null

  /** Rows for which `by` gives the same object are one run; null where each is one. */
  constructor(by: ((row: unknown) => unknown) | null) {
    this.#by = by
  }

  /** Turns to rows from one on, up to another. */
  find(rows: readonly unknown[], from: number, end: number): void {
    if (this.starts.length <= end - from) this.starts = new Int32Array(2 * (end - from))
    const { starts } = this
    const by = this.#by
    let count = 0
    let last: unknown = null
    for (let row = from; row < end; row++) {
      if (by !== null) {
        const shared = by(rows[row])
        if (shared === last && row > from) continue
        last = shared
      }
      starts[count++] = row
    }
    starts[count] = end
    this.count = count
  }

  /** One row. */
  static readonly one = new Runs(null)
  static {
    Runs.one.find([null], 0, 1)
  }
}
