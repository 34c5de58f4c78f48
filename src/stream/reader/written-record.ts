import type { JsonText } from './json-text.js'

/** Where a part of a value stands. */
interface Part {
  readonly from: number
  readonly to: number
}

/** An array that was read before it showed that what it stands in is to be read otherwise. */
export interface Done extends Part {
  readonly value: unknown
}

/** Where a record or a taxpayer stands in a value. */
export class WrittenRecord {
  readonly #json: JsonText
  readonly #from: number
  to: number
  /** Where the forms of a record stand. Missing: null where they are no list. */
  formsAt: Part | null

  constructor(json: JsonText, from: number, to: number, formsAt: Part | null) {
    this.#json = json
    this.#from = from
    this.to = to
    this.formsAt = formsAt
  }

  get forms(): string | null {
    return this.formsAt === null ? null : this.#json.bytes.slice(this.formsAt.from, this.formsAt.to)
  }

  parse(): Record<string, unknown> {
    return this.#json.parse(this.#from, this.to) as Record<string, unknown>
  }
}
