import { heldOr } from '../../core/lists.js'
import { RecordAhead } from '../../normalize/ahead.js'
import { kindOfValue } from '../../normalize/parsed-value.js'
import type { FormsByKey } from '../../normalize/strange-forms.js'
import { EntryReader } from './entry-reader.js'
import { type FormLayout, type FormLayouts, layoutsOf } from './form-layout.js'
import type { JsonText } from './json-text.js'
import type { JsonWindow } from './json-window.js'
import { ValueCache } from './value-cache.js'

const [QUOTE, COMMA, COLON, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  34, 44, 58, 91, 93, 123, 125,
]

/** What an object is by its place: what a line holds, a record of a dossier, a form object of a record. */
const [TOP, RECORD, FORM] = [0, 1, 2] as const
type Level = typeof TOP | typeof RECORD | typeof FORM

/** What texts of the cache are read as; cells have other numbers. */
const [KEY, TEXT] = [1, 2] as const

/** Thrown where a value is left to `JSON.parse`, and caught where the reading began. */
const LEFT: unique symbol = Symbol('left')

type Frame = Record<string, unknown>

/**
 * Reads JSON values from their bytes as `JSON.parse` does, but that entries of form arrays come out as what they are read
 * as. Whatever is not as the interface has it is parsed, by the smallest part: an entry, an array, a value.
 */
export class ValueReader {
  readonly #forms: FormsByKey
  readonly #layouts: FormLayouts
  readonly #entries = new EntryReader()
  readonly #texts = new ValueCache<string>(1 << 12, 8)
  #at = 0
  /** The arrays of the value which are read here: of records, of forms. */
  #holds = { records: false, forms: false }

  constructor(forms: FormsByKey) {
    this.#forms = forms
    this.#layouts = layoutsOf(forms)
  }

  /** The reader of these tables. */
  static of(forms: FormsByKey): ValueReader {
    return heldOr(readers, forms, () => new ValueReader(forms))
  }

  /** The value of a line; undefined where it is to be parsed. */
  read(window: JsonWindow): unknown {
    if (!window.isText) return undefined
    this.#at = window.skipSpace(0)
    this.#holds = { records: false, forms: false }
    if (window.bytes[this.#at] !== OPEN_BRACE) return undefined
    try {
      const value = this.#object(window, TOP)
      if (window.skipSpace(this.#at) !== window.end) return undefined
      const { records, forms } = this.#holds
      const kind = kindOfValue(value)
      return (forms && !records && kind === 'record') || (records && !forms && kind === 'dossier')
        ? value
        : undefined
    } catch (cause) {
      if (cause !== LEFT) throw cause
      return undefined
    }
  }

  /** The object whose brace stands here. */
  #object(window: JsonWindow, level: Level): Frame {
    const { bytes } = window
    const from = this.#at
    const written = level === FORM ? null : new Written(window.json, from)
    const frame: Frame = (written === null ? {} : new RecordAhead(this.#forms, written)) as Frame
    this.#at = window.skipSpace(from + 1)
    if (bytes[this.#at] === CLOSE_BRACE) this.#at++
    else
      for (;;) {
        if (bytes[this.#at] !== QUOTE) throw LEFT
        const key = this.#text(window, KEY)
        // It would be no key here.
        if (key === '__proto__') throw LEFT
        this.#at = window.skipSpace(this.#at)
        if (bytes[this.#at] !== COLON) throw LEFT
        this.#at = window.skipSpace(this.#at + 1)
        frame[key] = bytes[this.#at] === OPEN_BRACKET ? this.#array(window, level, key) : this.#value(window)
        this.#at = window.skipSpace(this.#at)
        const mark = bytes[this.#at++]
        if (mark === CLOSE_BRACE) break
        if (mark !== COMMA) throw LEFT
        this.#at = window.skipSpace(this.#at)
      }
    if (written !== null) written.to = this.#at
    return frame
  }

  /** The array that stands here behind a key. */
  #array(window: JsonWindow, level: Level, key: string): unknown {
    if (level === FORM) {
      const layout = this.#layouts.get(key)
      return layout === undefined ? this.#value(window) : this.#entriesOf(window, layout)
    }
    const inner = key === 'forms' ? FORM : level === TOP && key === 'records' ? RECORD : null
    if (inner === null) return this.#value(window)
    if (inner === RECORD) this.#holds.records = true
    else if (level === TOP) this.#holds.forms = true
    const items: unknown[] = []
    this.#items(window, () => {
      // An array with items of other kinds is kept as it came.
      if (window.bytes[this.#at] !== OPEN_BRACE) throw LEFT
      items.push(this.#object(window, inner))
    })
    return items
  }

  /** The entries of a form array; as they came where one of them is no object. */
  #entriesOf(window: JsonWindow, layout: FormLayout): unknown {
    const from = this.#at
    const entries: unknown[] = []
    let isWhole = true
    this.#items(window, () => {
      const entry =
        window.bytes[this.#at] === OPEN_BRACE ? this.#entries.read(window, this.#at, layout) : null
      if (entry !== null) this.#at = this.#entries.end
      else if (window.bytes[this.#at] !== OPEN_BRACE) isWhole = false
      entries.push(entry ?? this.#value(window))
    })
    return isWhole ? entries : window.parse(from, this.#at)
  }

  /** Goes through the items of the array whose bracket stands here. */
  #items(window: JsonWindow, take: () => void): void {
    const { bytes } = window
    this.#at = window.skipSpace(this.#at + 1)
    if (bytes[this.#at] === CLOSE_BRACKET) {
      this.#at++
      return
    }
    for (;;) {
      take()
      this.#at = window.skipSpace(this.#at)
      const mark = bytes[this.#at++]
      if (mark === CLOSE_BRACKET) return
      if (mark !== COMMA) throw LEFT
      this.#at = window.skipSpace(this.#at)
    }
  }

  /** Any value. */
  #value(window: JsonWindow): unknown {
    if (window.bytes[this.#at] === QUOTE) return this.#text(window, TEXT)
    const from = this.#at
    const end = window.endOfValue(from)
    if (end === -1) throw LEFT
    const value = window.parse(from, end)
    if (value === undefined) throw LEFT
    this.#at = end
    return value
  }

  /** The text whose quote stands here. */
  #text(window: JsonWindow, kind: typeof KEY | typeof TEXT): string {
    const from = this.#at
    const quote = window.endOfPlain(from + 1)
    if (quote === -1) {
      const end = window.endOfValue(from)
      const text = end === -1 ? undefined : window.parse(from, end)
      if (typeof text !== 'string') throw LEFT
      this.#at = end
      return text
    }
    this.#at = quote + 1
    // Long ones are names of files, and ids: of each there is one.
    if (quote - from > this.#texts.most) return window.slice(from + 1, quote)
    const place = this.#texts.placeOf(window, kind, from, quote)
    if (this.#texts.has(place, window, kind, from, quote)) return this.#texts.at(place)
    const text = window.slice(from + 1, quote)
    this.#texts.keep(place, window, kind, from, quote, text)
    return text
  }
}

const readers = new WeakMap<FormsByKey, ValueReader>()

/** Where an object stands in a value. */
class Written {
  readonly #json: JsonText
  readonly #from: number
  to: number

  constructor(json: JsonText, from: number) {
    this.#json = json
    this.#from = from
    this.to = from
  }

  parse(): Record<string, unknown> {
    return this.#json.parse(this.#from, this.to) as Record<string, unknown>
  }
}
