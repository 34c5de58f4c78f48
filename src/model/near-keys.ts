import leven from 'leven'
import { normalizeKey } from '../core/nearest-name.js'

/** The known keys near an unknown key. `equalKey` differs only in case and separators, `closeKeys` in a few letters. */
export interface NearKeyMatch {
  readonly equalKey: string | null
  readonly closeKeys: readonly string[]
}

const NO_MATCH: NearKeyMatch = { equalKey: null, closeKeys: [] }

/** Keys with fewer letters are not compared, because different short keys often differ by only one or two letters. */
const MIN_LETTERS = 8
const MAX_EDITS = 2
const MAX_CACHED_SEARCHES = 1000

interface NormalizedKey {
  readonly key: string
  readonly normalized: string
  readonly digits: string
}

const extractDigits = (normalized: string): string => normalized.replace(/[^0-9]+/g, '')
const isLong = (normalized: string, digits: string): boolean => normalized.length - digits.length >= MIN_LETTERS

/** Finds the keys of one table that are near an unknown key. */
export class NearKeys {
  readonly #keyByNormalized = new Map<string, string>()
  readonly #longKeys: NormalizedKey[] = []
  readonly #maxKeyLength: number
  /** The results of earlier searches. A feed with an unknown key usually has it in every record. */
  readonly #searches = new Map<string, NearKeyMatch>()

  constructor(keys: readonly string[]) {
    const ambiguous = new Set<string>()
    for (const key of keys) {
      const normalized = normalizeKey(key)
      if (this.#keyByNormalized.has(normalized)) ambiguous.add(normalized)
      this.#keyByNormalized.set(normalized, key)
      const digits = extractDigits(normalized)
      if (isLong(normalized, digits)) this.#longKeys.push({ key, normalized, digits })
    }
    for (const normalized of ambiguous) this.#keyByNormalized.delete(normalized)
    this.#maxKeyLength = Math.max(0, ...keys.map(key => 2 * key.length + 16))
  }

  /** Returns the known key that differs from this one only in case and separators. Null if there is none. */
  findEqual(key: string): string | null {
    return key.length > this.#maxKeyLength ? null : (this.#keyByNormalized.get(normalizeKey(key)) ?? null)
  }

  /** Returns the known keys near an unknown key. */
  find(key: string): NearKeyMatch {
    if (key.length > this.#maxKeyLength) return NO_MATCH
    const normalized = normalizeKey(key)
    const equalKey = this.#keyByNormalized.get(normalized)
    if (equalKey !== undefined) return { equalKey, closeKeys: [] }
    let match = this.#searches.get(normalized)
    if (match === undefined) {
      match = this.#search(normalized)
      if (this.#searches.size < MAX_CACHED_SEARCHES) this.#searches.set(normalized, match)
    }
    return match
  }

  #search(normalized: string): NearKeyMatch {
    const digits = extractDigits(normalized)
    if (!isLong(normalized, digits)) return NO_MATCH
    const closeKeys = this.#longKeys.filter(
      // `leven` returns `maxDistance` for every larger distance, so the limit is one above `MAX_EDITS`.
      candidate =>
        candidate.digits === digits &&
        leven(candidate.normalized, normalized, { maxDistance: MAX_EDITS + 1 }) <= MAX_EDITS,
    )
    return closeKeys.length === 0 ? NO_MATCH : { equalKey: null, closeKeys: closeKeys.map(({ key }) => key) }
  }
}
