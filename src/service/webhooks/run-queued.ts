// The receiver's calls of handlers in order, and its repeated calls of a store.

import type { EventStore, Lease } from './event-store.js'

/** Creates a function that runs the tasks of each subject one at a time, in order. */
export function createQueues() {
  const lastTasks = new Map<string, Promise<unknown>>()
  return <T>(subject: string | null, run: () => Promise<T>): Promise<T> => {
    if (subject === null) return run()
    const task = (lastTasks.get(subject) ?? Promise.resolve()).then(run, run)
    lastTasks.set(subject, task)
    const leaveQueue = () => {
      if (lastTasks.get(subject) === task) lastTasks.delete(subject)
    }
    task.then(leaveQueue, leaveQueue)
    return task
  }
}

const STORE_RETRY_WAITS_MS = [50, 200, 800]

/** Calls a store, and again after a wait if it throws. Throws the error of the last call. */
export async function retryStoreCall<T>(callStore: () => Promise<T>): Promise<T> {
  for (const waitMs of STORE_RETRY_WAITS_MS) {
    try {
      return await callStore()
    } catch {
      await sleep(waitMs)
    }
  }
  return callStore()
}

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** How long a delivery waits while another process handles an event of the same subject, in milliseconds. */
const SUBJECT_WAIT_MS = 5_000

/** Takes the lease on a subject. If another process holds it, waits up to 5 seconds and then returns null. */
export async function waitForSubject(store: EventStore, subject: string): Promise<Lease | null> {
  for (let waitedMs = 0, waitMs = 10; ; waitMs = Math.min(2 * waitMs, 200)) {
    const lease = await store.lease('subject', subject)
    if (lease !== null || waitedMs >= SUBJECT_WAIT_MS) return lease
    await sleep(waitMs)
    waitedMs += waitMs
  }
}
