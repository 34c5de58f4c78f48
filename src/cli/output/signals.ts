import { discardUnfinished, handlePendingSignals } from '../../files/output/output.js'
import { say } from './text.js'

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof SIGNALS
const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly Signal[]

type SignalListener = (signal: Signal) => void

function removeListeners(listener: SignalListener): void {
  for (const name of SIGNAL_NAMES) process.off(name, listener)
}

/** Removes a signal listener, and then ends the program with the signal's default action. */
function exitBySignal(signal: Signal, listener: SignalListener): void {
  removeListeners(listener)
  // Sends the signal before calling `exit`, because `exit` would wait for an input that is still being opened.
  process.kill(process.pid, signal)
  process.exit(SIGNALS[signal])
}

/**
 * Handles signals: removes unfinished files, and then lets the signal end the program. Call the returned function after
 * the outputs are in place. From then on, a signal is only reported, even if it arrived earlier without being handled.
 */
export function onSignals(): () => Promise<void> {
  let areOutputsComplete = false
  const onSignal = (signal: Signal): void => {
    if (areOutputsComplete) {
      say(`${signal} came too late: the outputs are complete and in place.`)
      return
    }
    discardUnfinished()
    exitBySignal(signal, onSignal)
  }
  for (const name of SIGNAL_NAMES) process.on(name, onSignal)
  return async () => {
    areOutputsComplete = true
    await handlePendingSignals()
  }
}

/** The time in milliseconds to wait for a reader that does not read the written output. */
const WRITE_TIMEOUT_MS = 1000

/** Lets a signal end the program only after standard output has accepted all text, so it ends with a complete line. */
export function endBetweenLines(): void {
  const onSignal = (signal: Signal): void => {
    const end = (): void => exitBySignal(signal, onSignal)
    process.stdout.write('', end)
    setTimeout(end, WRITE_TIMEOUT_MS).unref()
  }
  for (const name of SIGNAL_NAMES) process.on(name, onSignal)
}

/** Calls a listener at the first signal. A second signal ends the program at once. Returns a function that removes it. */
export function onFirstSignal(listener: SignalListener): () => void {
  const onSignal = (signal: Signal): void => {
    removeListeners(onSignal)
    listener(signal)
  }
  for (const name of SIGNAL_NAMES) process.on(name, onSignal)
  return () => removeListeners(onSignal)
}

/** Waits until a signal interrupts the command. */
export const waitForInterrupt = (): Promise<unknown> => new Promise(resolve => onFirstSignal(resolve))

/**
 * Runs an action that ends early if its signal aborts. The first signal of the system aborts it. After the action has
 * ended, the signal of the system ends the program.
 */
export async function runUntilSignal<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let receivedSignal: Signal | null = null
  const stopListening = onFirstSignal(signal => {
    receivedSignal = signal
    controller.abort()
  })
  try {
    return await run(controller.signal)
  } finally {
    stopListening()
    if (receivedSignal !== null) exitBySignal(receivedSignal, () => {})
  }
}
