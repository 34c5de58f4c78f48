import type { OpenObject } from '../contract/schema.js'
import { isFinalStatus, refreshOutcome, type Taxpayer } from '../contract/taxpayer.js'
import { type CallLimits, computeRequestedWait, type RunningCall, resolveLimits, runWithin } from './call-operation.js'
import type { AccessToken } from './credentials.js'
import type { OperationName } from './operations.js'
import type { ClientSettings } from './options.js'
import type { CallOptions, Pace, RefreshOptions, RefreshResult, ServiceClient } from './service-client.js'
import { ServiceError } from './service-error.js'

/** Operations that check only what composite calls need and return all data unchanged. */
interface UncheckedReads {
  /** Reads the taxpayer but checks only its status. */
  readStatus(token: AccessToken, options: CallOptions): Promise<Taxpayer>
  readTaxpayer(token: AccessToken, options: CallOptions): Promise<OpenObject>
  readRecords(token: AccessToken, options: CallOptions): Promise<readonly unknown[]>
}

/** The limits of a running composite call, whose signal is always set. */
type RunningLimits = CallLimits & { readonly signal: AbortSignal }

const DEFAULT_PACE: Pace = { firstMs: 1000, longestMs: 30_000 }

const hasFinalStatus = ({ status }: OpenObject) => isFinalStatus(status)

/** Creates the calls that combine several operations: waiting, refreshing and collecting. */
export function createCompositeCalls(
  operations: Pick<ServiceClient, OperationName>,
  unchecked: UncheckedReads,
  settings: ClientSettings,
): Pick<ServiceClient, 'waitForCompletion' | 'refresh' | 'collect'> {
  const { timing, retry, waitMs, deadlineMs } = settings

  async function runCall<T>(
    options: CallOptions,
    defaultMs: number,
    call: RunningCall,
    run: (running: RunningLimits) => Promise<T>,
  ): Promise<T> {
    const limits = resolveLimits(options, defaultMs, timing)
    return runWithin(limits, timing, call, signal => run({ ...limits, signal }))
  }

  /** Returns the options of one operation in a call. Its time limit is `longestMs`, or less if the call ends sooner. */
  const toStepOptions = ({ deadlineAt, signal }: RunningLimits, longestMs = deadlineMs): CallOptions => ({
    signal,
    deadlineMs: Math.max(1, Math.min(longestMs, deadlineAt - timing.now())),
  })

  /**
   * Repeats a request until the result is final or the call's deadline passes. Each wait is shortened or lengthened at
   * random by up to a quarter, so that many clients do not send their requests at the same time.
   */
  async function pollUntil<T>(
    sendRequest: () => Promise<T>,
    isFinal: (response: T) => boolean,
    { deadlineAt, signal }: RunningLimits,
    pace: Pace = DEFAULT_PACE,
  ): Promise<T> {
    for (let pollCount = 0; ; pollCount++) {
      let requestedMs = 0
      try {
        const response = await sendRequest()
        if (isFinal(response)) return response
      } catch (error) {
        if (!(error instanceof ServiceError) || !error.retryable || retry.attempts <= 1) throw error
        // The service may request a longer wait than one operation allows, but not longer than the whole call allows.
        requestedMs = error.retryAfterMs ?? Number.POSITIVE_INFINITY
        if (timing.now() + requestedMs >= deadlineAt) throw error
      }
      const requestedWait = computeRequestedWait(requestedMs, settings)
      const usualWait = Math.min(pace.longestMs, pace.firstMs * 1.5 ** pollCount) * (0.75 + timing.random() / 2)
      await timing.sleep(Math.max(requestedWait, usualWait), signal)
    }
  }

  /**
   * Starts one refresh job and requests its status until it has ended. A job with an unknown status may still be
   * running. If the status is still unknown at the deadline, the error reports that. `call` is the whole call.
   */
  const refresh = (token: AccessToken, options: RefreshOptions, call: RunningCall): Promise<RefreshResult> =>
    runCall(options, waitMs, call, async running => {
      const { readOutcome = refreshOutcome, pace } = options
      const taxpayerId = options.taxpayerId ?? (await operations.introspect(token, toStepOptions(running))).taxpayer_id
      const job = await operations.startRefresh(token, taxpayerId, toStepOptions(running))
      const { jobId } = job
      call.jobId = jobId
      const ask = async () => {
        const status = await operations.getRefresh(token, { taxpayerId, jobId }, toStepOptions(running))
        const outcome = readOutcome(status.status)
        call.atDeadline =
          outcome === 'unknown' ? 'the outcome of the refresh job is not known at its deadline' : undefined
        return { job, status, outcome }
      }
      const hasEnded = ({ outcome }: Awaited<ReturnType<typeof ask>>) => outcome === 'completed' || outcome === 'failed'
      return (await pollUntil(ask, hasEnded, running, pace)) as RefreshResult
    })

  return {
    waitForCompletion: (token, options = {}) =>
      runCall(options, waitMs, { operation: 'waitForCompletion', retryable: true }, running => {
        const ask = () => unchecked.readStatus(token, toStepOptions(running))
        return pollUntil(ask, hasFinalStatus, running, options.pace)
      }),

    refresh: (token, options = {}) => refresh(token, options, { operation: 'refresh', retryable: false }),

    /** Reads a dossier. A refresh that is not known to be complete is an error, because the records may be outdated. */
    async collect(token, options = {}) {
      const { refresh: refreshOption = false, wait = false } = options
      const usualMs = refreshOption !== false || wait ? waitMs : deadlineMs
      const call: RunningCall = { operation: 'collect', retryable: refreshOption === false }
      return runCall(options, usualMs, call, async running => {
        if (refreshOption !== false) {
          const refreshOptions = { ...(refreshOption === true ? {} : refreshOption), ...toStepOptions(running, waitMs) }
          const { outcome, job } = await refresh(token, refreshOptions, call)
          if (outcome === 'failed') {
            const reason = 'the refresh job failed'
            const { jobId } = job
            throw new ServiceError({ kind: 'status', operation: 'refresh', retryable: false, jobId, reason })
          }
        }
        const readTaxpayer = () => unchecked.readTaxpayer(token, toStepOptions(running))
        const readRecords = () => unchecked.readRecords(token, toStepOptions(running))
        const [taxpayer, records] = wait
          ? [await pollUntil(readTaxpayer, hasFinalStatus, running), await readRecords()]
          : await Promise.all([readTaxpayer(), readRecords()])
        return { taxpayer, records }
      })
    },
  }
}
