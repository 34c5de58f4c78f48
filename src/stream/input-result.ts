import type { Issue, Origin } from '../core/issue.js'
import type { JsonPath } from '../core/json-path.js'
import { JsonTextIndex, sliceJson, toOneLine } from '../core/json-slice.js'
import type { ParsedValue } from '../normalize/raw-dossier.js'
import type { GroupedDossier } from '../normalize/taxpayer-group.js'

/** One result of reading the inputs: a taxpayer's dossier or a broken value. */
export type InputResult = { readonly dossier: GroupedDossier } | BrokenValue

/** A rejected value. `text` is null if it was too large to keep. `taxpayerId` is null if its taxpayer is not known. */
export interface BrokenValue {
  readonly issue: Issue
  readonly taxpayerId: string | null
  readonly text: string | null
  /** True if the entire file is unreadable: it is one malformed value, or it unpacks to too many bytes. */
  readonly unreadable: boolean
  /** The number of values that this object represents. Default: 1. */
  readonly count?: number
}

/** The result of parsing a piece: a parsed value, a broken value, or several values if they were on one line. */
export type ReadValue = ParsedValue | BrokenValue | { readonly values: readonly ReadValue[] }

/** The origin of a value, with the text from which the value was parsed. The text is used to quote rejected parts. */
export class TextOrigin implements Origin {
  readonly source: string
  readonly line: number | null
  readonly #text: string
  readonly #root: JsonPath | null
  #textIndex: JsonTextIndex | null = null

  constructor({ source, line }: Origin, text: string, root: JsonPath | null) {
    this.source = source
    this.line = line
    this.#text = text
    this.#root = root
  }

  /** Returns the original text at a path, on one line. Returns null if the path does not exist in the text. */
  findText(path: JsonPath | null): string | null {
    const keys: (string | number)[] = []
    for (let step = path; step !== null && step !== this.#root; step = step.parent) {
      const key = step.key ?? step.hiddenKey
      if (key !== undefined) keys.unshift(key)
    }
    // The complete text is returned without slicing, because it may not be JSON.
    if (keys.length === 0) return toOneLine(this.#text)
    this.#textIndex ??= new JsonTextIndex()
    const slice = sliceJson(this.#text, keys, this.#textIndex)
    return slice === null ? null : toOneLine(slice)
  }
}

/** Returns the original text of a rejected value, on one line. Returns null if it is not available. */
export const findOriginalText = (origin: Origin | null, path: JsonPath | null): string | null =>
  origin instanceof TextOrigin ? origin.findText(path) : null
