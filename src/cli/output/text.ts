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

const countCharacters = (text: string): number => [...text].length

/** Aligns rows: labels to the left, cells to the right. Cells end with `*` or a space, so their digits line up. */
export function alignRows(rows: readonly TextRow[]): string[] {
  const labelWidth = findLargest(rows.map(({ label, cells }) => (cells.length > 0 ? countCharacters(label) : 0)))
  const columnCount = rows.length === 0 ? 0 : findLargest(rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: columnCount }, (_, i) =>
    findLargest(rows.map(({ cells }) => countCharacters(cells[i] ?? ''))),
  )
  return rows.map(({ label, cells, remark = '' }) => {
    const paddedCells = cells.map((cell, i) => ' '.repeat((widths[i] ?? 0) - countCharacters(cell) + 2) + cell)
    const gap = cells.length > 0 ? ' '.repeat(labelWidth - countCharacters(label)) : ''
    return `${label}${gap}${paddedCells.join('')}${remark === '' ? '' : `  ${remark}`}`.trimEnd()
  })
}

/** Formats rows of text as a table with left-aligned columns. */
export function alignText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => findLargest(rows.map(row => row[i]?.length ?? 0)))
  const lines = rows.map(row => row.map((cell, i) => cell.padEnd((widths[i] ?? 0) + 2)).join(''))
  return lines.map(line => `${line.trimEnd()}\n`).join('')
}

/** Wraps a line between words to a width. Later lines are indented by `furtherIndent` more spaces than the first. */
export function wrapLine(line: string, width: number, furtherIndent = 2): string[] {
  const start = line.length - line.trimStart().length
  const lines: string[] = []
  let remainingText = line
  while ([...remainingText].length > width) {
    const head = [...remainingText].slice(0, width + 1).join('')
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

/** Returns the page layout for standard output. A terminal gets styles unless NO_COLOR is set or TERM is `dumb`. */
export function findPageLayout(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  { NO_COLOR = '', TERM }: NodeJS.ProcessEnv,
): Page {
  if (isTTY !== true) return { width: null, isStyled: false }
  return {
    width: columns === undefined || columns === 0 ? null : Math.max(columns, MIN_WIDTH),
    isStyled: NO_COLOR === '' && TERM !== 'dumb',
  }
}

const BOLD = ['\u001b[1m', '\u001b[22m'] as const

/** Formats blocks of text for a page: wraps lines, and styles the first line of each block as a heading. */
export function formatForPage(text: string, { width, isStyled }: Page): string {
  if (width === null && !isStyled) return text
  let isHeading = true
  return text
    .split('\n')
    .flatMap(line => {
      const lines = width === null ? [line] : wrapLine(line, width, 4)
      const isStyledNow = isStyled && isHeading && line !== ''
      isHeading = line === ''
      return isStyledNow ? lines.map(styledLine => BOLD[0] + styledLine + BOLD[1]) : lines
    })
    .join('\n')
}

/** Writes to standard output. If its buffer is full, waits until the reader catches up. */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
