// This module is preloaded into a process on Linux. On exit, it prints the processor seconds of each thread. Linux does
// not list a thread that has ended, so the times are sampled while the program runs, when the main thread is free. The
// last milliseconds of a thread may be missing.
import { readdirSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const SAMPLE_INTERVAL_MS = 20

if (isMainThread) {
  const secondsByThread = new Map()
  const sampleThreads = () => {
    for (const id of readdirSync('/proc/self/task')) {
      try {
        secondsByThread.set(id, Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e9)
      } catch {
        // The thread ended between the two calls.
      }
    }
  }
  setInterval(sampleThreads, SAMPLE_INTERVAL_MS).unref()
  process.on('exit', () => {
    sampleThreads()
    const { [process.pid]: mainThread, ...others } = Object.fromEntries(secondsByThread)
    console.log(JSON.stringify({ mainThread, others: Object.values(others) }))
  })
}
