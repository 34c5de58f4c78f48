import { textOfCents, textOfMicros } from '../core/money.js'
import { replaceEach } from '../core/text.js'
import type { CellValue, ColumnType } from './table.js'

/** How CSV is written. `rawText` turns the guard against formulas off. */
export interface CsvOptions {
  readonly rawText?: boolean | undefined
}

/** First characters that a spreadsheet may run; the last four are full-width forms. */
const FORMULA = '=+-@\t\r\n＝＋－＠'
const QUOTE = 34
const COMMA = 44

/** A text that a spreadsheet would run gets a leading apostrophe, unless raw text is asked for. */
export function guardFormula(value: string, { rawText = false }: CsvOptions): string {
  const first = value.charCodeAt(0)
  // No letter or digit begins a formula.
  if (rawText || (first > 64 && first < 123) || (first > 47 && first < 58)) return value
  return value !== '' && FORMULA.includes(value[0] as string) ? `'${value}` : value
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
