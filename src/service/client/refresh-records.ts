import { type RefreshOutcome, refreshOutcome } from '../resources/index.js'
import type { Connection } from './connection.js'
import type { AccessToken } from './credentials.js'
import { type Call, limitsOf, partOf, runWithin } from './limits.js'
import { pollUntil, USUAL_PACE } from './poll-until.js'
import type { RefreshOptions, RefreshResult, ServiceClient } from './service-client.js'

const UNKNOWN = 'the outcome of the refresh job is not known at its deadline'

/**
 * Starts a refresh job and asks for it until it has ended. The job is started once. A word that is not known is no end:
 * where none comes that is, the deadline says that the outcome is not known. `call` is the whole that this is a part of.
 */
export function refreshRecords(
  client: ServiceClient,
  connection: Connection,
  token: AccessToken,
  options: RefreshOptions,
  call: Call = { operation: 'refresh', retryable: false },
): Promise<RefreshResult> {
  const { timing, waitMs, deadlineMs } = connection
  const limits = limitsOf(options, waitMs, timing)
  const read = options.readOutcome ?? refreshOutcome
  return runWithin(limits, timing, call, async signal => {
    const part = () => partOf(limits, signal, deadlineMs, timing)
    const taxpayerId = options.taxpayerId ?? (await client.introspect(token, part())).taxpayer_id
    const job = await client.startRefresh(token, taxpayerId, part())
    call.jobId = job.jobId
    const ask = async () => {
      const status = await client.getRefresh(token, { taxpayerId, jobId: job.jobId }, part())
      const outcome = read(status.status)
      call.atDeadline = outcome === 'unknown' ? UNKNOWN : undefined
      return { job, status, outcome }
    }
    const isEnded = ({ outcome }: { outcome: RefreshOutcome }) =>
      outcome === 'completed' || outcome === 'failed'
    const pace = options.pace ?? USUAL_PACE
    return (await pollUntil(ask, isEnded, pace, connection, limits, signal)) as RefreshResult
  })
}
