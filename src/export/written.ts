const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes that are written again and again, or stand on a tape. */
export class Written {
  readonly length: number
  readonly #words: Int32Array
  /** Which word is the first. The last one is filled up with anything. */
  readonly #from: number

  constructor(words: Int32Array, from: number, length: number) {
    this.#words = words
    this.#from = from
    this.length = length
  }

  /** A copy of bytes. */
  static of(bytes: Uint8Array): Written {
    const words = new Int32Array((bytes.length + 3) >> 2)
    new Uint8Array(words.buffer).set(bytes)
    return new Written(words, 0, bytes.length)
  }

  /** The same, whatever becomes of the tape. */
  copy(): Written {
    const from = this.#from
    return new Written(this.#words.slice(from, from + ((this.length + 3) >> 2)), 0, this.length)
  }

  /** Writes them at a place of a view, and up to three more behind them. */
  to(view: DataView, at: number): void {
    const words = this.#words
    const count = (this.length + 3) >> 2
    for (let i = 0, from = this.#from; i < count; i++)
      view.setInt32(at + 4 * i, words[from + i] as number, true)
  }

  /** The text that they are as UTF-8. A mark at its begin is of the text. */
  toString(): string {
    const { buffer, byteOffset } = this.#words
    return decoder.decode(new Uint8Array(buffer, byteOffset + 4 * this.#from, this.length))
  }
}
