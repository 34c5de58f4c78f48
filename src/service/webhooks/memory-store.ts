import type { EventStore } from './event-store.js'

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
