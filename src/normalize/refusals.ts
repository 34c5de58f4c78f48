import type { ParsedValue } from './parsed-value.js'
import { yearOfRecord } from './read-record.js'
import { type Refusal, refusalOf } from './refusal.js'

/** Counts values that can be no records: the first of them stand with their taxpayer, and the first of each year. */
export class Refusals {
  #count = 0
  readonly #years = new Set<number | null>()

  constructor(private readonly most: number) {}

  /** The code of a value that is one too many; null for any other. */
  codeOf({ value, alike }: ParsedValue): Refusal['code'] | null {
    const refusal = alike === undefined ? refusalOf(value) : null
    if (refusal === null) return null
    const isKnown = this.hasYearOf(value)
    return ++this.#count > this.most && isKnown ? refusal.code : null
  }

  /** True where one of its year stands with the taxpayer already; from now on one does. */
  hasYearOf(value: unknown): boolean {
    const year = yearOfRecord(value)
    const isKnown = this.#years.has(year)
    this.#years.add(year)
    return isKnown
  }
}
