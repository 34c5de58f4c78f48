import { type ChildProcess, fork } from 'node:child_process'
import { InputError } from '../input.js'
import { OutputError } from '../output.js'
import { JobError } from './job-error.js'
import type { Answer, Done, Settings } from './messages.js'
import type { Work } from './segments.js'

/** What became of a segment: done, or null where it cannot be read apart from its neighbours. */
type Result = { readonly done: Done | null } | { readonly error: Error }

const CHILD = new URL('./child.js', import.meta.url)

/** Newer versions of Node let the young generation grow to several times what version 20 does. What the caller says wins. */
const BOUND = '--max-semi-space-size=16'

/** Processes that convert segments, each one segment at a time and the earliest first. */
export class Pool {
  readonly #segments: readonly Work[]
  readonly #onBytes: (segment: number, path: string, count: number) => void
  readonly #children: ChildProcess[] = []
  readonly #results: (Result | undefined)[] = []
  #next = 0
  #failure: Error | null = null
  #stopped = false
  #wake: () => void = () => {}

  constructor(segments: readonly Work[], onBytes: (segment: number, path: string, count: number) => void) {
    this.#segments = segments
    this.#onBytes = onBytes
  }

  /** Starts as many processes as there is work for, and no more than `jobs`. */
  start(jobs: number, settings: Settings): void {
    for (let i = 0; i < Math.min(jobs, this.#segments.length); i++) {
      const child = fork(CHILD, [], {
        serialization: 'advanced',
        execArgv: [BOUND, ...process.execArgv],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      this.#children.push(child)
      let segment = -1
      const goOn = (): void => {
        const own = this.#next++
        segment = own
        this.#segments[own]?.().then(
          inputs => this.#send(child, { segment: own, inputs }),
          error => {
            this.#results[own] = { error }
            this.#wake()
          },
        )
      }
      child.on('message', (answer: Answer) => {
        if (answer.kind === 'bytes') this.#onBytes(segment, answer.path, answer.count)
        else {
          this.#results[segment] = resultOf(answer)
          goOn()
          this.#wake()
        }
      })
      child.on('error', () => this.#fail(new JobError('A process of --jobs could not be started.')))
      child.on('exit', (code, signal) =>
        this.#fail(new JobError(`A process of --jobs ended before its work (${signal ?? code}).`)),
      )
      this.#send(child, { settings })
      goOn()
    }
  }

  /** Waits for a segment. Throws what stopped it. */
  async result(segment: number): Promise<Done | null> {
    for (;;) {
      const result = this.#results[segment]
      if (result !== undefined) {
        delete this.#results[segment]
        if ('error' in result) throw result.error
        return result.done
      }
      if (this.#failure !== null) throw this.#failure
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  /** Ends every process at once. */
  stop(): void {
    this.#stopped = true
    for (const child of this.#children) child.kill('SIGKILL')
    this.#children.length = 0
  }

  #send(child: ChildProcess, message: object): void {
    // A process that is gone says so by its end.
    child.send(message, () => {})
  }

  #fail(error: Error): void {
    if (this.#stopped) return
    this.#failure ??= error
    this.#wake()
  }
}

function resultOf(answer: Exclude<Answer, { kind: 'bytes' }>): Result {
  if (answer.kind === 'done') return { done: answer.done }
  if (answer.kind === 'inseparable') return { done: null }
  const { kind, text } = answer.failure
  if (kind === 'input') return { error: new InputError(text) }
  if (kind === 'output') return { error: new OutputError(text) }
  return { error: Object.assign(new Error('A process of --jobs failed.'), { name: text }) }
}
