import type { Origin } from '../core/issue.js'
import { JsonPlaces, oneLine, sliceJson } from '../core/json-slice.js'
import type { Site } from '../core/path.js'
import type { JsonText } from './reader/json-scanner.js'

/** Has a text, or makes it when it is asked for. */
export type TextHolder = Pick<JsonText, 'text'>

/** Where a value came from, and the text that it was parsed from: rejected values are cut out of it. */
export class TextOrigin implements Origin {
  readonly source: string
  readonly line: number | null
  readonly #holder: TextHolder
  readonly #root: Site | null
  #places: JsonPlaces | null = null

  constructor({ source, line }: Origin, holder: TextHolder, root: Site | null) {
    this.source = source
    this.line = line
    this.#holder = holder
    this.#root = root
  }

  /** The text of a part as it was written, on one line; null if there is none. */
  textAt(at: Site | null): string | null {
    const keys: (string | number)[] = []
    for (let site = at; site !== null && site !== this.#root; site = site.parent) {
      const key = site.key ?? site.hidden
      if (key !== undefined) keys.unshift(key)
    }
    // All of the text may be something else than JSON.
    if (keys.length === 0) return oneLine(this.#holder.text)
    this.#places ??= new JsonPlaces()
    const slice = sliceJson(this.#holder.text, keys, this.#places)
    return slice === null ? null : oneLine(slice)
  }
}

/** The text of a rejected value as it was written, on one line; null if it is not known. */
export const textAt = (origin: Origin | null, at: Site | null): string | null =>
  origin instanceof TextOrigin ? origin.textAt(at) : null
