import { readSync } from 'node:fs'
import { compareText } from '../../core/text.js'
import { TemporaryFile } from '../output/output-file.js'
import { LINE_FEED } from '../read/bytes.js'

/**
 * The kinds of entries in sorting order: taxpayer objects, a marker that some of the records do not state their
 * taxpayer's id, and records.
 */
export const ENTRY_KINDS = { taxpayer: 0, unnamed: 1, record: 2 } as const

/** An entry without its text. Only taxpayer objects have a source and line. `length` is the text's size in bytes. */
export interface EntryHead {
  readonly id: string
  readonly kind: (typeof ENTRY_KINDS)[keyof typeof ENTRY_KINDS]
  readonly source: string
  readonly line: number | null
  readonly length: number
}

/** A taxpayer object or a record, with its original text on one line. */
export type MergeEntry = Omit<EntryHead, 'length'> & { readonly text: string }

/** Compares entries by the UTF-8 bytes of their taxpayer ids, then by kind. A stable sort keeps the input order. */
export const compareMergeEntries = (a: Pick<EntryHead, 'id' | 'kind'>, b: Pick<EntryHead, 'id' | 'kind'>): number =>
  compareText(a.id, b.id) || a.kind - b.kind

/** Formats an entry's head as a line. JSON escapes preserve unpaired surrogates in ids, which UTF-8 cannot encode. */
export const formatEntryHead = ({ id, kind, source, line, length }: EntryHead): string =>
  `${JSON.stringify([id, kind, source, line, length])}\n`

/** A temporary file of sorted entries. Each entry is a line with its head, followed by the bytes of its text. */
export class RunFile extends TemporaryFile {
  /** Reads bytes at an offset into a buffer, and returns their number. Call `end` first. Throws OutputError. */
  read(buffer: Buffer, offset: number): number {
    return this.withOutputError(() => readSync(this.descriptor, buffer, 0, buffer.length, offset))
  }
}

const BUFFER_BYTES = 1 << 17

/** Reads a run file one entry at a time, in chunks, so that an entry's complete text is never in memory. */
export class RunReader {
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #start = 0
  #end = 0
  #fileOffset = 0
  /** The head of the next entry, or null after the last entry. */
  head: EntryHead | null

  constructor(private readonly file: RunFile) {
    this.head = this.#readHead()
  }

  /** Passes the text of the entry at `head` to `useChunk`, then reads the next head. Then the chunk is overwritten. */
  take(useChunk: (chunk: Buffer) => void): void {
    for (let remainingBytes = this.head?.length ?? 0; remainingBytes > 0; ) {
      if (this.#start === this.#end && !this.#fillBuffer()) break
      const count = Math.min(remainingBytes, this.#end - this.#start)
      useChunk(this.#buffer.subarray(this.#start, this.#start + count))
      this.#start += count
      remainingBytes -= count
    }
    this.head = this.#readHead()
  }

  #readHead(): EntryHead | null {
    const parts: Buffer[] = []
    for (;;) {
      if (this.#start === this.#end && !this.#fillBuffer()) return null
      const unreadBytes = this.#buffer.subarray(this.#start, this.#end)
      const end = unreadBytes.indexOf(LINE_FEED)
      if (end !== -1) {
        this.#start += end + 1
        const line = Buffer.concat([...parts, unreadBytes.subarray(0, end)]).toString('utf8')
        const [id, kind, source, lineNumber, length] = JSON.parse(line)
        return { id, kind, source, line: lineNumber, length }
      }
      parts.push(Buffer.from(unreadBytes))
      this.#start = this.#end
    }
  }

  #fillBuffer(): boolean {
    this.#start = 0
    this.#end = this.file.read(this.#buffer, this.#fileOffset)
    this.#fileOffset += this.#end
    return this.#end > 0
  }
}
