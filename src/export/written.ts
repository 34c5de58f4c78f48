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

  /** The bytes themselves. */
  get bytes(): Uint8Array {
    const { buffer, byteOffset } = this.#words
    return new Uint8Array(buffer, byteOffset + 4 * this.#from, this.length)
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
    return decoder.decode(this.bytes)
  }
}

/** The fewest and the most words that room is made for at once. */
const [LEAST, MOST] = [1 << 6, 1 << 14]

/** Copies of bytes, many in one buffer: a buffer for each would take more memory than they. */
export class Copies {
  #words = new Int32Array(0)
  #used = 0

  /** A copy of bytes, whatever becomes of those. */
  of(bytes: Uint8Array): Written {
    const count = (bytes.length + 3) >> 2
    if (this.#used + count > this.#words.length) {
      const room = Math.min(Math.max(2 * this.#words.length, LEAST), MOST)
      this.#words = new Int32Array(Math.max(room, count))
      this.#used = 0
    }
    const from = this.#used
    new Uint8Array(this.#words.buffer, 4 * from).set(bytes)
    this.#used += count
    return new Written(this.#words, from, bytes.length)
  }
}
