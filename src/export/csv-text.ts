import { textOfCents, textOfMicros } from '../core/money.js'
import type { CellValue, ColumnType } from './table.js'

/** How CSV is written. `rawText` turns the guard against formulas off. */
export interface CsvOptions {
  readonly rawText?: boolean
}

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\n\r]/

/** A text cell, quoted where RFC 4180 asks for it; one that a spreadsheet would run gets a leading apostrophe. */
export function csvTextCell(value: string, options: CsvOptions = {}): string {
  const text = options.rawText !== true && FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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
