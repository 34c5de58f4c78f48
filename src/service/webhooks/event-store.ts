import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/json-value.js'
import { isEventOf, type ServiceEvent } from '../contract/event.js'
import { canonicalProvider } from '../contract/provider.js'

/** The result of a claim: the caller claimed the event, another caller has claimed it, or it was already handled. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * A receiver's memory. Implement it with a database table to share it among processes and to keep it after restarts.
 * Each method must be atomic. A store outside the process should let a claim expire after some minutes, because the
 * process that made it may end. Remember events and subjects for at least 4 days, because deliveries are repeated for
 * 3 days, and for at least twice the receiver's tolerance, because the same signed bytes are valid for that long. If
 * `complete` or `advance` throws, it is called again, so both must be idempotent.
 */
export interface EventStore {
  /** Claims an event for handling, unless it is claimed or done. */
  claim(eventId: string): Promise<Claim>
  /** Records that the claimed event was handled. */
  complete(eventId: string): Promise<void>
  /** Releases the claim of an event that was not handled, so that it may be claimed again. */
  release(eventId: string): Promise<void>
  /** Returns the time of the newest data that was handled for a subject, or null. */
  newest(subject: string): Promise<string | null>
  /** Records that data of this time was handled. A time that is older than the recorded one changes nothing. */
  advance(subject: string, moment: string): Promise<void>
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

/** The limits and the clock of an in-memory store. */
export interface MemoryStoreOptions {
  /** The maximum number of handled events, and of subjects. The oldest are deleted first. The default is 100,000. */
  readonly limit?: number
  /** How long to remember events and subjects, in ms: at least twice the receiver's tolerance. By default, 8 days. */
  readonly keepMs?: number
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number
}

/** Creates an in-memory store. It serves one process and is lost when the process ends. */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { limit = 100_000, keepMs = 691_200_000, now = Date.now } = options
  const claimedIds = new Set<string>()
  // Both maps are ordered by time, with the oldest entry first.
  const handledIds = new Map<string, { readonly time: number }>()
  const moments = new Map<string, { readonly moment: string; readonly time: number }>()

  /** Stores an entry as the newest of its map, and deletes the oldest entries. */
  const remember = <T extends { readonly time: number }>(memory: Map<string, T>, key: string, entry: T) => {
    memory.delete(key)
    memory.set(key, entry)
    const earliest = now() - keepMs
    for (const [oldestKey, { time }] of memory) {
      if (time >= earliest && memory.size <= limit) return
      memory.delete(oldestKey)
    }
  }

  return {
    async claim(eventId) {
      if (handledIds.has(eventId)) return 'done'
      if (claimedIds.has(eventId)) return 'busy'
      claimedIds.add(eventId)
      return 'claimed'
    },
    async complete(eventId) {
      claimedIds.delete(eventId)
      remember(handledIds, eventId, { time: now() })
    },
    async release(eventId) {
      claimedIds.delete(eventId)
    },
    async newest(subject) {
      return moments.get(subject)?.moment ?? null
    },
    async advance(subject, moment) {
      const latestMoment = moments.get(subject)?.moment ?? moment
      remember(moments, subject, { moment: latestMoment > moment ? latestMoment : moment, time: now() })
    },
  }
}
