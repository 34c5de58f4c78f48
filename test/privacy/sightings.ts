import type { Aviary } from './plant.js'

/** Records the channels in which the canaries of each position appear. A channel is an output or a column of one. */
export class Sightings {
  readonly #seen = new Map<string, Set<string>>()
  readonly #aviary: Aviary

  constructor(aviary: Aviary) {
    this.#aviary = aviary
  }

  /** Searches a channel's text for canaries. `box` is the box of a column in a wide table, or null. */
  look(channel: string, text: string, box: string | null = null): void {
    for (const canary of this.#aviary.findCanaries(text)) {
      const channelName = box !== null && box === canary.box ? 'its own wide column' : channel
      const channels = this.#seen.get(canary.position) ?? new Set()
      this.#seen.set(canary.position, channels.add(channelName))
    }
  }

  /** The channels by position. Both are sorted. */
  get list(): Record<string, string[]> {
    const sorted = [...this.#seen].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted.map(([position, channels]) => [position, [...channels].sort()]))
  }
}

/** Merges several lists of channels by position. */
export function merge(...lists: readonly Record<string, readonly string[]>[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (const list of lists)
    for (const [position, channels] of Object.entries(list))
      all[position] = [...new Set([...(all[position] ?? []), ...channels])].sort()
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the list without some positions. */
export const without = (
  list: Record<string, readonly string[]>,
  positions: readonly string[],
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(list).flatMap(([position, channels]) =>
      positions.includes(position) ? [] : [[position, [...channels]]],
    ),
  )
