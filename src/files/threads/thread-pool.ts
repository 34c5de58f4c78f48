import { getHeapStatistics } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { UnderwritingInputs } from '../../underwriting/facts/options.js'
import type { ConversionSettings } from '../convert/convert-options.js'
import type { BatchIssues } from '../convert/result-writer.js'
import { JobError } from '../errors.js'
import type { EncodedRows } from '../formats/writer.js'
import type { InputWatch } from '../read/describe-input.js'
import type { SourcePiece } from '../split/split.js'

/** The conversion settings as plain data that can be sent to a thread. Tables are listed by name. */
export type ThreadSettings = ReturnType<typeof makeThreadSettings>

/** Returns the settings for a thread. Omits functions, and objects that may contain functions. */
function makeThreadSettings(options: ConversionSettings, underwritingInputs: UnderwritingInputs) {
  const {
    tables,
    forms,
    jobs,
    settings,
    getUnderwritingInputs,
    contents,
    signal,
    onBytes,
    onLargeValue,
    watch,
    ...threadSettings
  } = options
  return { ...threadSettings, tables: tables.map(({ name }) => name), underwritingInputs }
}

/** A thread's result for one batch, as plain data. */
export interface BatchResult extends BatchIssues {
  /** The ids of the batch's taxpayers. */
  readonly ids: readonly string[]
  /** The rows, indexed by table and then by encoder. */
  readonly rows: readonly (readonly EncodedRows[])[]
  readonly rejected: EncodedRows
  /** The findings of `InputWatch` about the inputs of this batch. */
  readonly findings: InputWatch['findings']
}

/** A thread, and the callbacks of its pending batches in the order in which they were sent. */
interface PoolThread {
  readonly worker: Worker
  readonly pendingBatches: {
    readonly resolve: (batchResult: BatchResult | null) => void
    readonly reject: (cause: unknown) => void
  }[]
}

const NO_THREAD_FILES_MESSAGE =
  'Several jobs start threads from files of taxtally that a bundle does not contain. Exclude taxtally from the bundle, or use one job.'

/** Returns the error to report for an error that occurred when a thread was started or ran. */
function toThreadError(cause: unknown): unknown {
  const { code = '', message } = cause as NodeJS.ErrnoException
  // The error of a thread that cannot start names the system's error only in its message.
  if (code === 'ERR_WORKER_INIT_FAILED')
    return Object.assign(new JobError(message), { code: message.split(' ').at(-1) })
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new JobError(describeThreadEnd('out of memory'))
  return /MODULE_NOT_FOUND$|^ERR_INVALID_URL$/.test(code) ? new JobError(NO_THREAD_FILES_MESSAGE) : cause
}

/** The limit of a thread's young generation. Without it, newer Node versions use several times as much as Node 20. */
const MAX_YOUNG_GENERATION_MB = 48

/**
 * Starts a thread whose program is a file next to the module at `moduleUrl`.
 *
 * The URL and the file name are parameters so that bundlers do not recognize the worker. Given the literal call
 * `new Worker(new URL('./thread.js', import.meta.url))`, webpack copies the file without its imports, and Turbopack
 * bundles the entire command with it.
 *
 * @throws TypeError with the code `ERR_INVALID_URL` in a CommonJS bundle, because `import.meta.url` is undefined there.
 */
const startThread = (file: string, moduleUrl: string, options: WorkerOptions): Worker =>
  new Worker(new URL(file, moduleUrl), options)

/** A pool of threads that convert batches to rows. Threads start on demand and run until `stop`. */
export class ThreadPool {
  readonly #maxThreads: number
  readonly #settings: ThreadSettings
  readonly #threads: PoolThread[] = []
  #failure: { readonly cause: unknown } | null = null

  constructor(maxThreads: number, options: ConversionSettings, underwritingInputs: UnderwritingInputs) {
    this.#maxThreads = maxThreads
    this.#settings = makeThreadSettings(options, underwritingInputs)
  }

  /** Sends a batch to a thread. Resolves to its result, or to null if it is too large. Rejects if a thread fails. */
  convertBatch(pieces: readonly SourcePiece[]): Promise<BatchResult | null> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure.cause)
        return
      }
      const { worker, pendingBatches } = this.#chooseThread()
      pendingBatches.push({ resolve, reject })
      worker.postMessage(pieces)
    })
  }

  /** Terminates all threads without waiting for their pending batches. */
  async stop(): Promise<void> {
    this.#failure ??= { cause: null }
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  /** Returns the least busy thread, or a new one if all are busy and the pool is not full. */
  #chooseThread(): PoolThread {
    const [leastBusyThread] = this.#threads.toSorted((a, b) => a.pendingBatches.length - b.pendingBatches.length)
    const shouldStartThread =
      leastBusyThread === undefined ||
      (leastBusyThread.pendingBatches.length > 0 && this.#threads.length < this.#maxThreads)
    return shouldStartThread ? this.#start() : leastBusyThread
  }

  #start(): PoolThread {
    let worker: Worker
    // A thread has the same heap limit as the process.
    const heapLimitMb = Math.ceil(getHeapStatistics().heap_size_limit / (1 << 20))
    try {
      worker = startThread('./thread.js', import.meta.url, {
        name: 'taxtally',
        workerData: this.#settings,
        // A thread that inherits the option `--input-type` cannot run a file.
        ...(process.execArgv.some(nodeArgument => nodeArgument.startsWith('--input-type')) ? { execArgv: [] } : {}),
        resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
      })
    } catch (cause) {
      throw toThreadError(cause)
    }
    const thread: PoolThread = { worker, pendingBatches: [] }
    this.#threads.push(thread)
    worker.on('message', (batchResult: BatchResult | null) => thread.pendingBatches.shift()?.resolve(batchResult))
    worker.on('error', cause => this.#fail(toThreadError(cause)))
    worker.on('messageerror', cause => this.#fail(cause))
    worker.on('exit', code => this.#fail(new JobError(describeThreadEnd(code))))
    return thread
  }

  #fail(cause: unknown): void {
    if (this.#failure !== null) return
    this.#failure = { cause }
    for (const { pendingBatches } of this.#threads) for (const { reject } of pendingBatches) reject(cause)
  }
}

const describeThreadEnd = (reason: string | number): string =>
  `A thread of --jobs ended before it finished its work (${reason}).`
