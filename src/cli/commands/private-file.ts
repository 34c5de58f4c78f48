import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { OutputError } from '../../files/errors.js'
import { lockFile } from '../../files/output/file-lock.js'
import { UsageError } from '../options/parse-arguments.js'

/** Checks that only its owner can use a file with secrets or tax records. Throws UsageError. */
export function requirePrivateMode({ mode }: Stats, option: string): void {
  // On Windows, the mode does not show who can read a file.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new UsageError(`Others can read the file of ${option}. Change its mode to 600.`)
}

/** A file of lines to which a command adds lines. Only its owner can read it, and only one process at a time can use it. */
export class PrivateFile {
  /** Each change of the file starts when the former one is done. */
  #lastChange: Promise<void> = Promise.resolve()

  private constructor(
    readonly handle: FileHandle,
    private readonly option: string,
    private readonly unlock: () => Promise<void>,
  ) {}

  /** Locks a file, and opens or creates it. Throws OutputError, or UsageError if others can read it. */
  static async open(path: string, option: string): Promise<PrivateFile> {
    const unlock = await lockFile(path, option)
    let handle: FileHandle | null = null
    try {
      handle = await open(path, 'a+', 0o600)
      const stats = await handle.stat()
      if (!stats.isFile()) throw new OutputError(`The file of ${option} is not a regular file.`)
      requirePrivateMode(stats, option)
      return new PrivateFile(handle, option, unlock)
    } catch (cause) {
      await handle?.close()
      await unlock()
      throw createFileError(cause, option)
    }
  }

  /**
   * Changes the file after all former changes. Throws OutputError. If a change fails, the last line may be incomplete, so
   * all later changes fail too.
   */
  change(run: () => Promise<void>): Promise<void> {
    const change = this.#lastChange.then(run)
    // Prevents a report of the error as unhandled. The caller gets it from the returned promise.
    change.catch(() => {})
    this.#lastChange = change
    return this.#withFileError(change)
  }

  /** Waits until the content of the file is on disk. Throws OutputError. */
  flush(): Promise<void> {
    return this.#withFileError(this.handle.datasync())
  }

  /** Closes and unlocks the file after the last change and after its content is on disk. Throws OutputError. */
  async close(): Promise<void> {
    try {
      await this.#lastChange.catch(() => {})
      await this.#withFileError(this.handle.sync().finally(() => this.handle.close()))
    } finally {
      await this.unlock()
    }
  }

  #withFileError<T>(result: Promise<T>): Promise<T> {
    return result.catch(cause => {
      throw createFileError(cause, this.option)
    })
  }
}

/** Returns the error for a file that cannot be used. An error without a system code is returned unchanged. */
function createFileError(cause: unknown, option: string): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code === undefined || cause instanceof OutputError) return cause
  return new OutputError(`The file of ${option} cannot be used (${code}).`, { code, cause })
}
