/** Keys as they stand in JSON, `"key":`, in words of four bytes; the last word of a key ends where it ends. */
export class KeyWords {
  readonly words: Int32Array
  /** Where the words of each key begin, and how many bytes it has. */
  readonly starts: Int32Array
  readonly lengths: Int32Array

  constructor(keys: readonly string[]) {
    const words: number[] = []
    const starts: number[] = []
    const lengths: number[] = []
    for (const key of keys) {
      const bytes = Buffer.from(`${JSON.stringify(key)}:`)
      starts.push(words.length)
      lengths.push(bytes.length)
      for (let at = 0; at + 4 <= bytes.length; at += 4) words.push(bytes.readInt32LE(at))
      if (bytes.length % 4 !== 0) words.push(bytes.readInt32LE(bytes.length - 4))
    }
    this.words = Int32Array.from(words)
    this.starts = Int32Array.from(starts)
    this.lengths = Int32Array.from(lengths)
  }
  /** True where a key stands here, and a colon right behind it. Where the text ends zeros are to stand. */
  standsAt(view: DataView, at: number, key: number): boolean {
    const { words } = this
    const last = at + (this.lengths[key] as number) - 4
    let word = this.starts[key] as number
    let i = at
    while (i < last && view.getInt32(i, true) === words[word]) {
      i += 4
      word++
    }
    return i >= last && view.getInt32(last, true) === words[word]
  }
}
