import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { parseJson } from '../../core/json-value.js'
import { InputError, OutputError } from '../../files/errors.js'
import { lockFile } from '../../files/output/file-lock.js'
import { say } from '../output/text.js'
import { requirePrivateMode } from './private-file.js'

/** How long to wait after a change of the state before the file is written, in milliseconds. */
const WRITE_DELAY_MS = 500

/** A new file that only its owner can read, and whose content is on disk when the call returns. */
const NEW_PRIVATE_FILE = { flag: 'wx', mode: 0o600, flush: true } as const

/** The error for a file that another program or version wrote. The file is left unchanged. */
export const createNotStateError = (cause?: unknown): InputError =>
  new InputError('The file of --state is not the state of a sandbox of this version. Give another file.', { cause })

/** The file of `--state`, with the state of a sandbox. Only one process at a time can use it. */
export class StateFile {
  private readonly newPath: string
  /** The text that this process has written last. */
  private text = ''
  private timer: NodeJS.Timeout | null = null
  private lastWrite: Promise<void> = Promise.resolve()
  /** Returns the current state. Null before `writeFrom` and after `finish`. */
  private save: (() => unknown) | null = null
  private readonly writeOnExit = () => this.writeSync()

  private constructor(
    private readonly path: string,
    private readonly unlock: () => Promise<void>,
    /** The state in the file. Undefined if there is no file yet. */
    readonly state: unknown,
  ) {
    this.newPath = `${path}.new`
  }

  /**
   * Locks and reads a file. Throws OutputError if another process uses it, InputError if it cannot be read or is not
   * JSON, and UsageError if others can read it.
   */
  static async open(statedPath: string): Promise<StateFile> {
    // A link is followed once, so that the file that is locked is the one that is replaced.
    const path = await realpath(statedPath).catch(() => statedPath)
    const unlock = await lockFile(path, '--state')
    try {
      const text = await readPrivateText(path)
      const state = text === '' ? undefined : parseJson(text)
      if (text !== '' && state === undefined) throw createNotStateError()
      return new StateFile(path, unlock, state)
    } catch (cause) {
      await unlock()
      throw cause
    }
  }

  /** Sets the function that returns the current state. From here on, the state is also written if the process exits. */
  writeFrom(save: () => unknown): void {
    this.save = save
    process.once('exit', this.writeOnExit)
  }

  /** Writes the state soon, together with the changes that follow. A failure is only reported. */
  writeSoon(): void {
    if (this.save === null) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.write().catch((cause: Error) => say(cause.message))
    }, WRITE_DELAY_MS)
  }

  /** Writes the state to a new file and renames it, so that FILE always has a complete state. Throws OutputError. */
  async write(): Promise<void> {
    if (this.save === null) return
    const text = JSON.stringify(this.save())
    const write = this.lastWrite.then(() => this.replace(text))
    this.lastWrite = write.catch(() => {})
    await write
  }

  /** Writes the state for the last time. Throws OutputError. */
  async finish(): Promise<void> {
    const write = this.write()
    this.end()
    await write
  }

  /** Unlocks the file. */
  async close(): Promise<void> {
    this.end()
    await this.lastWrite
    await this.unlock()
  }

  private end(): void {
    this.save = null
    process.off('exit', this.writeOnExit)
    if (this.timer !== null) clearTimeout(this.timer)
  }

  private async replace(text: string): Promise<void> {
    if (text === this.text) return
    try {
      // An older file, or a link, would keep its own mode.
      await rm(this.newPath, { force: true })
      await writeFile(this.newPath, text, NEW_PRIVATE_FILE)
      await rename(this.newPath, this.path)
      this.text = text
    } catch (cause) {
      // Frees the space of a disk that is full.
      await rm(this.newPath, { force: true }).catch(() => {})
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      throw new OutputError(`The file of --state cannot be written (${code}).`, { code, path: this.path, cause })
    }
  }

  /** Writes the state while the process exits, for example because it can no longer write to standard output. */
  private writeSync(): void {
    try {
      const text = JSON.stringify(this.save?.())
      if (text === undefined || text === this.text) return
      rmSync(this.newPath, { force: true })
      writeFileSync(this.newPath, text, NEW_PRIVATE_FILE)
      renameSync(this.newPath, this.path)
    } catch {
      // The process ends in any case, and the file still has the last complete state.
    }
  }
}

/** Reads a file that only its owner can read. Returns empty text if there is no file. */
async function readPrivateText(path: string): Promise<string> {
  try {
    const stats = await stat(path)
    if (stats.isFile()) requirePrivateMode(stats, '--state')
    // A pipe would block until another program writes to it.
    else if (!stats.isDirectory()) throw new InputError('The file of --state is not a regular file.', { path })
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    if (code === undefined) throw cause
    throw new InputError(`The file of --state cannot be read (${code}).`, { path, cause })
  }
}
