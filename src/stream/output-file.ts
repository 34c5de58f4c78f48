import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Outlet } from './formats/writer.js'

/** An output that could not be written. Holds the file's name and the system's code. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code

/** Does what may fail, and throws OutputError with the name of the file if it does. */
export function attempt<T>(name: string, write: () => T): T {
  try {
    return write()
  } catch (cause) {
    if (cause instanceof OutputError) throw cause
    throw new OutputError(`${name} could not be written (${codeOf(cause) ?? 'unknown'}).`)
  }
}

/** Closes and removes a temporary file. If that fails, the file stays, as after a kill. */
export function abandon(path: string, close: () => void): void {
  for (const end of [close, () => rmSync(path, { force: true })]) {
    try {
      end()
    } catch {}
  }
}

/** Creates a temporary file next to an output, which nobody else may read. An existing file or link is never opened. */
export const createTemporary = (path: string): number =>
  openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)

/** The path of a new temporary file of an output. */
export const temporaryPath = (folder: string, name: string): string =>
  join(folder, `.${name.replace('/', '.')}.${randomBytes(6).toString('hex')}.part`)

/** Writes all of the bytes. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset)
}

const BUFFER_BYTES = 1 << 18
const NO_BYTES = Buffer.alloc(0)

/** Joins small pieces of bytes before they are written. */
export class BufferedBytes {
  readonly #write: (bytes: Uint8Array) => void
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #used = 0

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write
  }

  /** Adds bytes; they are written or copied before this returns. */
  add(bytes: Uint8Array): void {
    if (bytes.length > BUFFER_BYTES - this.#used) this.#flush()
    if (bytes.length > BUFFER_BYTES) this.#write(bytes)
    else {
      this.#buffer.set(bytes, this.#used)
      this.#used += bytes.length
    }
  }

  /** Writes what is left, and releases the buffer. */
  end(): void {
    this.#flush()
    this.#buffer = NO_BYTES
  }

  #flush(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }
}

/** Identifies a file, so that another file that takes its place is noticed. */
export const fileIdentity = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string =>
  `${dev} ${ino}`

/** Which file was written, and what it contains. Unit of `size`: bytes. */
interface Written {
  readonly identity: string
  readonly size: bigint
  readonly sha256: string
}

// A link is not followed, and a pipe does not block. Windows has neither.
const SAFE_READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The SHA-256 of an open file's bytes, in hexadecimal. Throws if it cannot be read. */
function sha256Of(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 18)
  for (let offset = 0; ; ) {
    const count = readSync(descriptor, buffer, 0, buffer.length, offset)
    if (count === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, count))
    offset += count
  }
}

/** True if a path leads to the file that was written or to one with the same bytes, and is not a link. Throws if it leads nowhere. */
export function holds(path: string, { identity, size, sha256 }: Written): boolean {
  const stats = lstatSync(path, { bigint: true })
  if (!stats.isFile() || stats.size !== size) return false
  if (fileIdentity(stats) === identity) return true
  // Some file systems number files anew. Then the bytes decide.
  const descriptor = openSync(path, SAFE_READ)
  try {
    const opened = fstatSync(descriptor, { bigint: true })
    return opened.isFile() && opened.size === size && sha256Of(descriptor) === sha256
  } finally {
    closeSync(descriptor)
  }
}

/** Another file or a link stands where a file of this run was. */
const REPLACED = Object.assign(new Error(), { code: 'replaced meanwhile' })

/** A file that is written next to its final place, unreadable to others, and is put there when it is complete. */
export class OutputFile implements Outlet {
  readonly name: string
  rows = 0
  readonly #path: string
  readonly #temporaryPath: string
  readonly #descriptor: number
  readonly #hash = createHash('sha256')
  readonly #buffered = new BufferedBytes(bytes => this.#write(bytes))
  #isOpen = true
  #written: Written | null = null

  /** Creates the temporary file. Throws OutputError. */
  constructor(folder: string, name: string) {
    this.name = name
    this.#path = join(folder, name)
    // Folders of parts do not exist before all outputs are complete, so their files are created next to them.
    this.#temporaryPath = temporaryPath(folder, name)
    this.#descriptor = attempt(name, () => createTemporary(this.#temporaryPath))
  }

  /** Adds text as UTF-8. */
  text(text: string): void {
    this.bytes(Buffer.from(text, 'utf8'))
  }

  /** Adds a row that is a line of text. */
  line(text: string): void {
    this.rows++
    this.text(`${text}\n`)
  }

  /** Adds bytes; they are written or copied before this returns. */
  bytes(bytes: Uint8Array): void {
    this.#buffered.add(bytes)
  }

  /**
   * Writes what is left, without putting the file in its place yet. Others may read the complete file, except if it is
   * private because it may contain full identifiers.
   */
  finish(isPrivate = false): Written {
    if (this.#written !== null) return this.#written
    this.#buffered.end()
    return this.#attempt(() => {
      const sha256 = this.#hash.digest('hex')
      // All by the descriptor: if others may write to the folder, the name could be of another file by now.
      if (!isPrivate) this.#shareWithOthers()
      const stats = fstatSync(this.#descriptor, { bigint: true })
      this.#close()
      this.#written = { identity: fileIdentity(stats), size: stats.size, sha256 }
      return this.#written
    })
  }

  /** Throws OutputError if the temporary name of the finished file leads to another file now. */
  check(): void {
    this.#attempt(() => {
      if (!holds(this.#temporaryPath, this.#written as Written)) throw REPLACED
    })
  }

  /** Puts the finished file in its place. Throws OutputError. */
  place(): void {
    this.check()
    this.#attempt(() => renameSync(this.#temporaryPath, this.#path))
  }

  /** True while what stands in its place is this file, or has its bytes. */
  stands(): boolean {
    try {
      return holds(this.#path, this.#written as Written)
    } catch {
      return false
    }
  }

  /** Removes the temporary file. The reason why the run ends is reported already. */
  discard(): void {
    abandon(this.#temporaryPath, () => this.#close())
  }

  #close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#descriptor)
  }

  #write(bytes: Uint8Array): void {
    this.#attempt(() => {
      this.#hash.update(bytes)
      writeAll(this.#descriptor, bytes)
    })
  }

  /**
   * Gives the file the usual permissions of the process, in place of its owner's alone. Node's permission model forbids the
   * call: then the file stays its owner's.
   */
  #shareWithOthers(): void {
    try {
      fchmodSync(this.#descriptor, 0o666 & ~process.umask())
    } catch (cause) {
      if (codeOf(cause) !== 'ERR_ACCESS_DENIED') throw cause
    }
  }

  #attempt<T>(write: () => T): T {
    return attempt(this.name, write)
  }
}
