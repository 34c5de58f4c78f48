// The receiver's calls of handlers in order, and its repeated calls of a store.

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
export async function retryStoreCall(callStore: () => Promise<void>): Promise<void> {
  for (const wait of STORE_RETRY_WAITS_MS) {
    try {
      return await callStore()
    } catch {
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  await callStore()
}
