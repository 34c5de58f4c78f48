import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/shape-of.js'
import { isEventOf, type ServiceEvent } from '../resources/event.js'
import { canonicalProvider } from '../resources/provider.js'

/** What became of a claim: it is the caller's, another one is at work on the event, or the event is done. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * What a receiver remembers. Give it a table in a database to share it among processes and keep it over restarts.
 * Each method must be atomic. A store outside the process should let a claim lapse after some minutes, because its
 * process may end. Remember events and subjects for twice the tolerance of the receiver, so long can the same bytes
 * pass, and for 4 days at least, because they come again for 3. `complete` and `advance` are tried again where they
 * throw, so they must bear repetition.
 */
export interface EventStore {
  /** Claims an event for handling, unless it is claimed or done. */
  claim(eventId: string): Promise<Claim>
  /** The claimed event was handled. */
  complete(eventId: string): Promise<void>
  /** The claimed event was not handled: it may be claimed again. */
  release(eventId: string): Promise<void>
  /** The moment of the newest data handled for a subject; null where there is none. */
  newest(subject: string): Promise<string | null>
  /** Data of this moment was handled. An older moment than the one remembered changes nothing. */
  advance(subject: string, moment: string): Promise<void>
}

/** How much is remembered. */
export interface MemoryStoreOptions {
  /**
   * Events that are done, and subjects, each; beyond it the oldest are forgotten before their time. 100,000 unless
   * given.
   */
  readonly limit?: number
  /** How long each is remembered: twice the tolerance of the receiver or more; 8 days unless given. Units: milliseconds. */
  readonly keepMs?: number
  /** The clock. Units: milliseconds since 1970. */
  readonly now?: () => number
}

/** Twice the tolerance that takes every repetition. Units: milliseconds. */
export const DEFAULT_KEEP = 691_200_000

/** A store in memory, for one process; it forgets all when that ends. What is too old goes first, then what is too much. */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { limit = 100_000, keepMs = DEFAULT_KEEP, now = Date.now } = options
  const busy = new Set<string>()
  // Both in the order of their time, the oldest first.
  const done = new Map<string, number>()
  const moments = new Map<string, { readonly moment: string; readonly at: number }>()

  const forget = <T>(memory: Map<string, T>, timeOf: (entry: T) => number) => {
    const from = now() - keepMs
    for (const [key, entry] of memory) {
      if (timeOf(entry) >= from && memory.size <= limit) return
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
      done.set(eventId, now())
      forget(done, at => at)
    },
    async release(eventId) {
      busy.delete(eventId)
    },
    async newest(subject) {
      return moments.get(subject)?.moment ?? null
    },
    async advance(subject, moment) {
      const known = moments.get(subject)?.moment
      moments.delete(subject)
      moments.set(subject, { moment: known !== undefined && known > moment ? known : moment, at: now() })
      forget(moments, ({ at }) => at)
    },
  }
}

/**
 * What an event gives the present state of, for which older data is stale: the connection of a taxpayer and a
 * provider, for `taxpayer.status_changed` and `taxpayer.disconnected`. Missing: null for events that report
 * something that happened, of which each counts; a late `taxpayer.records_synced` still names its records.
 */
export function subjectOf(event: ServiceEvent): string | null {
  if (!isEventOf(event, 'taxpayer.status_changed') && !isEventOf(event, 'taxpayer.disconnected')) return null
  const { taxpayer_id, provider_id } = event.data
  return JSON.stringify(['connection', taxpayer_id, canonicalProvider(provider_id ?? '')])
}

/**
 * When an event's data was last true, as UTC text that sorts by time: the payload's `updated_at`, or else the event's
 * `created_at`. The payload's `created_at` is that of the taxpayer and never changes, so it orders nothing.
 * Missing: null where none can be read. Source: interface, Delivery rules.
 */
export function momentOf(event: ServiceEvent): string | null {
  const data = isObject(event.data) ? event.data : {}
  return utcOf(data['updated_at']) ?? utcOf(event.created_at)
}

const utcOf = (text: unknown): string | null =>
  typeof text === 'string' ? (readTimestamp(text)?.utc ?? null) : null
