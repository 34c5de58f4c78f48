import { readFileSync } from 'node:fs'

// Texts at the limits of the JSON grammar, written for this project in the categories of JSONTestSuite. Each
// character stands for one byte, so the texts can contain invalid UTF-8: '\xe5' is the byte E5.

/** Converts a text of the table to bytes, one byte per character. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

// The file is parsed here instead of imported because some numbers exceed the range of a double and become
// infinite, which `import` does not accept.
const TEXTS = JSON.parse(readFileSync(new URL('json-texts.json', import.meta.url), 'utf8')) as {
  readonly accepted: Readonly<Record<string, readonly (readonly [text: string, value: unknown])[]>>
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly empty: readonly string[]
}

/** Texts that are JSON, each with its value. */
export const ACCEPTED = Object.values(TEXTS.accepted).flat()

/** Texts that are not JSON. */
export const REJECTED_TEXTS = Object.values(TEXTS.refused).flat()

/** Texts of valid files that contain no value. */
export const EMPTY = TEXTS.empty
