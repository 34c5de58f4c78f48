import type { EventStore } from './event-store.js'

/** The waits before a store is told again. Units: milliseconds. */
const RETRY_WAITS = [50, 200, 800]
const MAX_UNRECORDED = 10_000

/** Tells the store, again where it throws. */
async function retry(tell: () => Promise<void>): Promise<void> {
  for (const wait of RETRY_WAITS) {
    try {
      await tell()
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  await tell()
}

/** The events that were handled and of which the store may not know yet. */
export class Completions {
  readonly #unrecorded = new Map<string, () => Promise<void>>()

  constructor(private readonly store: EventStore) {}

  /** Records that an event was handled, and the moment of its data. Throws where the store stays away: `flush` tells it. */
  async add(eventId: string, subject: string | null, moment: string | null): Promise<void> {
    const record = async () => {
      if (subject !== null && moment !== null) await retry(() => this.store.advance(subject, moment))
      await retry(() => this.store.complete(eventId))
      this.#unrecorded.delete(eventId)
    }
    this.#unrecorded.set(eventId, record)
    const [oldest] = this.#unrecorded.keys()
    if (this.#unrecorded.size > MAX_UNRECORDED && oldest !== undefined) this.#unrecorded.delete(oldest)
    await record()
  }

  /** True for an event that was handled, and that the store could not be told of. */
  has(eventId: string): boolean {
    return this.#unrecorded.has(eventId)
  }

  /** Tells the store once more. */
  async flush(eventId: string): Promise<void> {
    await this.#unrecorded.get(eventId)?.()
  }
}
