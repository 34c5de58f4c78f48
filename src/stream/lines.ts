/** Lines are put together until they are so long. */
const PIECE = 1 << 16

/** Lines of text as bytes, until they are taken. */
export class Lines {
  #pending = ''
  #pieces: Buffer[] = []

  add(line: string): void {
    this.#pending += line
    if (this.#pending.length > PIECE) this.#encode()
  }

  /** The lines so far, in pieces that end with one; starts anew. */
  take(): readonly Buffer[] {
    this.#encode()
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  #encode(): void {
    if (this.#pending !== '') this.#pieces.push(Buffer.from(this.#pending, 'utf8'))
    this.#pending = ''
  }
}
