import { textOfCents, textOfMicros } from '../core/money.js'
import { replaceEach } from '../core/text.js'
import type { CellValue, ColumnType } from './table.js'

/** How CSV is written. `rawText` turns the guard against formulas off. */
export interface CsvOptions {
  /** True writes text as it is, also what a spreadsheet would run as a formula; false unless given. */
  readonly rawText?: boolean | undefined
}

/** What each option of CSV takes. */
export const CSV_OPTIONS = { rawText: 'flag' } as const satisfies Record<keyof CsvOptions, string>

/** First characters that a spreadsheet may run; the last four are full-width forms. */
const FORMULA = '=+-@\t\r\n＝＋－＠'
const QUOTE = 34
const COMMA = 44

/**
 * A text that a spreadsheet would run gets an apostrophe before the formula, unless raw text is asked for: at its begin,
 * and behind a semicolon, since to a spreadsheet that separates by it another cell begins there.
 */
export function guardFormula(value: string, { rawText = false }: CsvOptions): string {
  if (rawText) return value
  const guarded = value.includes(';') ? guardBehindSemicolons(value) : value
  const first = value.charCodeAt(0)
  // No letter or digit begins a formula.
  if ((first > 64 && first < 123) || (first > 47 && first < 58)) return guarded
  return value !== '' && FORMULA.includes(value[0] as string) ? `'${guarded}` : guarded
}

/** So many parts of a text are put together at a time: of a text of nothing else they would not fit memory. */
const MAX_PARTS = 1 << 16

/** Spaces and quotes before the formula are no part of the cell that a spreadsheet makes of it. */
function guardBehindSemicolons(text: string): string {
  let guarded = ''
  let parts: string[] = []
  let from = 0
  for (let at = text.indexOf(';'); at !== -1; at = text.indexOf(';', at)) {
    at++
    while (text[at] === ' ' || text[at] === '"') at++
    if (at === text.length || !FORMULA.includes(text[at] as string)) continue
    parts.push(text.slice(from, at))
    from = at
    if (parts.length < MAX_PARTS) continue
    guarded += `${parts.join("'")}'`
    parts = []
  }
  return from === 0 ? text : guarded + [...parts, text.slice(from)].join("'")
}

/** A text cell, guarded, and quoted where RFC 4180 asks for it. */
export function csvTextCell(value: string, options: CsvOptions = {}): string {
  const text = guardFormula(value, options)
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c <= COMMA && (c === QUOTE || c === COMMA || c === 10 || c === 13))
      return `"${replaceEach(text, '"', '""')}"`
  }
  return text
}

/** One writer for each column type; null is the empty field. Units: money with two decimals, ratios with six. */
export const CSV_CELL: Readonly<
  Record<ColumnType, (value: NonNullable<CellValue>, options: CsvOptions) => string>
> = {
  text: (value, options) => csvTextCell(value as string, options),
  int: value => String(value),
  bool: value => (value === true ? 'true' : 'false'),
  money: value => textOfCents(value as number),
  ratio: value => textOfMicros(value as number),
  date: value => value as string,
}
