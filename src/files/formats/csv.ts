import { CsvRows } from '../../tables/csv-rows.js'
import type { CsvOptions } from '../../tables/csv-text.js'
import type { TableSpec } from '../../tables/table.js'
import { addEncodedRows, type FormatWriter, makeByteEncoder, type Outlet, type TableSink } from './writer.js'

function openCsvSink(table: TableSpec, out: Outlet, options: CsvOptions & { readonly hasHeader?: boolean }): TableSink {
  const writer = new CsvRows(table, options, bytes => out.writeBytes(bytes))
  return {
    writeRows: context => {
      out.rowCount += writer.writeRows(context)
    },
    writeIssue: cells => {
      out.rowCount++
      writer.writeRow(cells)
    },
    add: rows => {
      writer.finish()
      addEncodedRows(out, rows)
    },
    end: () => writer.finish(),
  }
}

/** The CSV writer. Threads return lines without a header. */
export const csv: FormatWriter = {
  doc: 'UTF-8 text, separated by commas, with a header line and quotation marks as in RFC 4180.',
  family: 'CSV',
  types: {
    text: 'the text',
    int: 'digits',
    bool: '`true` or `false`',
    money: 'US dollars with two decimals: `1234.50`',
    ratio: 'six decimals: `0.098750`',
    date: '`YYYY-MM-DD`',
  },
  load: async () => openCsvSink,
  openEncoder: makeByteEncoder((table, out, options) => openCsvSink(table, out, { ...options, hasHeader: false })),
}
