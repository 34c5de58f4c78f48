import type { CompiledForm } from '../../model/compiled-form.js'
import type { Cell } from '../../model/field.js'
import { ABSENT_PARTY, type SourceParty } from '../../normalize/source.js'
import { CachingCellReader } from './cell-reader.js'
import { type DeferredValue, PreparsedDocument } from './document-ahead.js'
import { type EntryLayout, MONEY } from './entry-layout.js'
import { CLOSE_BRACKET, type JsonScanner } from './json-scanner.js'

const [SPACE, QUOTE, COMMA, ZERO, COLON, LETTER_N, OPEN_BRACE, CLOSE_BRACE] = [32, 34, 44, 48, 58, 110, 123, 125]
/** The bytes of `null` as a 32-bit word. */
const NULL_WORD = Buffer.from('null').readInt32LE(0)

/** The maximum number of predictions for a key. Each follows the previous one in the order of earlier entries. */
const MAX_KEY_PREDICTIONS = 4
/** Results of a key lookup: the text is not a key, or the form does not have this key. */
const [NO_KEY, UNKNOWN] = [-1, -2]

/** Reads the entries of form arrays from the scanner's bytes. */
export class EntryReader {
  readonly #scanner: JsonScanner
  readonly #cells: CachingCellReader
  /** The last key that was looked up because no prediction matched. */
  #key = ''
  #lastCells: readonly Cell[] = []
  #lastLength = 0
  #lastPlan: CompiledForm | null = null

  constructor(scanner: JsonScanner, memoryCount: number) {
    this.#scanner = scanner
    this.#cells = new CachingCellReader(memoryCount)
  }

