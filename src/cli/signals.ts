import { setImmediate as turn } from 'node:timers/promises'
import { discardUnfinished } from '../stream/output.js'
import { say } from './text.js'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof SIGNALS
const NAMES = Object.keys(SIGNALS) as readonly Signal[]

/** Ends the program by a signal; `heard` listened to it until now. */
function endBy(signal: Signal, heard: (signal: Signal) => void): void {
  for (const each of NAMES) process.off(each, heard)
  // Not by an exit first: that would wait for an input that is still being opened.
  process.kill(process.pid, signal)
  process.exit(SIGNALS[signal])
}

/**
 * Removes unfinished files when the program is interrupted, and lets the signal end it. What it gives is to be called once
 * the outputs are in their places: from then on a signal, also one that came meanwhile, is only told of.
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
    // Nothing is heard of a signal before the program waits: once for what it waits for now, and once more.
    await turn()
    await turn()
  }
}

/** How long what was written may wait for a reader that does not read, in milliseconds. */
const PATIENCE = 1000

/** Ends the program by a signal once standard output has all that was written to it: writes end with a line. */
export function endBetweenLines(): void {
  const onSignal = (signal: Signal): void => {
    const end = (): void => endBy(signal, onSignal)
    process.stdout.write('', end)
    setTimeout(end, PATIENCE).unref()
  }
  for (const name of NAMES) process.on(name, onSignal)
}

/** Waits until someone interrupts the command. */
export const interrupted = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
