import { Worker } from 'node:worker_threads'
import { BEGIN, BYTES, Ring, STOP, SUM } from './ring.js'

const THREAD = new URL('./thread.js', import.meta.url)
const HEX = 64

/** Throws what the system said, as a write does by itself. */
function check(ring: Ring, descriptor: number): void {
  const code = ring.failureOf(descriptor)
  if (code !== null) throw Object.assign(new Error(), { code })
}

/** Writes a file behind its back: what fails is thrown by a later call. The descriptor is good for reading too. */
export class WrittenBehind {
  readonly #ring: Ring
  readonly #descriptor: number

  constructor(ring: Ring, descriptor: number, size: number) {
    this.#ring = ring
    this.#descriptor = descriptor
    ring.forget(descriptor)
    ring.give(BEGIN, descriptor, null, size)
  }

  /** Adds bytes, which are copied. Throws as writeSync does. */
  write(bytes: Uint8Array): void {
    check(this.#ring, this.#descriptor)
    this.#ring.give(BYTES, this.#descriptor, bytes)
  }

  /** Waits until all of it is written, and gives the SHA-256 of all bytes, in hexadecimal. Throws as writeSync does. */
  sum(): string {
    this.#ring.give(SUM, this.#descriptor, null)
    const sum = Buffer.from(this.#ring.settle(HEX)).toString('latin1')
    check(this.#ring, this.#descriptor)
    return sum
  }

  /** Waits until nothing is written any more, as before the file is closed. */
  settle(): void {
    this.#ring.settle(0)
  }
}

let ring: Ring | null = null

/** Starts the thread where there is none; where none may be started, or it does not come, files are written without it. */
function start(): Ring {
  const started = new Ring()
  try {
    const worker = new Worker(THREAD, { workerData: started.memory, execArgv: [] })
    // Who waits for the ring does not hear of it, so nobody waits for one that is not ready.
    worker.on('error', () => {})
    worker.unref()
  } catch {}
  return started
}

/** Goes on behind the writer's back with a file of which so many bytes are written; null while the thread is not there. */
export function writeBehind(descriptor: number, size: number): WrittenBehind | null {
  ring ??= start()
  return ring.isReady ? new WrittenBehind(ring, descriptor, size) : null
}

/** Ends the thread, once no file is written any more. */
export function endWriting(): void {
  if (ring?.isReady === true) ring.give(STOP, 0, null)
  ring = null
}
