import { refreshOutcome } from '../resources/index.js'
import type { Connection } from './connection.js'
import type { AccessToken } from './credentials.js'
import { limitsOf, partOf, runWithin } from './limits.js'
import { pollUntil, USUAL_PACE } from './poll-until.js'
import type { RefreshOptions, RefreshResult, ServiceClient } from './service-client.js'

/** Starts a refresh job and asks for it until it is no longer running. The job is started once. */
export function refreshRecords(
  client: ServiceClient,
  connection: Connection,
  token: AccessToken,
  options: RefreshOptions,
): Promise<RefreshResult> {
  const { timing, waitMs, deadlineMs } = connection
  const limits = limitsOf(options, waitMs, timing)
  const read = options.readOutcome ?? refreshOutcome
  return runWithin(limits, timing, { operation: 'refresh', retryable: false }, async signal => {
    const part = () => partOf(limits, signal, deadlineMs, timing)
    const taxpayerId = options.taxpayerId ?? (await client.introspect(token, part())).taxpayer_id
    const job = await client.startRefresh(token, taxpayerId, part())
    const ask = () => client.getRefresh(token, { taxpayerId, jobId: job.jobId }, part())
    const status = await pollUntil(
      ask,
      answer => read(answer.status) !== 'running',
      options.pace ?? USUAL_PACE,
      timing,
      signal,
    )
    return { job, status, outcome: read(status.status) as RefreshResult['outcome'] }
  })
}
