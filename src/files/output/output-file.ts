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
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { OutputError } from '../errors.js'
import type { Outlet } from '../formats/writer.js'

const getErrorCode = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code

const WRITE_CODE_MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: ': it cannot be created at this path',
  ENOTDIR: ': a part of its path is a file',
  EACCES: ': this user may not write there',
  EROFS: ': the disk is read-only',
  ENOSPC: ': the disk is full',
}

/** Formats the system's error code for the end of a message, with its meaning if it is a common one. */
const formatWriteCode = (code: string): string => `(${code})${WRITE_CODE_MEANINGS[code] ?? ''}`

/** Runs a function that writes to a file. If it fails, throws OutputError with the name of the file. */
export function withOutputError<T>(name: string, write: () => T, path = name): T {
  try {
    return write()
  } catch (cause) {
    if (cause instanceof OutputError) throw cause
    const code = getErrorCode(cause) ?? 'unknown'
    throw new OutputError(`${name} could not be written ${formatWriteCode(code)}.`, { code, path, cause })
  }
}

/** Returns the result of a function, or the fallback if it throws. */
export function runOrElse<T>(run: () => T, fallback: T): T {
  try {
    return run()
  } catch {
    return fallback
  }
}

const BUFFER_BYTES = 1 << 18
const NO_BYTES = Buffer.alloc(0)

/** A temporary file in the output folder, which only its owner can read. Combines small writes into larger ones. */
export class TemporaryFile {
  /** The name of the output that the file is for. Error messages contain it. */
  readonly name: string
  protected readonly temporaryPath: string
  protected readonly descriptor: number
  #isOpen = true
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #usedBytes = 0

  /** Creates the file. Never opens an existing file or link. Throws OutputError. */
  constructor(folder: string, name: string) {
    this.name = name
    // Temporary files of parts are also in the output folder, because part folders are created only at the end.
    this.temporaryPath = join(folder, `.${name.replace('/', '.')}.${randomBytes(6).toString('hex')}.part`)
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL
    this.descriptor = this.withOutputError(() => openSync(this.temporaryPath, flags, 0o600))
  }

  /** Adds bytes. They are written or copied before this call returns. Throws OutputError. */
  writeBytes(bytes: Uint8Array): void {
    if (bytes.length > BUFFER_BYTES - this.#usedBytes) this.#flush()
    if (bytes.length > BUFFER_BYTES) this.writeAll(bytes)
    else {
      this.#buffer.set(bytes, this.#usedBytes)
      this.#usedBytes += bytes.length
    }
  }

  /** Writes the buffered bytes and releases the buffer. Throws OutputError. */
  end(): void {
    this.#flush()
    this.#buffer = NO_BYTES
  }

  /** Closes and removes the temporary file. Ignores errors, because the caller already reports why the run ended. */
  discard(): void {
    runOrElse(() => this.close(), undefined)
    runOrElse(() => rmSync(this.temporaryPath, { force: true }), undefined)
  }

  protected close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.descriptor)
  }

  /** Writes all bytes. Repeats the system call, because one call may write only some of the bytes. */
  protected writeAll(bytes: Uint8Array): void {
    this.withOutputError(() => {
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.descriptor, bytes, offset)
    })
  }

  protected withOutputError<T>(write: () => T): T {
    return withOutputError(this.name, write)
  }

  #flush(): void {
    if (this.#usedBytes > 0) this.writeAll(this.#buffer.subarray(0, this.#usedBytes))
    this.#usedBytes = 0
  }
}

/** Formats a file's identity from its device and inode, which reveal whether the file at a path was replaced. */
export const formatFileIdentity = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string =>
  `${dev} ${ino}`

/** The identity and content of a finished file. `size` is in bytes, and `sha256` in hexadecimal. */
interface WrittenFile {
  readonly identity: string
  readonly size: bigint
  readonly sha256: string
}

// Flags that do not follow a link and do not block on a pipe. Windows has neither `O_NOFOLLOW` nor `O_NONBLOCK`.
const SAFE_READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Computes the SHA-256 of an open file in hexadecimal. Throws if the file cannot be read. */
function computeSha256(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 18)
  for (let offset = 0; ; ) {
    const count = readSync(descriptor, buffer, 0, buffer.length, offset)
    if (count === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, count))
    offset += count
  }
}

