// The folder `cli/output` prints: the help, summaries, messages and progress.

import { once } from 'node:events'
import type { Issue } from '../../core/issues/issue.js'
import { findLargest, groupBy } from '../../core/lists.js'
import type { TextRow } from '../../report/labels.js'

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Replaces control and text-direction characters in text from the data, so that they have no effect on a terminal. */
export const replaceUnprintable = (text: string): string => text.replace(UNPRINTABLE, '�')

/** Formats a number with its noun: `1 taxpayer`, `2 taxpayers`. */
export const countWithNoun = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`

/** The location of a value as a person sees it: file, NDJSON line and path. It contains no value from the data. */
export type Place = Pick<Issue, 'origin' | 'path'>

/** Formats a location, such as `records.ndjson:3 $['records'][0]`. */
export const formatIssuePlace = ({ origin, path }: Place): string =>
  `${origin?.source ?? ''}${origin?.line == null ? '' : `:${origin.line}`} ${path}`

/** Writes a line to standard error. */
export function say(line: string): void {
  process.stderr.write(`taxtally: ${line}\n`)
}

/** Returns each distinct line once. If it occurs several times, adds the number of occurrences. */
export const countRepeatedLines = (lines: readonly string[]): string[] =>
  [...groupBy(lines, line => line)].map(([line, { length }]) => (length === 1 ? line : `${line} (${length} times)`))

/** Characters that a terminal shows in two columns: those of East Asian scripts, full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const COMBINING = /\p{Mn}|\p{Me}/u

/** Returns the number of columns of a terminal that a text needs. */
export function countColumns(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let count = 0
  for (const character of text) count += WIDE.test(character) ? 2 : COMBINING.test(character) ? 0 : 1
  return count
}

/** Returns the part at the start of a text that fits into a number of columns. */
function takeColumns(text: string, width: number): string {
  let [count, end] = [0, 0]
  for (const character of text) {
    count += countColumns(character)
    if (count > width) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Aligns rows: labels to the left, cells to the right. Cells end with `*` or a space, so their digits line up. */
export function alignRows(rows: readonly TextRow[]): string[] {
  const labelWidth = findLargest(rows.map(({ label, cells }) => (cells.length > 0 ? countColumns(label) : 0)))
  const columnCount = rows.length === 0 ? 0 : findLargest(rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: columnCount }, (_, i) =>
    findLargest(rows.map(({ cells }) => countColumns(cells[i] ?? ''))),
  )
  return rows.map(({ label, cells, remark = '' }) => {
    const paddedCells = cells.map((cell, i) => ' '.repeat((widths[i] ?? 0) - countColumns(cell) + 2) + cell)
    const gap = cells.length > 0 ? ' '.repeat(labelWidth - countColumns(label)) : ''
    return `${label}${gap}${paddedCells.join('')}${remark === '' ? '' : `  ${remark}`}`.trimEnd()
  })
}

/**
 * Formats rows of text as a table with left-aligned columns. The last column is wrapped at the width of the page. If the
 * page is too narrow for that, each row becomes two paragraphs: its first columns, and its last one, indented.
 */
export function alignText(
  rows: readonly (readonly string[])[],
  { width }: Pick<Page, 'width'> = { width: null },
): string {
  const widths = (rows[0] ?? []).map((_, i) => findLargest(rows.map(row => countColumns(row[i] ?? ''))))
  const lastStart = widths.slice(0, -1).reduce((sum, columns) => sum + columns + 2, 0)
  const lastIndent = ' '.repeat(lastStart)
  const formatRow = (row: readonly string[]): string => {
    const cells = row.slice(0, -1)
    const last = row.at(-1) ?? ''
    if (width !== null && width < lastStart + MIN_WIDTH / 2)
      return [...wrapLine(cells.join('  '), width), ...wrapLine(`    ${last}`, width, 0)].join('\n')
    const start = cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - countColumns(cell) + 2)).join('')
    const lines = width === null ? [last] : wrapLine(last, width - lastStart, 0)
    return `${start}${lines.join(`\n${lastIndent}`)}`.trimEnd()
  }
  return rows.map(row => `${formatRow(row)}\n`).join('')
}

/** Formats an object as a line of JSON. */
export const formatJsonObject = (object: Readonly<Record<string, unknown>>): string => `${JSON.stringify(object)}\n`

/** Formats rows as lines of JSON. The first row has the names of the columns. */
export const formatJsonLines = ([names = [], ...rows]: readonly (readonly string[])[]): string =>
  rows.map(row => formatJsonObject(Object.fromEntries(names.map((name, i) => [name, row[i]])))).join('')

/** Wraps a line between words to a width. Later lines are indented by `furtherIndent` more spaces than the first. */
export function wrapLine(line: string, width: number, furtherIndent = 2): string[] {
  const start = line.length - line.trimStart().length
  const lines: string[] = []
  let remainingText = line
  while (countColumns(remainingText) > width) {
    const head = takeColumns(remainingText, width + 1)
    const indent = remainingText.length - remainingText.trimStart().length
    const spaceIndex = head.lastIndexOf(' ')
    // A word that is longer than the line is not broken.
    const cut = spaceIndex > indent ? spaceIndex : remainingText.indexOf(' ', indent)
    if (cut === -1) break
    lines.push(remainingText.slice(0, cut).trimEnd())
    remainingText = ' '.repeat(Math.min(start + furtherIndent, width >> 1)) + remainingText.slice(cut).trimStart()
  }
  return [...lines, remainingText]
}

/** The layout of text on standard output. */
export interface Page {
  /** The width at which lines are wrapped. Null if it is unknown or standard output is not a terminal. */
  readonly width: number | null
  readonly isStyled: boolean
}

const MIN_WIDTH = 40

/**
 * Returns the page layout for standard output. A terminal gets styles unless NO_COLOR is set or TERM is `dumb`.
 * FORCE_COLOR takes precedence over them, and `--no-color` over everything.
 */
export function findPageLayout(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  { NO_COLOR = '', FORCE_COLOR = '', TERM }: NodeJS.ProcessEnv,
  isPlain = false,
): Page {
  const isStyledByDefault = isTTY === true && NO_COLOR === '' && TERM !== 'dumb'
  return {
    width: isTTY !== true || columns === undefined || columns === 0 ? null : Math.max(columns, MIN_WIDTH),
    isStyled: !isPlain && (FORCE_COLOR === '' ? isStyledByDefault : !['0', 'false'].includes(FORCE_COLOR)),
  }
}

const BOLD = ['\u001b[1m', '\u001b[22m'] as const

/** A severity at the start of a line, or after the code of an issue. */
const SEVERITY = /^(\s*(?:\w+ {2})?)(error|warning)(?= )/
const SEVERITY_COLORS = { error: 31, warning: 33 } as const

/** Colors the severity with which a line begins: red for errors, and yellow for warnings. */
const colorSeverity = (line: string): string =>
  line.replace(
    SEVERITY,
    (_, start: string, severity: keyof typeof SEVERITY_COLORS) =>
      `${start}\u001b[${SEVERITY_COLORS[severity]}m${severity}\u001b[39m`,
  )

/** Formats blocks of text for a page: wraps lines, colors severities, and styles the first line of each block. */
export function formatForPage(text: string, { width, isStyled }: Page, hasHeadings = true): string {
  if (width === null && !isStyled) return text
  let isHeading = hasHeadings
  return text
    .split('\n')
    .flatMap(line => {
      const lines = width === null ? [line] : wrapLine(line, width, 4)
      const isStyledNow = isStyled && isHeading && line !== ''
      isHeading = hasHeadings && line === ''
      if (isStyledNow) return lines.map(styledLine => BOLD[0] + styledLine + BOLD[1])
      return isStyled ? lines.map(colorSeverity) : lines
    })
    .join('\n')
}

/** Writes to standard output. If its buffer is full, waits until the reader catches up. */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
