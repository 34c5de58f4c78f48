import { isObject } from '../core/json-value.js'
import type { Limits } from '../core/limits.js'
import { usableId } from './envelope.js'
import type { ValueKind } from './kind-of-value.js'
import type { ParsedValue } from './raw-dossier.js'
import { recordSizeOf } from './read-record.js'
import { isTooMuch, Refusals, type Refuse, wordsOfSize } from './taxpayer-group.js'

/** If values of more files than this have come without a taxpayer, each file is a taxpayer of its own. */
const MAX_FILES_HELD = 1000

/** A buffer for one taxpayer and for records without a taxpayer id. They belong together if nothing else comes. */
export class HeldBack {
  /** Null after something else came. */
  #values: ParsedValue[] | null = []
  #taxpayer: ParsedValue | null = null
  /** The paths of the files that the values come from. */
  readonly #from = new Set<string | null>()
  readonly #refusals: Refusals
  #size = 0

  constructor(
    private readonly limits: Limits,
    private readonly refuse: Refuse,
  ) {
    this.#refusals = new Refusals(limits.maxValueIssues)
  }

  /** True if values are no longer buffered. */
  get isOver(): boolean {
    return this.#values === null
  }

  /** The taxpayer and its records; null if the values are anything else. */
  get one(): { readonly taxpayer: ParsedValue; readonly records: readonly ParsedValue[] } | null {
    const taxpayer = this.#taxpayer
    const values = this.#values ?? []
    if (taxpayer === null || values.length < 2) return null
    return { taxpayer, records: values.filter(each => each !== taxpayer) }
  }

  /** Buffers or rejects the next value. Returns false if the caller must assign it, after all buffered values. */
  take(parsed: ParsedValue, kind: ValueKind): boolean {
    if (this.#values === null || !this.#mayBeAlone(parsed, kind)) return false
    const code = kind === 'record' ? this.#refusals.codeOf(parsed) : null
    if (code !== null) {
      this.refuse(code, parsed)
      return true
    }
    this.#size += recordSizeOf(parsed.value)
    if (kind === 'record' && this.#isFull && this.#refusals.hasYearOf(parsed.value)) {
      this.refuse('limit_reached', parsed, wordsOfSize(this.limits))
      return true
    }
    this.#values.push(parsed)
    this.#from.add(parsed.name?.path ?? null)
    if (kind === 'taxpayer') this.#taxpayer = parsed
    return true
  }

  /** Returns the buffered values and stops buffering. */
  release(): readonly ParsedValue[] {
    const values = this.#values ?? []
    this.#values = null
    return values
  }

  /** True if the values are too many for one taxpayer. Then they are not buffered as one. */
  get #isFull(): boolean {
    return isTooMuch(this.#size, this.limits)
  }

  #mayBeAlone({ value, single, alike }: ParsedValue, kind: ValueKind): boolean {
    if (this.#taxpayer === null && (this.#from.size > MAX_FILES_HELD || this.#isFull)) return false
    if (kind === 'taxpayer') return this.#taxpayer === null
    if (kind !== 'record' || !single) return false
    if (alike !== undefined) return alike.code !== 'record_not_object'
    return isObject(value) && usableId(value['taxpayer_id']) === null
  }
}
