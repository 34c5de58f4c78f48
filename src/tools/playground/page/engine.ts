import type { NumberedRequest, ProgressListener, WorkerMessage, WorkerRequest, WorkerResults } from '../protocol.js'

/** The worker's script, which the bundle contains as text. */
declare const ENGINE: string

/** The error of a request that the user canceled or replaced with another. */
export class CancelledError extends Error {}

export class RequestFailedError extends Error {}

interface PendingRequest {
  readonly resolve: (answer: never) => void
  readonly reject: (cause: Error) => void
}

/**
 * The worker, which starts with the first request. It is created from text instead of a file. Therefore the page's
 * security policy, which blocks every server, also applies to it, and it works in a page that is opened as a file.
 */
export class Engine {
  #worker: Worker | null = null
  #pendingRequests = new Map<number, PendingRequest>()
  #id = 0

  constructor(private readonly onProgress: ProgressListener) {}

  /** Sends a request to the worker and waits for the result. Throws RequestFailedError and CancelledError. */
  request<A extends WorkerRequest>(request: A): Promise<WorkerResults[A['kind']]> {
    this.#worker ??= this.#startWorker()
    const numberedRequest: NumberedRequest = { ...request, id: ++this.#id }
    return new Promise((resolve, reject) => {
      this.#pendingRequests.set(numberedRequest.id, { resolve, reject })
      this.#worker?.postMessage(numberedRequest)
    })
  }

  /** Stops all work and discards the data that was read. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#rejectPending(new CancelledError())
  }

  #rejectPending(cause: Error): void {
    const pendingRequests = [...this.#pendingRequests.values()]
    this.#pendingRequests.clear()
    for (const { reject } of pendingRequests) reject(cause)
  }

  #startWorker(): Worker {
    const url = URL.createObjectURL(new Blob([ENGINE], { type: 'text/javascript' }))
    const worker = new Worker(url)
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      URL.revokeObjectURL(url)
      if (data.kind === 'progress') return this.onProgress(data.share, data.taxpayers)
      const pendingRequest = this.#pendingRequests.get(data.id)
      this.#pendingRequests.delete(data.id)
      if (data.kind === 'done') pendingRequest?.resolve(data.result as never)
      else pendingRequest?.reject(new RequestFailedError(data.message))
    }
    worker.onerror = () => {
      this.#worker = null
      this.#rejectPending(new RequestFailedError('The browser did not run the worker, or it ran out of memory.'))
    }
    return worker
  }
}
