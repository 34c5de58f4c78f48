import type { EventStore, Lease } from './event-store.js'

/** The limits and the clock of an in-memory store. */
export interface MemoryStoreOptions {
  /** The maximum number of handled events, and of subjects. The oldest are deleted first. The default is 100,000. */
  readonly limit?: number
  /** How long to remember events and subjects, in ms: longer than the receiver's tolerance. By default, 8 days. */
  readonly keepMs?: number
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number
}

/** A value that a lease stored. `time` is when it was stored, in milliseconds since 1970. */
export interface StoredEntry {
  readonly kind: 'event' | 'subject'
  readonly id: string
  readonly value: string
  readonly time: number
}

/** Creates a map, and a function that adds an entry as the newest and deletes the oldest entries. */
function createTimedMap({ limit = 100_000, keepMs = 691_200_000, now = Date.now }: MemoryStoreOptions) {
  const entries = new Map<string, StoredEntry>()
  // One iterator stays at the oldest entry. A new iterator per event would step over all deleted entries again, which
  // took 0.3 ms per event in a full map.
  let iterator = entries.entries()
  let oldest = iterator.next()
  const add = (entry: StoredEntry): void => {
    entries.delete(entry.id)
    entries.set(entry.id, entry)
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
 * Creates an in-memory store that calls `save` with each value before it ends the lease. `listEntries` returns the
 * values in the order in which they were stored, and `restore` adds one that was stored before a restart.
 */
export function createSavedStore(options: MemoryStoreOptions, save: (entry: StoredEntry) => Promise<void>) {
  const { now = Date.now } = options
  const maps = { event: createTimedMap(options), subject: createTimedMap(options) }
  const leases = new Map<string, Lease>()
  const store: EventStore = {
    async lease(kind, id) {
      const key = `${kind} ${id}`
      if (leases.has(key)) return null
      const lease: Lease = {
        value: maps[kind].entries.get(id)?.value ?? null,
        async end(value) {
          if (leases.get(key) !== lease) return !leases.has(key)
          if (value !== undefined) {
            const entry = { kind, id, value, time: now() }
            await save(entry)
            maps[kind].add(entry)
          }
          return leases.delete(key)
        },
      }
      leases.set(key, lease)
      return lease
    },
  }
  const listEntries = () => [...maps.event.entries.values(), ...maps.subject.entries.values()]
  return { store, listEntries, restore: (entry: StoredEntry) => maps[entry.kind].add(entry) }
}

/**
 * Creates an in-memory store. It serves one process and is lost when the process ends. After a restart, a repeated
 * delivery is handled again. So is a delivery of an event that is older than the newest 100,000 events.
 */
export const createMemoryStore = (options: MemoryStoreOptions = {}): EventStore =>
  createSavedStore(options, async () => {}).store
