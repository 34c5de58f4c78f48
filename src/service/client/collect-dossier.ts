import { isFinalStatus, type OpenObject, type Taxpayer } from '../resources/index.js'
import type { Connection } from './connection.js'
import type { AccessToken } from './credentials.js'
import { type Call, type CallOptions, limitsOf, partOf, runWithin } from './limits.js'
import { pollUntil, USUAL_PACE } from './poll-until.js'
import { refreshRecords } from './refresh-records.js'
import type { CollectedDossier, CollectOptions, ServiceClient, WaitOptions } from './service-client.js'
import { ServiceError } from './service-error.js'

/** Where a dossier's parts are read from, as they came. */
export interface DossierSource {
  readTaxpayer(token: AccessToken, options: CallOptions): Promise<OpenObject>
  readRecords(token: AccessToken, options: CallOptions): Promise<readonly unknown[]>
}

/** Asks for the taxpayer until nothing more is parsed. */
export function waitForCompletion(
  client: ServiceClient,
  connection: Connection,
  token: AccessToken,
  options: WaitOptions,
): Promise<Taxpayer> {
  const { timing, waitMs, deadlineMs } = connection
  const limits = limitsOf(options, waitMs, timing)
  return runWithin(limits, timing, { operation: 'waitForCompletion', retryable: true }, signal =>
    pollUntil(
      () => client.getTaxpayer(token, partOf(limits, signal, deadlineMs, timing)),
      taxpayer => isFinalStatus(taxpayer.status),
      options.pace ?? USUAL_PACE,
      connection,
      limits,
      signal,
    ),
  )
}

/**
 * Collects a taxpayer and its records: refreshed and waited for where asked. A refresh that failed is an error,
 * and so is one whose outcome is not known at the deadline, because the records would be older than asked for.
 */
export function collectDossier(
  client: ServiceClient,
  connection: Connection,
  token: AccessToken,
  options: CollectOptions,
  source: DossierSource,
): Promise<CollectedDossier> {
  const { timing, waitMs, deadlineMs } = connection
  const { refresh = false, wait = false } = options
  const slow = refresh !== false || wait
  const limits = limitsOf(options, slow ? waitMs : deadlineMs, timing)
  const call: Call = { operation: 'collect', retryable: refresh === false }
  return runWithin(limits, timing, call, async signal => {
    const part = () => partOf(limits, signal, deadlineMs, timing)
    if (refresh !== false) {
      const how = { ...(refresh === true ? {} : refresh), ...partOf(limits, signal, waitMs, timing) }
      const { outcome, job } = await refreshRecords(client, connection, token, how, call)
      if (outcome === 'failed')
        throw new ServiceError({
          kind: 'status',
          operation: 'refresh',
          retryable: false,
          jobId: job.jobId,
          reason: 'the refresh job failed',
        })
    }
    const ask = () => source.readTaxpayer(token, part())
    if (!wait) {
      const [taxpayer, records] = await Promise.all([ask(), source.readRecords(token, part())])
      return { taxpayer, records }
    }
    const isFinal = ({ status }: OpenObject) => isFinalStatus(status)
    const taxpayer = await pollUntil(ask, isFinal, USUAL_PACE, connection, limits, signal)
    return { taxpayer, records: await source.readRecords(token, part()) }
  })
}
