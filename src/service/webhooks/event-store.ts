import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/json-value.js'
import { isEventOf, type ServiceEvent } from '../contract/event.js'
import { canonicalProvider } from '../contract/provider.js'

/**
 * The exclusive right to handle one event, or the events of one subject. Call `end` to give it up. If the process ends
 * first, the lease expires, and another caller can take one.
 */
export interface Lease {
  /** The value that the last lease on the same event or subject stored, or null. */
  readonly value: string | null
  /**
   * Ends the lease. Stores the value unless it is undefined. Returns false, and stores nothing, if the lease has expired
   * and another caller took the next one. If it throws, it is called again, so it must be idempotent.
   */
  end(value?: string): Promise<boolean>
}

/**
 * A receiver's memory, which several receivers may share. It stores that an event was handled, and the time of the
 * newest data that was handled for a subject. `createMemoryStore` makes one for a single
 * process, and `taxtally/webhook-stores` has stores that survive a restart. Keep values for at least 4 days, because deliveries are repeated for 3 days, and for 5
 * minutes more than the receiver's tolerance, because the same signed bytes are valid for that long.
 */
export interface EventStore {
  /**
   * Takes a lease on an event or a subject. Returns null if another caller holds it. At most one caller may hold it at a
   * time. A store outside the process renews a lease while the process runs, because a handler may take long, and lets it expire when the process has
   * ended.
   */
  lease(kind: 'event' | 'subject', id: string): Promise<Lease | null>
}

/**
 * Returns the subject whose current state an event describes. Older data about the same subject is stale. For
 * `taxpayer.status_changed` and `taxpayer.disconnected`, the subject is the taxpayer's connection to a provider. Other
 * events never become stale, so they have no subject: a late `taxpayer.records_synced` still lists its records.
 */
export function findSubject(event: ServiceEvent): string | null {
  if (!isEventOf(event, 'taxpayer.status_changed') && !isEventOf(event, 'taxpayer.disconnected')) return null
  const { taxpayer_id, provider_id } = event.data
  return JSON.stringify(['connection', taxpayer_id, canonicalProvider(provider_id ?? '')])
}

/**
 * Reads the time of an event's data: the payload's `updated_at`, or otherwise the event's `created_at`. The payload's
 * `created_at` is the taxpayer's and never changes. Returns UTC text that sorts by time, or null if neither can be
 * read. Source: service API, Delivery rules.
 */
export function findMoment(event: ServiceEvent): string | null {
  const data = isObject(event.data) ? event.data : {}
  return toUtc(data['updated_at']) ?? toUtc(event.created_at)
}

const toUtc = (text: unknown): string | null => (typeof text === 'string' ? (readTimestamp(text)?.utc ?? null) : null)
