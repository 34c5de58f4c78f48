import leven from 'leven'
import { plainKey } from '../core/near.js'

/** Known keys that an unknown one stands near: the one that it spells otherwise, or those that it may misspell. */
export interface Near {
  readonly equal: string | null
  readonly close: readonly string[]
}

/** Near nothing. */
const NOT_NEAR: Near = { equal: null, close: [] }

/** Shorter keys differ by a letter or two without being alike. */
const FEWEST_LETTERS = 8
const MAX_EDITS = 2
const MAX_FOUND = 1000

interface Known {
  readonly key: string
  readonly plain: string
  readonly digits: string
}

const digitsOf = (plain: string): string => plain.replace(/[^0-9]+/g, '')
const isLong = (plain: string, digits: string): boolean => plain.length - digits.length >= FEWEST_LETTERS

/** Finds the keys of one table that an unknown key stands near. */
export class NearKeys {
  readonly #byPlain = new Map<string, string>()
  readonly #long: Known[] = []
  readonly #longest: number
  /** Keys that were searched for before: a feed that has a key which nobody knows has it in every record. */
  readonly #found = new Map<string, Near>()

  constructor(keys: readonly string[]) {
    const twice = new Set<string>()
    for (const key of keys) {
      const plain = plainKey(key)
      if (this.#byPlain.has(plain)) twice.add(plain)
      this.#byPlain.set(plain, key)
      const digits = digitsOf(plain)
      if (isLong(plain, digits)) this.#long.push({ key, plain, digits })
    }
    for (const plain of twice) this.#byPlain.delete(plain)
    this.#longest = Math.max(0, ...keys.map(key => 2 * key.length + 16))
  }

  /** The known key that another spells with other separators or in another case; null where there is none. */
  equal(key: string): string | null {
    return key.length > this.#longest ? null : (this.#byPlain.get(plainKey(key)) ?? null)
  }

  /** The known keys near an unknown one. */
  of(key: string): Near {
    if (key.length > this.#longest) return NOT_NEAR
    const plain = plainKey(key)
    const equal = this.#byPlain.get(plain)
    if (equal !== undefined) return { equal, close: [] }
    let near = this.#found.get(plain)
    if (near === undefined) {
      near = this.#search(plain)
      if (this.#found.size < MAX_FOUND) this.#found.set(plain, near)
    }
    return near
  }

  #search(plain: string): Near {
    const digits = digitsOf(plain)
    if (!isLong(plain, digits)) return NOT_NEAR
    const close = this.#long.filter(
      // `leven` returns `maxDistance` for every larger distance, so the limit is one above `MAX_EDITS`.
      known =>
        known.digits === digits && leven(known.plain, plain, { maxDistance: MAX_EDITS + 1 }) <= MAX_EDITS,
    )
    return close.length === 0 ? NOT_NEAR : { equal: null, close: close.map(({ key }) => key) }
  }
}
