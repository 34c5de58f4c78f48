import { Worker } from 'node:worker_threads'
import { Ring, STOP } from './ring.js'
import { WrittenBehind } from './written-behind.js'

const THREAD = new URL('./thread.js', import.meta.url)

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

/** True while the thread is there. */
export const isWriting = (): boolean => ring?.isReady === true

/** Goes on behind the writer's back with a file of which so many bytes are written; null while the thread is not there. */
export function writeBehind(descriptor: number, size: number): WrittenBehind | null {
  ring ??= start()
  return ring.isReady ? new WrittenBehind(ring, descriptor, size) : null
}

/** Ends the thread, once no file is written any more. */
export function endWriting(): void {
  // One that is not there yet finds this first.
  ring?.give(STOP, 0, null)
  ring = null
}