  /** Reads a form array. Uses `JSON.parse` for unusual entries, or for the array if an element is not an object. */
  readArray(layout: EntryLayout): unknown {
    const scanner = this.#scanner
    const from = scanner.position
    const entries: unknown[] = []
    let hasOnlyObjects = true
    for (let hasNext = scanner.enter(CLOSE_BRACKET); hasNext; hasNext = scanner.next(CLOSE_BRACKET)) {
      const isObject = scanner.byte === OPEN_BRACE
      hasOnlyObjects &&= isObject
      entries.push((isObject ? this.#readEntry(layout) : null) ?? scanner.readValue())
    }
    return hasOnlyObjects ? entries : scanner.json.parse(from, scanner.position)
  }

  /**
   * Reads an entry. Returns null without moving the scanner if the entry repeats a key, has a `__proto__` key, is not
   * JSON, or is nested too deeply.
   */
  #readEntry(layout: EntryLayout): PreparsedDocument | null {
    const scanner = this.#scanner
    const { bytes, dataView, position: from } = scanner
    const {
      compiledForm: plan,
      count,
      valueKinds: kinds,
      nextSlots: next,
      lastEntryNumbers: seen,
      keyWords,
      starts,
      lengths,
    } = layout
    const entry = ++layout.entryCount
    const cells: Cell[] = plan.blank.slice()
    let issuer = ABSENT_PARTY
    let recipient = ABSENT_PARTY
    let deferred: DeferredValue[] | null = null
    let unknown: Record<string, unknown> | null = null
    let slot = count
    let at = from + 1
    for (;;) {
      if ((bytes[at] as number) <= SPACE) at = scanner.skipSpace(at)
      let candidate = next[slot] as number
      for (let tries = 1; ; tries++) {
        const length = lengths[candidate] as number
        const last = at + length - 4
        let wordIndex = starts[candidate] as number
        let i = at
        while (i < last && dataView.getInt32(i, true) === keyWords[wordIndex]) {
          i += 4
          wordIndex++
        }
        if (i >= last && dataView.getInt32(last, true) === keyWords[wordIndex]) {
          at += length
          break
        }
        if (tries === MAX_KEY_PREDICTIONS) {
          candidate = this.#findSlot(at, layout)
          if (candidate === NO_KEY) return null
          at = scanner.end
          if (candidate !== UNKNOWN) next[slot] = candidate
          break
        }
        candidate = next[candidate] as number
      }
      let first = bytes[at] as number
      if (first <= SPACE) {
        at = scanner.skipSpace(at)
        first = bytes[at] as number
      }
      if (candidate === UNKNOWN) {
        const raw = scanner.readValueAt(at)
        // Assigning to `__proto__` would set the prototype instead of a key.
        if (raw === undefined || this.#key === '__proto__') return null
        unknown ??= {}
        unknown[this.#key] = raw
        at = scanner.end
      } else {
        slot = candidate
        if (seen[slot] === entry) return null
        seen[slot] = entry
        const kind = kinds[slot] as number
        if (first === LETTER_N) {
          if (dataView.getInt32(at, true) !== NULL_WORD) return null
          at += 4
        } else if (kind === MONEY) {
          const second = bytes[at + 1] as number
          if (first === ZERO && (second === COMMA || second === CLOSE_BRACE)) {
            cells[slot] = 0
            at++
          } else {
            const isText = first === QUOTE
            const cents = scanner.readCentsAt(isText ? at + 1 : at, isText)
            const isRead = !Number.isNaN(cents) && (!isText || bytes[scanner.end] === QUOTE)
            if (isRead) cells[slot] = cents
            if (isRead && !isText) at = scanner.end
            else if (isRead && plan.fields[slot]?.isSentAsText === true) at = scanner.end + 1
            else {
              const raw = scanner.readValueAt(at)
              if (raw === undefined) return null
              deferred ??= []
              deferred.push({ slot, raw, isCellSet: isRead })
              at = scanner.end
            }
          }
        } else {
          const value = this.#cells.readValue(scanner, at, layout, slot)
          if (value === undefined) return null
          at = this.#cells.end
          if (this.#cells.isDeferred) {
            this.#cells.isDeferred = false
            deferred ??= []
            deferred.push({ slot, raw: this.#cells.raw, isCellSet: false })
          } else if (slot < plan.fields.length) cells[slot] = value as Cell
          else if (slot === plan.fields.length) issuer = value as SourceParty
          else recipient = value as SourceParty
        }
      }
      let byte = bytes[at] as number
      if (byte <= SPACE) {
        at = scanner.skipSpace(at)
        byte = bytes[at] as number
      }
      at++
      if (byte === COMMA) continue
      if (byte === CLOSE_BRACE) break
      return null
    }
    scanner.position = at
    const isShared = deferred === null && unknown === null
    return new PreparsedDocument(plan, {
      cells: isShared ? this.#shareCells(cells, plan, at - from) : cells,
      issuer,
      recipient,
      deferred: isShared ? null : (deferred ?? []),
      unknown,
      json: scanner.json,
      from,
      to: at,
    })
  }

  /** Returns the slot of a key that was not predicted. Sets the scanner's `end` to the position after the colon. */
  #findSlot(at: number, { slots }: EntryLayout): number {
    const scanner = this.#scanner
    const quote = scanner.bytes[at] === QUOTE ? scanner.findPlainEnd(at + 1) : -1
    const colon = scanner.skipSpace(quote + 1)
    if (quote === -1 || scanner.bytes[colon] !== COLON) return NO_KEY
    scanner.end = colon + 1
    this.#key = scanner.slice(at + 1, quote)
    return slots.get(this.#key) ?? UNKNOWN
  }

  /**
   * Returns the previous entry's cells if these cells are equal. Without sharing, a line with millions of equal or
   * empty entries would need many times its size in memory.
   */
  #shareCells(cells: readonly Cell[], plan: CompiledForm, length: number): readonly Cell[] {
    // Equal entries usually have the same byte length, so entries of different lengths are not compared.
    const mayBeEqual = plan === this.#lastPlan && length === this.#lastLength
    if (mayBeEqual && cells.every((cell, i) => cell === this.#lastCells[i])) return this.#lastCells
    if (cells.every(cell => cell === null)) return plan.blank
    this.#lastCells = cells
    this.#lastLength = length
    this.#lastPlan = plan
    return cells
  }
}
