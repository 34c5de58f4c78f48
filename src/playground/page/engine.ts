import type { NumberedRequest, ProgressListener, WorkerMessage, WorkerRequest, WorkerResults } from '../protocol.js'

/** The worker's script, which the bundle contains as text. */
declare const ENGINE: string

/** The error of a request that the user canceled or replaced with another. */
export class Cancelled extends Error {}

export class RequestFailed extends Error {}

interface PendingRequest {
  readonly done: (answer: never) => void
  readonly failed: (cause: Error) => void
}

/**
 * The worker, which starts with the first request. It is created from text instead of a file. Therefore the page's
 * security policy, which blocks every server, also applies to it, and it works in a page that is opened as a file.
 */
export class Engine {
  #worker: Worker | null = null
  #waiting = new Map<number, PendingRequest>()
  #id = 0

  constructor(private readonly tell: ProgressListener) {}

  /** Sends a request to the worker and waits for the result. Throws RequestFailed and Cancelled. */
  ask<A extends WorkerRequest>(ask: A): Promise<WorkerResults[A['kind']]> {
    this.#worker ??= this.#startWorker()
    const question: NumberedRequest = { ...ask, id: ++this.#id }
    return new Promise((done, failed) => {
      this.#waiting.set(question.id, { done, failed })
      this.#worker?.postMessage(question)
    })
  }

  /** Stops all work and discards the data that was read. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#rejectPending(new Cancelled())
  }

  #rejectPending(cause: Error): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { failed } of waiting) failed(cause)
  }

  #startWorker(): Worker {
    const url = URL.createObjectURL(new Blob([ENGINE], { type: 'text/javascript' }))
    const worker = new Worker(url)
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      URL.revokeObjectURL(url)
      if (data.kind === 'progress') return this.tell(data.share, data.taxpayers)
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if (data.kind === 'done') waiting?.done(data.answer as never)
      else waiting?.failed(new RequestFailed(data.message))
    }
    worker.onerror = () => {
      this.#worker = null
      this.#rejectPending(new RequestFailed('The browser did not run the worker, or it ran out of memory.'))
    }
    return worker
  }
}
