import type { Cell, Field } from '../../model/field.js'

import { readCell } from '../../normalize/cells.js'
import { ParseContext } from '../../normalize/parse-context.js'
import { readSourceParty } from '../../normalize/read-party.js'
import type { SourceParty } from '../../normalize/source.js'
import { type EntryLayout, LONG } from './entry-layout.js'
import type { JsonScanner } from './json-scanner.js'

const [COMMA, CLOSE_BRACE] = [44, 125]

type CellOrParty = Cell | SourceParty

/**
 * Reads cells and parties with the ordinary readers of `src/normalize`, and caches each result by its input bytes. For
 * example, if two records have the same employer bytes, `readSourceParty` is called only once.
 */
export class CachingCellReader {
  /** The byte position after the value that was read last. */
  end = 0
  /**
   * True if the ordinary reader reported an issue about the last value. The caller then resets this flag and keeps
   * `raw`, which is read again with its record. A flag is faster than a special return value, which V8 would have to
   * compare with cells of many types.
   */
  isDeferred = false
  raw: unknown = null
  readonly #scalars = new ValueCache<CellOrParty>(1 << 14, 8)
  readonly #longValues = new ValueCache<CellOrParty>(1 << 13, 48)
  /** The cache slot of the last value, by memory index. Most values equal those of the previous entry. */
  readonly #lastIndexes: Int32Array
  /** A temporary context that shows whether an ordinary reader reports an issue. It is replaced after each issue. */
  #trialContext = new ParseContext()

  constructor(memoryCount: number) {
    this.#lastIndexes = new Int32Array(memoryCount)
  }

  /** Reads a value that is not an amount, from the cache if possible. Returns undefined if it is not JSON. */
  readValue(scanner: JsonScanner, at: number, layout: EntryLayout, slot: number): CellOrParty | undefined {
    const { bytes, dataView } = scanner
    const cache = layout.valueKinds[slot] === LONG ? this.#longValues : this.#scalars
    const meaning = layout.meanings[slot] as number
    const memoryIndex = layout.lastValueIndexes[slot] as number
    const lastIndex = this.#lastIndexes[memoryIndex] as number
    const length = cache.matchLength(lastIndex, dataView, meaning, at)
    if (length > 0) {
      const byte = bytes[at + length] as number
      if (byte === COMMA || byte === CLOSE_BRACE) {
        this.end = at + length
        return cache.get(lastIndex)
      }
    }
    const end = scanner.findValueEnd(at)
    if (end === -1) return undefined
    if (end - at > cache.maxBytes) return this.#readUncached(scanner, at, layout, slot)
    const foundIndex = cache.findIndex(dataView, meaning, at, end)
    const cacheIndex = foundIndex < 0 ? ~foundIndex : foundIndex
    this.#lastIndexes[memoryIndex] = cacheIndex
    if (foundIndex >= 0) {
      this.end = end
      return cache.get(cacheIndex)
    }
    const value = this.#readUncached(scanner, at, layout, slot)
    if (value !== undefined && !this.isDeferred) cache.store(cacheIndex, dataView, meaning, at, end, value)
    return value
  }

