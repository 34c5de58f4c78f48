import { CSV_CELL, type CsvOptions } from './csv-text.js'
import type { ColumnInfo, TableData } from './data.js'
import type { CellValue } from './table.js'

export type { CsvOptions }

/** The header line of a table. */
export const csvHeader = (columns: readonly ColumnInfo[]): string =>
  `${columns.map(column => column.name).join()}\n`

/** One line of CSV from the cells of a row, in the order of the columns. */
export function csvLine(
  columns: readonly ColumnInfo[],
  cells: readonly CellValue[],
  options: CsvOptions = {},
): string {
  let line = ''
  for (let i = 0; i < columns.length; i++) {
    const value = cells[i] as CellValue
    if (i > 0) line += ','
    if (value !== null) line += CSV_CELL[(columns[i] as ColumnInfo).type](value, options)
  }
  return `${line}\n`
}

/**
 * A table as CSV text: UTF-8, comma, RFC 4180 quoting, one header line always, lines end with a line feed.
 * Units: money with two decimals, ratios with six, dates as YYYY-MM-DD. Missing: null is an empty field.
 */
export function toCsv(table: TableData, options: CsvOptions = {}): string {
  const { columns } = table
  let text = csvHeader(columns)
  for (const row of table.rows) text += csvLine(columns, row, options)
  return text
}
