import type { Issue } from '../core/issue.js'
import { groupBy } from '../core/lists.js'
import type { TextRow } from '../report/text-row.js'

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

const widthOf = (text: string): number => [...text].length

const most = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((largest, item) => Math.max(largest, measure(item)), 0)

/** Aligns rows: labels to the left, cells to the right. A cell's last character may be a mark or a space for it. */
export function alignRows(rows: readonly TextRow[]): string[] {
  const labels = most(rows, ({ label, cells }) => (cells.length > 0 ? widthOf(label) : 0))
  const widths = Array.from({ length: most(rows, ({ cells }) => cells.length) }, (_, i) =>
    most(rows, ({ cells }) => widthOf(cells[i] ?? '')),
  )
  return rows.map(({ label, cells, remark = '' }) => {
    const padded = cells.map((cell, i) => ' '.repeat((widths[i] ?? 0) - widthOf(cell) + 2) + cell)
    const gap = cells.length > 0 ? ' '.repeat(labels - widthOf(label)) : ''
    return `${label}${gap}${padded.join('')}${remark === '' ? '' : `  ${remark}`}`.trimEnd()
  })
}

/** Lines of a list, each once, with how often it came. */
export const countedOnce = (lines: readonly string[]): string[] =>
  [...groupBy(lines, line => line)].map(([line, { length }]) =>
    length === 1 ? line : `${line} (${length} times)`,
  )

/** A table of text, all columns to the left. */
export function alignText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => most(rows, row => row[i]?.length ?? 0))
  return rows
    .map(
      row =>
        `${row
          .map((cell, i) => cell.padEnd((widths[i] ?? 0) + 2))
          .join('')
          .trimEnd()}\n`,
    )
    .join('')
}
