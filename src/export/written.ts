/** Bytes that are written again and again. */
export class Written {
  readonly length: number
  /** The last one is filled up with zeros. */
  readonly #words: Int32Array

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    this.#words = new Int32Array((bytes.length + 3) >> 2)
    for (let i = 0; i < bytes.length; i++)
      this.#words[i >> 2] = (this.#words[i >> 2] as number) | ((bytes[i] as number) << (8 * (i & 3)))
  }

  /** Writes them at a place of a view, and up to three more behind them. */
  to(view: DataView, at: number): void {
    const words = this.#words
    for (let i = 0; i < words.length; i++) view.setInt32(at + 4 * i, words[i] as number, true)
  }
}
