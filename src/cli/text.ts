import type { Issue } from '../core/issue.js'
import { groupBy } from '../core/lists.js'

export { groupedCents, percentOf, UNREADABLE } from '../report/amounts.js'
export type { TextRow } from '../report/text-row.js'

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text from the data as a terminal may show it: no control or direction characters. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '�')

/** A number with its noun: `1 taxpayer`, `2 taxpayers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Where a value stands, for a person: file, line of NDJSON and path, without a value from the data. */
export type Place = Pick<Issue, 'origin' | 'path'>

/** A place in words: `records.ndjson:3 $['records'][0]`. */
export const wordsOfPlace = ({ origin, path }: Place): string =>
  `${origin?.source ?? ''}${origin?.line == null ? '' : `:${origin.line}`} ${path}`

/** Says a line on standard error. */
export function say(line: string): void {
  process.stderr.write(`taxtally: ${line}\n`)
}

/** Lines of a list, each once, with how often it came. */
export const countedOnce = (lines: readonly string[]): string[] =>
  [...groupBy(lines, line => line)].map(([line, { length }]) =>
    length === 1 ? line : `${line} (${length} times)`,
  )
