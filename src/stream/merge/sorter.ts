import { setImmediate as turn } from 'node:timers/promises'
import { compareEntries, type Entry, type EntryHead, headText, type RunFile, RunReader } from './run-file.js'

/** How much is sorted at a time, and how many files are read at once. Unit of `bytes`: bytes. */
export interface SorterSizes {
  readonly bytes: number
  readonly files: number
}

const SIZES: SorterSizes = { bytes: 1 << 24, files: 64 }

/** What an entry takes beside its text. */
const ENTRY = 128
/** So many bytes are handed on before signals are heard. */
const TURN = 1 << 22

/** An entry in the buffer. */
type Held = Pick<EntryHead, 'id' | 'kind'> & { readonly from: number; readonly to: number }

/** Sorts entries on the disk, by an external merge sort: entries of one taxpayer and kind stay in the order in which they came. */
export class Sorter {
  readonly #newFile: () => RunFile
  readonly #sizes: SorterSizes
  readonly #buffer: Buffer
  #used = 0
  #held: Held[] = []
  /** Sorted files, of which each level was made of many of the one before; of a level the oldest first. */
  readonly #levels: RunFile[][] = []

  constructor(newFile: () => RunFile, sizes: SorterSizes = SIZES) {
    this.#newFile = newFile
    this.#sizes = sizes
    this.#buffer = Buffer.allocUnsafeSlow(sizes.bytes)
  }

  /** Adds an entry; what it gives is to be waited for. Throws OutputError. */
  add({ text, ...head }: Entry): Promise<void> | undefined {
    const length = Buffer.byteLength(text, 'utf8')
    const line = headText({ ...head, length })
    const size = Buffer.byteLength(line, 'utf8') + length
    if (size + ENTRY * (this.#held.length + 1) <= this.#buffer.length - this.#used) {
      this.#hold(head, line, text)
      return undefined
    }
    return this.#addBehind(head, line, text, size)
  }

  /** Calls `visit` with the entries in their order; it takes the text of each from the reader. */
  async each(visit: (head: EntryHead, reader: RunReader) => void): Promise<void> {
    await this.#spill()
    // The higher the level, the older.
    await mergeRuns(this.#levels.toReversed().flat(), visit)
  }

  async #addBehind(head: Pick<EntryHead, 'id' | 'kind'>, line: string, text: string, size: number) {
    await this.#spill()
    if (size + ENTRY <= this.#buffer.length) this.#hold(head, line, text)
    else {
      const file = this.#newFile()
      file.write(Buffer.from(line, 'utf8'))
      file.write(Buffer.from(text, 'utf8'))
      await this.#keep(file, 0)
    }
  }

  #hold({ id, kind }: Pick<EntryHead, 'id' | 'kind'>, line: string, text: string): void {
    const from = this.#used
    const head = from + this.#buffer.write(line, from, 'utf8')
    const to = head + this.#buffer.write(text, head, 'utf8')
    this.#held.push({ id, kind, from, to })
    this.#used = to
  }

  async #spill(): Promise<void> {
    if (this.#held.length === 0) return
    const file = this.#newFile()
    const sorted = new Buffered(bytes => file.write(bytes))
    for (const { from, to } of this.#held.sort(compareEntries)) sorted.add(this.#buffer.subarray(from, to))
    sorted.end()
    this.#held = []
    this.#used = 0
    await this.#keep(file, 0)
  }

  async #keep(file: RunFile, level: number): Promise<void> {
    this.#levels[level] ??= []
    const files = this.#levels[level]
    files.push(file)
    if (files.length < this.#sizes.files) return
    const whole = this.#newFile()
    const merged = new Buffered(bytes => whole.write(bytes))
    await mergeRuns(files, (head, reader) => {
      merged.add(Buffer.from(headText(head), 'utf8'))
      reader.take(piece => merged.add(piece))
    })
    merged.end()
    for (const each of files) each.discard()
    files.length = 0
    await this.#keep(whole, level + 1)
  }
}

/** Small pieces are written together. */
class Buffered {
  readonly #write: (bytes: Uint8Array) => void
  readonly #buffer = Buffer.allocUnsafe(1 << 18)
  #used = 0

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write
  }

  add(piece: Buffer): void {
    if (piece.length > this.#buffer.length - this.#used) this.end()
    if (piece.length > this.#buffer.length) this.#write(piece)
    else this.#used += piece.copy(this.#buffer, this.#used)
  }

  end(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }
}

/** Calls `visit` with the entries of sorted files in their order; of equal ones that of the earlier file comes first. */
async function mergeRuns(
  files: readonly RunFile[],
  visit: (head: EntryHead, reader: RunReader) => void,
): Promise<void> {
  let readers = files.map(file => new RunReader(file))
  let bytes = 0
  for (;;) {
    let next: RunReader | null = null
    let isOver = false
    for (const reader of readers) {
      if (reader.head === null) isOver = true
      else if (next?.head == null || compareEntries(reader.head, next.head) < 0) next = reader
    }
    if (next?.head == null) return
    bytes += next.head.length
    visit(next.head, next)
    if (isOver) readers = readers.filter(({ head }) => head !== null)
    if (bytes > TURN) {
      bytes = 0
      await turn()
    }
  }
}
