/** Bytes that are written again and again. */
export class Written {
  readonly length: number
  /** The last one is filled up with zeros. */
  readonly #words: Int32Array

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    const padded = new Uint8Array(bytes.length + 3)
    padded.set(bytes)
    const view = new DataView(padded.buffer)
    this.#words = Int32Array.from({ length: (bytes.length + 3) >> 2 }, (_, i) => view.getInt32(4 * i, true))
  }

  /** Writes them at a place of a view, and up to three more behind them. */
  to(view: DataView, at: number): void {
    const words = this.#words
    for (let i = 0; i < words.length; i++) view.setInt32(at + 4 * i, words[i] as number, true)
  }
}
