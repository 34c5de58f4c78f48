import { formatCents, formatMicros } from '../core/money.js'
import { replaceEach } from '../core/text.js'
import type { CellValue, ColumnType } from './table.js'

/** The options of CSV output. */
export interface CsvOptions {
  /** True to write text unchanged, even if a spreadsheet would run it as a formula. The default is false. */
  readonly rawText?: boolean | undefined
}

/** The type of each CSV option. */
export const CSV_OPTIONS = { rawText: 'flag' } as const satisfies Record<keyof CsvOptions, string>

/** A spreadsheet may run text that starts with one of these characters as a formula. The last four are full-width. */
const FORMULA_STARTS = '=+-@\t\r\n＝＋－＠'
const QUOTE_CODE = 34
const COMMA_CODE = 44

/**
 * Inserts an apostrophe before text that a spreadsheet would run as a formula, unless raw text is requested. Checks the
 * start of the text, and the text after each semicolon and line break: a spreadsheet that separates cells by semicolons
 * begins a new cell there, because it does not see the quotes around the text.
 */
function guardFormula(value: string, { rawText = false }: CsvOptions): string {
  if (rawText) return value
  const guardedText = guardInside(value)
  const firstCode = value.charCodeAt(0)
  // A formula does not begin with a letter or a digit.
  if ((firstCode > 64 && firstCode < 123) || (firstCode > 47 && firstCode < 58)) return guardedText
  return value !== '' && FORMULA_STARTS.includes(value[0] as string) ? `'${guardedText}` : guardedText
}

/** The maximum number of parts to join at a time. All parts of a long text may not fit into memory. */
const MAX_PARTS_TO_JOIN = 1 << 16

/** Finds where a new cell may begin in a text. */
const CELL_START_PATTERN = /;|[\r\n]+/g

/** Guards the text after each semicolon and line break. Skips what a spreadsheet drops before a formula. */
function guardInside(text: string): string {
  CELL_START_PATTERN.lastIndex = 0
  let guarded = ''
  let parts: string[] = []
  let from = 0
  while (CELL_START_PATTERN.test(text)) {
    let at = CELL_START_PATTERN.lastIndex
    while (text[at] === ' ' || text[at] === '"') at++
    CELL_START_PATTERN.lastIndex = at
    if (at === text.length || !FORMULA_STARTS.includes(text[at] as string)) continue
    parts.push(text.slice(from, at))
    from = at
    if (parts.length < MAX_PARTS_TO_JOIN) continue
    guarded += `${parts.join("'")}'`
    parts = []
  }
  return from === 0 ? text : guarded + [...parts, text.slice(from)].join("'")
}

/** Matches text that looks like a number, such as an identifier with leading zeros, or is empty. Quotes show that it is text. */
const DIGITS_PATTERN = /^[0-9]*$/

/**
 * Formats a text cell with its formula guard. Adds quotes if RFC 4180 requires them, or if it looks like a number. Empty
 * text also has quotes, because an empty field is null.
 */
export function formatCsvText(value: string, options: CsvOptions = {}): string {
  const text = guardFormula(value, options)
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c <= COMMA_CODE && (c === QUOTE_CODE || c === COMMA_CODE || c === 10 || c === 13))
      return `"${replaceEach(text, '"', '""')}"`
  }
  return DIGITS_PATTERN.test(text) ? `"${text}"` : text
}

/** Formats a cell by its column type. Null is an empty field. Money has two decimals and ratios have six. */
export const CSV_FORMATTERS: Readonly<
  Record<ColumnType, (value: NonNullable<CellValue>, options: CsvOptions) => string>
> = {
  text: (value, options) => formatCsvText(value as string, options),
  int: value => String(value),
  bool: value => (value === true ? 'true' : 'false'),
  money: value => formatCents(value as number),
  ratio: value => formatMicros(value as number),
  date: value => value as string,
}
