import { closeSync, readSync } from 'node:fs'
import { compareText } from '../../core/text.js'
import { LINE_FEED } from '../bytes.js'
import { abandon, attempt, BufferedBytes, createTemporary, temporaryPath, writeAll } from '../output-file.js'

/**
 * The kinds of entries in their order: taxpayer objects, a note that records follow whose text does not name the taxpayer,
 * and records.
 */
export const KINDS = { taxpayer: 0, unnamed: 1, record: 2 } as const

/** An entry without its text: whose it is, and where a taxpayer object came from. Unit of `length`: bytes of the text. */
export interface EntryHead {
  readonly id: string
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  readonly source: string
  readonly line: number | null
  readonly length: number
}

/** A taxpayer object or a record as it was written, on one line. */
export type Entry = Omit<EntryHead, 'length'> & { readonly text: string }

/** Orders entries by their taxpayers' ids, in the order of UTF-8 bytes; those of one kind stay in the order of the input. */
export const compareEntries = (
  a: Pick<EntryHead, 'id' | 'kind'>,
  b: Pick<EntryHead, 'id' | 'kind'>,
): number => compareText(a.id, b.id) || a.kind - b.kind

/** The head of an entry as a line; halves of surrogate pairs in ids are written as JSON escapes, and so come back. */
export const headText = ({ id, kind, source, line, length }: EntryHead): string =>
  `${JSON.stringify([id, kind, source, line, length])}\n`

/** A temporary file of sorted entries next to an output: each is a line, and as many bytes as the line says. */
export class RunFile {
  readonly #path: string
  readonly #name: string
  readonly #descriptor: number
  readonly #buffered = new BufferedBytes(bytes =>
    attempt(this.#name, () => writeAll(this.#descriptor, bytes)),
  )
  #isOpen = true

  /** Throws OutputError. */
  constructor(folder: string, name: string) {
    this.#name = name
    this.#path = temporaryPath(folder, name)
    this.#descriptor = attempt(name, () => createTemporary(this.#path))
  }

  /** Adds bytes. Throws OutputError. */
  write(bytes: Uint8Array): void {
    this.#buffered.add(bytes)
  }

  /** Writes what is left; then the file can be read. Throws OutputError. */
  end(): void {
    this.#buffered.end()
  }

  /** Reads bytes from an offset on, and returns how many there were. Throws OutputError. */
  read(into: Buffer, offset: number): number {
    return attempt(this.#name, () => readSync(this.#descriptor, into, 0, into.length, offset))
  }

  /** Removes the file. */
  discard(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    abandon(this.#path, () => closeSync(this.#descriptor))
  }
}

const BUFFER_BYTES = 1 << 17

/** Reads such a file, an entry behind another, of which none is held whole. */
export class RunReader {
  readonly #file: RunFile
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #start = 0
  #end = 0
  #read = 0
  /** The entry that comes next; null behind the last. */
  head: EntryHead | null

  constructor(file: RunFile) {
    this.#file = file
    this.head = this.#nextHead()
  }

  /** Gives the text of the next entry in pieces, each good until it returns, and goes on to the one behind it. */
  take(use: (piece: Buffer) => void): void {
    for (let left = this.head?.length ?? 0; left > 0; ) {
      if (this.#start === this.#end && !this.#fill()) break
      const count = Math.min(left, this.#end - this.#start)
      use(this.#buffer.subarray(this.#start, this.#start + count))
      this.#start += count
      left -= count
    }
    this.head = this.#nextHead()
  }

  #nextHead(): EntryHead | null {
    const parts: Buffer[] = []
    for (;;) {
      if (this.#start === this.#end && !this.#fill()) return null
      const held = this.#buffer.subarray(this.#start, this.#end)
      const end = held.indexOf(LINE_FEED)
      if (end !== -1) {
        this.#start += end + 1
        const line = Buffer.concat([...parts, held.subarray(0, end)]).toString('utf8')
        const [id, kind, source, lineNumber, length] = JSON.parse(line)
        return { id, kind, source, line: lineNumber, length }
      }
      parts.push(Buffer.from(held))
      this.#start = this.#end
    }
  }

  #fill(): boolean {
    this.#start = 0
    this.#end = this.#file.read(this.#buffer, this.#read)
    this.#read += this.#end
    return this.#end > 0
  }
}