  /** Reads a value with the ordinary readers, without the cache. */
  #readUncached(scanner: JsonScanner, at: number, layout: EntryLayout, slot: number): CellOrParty | undefined {
    const { fields, issuer, recipient } = layout.compiledForm
    const raw = scanner.readValueAt(at)
    this.end = scanner.end
    if (raw === undefined) return undefined
    const value =
      slot < fields.length
        ? readCell(raw, fields[slot] as Field, this.#trialContext, null, null)
        : readSourceParty(raw, slot === fields.length ? issuer : recipient, this.#trialContext, null)
    if (this.#trialContext.issueCount === 0) return value
    this.#trialContext = new ParseContext()
    this.isDeferred = true
    this.raw = raw
    return null
  }
}

/** Masks for the first 1, 2 or 3 bytes of a little-endian 32-bit word. Index 0 keeps all four bytes. */
const MASKS = Int32Array.of(-1, 0xff, 0xffff, 0xffffff)

/**
 * Caches parsed values by their bytes and the meaning of their field. Values repeat often, because many taxpayers share
 * employers and states. Each value has two possible slots, so that two frequent values do not keep replacing each
 * other.
 */
class ValueCache<T> {
  /** The maximum length of a cached value in bytes. */
  readonly maxBytes: number
  readonly #wordsPerValue: number
  readonly #capacity: number
  /** For each slot, the value's meaning (upper 24 bits) and byte length (lower 8 bits). */
  readonly #keys: Int32Array
  readonly #cachedWords: Int32Array
  readonly #values: (T | null)[]
  #turn = 0

  /** `capacity` must be a power of 2, and `wordsPerValue` at most 63, so that a length in bytes fits in 8 bits. */
  constructor(capacity: number, wordsPerValue: number) {
    this.maxBytes = 4 * wordsPerValue
    this.#wordsPerValue = wordsPerValue
    this.#capacity = capacity
    this.#keys = new Int32Array(capacity)
    this.#cachedWords = new Int32Array(capacity * wordsPerValue)
    this.#values = new Array<T | null>(capacity).fill(null)
  }

  /** Returns the slot of a cached value, or the bitwise complement of the slot to store it in. */
  findIndex(dataView: DataView, meaning: number, from: number, to: number): number {
    const tail = (to - from) & 3
    const last = to - tail
    let hash = Math.imul(meaning, -1640531527)
    for (let at = from; at < last; at += 4) {
      hash = Math.imul(hash ^ dataView.getInt32(at, true), -1640531535)
      hash ^= hash >>> 15
    }
    if (tail !== 0) hash = Math.imul(hash ^ (dataView.getInt32(last, true) & (MASKS[tail] as number)), -1640531535)
    hash ^= hash >>> 13
    const cacheIndex = (hash ^ (hash >>> 18)) & (this.#capacity - 1)
    if (this.matchLength(cacheIndex, dataView, meaning, from) === to - from) return cacheIndex
    if (this.matchLength(cacheIndex ^ 1, dataView, meaning, from) === to - from) return cacheIndex ^ 1
    this.#turn ^= 1
    return ~(cacheIndex ^ this.#turn)
  }

  /** Returns the length of the value in a slot if the bytes at `from` begin with it, or 0 if not. */
  matchLength(cacheIndex: number, dataView: DataView, meaning: number, from: number): number {
    const key = this.#keys[cacheIndex] as number
    if (key >>> 8 !== meaning) return 0
    const cachedWords = this.#cachedWords
    const length = key & 255
    const tail = length & 3
    const last = from + length - tail
    let wordIndex = cacheIndex * this.#wordsPerValue
    for (let position = from; position < last; position += 4)
      if (cachedWords[wordIndex++] !== dataView.getInt32(position, true)) return 0
    const isTailEqual =
      tail === 0 || cachedWords[wordIndex] === (dataView.getInt32(last, true) & (MASKS[tail] as number))
    return isTailEqual ? length : 0
  }

  get(cacheIndex: number): T {
    return this.#values[cacheIndex] as T
  }

  store(cacheIndex: number, dataView: DataView, meaning: number, from: number, to: number, value: T): void {
    const tail = (to - from) & 3
    const last = to - tail
    let wordIndex = cacheIndex * this.#wordsPerValue
    for (let at = from; at < last; at += 4) this.#cachedWords[wordIndex++] = dataView.getInt32(at, true)
    if (tail !== 0) this.#cachedWords[wordIndex] = dataView.getInt32(last, true) & (MASKS[tail] as number)
    this.#keys[cacheIndex] = (meaning << 8) | (to - from)
    this.#values[cacheIndex] = value
  }
}
