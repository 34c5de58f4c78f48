import { readFileSync } from 'node:fs'

// Texts at every edge of the JSON grammar, in the classes of JSONTestSuite's parsing cases and written here anew.
// Each character is one byte, so that what is no UTF-8 can stand here too: '\xe5' is the byte E5.

/** The bytes of a text of this table. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

// Of numbers beyond what a double holds the values are infinite, which `import` would not read.
const TEXTS = JSON.parse(readFileSync(new URL('json-texts.json', import.meta.url), 'utf8')) as {
  readonly accepted: Readonly<Record<string, readonly (readonly [text: string, value: unknown])[]>>
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly empty: readonly string[]
}

/** Texts that are JSON, with the value that they are. */
export const ACCEPTED = Object.values(TEXTS.accepted).flat()

/** Texts that are no JSON. */
export const REFUSED = Object.values(TEXTS.refused).flat()

/** Files in which there is nothing: no value, and nothing wrong. */
export const EMPTY = TEXTS.empty
