import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { newFolder } from '../cli/command.js'

/** The rows of a terminal. There are so many that the longest help fits. */
const ROWS = 200
const TIMEOUT_MS = 30_000

/** How a terminal is opened. `folder` is the working directory. */
interface TerminalOptions {
  readonly columns: number
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** A program in a terminal of tmux, which shows what a person would see. */
export class Terminal {
  readonly #socket = join(newFolder(), 'tmux')

  /** Starts a program. It ends after the test at the latest. */
  constructor(program: readonly string[], { columns, folder, env }: TerminalOptions) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const size = ['-x', String(columns), '-y', String(ROWS)]
    this.#tmux(
      'new-session',
      '-d',
      ...size,
      '-c',
      folder,
      'env',
      '-u',
      'NO_COLOR',
      '-u',
      'FORCE_COLOR',
      ...variables,
      ...program,
    )
    onTestFinished(() => void this.#tmux('kill-server'))
  }

  #tmux(...args: readonly string[]): string {
    const { stdout } = spawnSync('tmux', ['-u', '-f', '/dev/null', '-S', this.#socket, ...args], { encoding: 'utf8' })
    return stdout
  }

  /** Types text. */
  type(text: string): void {
    this.#tmux('send-keys', '-l', text)
  }

  /** Presses keys by their name in tmux, such as `Tab` and `C-c`. */
  press(...keys: readonly string[]): void {
    this.#tmux('send-keys', ...keys)
  }

  /** Returns the lines on the screen. A line that the terminal wrapped is one line. */
  readLines(): string[] {
    return this.#tmux('capture-pane', '-p', '-J')
      .split('\n')
      .map(line => line.trimEnd())
      .filter(line => line !== '')
  }

  /** Returns the screen with the escape sequences of its colors and styles. */
  readStyled(): string {
    return this.#tmux('capture-pane', '-p', '-e')
  }

  /** Presses a key until the screen contains a text. A busy shell may drop a key. */
  async pressUntil(key: string, pattern: RegExp): Promise<void> {
    const end = Date.now() + TIMEOUT_MS
    do {
      this.press(key)
      const pressedAt = Date.now()
      while (Date.now() < pressedAt + 3000)
        if (pattern.test(this.readLines().join('\n'))) return
        else await setTimeout(50)
    } while (Date.now() < end)
    expect(this.readLines().join('\n')).toMatch(pattern)
  }

  /** Waits until the screen contains a text, and returns its lines. */
  async waitFor(pattern: RegExp): Promise<string[]> {
    const end = Date.now() + TIMEOUT_MS
    let lines = this.readLines()
    while (!pattern.test(lines.join('\n')) && Date.now() < end) {
      await setTimeout(50)
      lines = this.readLines()
    }
    expect(lines.join('\n')).toMatch(pattern)
    return lines
  }
}
