import { checkOptions } from '../core/options.js'
import { CSV_FORMATTERS, CSV_OPTIONS, type CsvOptions } from './csv-text.js'
import type { CellValue, ColumnInfo, TableData } from './table.js'

export type { CsvOptions }

/** Returns the header line of a table. */
export const csvHeader = (columns: readonly ColumnInfo[]): string => `${columns.map(column => column.name).join()}\n`

/** Returns a row as one CSV line. The cells must be in column order. */
export function csvLine(columns: readonly ColumnInfo[], cells: readonly CellValue[], options: CsvOptions = {}): string {
  let line = ''
  for (let i = 0; i < columns.length; i++) {
    const value = cells[i] as CellValue
    if (i > 0) line += ','
    if (value !== null) line += CSV_FORMATTERS[(columns[i] as ColumnInfo).type](value, options)
  }
  return `${line}\n`
}

/**
 * Converts a table to CSV text: UTF-8, comma, RFC 4180 quoting, one header line, line feeds. Money has two decimals,
 * ratios have six, and dates are YYYY-MM-DD. Null is an empty field.
 *
 * @example
 * ```ts
 * import { normalizeDossier, tablesOf } from 'taxtally'
 * import { toCsv } from 'taxtally/csv'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value: dossier } = normalizeDossier(record)
 * if (dossier === undefined) throw new Error('nothing to use')
 * for (const table of tablesOf([dossier], ['withholding'])) process.stdout.write(toCsv(table))
 * //=> taxpayer_id,tax_year,kind,amount,documents,complete,doubts
 * //=> "",2024,federal,6600.00,1,true,""
 * ```
 */
export function toCsv(table: TableData, options: CsvOptions = {}): string {
  checkOptions('toCsv', options, CSV_OPTIONS)
  const { columns } = table
  let text = csvHeader(columns)
  for (const row of table.rows) text += csvLine(columns, row, options)
  return text
}
