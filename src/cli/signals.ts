import { setImmediate as turn } from 'node:timers/promises'
import { discardUnfinished } from '../stream/output.js'
import { say } from './text.js'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof SIGNALS
const NAMES = Object.keys(SIGNALS) as readonly Signal[]

/** Ends the program by a signal, after removing the listener `heard`. */
function endBy(signal: Signal, heard: (signal: Signal) => void): void {
  for (const signalName of NAMES) process.off(signalName, heard)
  // Does not call `exit` first, which would wait for an input that is still being opened.
  process.kill(process.pid, signal)
  process.exit(SIGNALS[signal])
}

/**
 * Removes unfinished files when the program is interrupted, and lets the signal end it. Call the returned function after
 * the outputs are in place. From then on a signal, even one that came earlier, is only reported.
 */
export function onSignals(): () => Promise<void> {
  let isWhole = false
  const onSignal = (signal: Signal): void => {
    if (isWhole) {
      say(`${signal} came too late: the outputs are complete and in place.`)
      return
    }
    discardUnfinished()
    endBy(signal, onSignal)
  }
  for (const name of NAMES) process.on(name, onSignal)
  return async () => {
    isWhole = true
    // Signals arrive only while the program waits, so it waits twice: for current work, and once more.
    await turn()
    await turn()
  }
}

/** How long written output may wait for a reader that does not read, in milliseconds. */
const PATIENCE = 1000

/** Ends the program by a signal after standard output has taken all that was written, so output ends with a complete line. */
export function endBetweenLines(): void {
  const onSignal = (signal: Signal): void => {
    const end = (): void => endBy(signal, onSignal)
    process.stdout.write('', end)
    setTimeout(end, PATIENCE).unref()
  }
  for (const name of NAMES) process.on(name, onSignal)
}

/** Waits until the command is interrupted. */
export const interrupted = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
