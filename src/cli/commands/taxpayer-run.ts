import { ServiceError } from '../../service/client/index.js'
import { countWithNoun, say } from '../output/text.js'
import { CallFailure, type ServicePause } from './taxpayer-calls.js'

/** The maximum number of problems that are printed. Further problems are only counted. */
const MAX_PRINTED_PROBLEMS = 20
/** The number of consecutive failures after which the command stops. */
const MAX_CONSECUTIVE_FAILURES = 5

/** A reason why a taxpayer is not done, although the service answered correctly. The message contains no data. */
export class UnfinishedTaxpayerError extends Error {}

/** A taxpayer id and its position in the list, from 1. Messages contain the position instead of the id. */
export interface PositionedTaxpayer {
  readonly id: string
  readonly position: number
}

/** The result for one taxpayer. `rejected` means that the taxpayer's status is REJECTED. */
export type TaxpayerOutcome = 'done' | 'rejected'

/** The settings of a run over several taxpayers. */
interface RunSettings {
  readonly jobs: number
  readonly quiet: boolean
  readonly pause: ServicePause
  /** Ends the run early. Actions in progress get a signal that aborts at the same time. */
  readonly signal: AbortSignal
  readonly run: (taxpayerId: string, signal: AbortSignal) => Promise<TaxpayerOutcome>
}

/**
 * Runs an action for several taxpayers concurrently, reports problems, and stops if it is useless to go on. If an action
 * fails with an unexpected error, waits until the other actions have ended, and then throws it.
 */
export async function runForTaxpayers(settings: RunSettings, taxpayers: readonly PositionedTaxpayer[]) {
  const { pause, run } = settings
  const total = taxpayers.length
  // An index instead of `shift`, which moves a long list for each taxpayer.
  let nextIndex = 0
  const counts = { done: 0, rejected: 0, failed: 0 }
  let failuresInARow = 0
  let stopReason: string | null = null
  const unexpectedError = new AbortController()
  const signal = AbortSignal.any([settings.signal, unexpectedError.signal])
  const progress = createRunProgress(settings, total)
  const printProblem = (position: number, text: string) => {
    progress.clear()
    if (counts.failed + counts.rejected <= MAX_PRINTED_PROBLEMS) say(`taxpayer ${position} of the list: ${text}`)
  }
  const countFailure = ({ position }: PositionedTaxpayer, error: unknown) => {
    const failure = error instanceof CallFailure ? error.failure : error
    if (!(error instanceof UnfinishedTaxpayerError || failure instanceof ServiceError)) {
      unexpectedError.abort(error)
      return
    }
    // The run ends, so this is not a problem of the taxpayer.
    if (failure instanceof ServiceError && failure.kind === 'aborted') return
    counts.failed++
    const { message } = error as Error
    printProblem(position, failure instanceof ServiceError ? describeFailure(message, failure) : message)
    if (!(failure instanceof ServiceError)) return
    stopReason ??= findStopReason(failure)
    if (++failuresInARow >= MAX_CONSECUTIVE_FAILURES)
      stopReason ??= `${MAX_CONSECUTIVE_FAILURES} taxpayers in a row failed`
  }
  const runNext = async (): Promise<void> => {
    for (;;) {
      await pause.wait(signal)
      const taxpayer = stopReason === null && !signal.aborted ? taxpayers[nextIndex++] : undefined
      if (taxpayer === undefined) return
      try {
        const outcome = await run(taxpayer.id, signal)
        counts[outcome]++
        failuresInARow = 0
        if (outcome === 'rejected') printProblem(taxpayer.position, REJECTED_TEXT)
      } catch (error) {
        countFailure(taxpayer, error)
      }
      progress.show(counts.done + counts.rejected + counts.failed)
    }
  }
  await Promise.all(Array.from({ length: settings.jobs }, runNext))
  progress.clear()
  if (unexpectedError.signal.aborted) throw unexpectedError.signal.reason
  const { done, rejected, failed } = counts
  if (failed + rejected > MAX_PRINTED_PROBLEMS) say(`${failed + rejected - MAX_PRINTED_PROBLEMS} further problems`)
  const untriedCount = total - done - rejected - failed
  if (stopReason !== null) {
    const untried = countWithNoun(untriedCount, 'taxpayer was', 'taxpayers were')
    say(`stopped: ${stopReason}; ${untried} not tried. Correct this, then run the same command again to continue.`)
  }
  return { ...counts, missing: failed + untriedCount }
}

const REJECTED_TEXT = 'REJECTED: the authorization was rejected. The next run asks for this taxpayer again.'

/** Returns the reason to stop at once. Null if only consecutive failures stop the command. */
function findStopReason({ operation, status = 0, retryAfterMs = 0 }: ServiceError): string | null {
  const minutes = Math.ceil(retryAfterMs / 60_000)
  if (minutes > 0) return `the service asks to wait ${countWithNoun(minutes, 'minute')}`
  if (status === 429) return 'the service received too many requests'
  const isClientRejected = operation === 'retrieveToken' && (status === 401 || status === 403)
  return isClientRejected ? 'the service rejected the credentials' : null
}

/** Describes a failed call: which call, what happened, and what to do. */
function describeFailure(message: string, failure: ServiceError): string {
  const code = failure.code === undefined ? '' : ` (${failure.code})`
  return `${message}${code}. ${adviseOnFailure(failure)}`
}

function adviseOnFailure({ operation, status = 0, retryable, requestId }: ServiceError): string {
  const isClientCall = operation === 'retrieveToken'
  if (status === 404 && isClientCall) return 'Check the id, and whether the taxpayer is still connected.'
  if (status === 401 || status === 403)
    return isClientCall
      ? 'Check TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET.'
      : 'The access token is not valid. The taxpayer may have to authorize again.'
  if (retryable) return 'Run the same command again later.'
  return requestId === undefined ? 'Ask the service.' : `Ask the service. The id of the request is ${requestId}.`
}

/** Shows progress on standard error. Updates one line on a terminal, and otherwise prints a line every 10 seconds. */
function createRunProgress({ quiet }: RunSettings, total: number): { show(done: number): void; clear(): void } {
  const { isTTY } = process.stderr
  const updateIntervalMs = isTTY ? 200 : 10_000
  let lastUpdateAt = Date.now()
  let isShown = false
  return {
    show: done => {
      if (quiet || Date.now() - lastUpdateAt < updateIntervalMs) return
      lastUpdateAt = Date.now()
      isShown = isTTY
      process.stderr.write(isTTY ? `\r${done} of ${total}` : `taxtally: ${done} of ${total}\n`)
    },
    clear: () => {
      if (isShown) process.stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}
