import leven from 'leven'
import { plainKey } from '../core/near.js'

/** The known keys near an unknown key. `equal` differs only in case and separators. `close` are keys that it may misspell. */
export interface Near {
  readonly equal: string | null
  readonly close: readonly string[]
}

const NOT_NEAR: Near = { equal: null, close: [] }

/** Keys with fewer letters are not compared, because short keys with different meanings often differ by one or two letters. */
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

/** Finds the keys of one table that are near an unknown key. */
export class NearKeys {
  readonly #byPlain = new Map<string, string>()
  readonly #long: Known[] = []
  readonly #longest: number
  /** The results of earlier searches. A feed with an unknown key usually has it in every record. */
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

  /** Returns the known key that differs from this one only in case and separators. Null if there is none. */
  equal(key: string): string | null {
    return key.length > this.#longest ? null : (this.#byPlain.get(plainKey(key)) ?? null)
  }

  /** Returns the known keys near an unknown key. */
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
