import { canonicalJson, isEqualJson } from '../core/json.js'
import { getOrCreate } from '../core/lists.js'
import { isObject } from '../core/shape-of.js'
import { compareText } from '../core/text.js'
import { isWrittenAlike, type SourceRecord } from '../normalize/source.js'

/** The forms of a record as text that is equal for equal forms in any order of forms and entries, written once it is asked for. */
export class FormsText {
  readonly #record: SourceRecord
  #text: string | null = null
  #orders: Map<FormsText, number> | null = null

  constructor(record: SourceRecord) {
    this.#record = record
  }

  get text(): string {
    this.#text ??= writeForms(this.#record.raw['forms'])
    return this.#text
  }

  /** The texts of large records are long, and are compared once for each pair of records. */
  compare(other: FormsText): number {
    if (this === other) return 0
    this.#orders ??= new Map()
    return getOrCreate(this.#orders, other, () =>
      this.isWrittenAs(other) ? 0 : compareText(this.text, other.text),
    )
  }

  /** True where the forms are equal in the same order too, as those of a transcript that is pulled again. */
  isWrittenAs(other: FormsText): boolean {
    if (isWrittenAlike(this.#record, other.#record)) return true
    return isEqualJson(this.#record.raw['forms'], other.#record.raw['forms'])
  }
}

function writeForms(forms: unknown): string {
  const texts = (Array.isArray(forms) ? forms : []).map((form: unknown) => {
    if (!isObject(form)) return canonicalJson(form)
    const sorted = Object.entries(form).map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${Array.isArray(value) ? value.map(canonicalJson).sort().join() : canonicalJson(value)}`,
    )
    return sorted.sort().join('\n')
  })
  return texts.sort().join('\n\n')
}
