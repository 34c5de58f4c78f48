/** The keys of the tables as they stand in JSON, `"key":`, in words of four bytes: the last of a key begins before its end. */
export class KeyWords {
  readonly #words: number[] = []
  readonly #starts: number[] = []
  readonly #lengths: number[] = []

  /** Adds a key, and gives its number. */
  add(key: string): number {
    const bytes = Buffer.from(`${JSON.stringify(key)}:`)
    this.#starts.push(this.#words.length)
    this.#lengths.push(bytes.length)
    for (let at = 0; at + 4 <= bytes.length; at += 4) this.#words.push(bytes.readInt32LE(at))
    if (bytes.length % 4 !== 0) this.#words.push(bytes.readInt32LE(bytes.length - 4))
    return this.#starts.length - 1
  }

  /** The words of all keys, and where those of each begin. */
  get table(): { readonly words: Int32Array; readonly starts: Int32Array; readonly lengths: Int32Array } {
    return {
      words: Int32Array.from(this.#words),
      starts: Int32Array.from(this.#starts),
      lengths: Int32Array.from(this.#lengths),
    }
  }
}
