import { isSpace, LINE_FEED } from './bytes.js'

/** Where in an input something stands; both count from 1, columns in bytes. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Chunks, and how far they are read: who reads them hands them on to another. A chunk is good until the next is asked for. */
export class Feed {
  readonly #source: AsyncIterator<Buffer>
  chunk: Buffer = Buffer.alloc(0)
  /** The next byte of the chunk. */
  at = 0
  line = 1
  /** Where the line begins, counted from the chunk's first byte. */
  #lineStart = 0

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source
  }

  /** Goes on to the next chunk; false where there is none. */
  async next(): Promise<boolean> {
    this.#lineStart -= this.chunk.length
    this.at = 0
    const next = await this.#source.next()
    this.chunk = next.done === true ? Buffer.alloc(0) : next.value
    return next.done !== true
  }

  /** Notes that a line ends at a byte of the chunk. */
  endLine(at: number): void {
    this.line++
    this.#lineStart = at + 1
  }

  /** The place of a byte of the chunk. */
  placeOf(at: number): Place {
    return { line: this.line, column: at - this.#lineStart + 1 }
  }

  /** Skips white space, and gives the byte behind it, which is not taken; null at the end. */
  async significant(): Promise<number | null> {
    for (;;) {
      for (; this.at < this.chunk.length; this.at++) {
        const byte = this.chunk[this.at] as number
        if (byte === LINE_FEED) this.endLine(this.at)
        else if (!isSpace(byte)) return byte
      }
      if (!(await this.next())) return null
    }
  }

  /** What is left, as chunks. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.at < this.chunk.length) yield this.chunk.subarray(this.at)
    while (await this.next()) yield this.chunk
  }
}
