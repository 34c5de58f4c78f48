import { getHeapStatistics } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { Terms } from '../../underwrite/terms.js'
import type { ConversionSettings } from '../convert-options.js'
import type { InputWatch } from '../describe-input.js'
import type { LaidOutRows } from '../formats/writer.js'
import type { PartIssues } from '../found-writer.js'
import type { SourcePiece } from '../source-pieces.js'

/** A thread of `--jobs` ended before its work did, or could not be started. */
export class JobError extends Error {
  override readonly name = 'JobError'
}

/** The options of a conversion as plain data, which a thread can get. Tables are given by their names. */
export type ThreadSettings = ReturnType<typeof settingsOf>

/** Makes the settings of a thread. It does not get functions, nor objects that may contain some. */
function settingsOf(options: ConversionSettings, terms: Terms) {
  const { tables, forms, jobs, settings, termsOf, onBytes, onLargeValue, watch, ...plain } = options
  return { ...plain, tables: tables.map(({ name }) => name), terms }
}

/** What a thread made of a batch, as plain data. */
export interface Part extends PartIssues {
  /** The taxpayers of the batch. */
  readonly ids: readonly string[]
  /** The rows of each table, in each layout. */
  readonly rows: readonly (readonly LaidOutRows[])[]
  readonly rejected: LaidOutRows
  /** Findings of `InputWatch` for the inputs of this part. */
  readonly findings: InputWatch['findings']
}

/** A thread, and who waits for what it was given, in that order. */
interface Thread {
  readonly worker: Worker
  readonly waiting: {
    readonly resolve: (part: Part | null) => void
    readonly reject: (cause: unknown) => void
  }[]
}

const NO_THREAD_FILES =
  'Several jobs start threads from files of taxtally that a bundle does not contain. Leave taxtally out of the bundle, or use one job.'

/** The error to report if a thread does not start, or ends with an error. */
function threadError(cause: unknown): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new JobError(endedBy('out of memory'))
  return /MODULE_NOT_FOUND$|^ERR_INVALID_URL$/.test(code) ? new JobError(NO_THREAD_FILES) : cause
}

/** A program that was given as text says of what type that is, and no thread of a file starts under it. */
const hasTextType = (words: readonly string[]): boolean => words.some(word => word.startsWith('--input-type'))

/** Newer versions of Node let the young generation grow to several times what version 20 does. */
const YOUNG = 48

/** A thread may take what the process may; in megabytes. */
const heapLimit = (): number => Math.ceil(getHeapStatistics().heap_size_limit / (1 << 20))

/**
 * Starts the thread whose file is next to a module, whose `import.meta.url` is given.
 *
 * Bundlers follow `new Worker(new URL('./thread.js', import.meta.url))`: webpack copies the file without the files that it
 * imports, and Turbopack bundles all of the command with it. They do not follow names that are arguments.
 *
 * @throws TypeError with the code `ERR_INVALID_URL` in a CommonJS bundle, where `import.meta.url` is undefined.
 */
const startThread = (file: string, moduleUrl: string, options: WorkerOptions): Worker =>
  new Worker(new URL(file, moduleUrl), options)

/** Threads that make rows of batches; they start when there is work, and end with the process. */
export class Pool {
  readonly #most: number
  readonly #settings: ThreadSettings
  readonly #threads: Thread[] = []
  #failure: { readonly cause: unknown } | null = null

  constructor(most: number, options: ConversionSettings, terms: Terms) {
    this.#most = most
    this.#settings = settingsOf(options, terms)
  }

  /** What a thread makes of a batch; null where it is too much. Throws what the thread threw, and JobError. */
  work(pieces: readonly SourcePiece[]): Promise<Part | null> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure.cause)
        return
      }
      const { worker, waiting } = this.#next()
      waiting.push({ resolve, reject })
      worker.postMessage(pieces)
    })
  }

  /** Ends every thread at once. */
  async stop(): Promise<void> {
    this.#failure ??= { cause: null }
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  /** The thread that has least to do, or a new one. */
  #next(): Thread {
    const [next] = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)
    const isBusy = next === undefined || (next.waiting.length > 0 && this.#threads.length < this.#most)
    return isBusy ? this.#start() : next
  }

  #start(): Thread {
    let worker: Worker
    try {
      worker = startThread('./thread.js', import.meta.url, {
        name: 'taxtally',
        workerData: this.#settings,
        ...(hasTextType(process.execArgv) ? { execArgv: [] } : {}),
        resourceLimits: { maxOldGenerationSizeMb: heapLimit(), maxYoungGenerationSizeMb: YOUNG },
      })
    } catch (cause) {
      throw threadError(cause)
    }
    const thread: Thread = { worker, waiting: [] }
    this.#threads.push(thread)
    worker.on('message', (part: Part | null) => thread.waiting.shift()?.resolve(part))
    worker.on('error', cause => this.#fail(threadError(cause)))
    worker.on('messageerror', cause => this.#fail(cause))
    worker.on('exit', code => this.#fail(new JobError(endedBy(code))))
    return thread
  }

  #fail(cause: unknown): void {
    if (this.#failure !== null) return
    this.#failure = { cause }
    for (const { waiting } of this.#threads) for (const { reject } of waiting) reject(cause)
  }
}

const endedBy = (what: string | number): string => `A thread of --jobs ended before its work (${what}).`
