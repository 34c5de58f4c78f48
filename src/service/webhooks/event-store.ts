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
 * 3 days, and for 5 minutes more than the receiver's tolerance, because the same signed bytes are valid for that long.
 * If `complete` or `advance` throws, it is called again, so both must be idempotent.
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
  /** How long to remember events and subjects, in ms: longer than the receiver's tolerance. By default, 8 days. */
  readonly keepMs?: number
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number
}

/** An entry of a map that deletes its oldest entries. `time` is when it was added, in milliseconds since 1970. */
interface TimedEntry {
  readonly time: number
}

/** Creates a map, and a function that adds an entry as the newest and deletes the oldest entries. */
function createTimedMap<T extends TimedEntry>({ limit = 100_000, keepMs = 691_200_000, now = Date.now }) {
  const entries = new Map<string, T>()
  // One iterator stays at the oldest entry. A new iterator per event would step over all deleted entries again, which
  // took 0.3 ms per event in a full map.
  let iterator = entries.entries()
  let oldest = iterator.next()
  const add = (key: string, entry: T): void => {
    entries.delete(key)
    entries.set(key, entry)
    if (oldest.done === true) {
      iterator = entries.entries()
      oldest = iterator.next()
    }
    const earliest = now() - keepMs
    while (oldest.done !== true) {
      const [oldestKey, oldestEntry] = oldest.value
      const isCurrent = entries.get(oldestKey) === oldestEntry
      if (isCurrent && oldestEntry.time >= earliest && entries.size <= limit) return
      if (isCurrent) entries.delete(oldestKey)
      oldest = iterator.next()
    }
  }
  return { entries, add }
}

/**
 * Creates an in-memory store. It serves one process and is lost when the process ends. After a restart, a repeated
 * delivery is handled again. So is a delivery of an event that is older than the newest 100,000 events.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { now = Date.now } = options
  const claimedIds = new Set<string>()
  const handledIds = createTimedMap<TimedEntry>(options)
  const moments = createTimedMap<TimedEntry & { readonly moment: string }>(options)

  return {
    async claim(eventId) {
      if (handledIds.entries.has(eventId)) return 'done'
      if (claimedIds.has(eventId)) return 'busy'
      claimedIds.add(eventId)
      return 'claimed'
    },
    async complete(eventId) {
      claimedIds.delete(eventId)
      handledIds.add(eventId, { time: now() })
    },
    async release(eventId) {
      claimedIds.delete(eventId)
    },
    async newest(subject) {
      return moments.entries.get(subject)?.moment ?? null
    },
    async advance(subject, moment) {
      const latestMoment = moments.entries.get(subject)?.moment ?? moment
      moments.add(subject, { moment: latestMoment > moment ? latestMoment : moment, time: now() })
    },
  }
}
