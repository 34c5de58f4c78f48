import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/json-value.js'
import { isEventOf, type ServiceEvent } from '../resources/event.js'
import { canonicalProvider } from '../resources/provider.js'

/** The result of a claim: the caller has the event, another caller has it, or the event is done. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * The memory of a receiver. Give it a table in a database to share it among processes and keep it over restarts.
 * Each method must be atomic. A store outside the process should let a claim lapse after some minutes, because its
 * process may end. Remember events and subjects for twice the tolerance of the receiver, because the same bytes pass for
 * that long, and for at least 4 days, because deliveries are repeated for 3. `complete` and `advance` are called again if
 * they throw, so they must bear repetition.
 */
export interface EventStore {
  /** Claims an event for handling, unless it is claimed or done. */
  claim(eventId: string): Promise<Claim>
  /** The claimed event was handled. */
  complete(eventId: string): Promise<void>
  /** The claimed event was not handled: it may be claimed again. */
  release(eventId: string): Promise<void>
  /** The moment of the newest data handled for a subject; null if there is none. */
  newest(subject: string): Promise<string | null>
  /** Data of this moment was handled. An older moment than the one remembered changes nothing. */
  advance(subject: string, moment: string): Promise<void>
}

/**
 * Names what an event gives the present state of, for which older data is stale: the connection of a taxpayer and a
 * provider, for `taxpayer.status_changed` and `taxpayer.disconnected`. Missing: null for events that report something that
 * happened, because each of those counts. A late `taxpayer.records_synced` still names its records.
 */
export function subjectOf(event: ServiceEvent): string | null {
  if (!isEventOf(event, 'taxpayer.status_changed') && !isEventOf(event, 'taxpayer.disconnected')) return null
  const { taxpayer_id, provider_id } = event.data
  return JSON.stringify(['connection', taxpayer_id, canonicalProvider(provider_id ?? '')])
}

/**
 * Reads when an event's data was last true, as UTC text that sorts by time: the payload's `updated_at`, or else the event's
 * `created_at`. The payload's `created_at` is that of the taxpayer and never changes. Missing: null if neither can be read.
 * Source: interface, Delivery rules.
 */
export function momentOf(event: ServiceEvent): string | null {
  const data = isObject(event.data) ? event.data : {}
  return utcOf(data['updated_at']) ?? utcOf(event.created_at)
}

const utcOf = (text: unknown): string | null =>
  typeof text === 'string' ? (readTimestamp(text)?.utc ?? null) : null

/** How much a store in memory remembers. */
export interface MemoryStoreOptions {
  /** The most done events, and the most subjects. Beyond it the oldest are forgotten early. 100,000 unless given. */
  readonly limit?: number
  /** How long each is remembered: twice the tolerance of the receiver or more; 8 days unless given. Units: milliseconds. */
  readonly keepMs?: number
  /** The clock. Units: milliseconds since 1970. */
  readonly now?: () => number
}

/** Makes a store in memory. It serves one process, and forgets all when that ends. */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { limit = 100_000, keepMs = 691_200_000, now = Date.now } = options
  const busy = new Set<string>()
  // Both are in the order of their time, the oldest first.
  const done = new Map<string, { readonly time: number }>()
  const moments = new Map<string, { readonly moment: string; readonly time: number }>()

  const forgetOldest = (memory: Map<string, { readonly time: number }>) => {
    const earliest = now() - keepMs
    for (const [key, { time }] of memory) {
      if (time >= earliest && memory.size <= limit) return
      memory.delete(key)
    }
  }

  return {
    async claim(eventId) {
      if (done.has(eventId)) return 'done'
      if (busy.has(eventId)) return 'busy'
      busy.add(eventId)
      return 'claimed'
    },
    async complete(eventId) {
      busy.delete(eventId)
      done.delete(eventId)
      done.set(eventId, { time: now() })
      forgetOldest(done)
    },
    async release(eventId) {
      busy.delete(eventId)
    },
    async newest(subject) {
      return moments.get(subject)?.moment ?? null
    },
    async advance(subject, moment) {
      const known = moments.get(subject)?.moment ?? moment
      moments.delete(subject)
      moments.set(subject, { moment: known > moment ? known : moment, time: now() })
      forgetOldest(moments)
    },
  }
}
