/** What became of a claim: it is the caller's, another one is at work on the event, or the event is done. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * What a receiver remembers. Give it a table in a database to share it among processes and keep it over restarts.
 * Each method must be atomic. A store outside the process should let a claim lapse after some minutes, because its
 * process may end; events come again for 3 days, so remember them longer than that.
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
  /** Events that are done, and subjects, each; beyond it the oldest are forgotten. 10,000 unless given. */
  readonly limit?: number
}

/** A store in memory, for one process; it forgets all when that ends. */
export function createMemoryStore({ limit = 10_000 }: MemoryStoreOptions = {}): EventStore {
  const busy = new Set<string>()
  const done = new Set<string>()
  const moments = new Map<string, string>()

  const forget = (memory: Set<string> | Map<string, string>) => {
    for (const key of memory.keys()) {
      if (memory.size <= limit) return
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
      done.add(eventId)
      forget(done)
    },
    async release(eventId) {
      busy.delete(eventId)
    },
    async newest(subject) {
      return moments.get(subject) ?? null
    },
    async advance(subject, moment) {
      const known = moments.get(subject)
      moments.delete(subject)
      moments.set(subject, known !== undefined && known > moment ? known : moment)
      forget(moments)
    },
  }
}
