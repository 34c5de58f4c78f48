import { setTimeout as sleep } from 'node:timers/promises'
import { startThread } from '../start-thread.js'
import { Ring, STOP } from './ring.js'
import { WrittenBehind } from './written-behind.js'

/** It makes little that lives: by itself its young generation would grow to many times as much. */
const LIMITS = { maxYoungGenerationSizeMb: 2 }
/** For so long a thread is waited for, in milliseconds, where there is another way. */
const PATIENCE = 2000

/** Deno's threads do not know each other's descriptors. */
const SHARES_DESCRIPTORS = process.versions['deno'] === undefined

let ring: Ring | null = null

/** Starts the thread where there is none; where none may be started, or it does not come, files are written without it. */
function start(): Ring {
  const started = new Ring()
  started.isGone = !SHARES_DESCRIPTORS
  if (started.isGone) return started
  try {
    const options = { workerData: started.memory, execArgv: [], resourceLimits: LIMITS }
    const worker = startThread('./thread.js', import.meta.url, options)
    // Who waits for the ring does not hear of it, so nobody waits for one that is not ready.
    worker.on('error', () => {
      started.isGone = true
    })
    worker.unref()
  } catch {
    started.isGone = true
  }
  return started
}

/** Starts the thread: much will be written, and what it does need not be done, nor compiled, before it is there. */
export function startWriting(): void {
  ring ??= start()
}

/** True while the thread is there. */
export const isWriting = (): boolean => ring?.isReady === true

/** Starts the thread, and tells whether it came. */
export async function mayWriteBehind(): Promise<boolean> {
  ring ??= start()
  const own = ring
  for (const begin = performance.now(); performance.now() - begin < PATIENCE && !own.isGone; await sleep(2))
    if (own.isReady) return true
  return false
}

/**
 * Goes on behind the writer's back with a file of which so many bytes are written; null while the thread is not there,
 * unless it is to be waited for.
 */
export function writeBehind(descriptor: number, size: number, waits: true): WrittenBehind
export function writeBehind(descriptor: number, size: number, waits?: boolean): WrittenBehind | null
export function writeBehind(descriptor: number, size: number, waits = false): WrittenBehind | null {
  ring ??= start()
  return waits || ring.isReady ? new WrittenBehind(ring, descriptor, size) : null
}

/** Ends the thread, once no file is written any more. */
export function endWriting(): void {
  // One that is not there yet finds this first.
  ring?.give(STOP, 0, null)
  ring = null
}
