// Loaded into a process before its program, on Linux: prints on exit what each of its threads had of a processor, in seconds.
// A thread that has ended is not listed by the system any more, so all are looked at again and again, as often as the main
// thread comes to it: of what a thread did last, some may be missing.
import { readdirSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY = 20

if (isMainThread) {
  const secondsByThread = new Map()
  const look = () => {
    for (const id of readdirSync('/proc/self/task')) {
      try {
        secondsByThread.set(
          id,
          Number(readFileSync(`/proc/self/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e9,
        )
      } catch {
        // It ended between the two.
      }
    }
  }
  setInterval(look, EVERY).unref()
  process.on('exit', () => {
    look()
    const { [process.pid]: mainThread, ...others } = Object.fromEntries(secondsByThread)
    console.log(JSON.stringify({ mainThread, others: Object.values(others) }))
  })
}
