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

  /** Begins the next run with a row. */
  begin(row: number): void {
    if (this.count + 1 === this.starts.length) {
      const { starts } = this
      this.starts = new Int32Array(2 * starts.length)
      this.starts.set(starts)
    }
    this.starts[this.count++] = row
  }

  /** Ends the last run before a row. */
  end(row: number): void {
    this.starts[this.count] = row
  }

  /** The runs of rows from one on, up to another, and which of these the first one is. */
  part(from: number, end: number): { readonly runs: Runs; readonly first: number } {
    const { starts, count } = this
    if (from === starts[0] && end === starts[count]) return { runs: this, first: 0 }
    let first = 0
    while ((starts[first + 1] as number) <= from) first++
    const runs = new Runs(null)
    for (let i = first; i < count && (starts[i] as number) < end; i++)
      runs.begin(Math.max(starts[i] as number, from))
    runs.end(end)
    return { runs, first }
  }

  /** One row. */
  static readonly one = new Runs(null)
  static {
    Runs.one.find([null], 0, 1)
  }
}
