import type { Issue, Origin } from '../core/issue.js'
import { JsonPlaces, oneLine, sliceJson } from '../core/json-slice.js'
import type { Site } from '../core/path.js'
import type { ParsedValue } from '../normalize/raw-dossier.js'
import type { GroupedDossier } from '../normalize/taxpayer-group.js'
import type { JsonText } from './reader/json-scanner.js'

/** What the inputs hold, in their order: a taxpayer's dossier, or a value that could not be used, with its text. */
export type Found = { readonly dossier: GroupedDossier } | BrokenValue

/** A value that could not be used. Missing: `text` where it was too large to keep, `taxpayerId` where it is nobody's. */
export interface BrokenValue {
  readonly issue: Issue
  readonly taxpayerId: string | null
  readonly text: string | null
  /** The file is one value, and that value is malformed JSON; or it unpacks to more than it may. */
  readonly unreadable: boolean
  /** How many values it stands for; one unless given. */
  readonly count?: number
}

/** A value of an input, parsed; or one that could not be used; or several that stood on one line. */
export type ReadValue = ParsedValue | BrokenValue | { readonly values: readonly ReadValue[] }

/** Where a value came from, and the text that it was parsed from: rejected values are cut out of it. */
export class TextOrigin implements Origin {
  readonly source: string
  readonly line: number | null
  readonly #json: JsonText
  readonly #root: Site | null
  #places: JsonPlaces | null = null

  constructor({ source, line }: Origin, json: JsonText, root: Site | null) {
    this.source = source
    this.line = line
    this.#json = json
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
    if (keys.length === 0) return oneLine(this.#json.text)
    this.#places ??= new JsonPlaces()
    const slice = sliceJson(this.#json.text, keys, this.#places)
    return slice === null ? null : oneLine(slice)
  }
}

/** The text of a rejected value as it was written, on one line; null if it is not known. */
export const textAt = (origin: Origin | null, at: Site | null): string | null =>
  origin instanceof TextOrigin ? origin.textAt(at) : null
