import { createHash, type Hash, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, constants, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** An output that could not be written. Holds the file's name and the system's code. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

const BUFFER = 1 << 18
const PIECE = 1 << 15

function failed(name: string, cause: unknown): OutputError {
  return new OutputError(
    `${name} could not be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
  )
}

/** A file that is written beside its place, unreadable to others, and put there when it is whole. */
export class OutputFile {
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

  /** Creates the temporary file; an existing file or link of that name is never opened. Throws OutputError. */
  constructor(folder: string, name: string) {
    this.name = name
    this.#folder = folder
    this.#temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.part`)
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

  /** Writes what is left and gives the sum of the bytes; the file is not in its place yet. */
  finish(): { name: string; rows: number; sha256: string } {
    this.#encode()
    this.#flush()
    this.#close()
    return { name: this.name, rows: this.rows, sha256: this.#hash.digest('hex') }
  }

  /** Puts the finished file in its place. A file that may hold whole identifiers stays unreadable to others. */
  place(isPrivate = false): void {
    try {
      if (!isPrivate) chmodSync(this.#temporary, 0o666 & ~process.umask())
      renameSync(this.#temporary, join(this.#folder, this.name))
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }

  /** Removes the temporary file. */
  discard(): void {
    this.#close()
    rmSync(this.#temporary, { force: true })
  }

  #close(): void {
    if (this.#open) closeSync(this.#descriptor)
    this.#open = false
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
    this.#hash.update(bytes)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }
}

const unfinished = new Set<OutputFolder>()

/** Removes what every unfinished run of this process has written: for a signal that ends it. */
export function discardUnfinished(): void {
  for (const folder of unfinished) folder.discard()
}

/** The files of one run in one folder: all of them are put in their places, the manifest last, or none is. */
export class OutputFolder {
  readonly #folder: string
  readonly #files: OutputFile[] = []
  #work: { readonly path: string; readonly stop: () => void } | null = null

  /** Makes the folder where it is missing. Throws OutputError. */
  constructor(folder: string) {
    this.#folder = folder
    try {
      mkdirSync(folder, { recursive: true })
    } catch (cause) {
      throw failed('The output folder', cause)
    }
    unfinished.add(this)
  }

  /** Opens a file of the folder. */
  open(name: string): OutputFile {
    const file = new OutputFile(this.#folder, name)
    this.#files.push(file)
    return file
  }

  /**
   * Makes a folder inside, for the owner alone, that is gone before anything is put in its place. `stop` ends whoever
   * writes to it. Throws OutputError.
   */
  workFolder(stop: () => void): string {
    const path = join(this.#folder, `.work.${randomBytes(6).toString('hex')}.part`)
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (cause) {
      throw failed('The output folder', cause)
    }
    this.#work = { path, stop }
    return path
  }

  #endWork(): void {
    this.#work?.stop()
    if (this.#work !== null) rmSync(this.#work.path, { recursive: true, force: true, maxRetries: 20 })
    this.#work = null
  }

  /**
   * Puts every file in its place, and a manifest last; an older manifest goes first, so that a folder whose manifest is
   * there is whole. `stale` are files of an earlier run that this one did not write.
   */
  commit(
    manifest: (files: readonly object[]) => object,
    isPrivate: (name: string) => boolean,
    stale: readonly string[] = [],
  ): void {
    const files = this.#files.map(file => file.finish())
    this.#endWork()
    rmSync(join(this.#folder, 'manifest.json'), { force: true })
    for (const name of stale) rmSync(join(this.#folder, name), { force: true })
    for (const file of this.#files) file.place(isPrivate(file.name))
    this.#files.length = 0
    const last = this.open('manifest.json')
    last.text(`${JSON.stringify(manifest(files), null, 2)}\n`)
    last.finish()
    last.place()
    this.#files.length = 0
    unfinished.delete(this)
  }

  /** Removes what was written so far. */
  discard(): void {
    this.#endWork()
    for (const file of this.#files) file.discard()
    this.#files.length = 0
    unfinished.delete(this)
  }
}
