import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { compareText } from '../../core/text.js'
import { LINE_FEED } from '../bytes.js'
import { failed } from '../output-file.js'

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

const BUFFER = 1 << 17

/** A temporary file of sorted entries beside an output, which nobody else may read: each a line, and as many bytes as it says. */
export class RunFile {
  readonly #path: string
  readonly #name: string
  readonly #descriptor: number
  #isOpen = true

  /** Throws OutputError. */
  constructor(folder: string, name: string) {
    this.#name = name
    this.#path = join(folder, `.${name}.${randomBytes(6).toString('hex')}.part`)
    try {
      this.#descriptor = openSync(this.#path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
    } catch (cause) {
      throw failed(name, cause)
    }
  }

  /** Adds bytes. Throws OutputError. */
  write(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
    } catch (cause) {
      throw failed(this.#name, cause)
    }
  }

  /** Reads bytes from a place on, and gives how many there were. Throws OutputError. */
  read(into: Buffer, at: number): number {
    try {
      return readSync(this.#descriptor, into, 0, into.length, at)
    } catch (cause) {
      throw failed(this.#name, cause)
    }
  }

  /** Removes it. What cannot be removed stays, as after a kill. */
  discard(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const end of [() => closeSync(this.#descriptor), () => rmSync(this.#path, { force: true })]) {
      try {
        end()
      } catch {}
    }
  }
}

/** Reads such a file, an entry behind another, of which none is held whole. */
export class RunReader {
  readonly #file: RunFile
  readonly #buffer = Buffer.allocUnsafe(BUFFER)
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
