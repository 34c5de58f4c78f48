import { createHash, type Hash, randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LaidOutRows, Outlet } from './formats/writer.js'
import { failed, OutputError } from './output-error.js'
import { holds, type Print, printOf, printOfOpen, type Written } from './print.js'
import { giveUsualMode } from './usual-mode.js'

const BUFFER = 1 << 18
const PIECE = 1 << 15
const NO_BYTES = Buffer.alloc(0)

/** Somebody else put another file, or a link, where a file of this run was. */
const REPLACED = Object.assign(new Error(), { code: 'replaced meanwhile' })

/** A file that is written beside its place, unreadable to others, and put there when it is whole. */
export class OutputFile implements Outlet {
  readonly name: string
  rows = 0
  readonly #folder: string
  readonly #temporary: string
  readonly #descriptor: number
  readonly #hash: Hash = createHash('sha256')
  #buffer = Buffer.allocUnsafe(BUFFER)
  #used = 0
  #pending = ''
  #open = true
  #written: Written | null = null
  #placed: Print | null = null

  /** Creates the temporary file; an existing file or link of that name is never opened. Throws OutputError. */
  constructor(folder: string, name: string) {
    this.name = name
    this.#folder = folder
    // Beside the folders of parts too: those are made when all is whole.
    this.#temporary = join(folder, `.${name.replace('/', '.')}.${randomBytes(6).toString('hex')}.part`)
    try {
      this.#descriptor = openSync(
        this.#temporary,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
        0o600,
      )
    } catch (cause) {
      throw failed(name, cause)
    }
  }

  /** Adds text as UTF-8; short pieces are put together first. */
  text(text: string): void {
    this.#pending += text
    if (this.#pending.length > PIECE) this.#encode()
  }

  /** Adds a row that is a line of text. */
  line(text: string): void {
    this.rows++
    this.text(`${text}\n`)
  }

  /** Adds rows as a thread laid them out. */
  add({ count, chunks }: LaidOutRows): void {
    this.rows += count
    for (const chunk of chunks) this.bytes(chunk as Uint8Array)
  }

  /** Adds bytes; they are written or copied before this returns. */
  bytes(bytes: Uint8Array): void {
    this.#encode()
    if (bytes.length > BUFFER - this.#used) this.#flush()
    if (bytes.length > BUFFER) this.#put(bytes)
    else {
      this.#buffer.set(bytes, this.#used)
      this.#used += bytes.length
    }
  }

  /**
   * Writes what is left and gives the sum of the bytes; the file is not in its place yet. Whole, it may be read by
   * others, but for one that may hold whole identifiers.
   */
  finish(isPrivate = false): Written {
    if (this.#written !== null) return this.#written
    this.#encode()
    this.#flush()
    try {
      const sha256 = this.#hash.digest('hex')
      // All by the descriptor: where others may write to the folder, the name could be of another file by now.
      if (!isPrivate) giveUsualMode(this.#descriptor)
      const { identity, size } = printOfOpen(this.#descriptor)
      this.#close()
      this.#written = { rows: this.rows, identity, size, sha256 }
      this.#buffer = NO_BYTES
      return this.#written
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }

  /** The print of the finished file. Throws OutputError where its temporary name is not of it any more. */
  check(): Print {
    return this.#told(() => {
      const print = printOf(this.#temporary)
      if (!holds(this.#temporary, print, this.#written as Written)) throw REPLACED
      return print
    })
  }

  /** Puts the finished file in its place. Throws OutputError. */
  place(): void {
    this.#placed = this.check()
    this.#told(() => renameSync(this.#temporary, join(this.#folder, this.name)))
  }

  /** True while what stands in its place is this file, or has its bytes. */
  stands(): boolean {
    const path = join(this.#folder, this.name)
    try {
      const print = printOf(path)
      return print.text === this.#placed?.text || holds(path, print, this.#written as Written)
    } catch {
      return false
    }
  }

  /** Removes the temporary file. What cannot be removed stays, as after a kill: why the run ends is said already. */
  discard(): void {
    for (const end of [() => this.#close(), () => rmSync(this.#temporary, { force: true })]) {
      try {
        end()
      } catch {}
    }
  }

  #close(): void {
    if (!this.#open) return
    this.#open = false
    closeSync(this.#descriptor)
  }

  #encode(): void {
    const text = this.#pending
    if (text === '') return
    this.#pending = ''
    const most = text.length * 3
    if (most > BUFFER - this.#used) this.#flush()
    if (most > BUFFER) this.#put(Buffer.from(text, 'utf8'))
    else this.#used += this.#buffer.write(text, this.#used, 'utf8')
  }

  #flush(): void {
    if (this.#used > 0) this.#put(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  #put(bytes: Uint8Array): void {
    this.#told(() => {
      this.#hash.update(bytes)
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.#descriptor, bytes, offset)
    })
  }

  /** Does what may fail: an OutputError says that it did. */
  #told<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      throw cause instanceof OutputError ? cause : failed(this.name, cause)
    }
  }
}
