import { isFinalStatus, type OpenObject, refreshOutcome, type Taxpayer } from '../resources/index.js'
import { waitAsked } from './call-operation.js'
import type { AccessToken } from './credentials.js'
import { type Call, type CallOptions, type Limits, limitsOf, remainingOptions, runWithin } from './limits.js'
import type { ClientSettings } from './options.js'
import type { CompositeCalls, OperationCalls, Pace, RefreshOptions, RefreshResult } from './service-client.js'
import { ServiceError } from './service-error.js'

/** Reads of which little is needed, and which hand on the rest as it came. */
interface UncheckedReads {
  /** Its status alone is looked at. */
  readStatus(token: AccessToken, options: CallOptions): Promise<Taxpayer>
  readTaxpayer(token: AccessToken, options: CallOptions): Promise<OpenObject>
  readRecords(token: AccessToken, options: CallOptions): Promise<readonly unknown[]>
}

/** A second at first, at most half a minute. */
const DEFAULT_PACE: Pace = { firstMs: 1000, longestMs: 30_000 }
const OUTCOME_UNKNOWN = 'the outcome of the refresh job is not known at its deadline'

/** The calls that are made of several operations: waiting, refreshing, collecting. */
export function compositeCalls(
  operations: OperationCalls,
  unchecked: UncheckedReads,
  settings: ClientSettings,
): CompositeCalls {
  const { timing, retry, waitMs, deadlineMs } = settings

  /**
   * Asks until the answer is final; what ends it before is the error of a question that is asked too late. Each wait is
   * shortened or lengthened at random by up to a quarter, so that many clients do not ask at once.
   */
  async function pollUntil<T>(
    ask: () => Promise<T>,
    isFinal: (answer: T) => boolean,
    { deadlineAt }: Limits,
    signal: AbortSignal,
    pace: Pace = DEFAULT_PACE,
  ): Promise<T> {
    for (let round = 0; ; round++) {
      let requested = 0
      try {
        const answer = await ask()
        if (isFinal(answer)) return answer
      } catch (error) {
        if (!(error instanceof ServiceError) || !error.retryable || retry.attempts <= 1) throw error
        // One question may not have the time that the service asks for; the whole may.
        requested = error.retryAfterMs ?? Number.POSITIVE_INFINITY
        if (timing.now() + requested >= deadlineAt) throw error
      }
      const wait = Math.min(pace.longestMs, pace.firstMs * 1.5 ** round)
      await timing.sleep(
        Math.max(waitAsked(requested, settings), wait * (0.75 + timing.random() / 2)),
        signal,
      )
    }
  }

  /**
   * Starts a refresh job, once, and asks for it until it has ended. A word that is not known is no end: where none comes
   * that is, the deadline says that the outcome is not known. `call` is the whole that this is a part of.
   */
  function refresh(token: AccessToken, options: RefreshOptions, call: Call): Promise<RefreshResult> {
    const limits = limitsOf(options, waitMs, timing)
    const readOutcome = options.readOutcome ?? refreshOutcome
    return runWithin(limits, timing, call, async signal => {
      const part = () => remainingOptions(limits, signal, deadlineMs, timing)
      const taxpayerId = options.taxpayerId ?? (await operations.introspect(token, part())).taxpayer_id
      const job = await operations.startRefresh(token, taxpayerId, part())
      call.jobId = job.jobId
      const ask = async () => {
        const status = await operations.getRefresh(token, { taxpayerId, jobId: job.jobId }, part())
        const outcome = readOutcome(status.status)
        call.atDeadline = outcome === 'unknown' ? OUTCOME_UNKNOWN : undefined
        return { job, status, outcome }
      }
      const isEnded = ({ outcome }: { outcome: ReturnType<typeof refreshOutcome> }) =>
        outcome === 'completed' || outcome === 'failed'
      return (await pollUntil(ask, isEnded, limits, signal, options.pace)) as RefreshResult
    })
  }

  return {
    async waitForCompletion(token, options = {}) {
      const limits = limitsOf(options, waitMs, timing)
      const call: Call = { operation: 'waitForCompletion', retryable: true }
      return runWithin(limits, timing, call, signal => {
        const ask = () => unchecked.readStatus(token, remainingOptions(limits, signal, deadlineMs, timing))
        return pollUntil(ask, ({ status }) => isFinalStatus(status), limits, signal, options.pace)
      })
    },

    refresh: async (token, options = {}) =>
      refresh(token, options, { operation: 'refresh', retryable: false }),

    /** A refresh without a known good outcome is an error, because the records would be older than asked for. */
    async collect(token, options = {}) {
      const { refresh: refreshing = false, wait = false } = options
      const usualMs = refreshing !== false || wait ? waitMs : deadlineMs
      const limits = limitsOf(options, usualMs, timing)
      const call: Call = { operation: 'collect', retryable: refreshing === false }
      return runWithin(limits, timing, call, async signal => {
        const part = (ms = deadlineMs) => remainingOptions(limits, signal, ms, timing)
        if (refreshing !== false) {
          const how = { ...(refreshing === true ? {} : refreshing), ...part(waitMs) }
          const { outcome, job } = await refresh(token, how, call)
          if (outcome === 'failed')
            throw new ServiceError({
              kind: 'status',
              operation: 'refresh',
              retryable: false,
              jobId: job.jobId,
              reason: 'the refresh job failed',
            })
        }
        const ask = () => unchecked.readTaxpayer(token, part())
        if (!wait) {
          const [taxpayer, records] = await Promise.all([ask(), unchecked.readRecords(token, part())])
          return { taxpayer, records }
        }
        const taxpayer = await pollUntil(ask, ({ status }) => isFinalStatus(status), limits, signal)
        return { taxpayer, records: await unchecked.readRecords(token, part()) }
      })
    },
  }
}
