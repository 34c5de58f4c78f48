import { isEqualJson } from '../core/json.js'
import type { Entry } from './entry.js'
import type { Scorer } from './identity.js'
import { contentsText } from './order.js'

/** Entries of one set of party values and amounts that differ as a whole. */
interface Alike<T> {
  readonly held: { readonly entry: Entry; readonly value: T }[]
  byText: Map<string, T> | null
}

/** Up to so many that are alike are compared as they stand. */
const MOST_UNWRITTEN = 8

/** Holds a value for each distinct entry, every key and value compared; only many that are alike are written as text. */
export class WholeIndex<T> {
  readonly #scorer: Scorer
  readonly #alike = new Map<string, Alike<T>>()

  constructor(scorer: Scorer) {
    this.#scorer = scorer
  }

  /** The value of an equal entry; null where there is none. */
  find(entry: Entry): T | null {
    const alike = this.#alike.get(this.#keyOf(entry))
    if (alike === undefined) return null
    if (alike.byText !== null) return alike.byText.get(contentsText(entry)) ?? null
    const { raw } = entry.document
    return alike.held.find(each => isEqualJson(each.entry.document.raw, raw))?.value ?? null
  }

  /** The value of an equal entry, made where there is none. */
  at(entry: Entry, make: (entry: Entry) => T): T {
    const found = this.find(entry)
    if (found !== null) return found
    const value = make(entry)
    this.put(entry, value)
    return value
  }

  /** Holds a value for an entry that was not found. */
  put(entry: Entry, value: T): void {
    const key = this.#keyOf(entry)
    const alike = this.#alike.get(key) ?? { held: [], byText: null }
    this.#alike.set(key, alike)
    if (alike.byText !== null) {
      alike.byText.set(contentsText(entry), value)
      return
    }
    alike.held.push({ entry, value })
    if (alike.held.length > MOST_UNWRITTEN)
      alike.byText = new Map(alike.held.map(each => [contentsText(each.entry), each.value]))
  }

  #keyOf(entry: Entry): string {
    return `${this.#scorer.profileOf(entry)} ${entry.amounts.join()}`
  }
}
