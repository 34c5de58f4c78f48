// This is the only module that imports fast-csv. fast-csv drops columns that are missing from the first row, so the
// headers are always passed to it. It also deletes NUL characters, which toCsv keeps.
import type { Transform } from 'node:stream'
import { format } from 'fast-csv'
import { checkOptions } from '../core/options.js'
import { CSV_FORMATTERS, CSV_OPTIONS, type CsvOptions, formatCsvText } from '../tables/csv-text.js'
import type { CellValue, ColumnInfo } from '../tables/table.js'

/**
 * Creates a stream that accepts rows of cells and outputs CSV text, for pipelines that add their own rows to a table.
 * It formats cells as `toCsv` does. It is slower than `toCsv`, but it supports backpressure.
 */
export function csvStream(columns: readonly ColumnInfo[], options: CsvOptions = {}): Transform {
  checkOptions('csvStream', options, CSV_OPTIONS)
  const stream = format<readonly CellValue[], string[]>({
    headers: columns.map(column => formatCsvText(column.name)),
    // The cells have their quotes already. fast-csv would quote neither digits nor empty text, which is not null.
    quote: false,
    alwaysWriteHeaders: true,
    includeEndRowDelimiter: true,
    rowDelimiter: '\n',
  })
  return stream.transform((row: readonly CellValue[]) =>
    columns.map(({ type }, i) => {
      const value = row[i] ?? null
      return value === null ? '' : CSV_FORMATTERS[type](value, options)
    }),
  )
}
