import type { JsonText } from './json-text.js'

/** An array that was read before it showed that what it stands in is to be read otherwise. */
export interface Done {
  readonly from: number
  readonly to: number
  readonly value: unknown
}

/** Where a record or a taxpayer stands in a value. */
export class WrittenRecord {
  readonly #json: JsonText
  readonly #from: number
  to: number
  readonly #forms: Done | null

  constructor(json: JsonText, from: number, to: number, forms: Done | null) {
    this.#json = json
    this.#from = from
    this.to = to
    this.#forms = forms
  }

  get forms(): string | null {
    return this.#forms === null ? null : this.#json.bytes.slice(this.#forms.from, this.#forms.to)
  }

  parse(): Record<string, unknown> {
    return this.#json.parse(this.#from, this.to) as Record<string, unknown>
  }
}
