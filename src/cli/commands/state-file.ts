import { open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { parseJson } from '../../core/json-value.js'
import { InputError, OutputError } from '../../files/errors.js'
import { lockFile } from '../../files/output/file-lock.js'
import { say } from '../output/text.js'

/** How long to wait after a change of the state before the file is written, in milliseconds. */
const WRITE_DELAY_MS = 500

/** The error for a file that another program or version wrote. The file is left unchanged. */
export const createNotStateError = (): InputError =>
  new InputError('The file of --state is not the state of a sandbox of this version. Give another file.')

/** The file of `--state`, with the state of a sandbox. Only one process at a time can use it. */
export class StateFile {
  private text = ''
  private isFinished = false
  private timer: NodeJS.Timeout | null = null
  private lastWrite: Promise<void> = Promise.resolve()

  private constructor(
    private readonly path: string,
    private readonly unlock: () => Promise<void>,
    /** The state in the file. Undefined if there is no file yet. */
    readonly state: unknown,
  ) {}

  /** Locks and reads a file. Throws OutputError if another process uses it, InputError if it cannot be read. */
  static async open(statedPath: string): Promise<StateFile> {
    // A link is followed once, so that the file that is locked is the one that is replaced.
    const path = await realpath(statedPath).catch(() => statedPath)
    const unlock = await lockFile(path, '--state')
    try {
      const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return ''
        throw new InputError(`The file of --state cannot be read (${cause.code ?? 'unknown'}).`, { path, cause })
      })
      const state = text === '' ? undefined : parseJson(text)
      if (text !== '' && state === undefined) throw createNotStateError()
      return new StateFile(path, unlock, state)
    } catch (cause) {
      await unlock()
      throw cause
    }
  }

  /** Writes the state soon, together with the changes that follow. A failure is only reported. */
  writeSoon(save: () => unknown): void {
    if (this.isFinished) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      // `save` and JSON.stringify may throw, too, for example if the state is too large for a text.
      const writeState = async () => this.write(save())
      writeState().catch((cause: Error) => say(cause.message))
    }, WRITE_DELAY_MS)
  }

  /** Writes the state for the last time. Throws OutputError. */
  finish(state: unknown): Promise<void> {
    this.isFinished = true
    if (this.timer !== null) clearTimeout(this.timer)
    return this.write(state)
  }

  /** Writes the state to a new file and renames it, so that FILE always has a complete state. Throws OutputError. */
  write(state: unknown): Promise<void> {
    const text = JSON.stringify(state)
    const write = this.lastWrite.then(() => this.replace(text))
    this.lastWrite = write.catch(() => {})
    return write
  }

  /** Unlocks the file. */
  async close(): Promise<void> {
    this.isFinished = true
    if (this.timer !== null) clearTimeout(this.timer)
    await this.lastWrite
    await this.unlock()
  }

  private async replace(text: string): Promise<void> {
    if (text === this.text) return
    try {
      // The state contains secrets, so only the file's owner gets access.
      // An older file, or a link, would keep its own mode.
      await rm(`${this.path}.new`, { force: true })
      const file = await open(`${this.path}.new`, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${this.path}.new`, this.path)
      this.text = text
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      throw new OutputError(`The file of --state cannot be written (${code}).`, { code, path: this.path, cause })
    }
  }
}
