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
