import { isObject } from '../core/json-value.js'
import type { Limits } from '../core/limits.js'
import { usableId } from './envelope.js'
import type { ValueKind } from './kind-of-value.js'
import type { ParsedValue } from './raw-dossier.js'
import { recordSizeOf } from './read-record.js'
import { isTooMuch, Refusals, type Refuse, wordsOfSize } from './taxpayer-group.js'

/** Values of so many files, and no taxpayer among them, are not held back any longer: each stands for itself. */
const MAX_FILES_HELD = 1000

/** One taxpayer and records that no id was found for: held back until it shows that there is nothing else. */
export class HeldBack {
  /** Null once something else came. */
  #values: ParsedValue[] | null = []
  #taxpayer: ParsedValue | null = null
  /** The files that they are from. */
  readonly #from = new Set<string | null>()
  readonly #refusals: Refusals
  #size = 0

  constructor(
    private readonly limits: Limits,
    private readonly refuse: Refuse,
  ) {
    this.#refusals = new Refusals(limits.maxValueIssues)
  }

  /** True where nothing is held back any more. */
  get isOver(): boolean {
    return this.#values === null
  }

  /** A taxpayer and its records; null where it is anything else. */
  get one(): { readonly taxpayer: ParsedValue; readonly records: readonly ParsedValue[] } | null {
    const taxpayer = this.#taxpayer
    const values = this.#values ?? []
    if (taxpayer === null || values.length < 2) return null
    return { taxpayer, records: values.filter(each => each !== taxpayer) }
  }

  /** Holds the next value back, or refuses it; false where it is for somebody else to place, behind all that are held. */
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

  /** Gives what was held, and holds nothing from now on. */
  release(): readonly ParsedValue[] {
    const values = this.#values ?? []
    this.#values = null
    return values
  }

  /** What is too much for one taxpayer is not held for one. */
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
