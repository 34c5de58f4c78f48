// The one importer of fast-csv. It drops columns that its first row lacks, so it always gets the headers; and it deletes
// NUL characters, which toCsv keeps.
import type { Transform } from 'node:stream'
import { format } from 'fast-csv'
import { checkOptions } from '../core/options.js'
import { CSV_CELL, CSV_OPTIONS, type CsvOptions, guardFormula } from '../export/csv-text.js'
import type { ColumnInfo } from '../export/data.js'
import type { CellValue } from '../export/table.js'

/**
 * A stream that takes rows of cells and gives CSV text, for pipelines that add rows of their own to a table.
 * Units and missing values as in `toCsv`; it is slower, and knows back-pressure.
 */
export function csvStream(columns: readonly ColumnInfo[], options: CsvOptions = {}): Transform {
  checkOptions('csvStream', options, CSV_OPTIONS)
  const stream = format<readonly CellValue[], string[]>({
    headers: columns.map(column => column.name),
    alwaysWriteHeaders: true,
    includeEndRowDelimiter: true,
    rowDelimiter: '\n',
  })
  return stream.transform((row: readonly CellValue[]) =>
    columns.map(({ type }, i) => {
      const value = row[i] ?? null
      if (value === null) return ''
      return type === 'text' ? guardFormula(value as string, options) : CSV_CELL[type](value, options)
    }),
  )
}