/** Returns true if the path is the written file, or a regular file with equal bytes. Throws if it does not exist. */
export function isWrittenFile(path: string, { identity, size, sha256 }: WrittenFile): boolean {
  const stats = lstatSync(path, { bigint: true })
  if (!stats.isFile() || stats.size !== size) return false
  if (formatFileIdentity(stats) === identity) return true
  // Some file systems change inode numbers, so a file with another identity is compared by its bytes.
  const descriptor = openSync(path, SAFE_READ_FLAGS)
  try {
    const openedStats = fstatSync(descriptor, { bigint: true })
    return openedStats.isFile() && openedStats.size === size && computeSha256(descriptor) === sha256
  } finally {
    closeSync(descriptor)
  }
}

/** Thrown if another process replaced a temporary file or the folder of this run with another one or a link. */
export const REPLACED_ERROR = Object.assign(new Error(), { code: 'replaced meanwhile' })

/** Throws OutputError if a path leads to a device, a pipe or a socket, which the rename of a file would remove. */
function checkNotSpecial(path: string, name: string): void {
  const stats = withOutputError(name, () => statSync(path, { throwIfNoEntry: false }))
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  throw new OutputError(`${name} could not be written: it is a device, a pipe or a socket. Give the path of a file.`, {
    path: name,
  })
}

/** An output file. It is written to a private temporary file, which is renamed when the output is complete. */
export class OutputFile extends TemporaryFile implements Outlet {
  rowCount = 0
  readonly #path: string
  readonly #hash = createHash('sha256')
  #writtenFile: WrittenFile | null = null

  /** Creates the temporary file in the output folder. Throws OutputError, also if a device or pipe has its name. */
  constructor(folder: string, name: string) {
    checkNotSpecial(join(folder, name), name)
    super(folder, name)
    this.#path = join(folder, name)
  }

  /** Adds text as UTF-8. */
  writeText(text: string): void {
    this.writeBytes(Buffer.from(text, 'utf8'))
  }

  /** Adds a row as a line of text. */
  writeLine(text: string): void {
    this.rowCount++
    this.writeText(`${text}\n`)
  }

  /**
   * Writes the buffered bytes and closes the temporary file without renaming it. Gives the file the default
   * permissions, unless it must stay private because it may contain full identifiers.
   */
  finish(isPrivate = false): WrittenFile {
    if (this.#writtenFile !== null) return this.#writtenFile
    this.end()
    return this.withOutputError(() => {
      const sha256 = this.#hash.digest('hex')
      // Use the descriptor. If others can write to the folder, the path may now lead to another file.
      if (!isPrivate) this.#setDefaultPermissions()
      const stats = fstatSync(this.descriptor, { bigint: true })
      this.close()
      this.#writtenFile = { identity: formatFileIdentity(stats), size: stats.size, sha256 }
      return this.#writtenFile
    })
  }

  /** Throws OutputError if the finished file is no longer at the temporary path. */
  checkNotReplaced(): void {
    this.withOutputError(() => {
      if (!isWrittenFile(this.temporaryPath, this.#writtenFile as WrittenFile)) throw REPLACED_ERROR
    })
  }

  /** Renames the finished file to its final name. Throws OutputError. */
  moveToFinalPath(): void {
    this.checkNotReplaced()
    this.withOutputError(() => renameSync(this.temporaryPath, this.#path))
  }

  /** Returns true if the final path has this file, or one with the same bytes. */
  isInPlace(): boolean {
    return runOrElse(() => isWrittenFile(this.#path, this.#writtenFile as WrittenFile), false)
  }

  protected override writeAll(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    super.writeAll(bytes)
  }

  /**
   * Gives the file the process's default permissions instead of owner-only ones. If Node's permission model forbids the
   * call, the file stays private.
   */
  #setDefaultPermissions(): void {
    try {
      fchmodSync(this.descriptor, 0o666 & ~process.umask())
    } catch (cause) {
      if (getErrorCode(cause) !== 'ERR_ACCESS_DENIED') throw cause
    }
  }
}
