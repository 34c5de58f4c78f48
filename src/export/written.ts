const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Copies stand together, so many words of them: a buffer for each would take more memory than they. */
const ROOM = 1 << 13
let room = new Int32Array(0)
let used = 0

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

  /** A copy of bytes, whatever becomes of those. */
  static of(bytes: Uint8Array): Written {
    const count = (bytes.length + 3) >> 2
    if (used + count > room.length) {
      room = new Int32Array(Math.max(ROOM, count))
      used = 0
    }
    const own = new Written(room, used, bytes.length)
    own.bytes.set(bytes)
    used += count
    return own
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
