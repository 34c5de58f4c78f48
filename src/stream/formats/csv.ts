import { CsvRows } from '../../export/csv-rows.js'
import type { CsvOptions } from '../../export/csv-text.js'
import type { TableSpec } from '../../export/table.js'
import { addHeld, layoutOf, type Outlet, type TableSink, type Writer } from './writer.js'

function sinkOf(
  table: TableSpec,
  out: Outlet,
  options: CsvOptions & { readonly hasHeader?: boolean },
): TableSink {
  const writer = new CsvRows(table, options, bytes => out.bytes(bytes))
  return {
    rows: scope => {
      out.rows += writer.rows(scope)
    },
    issue: cells => {
      out.rows++
      writer.row(cells)
    },
    add: rows => {
      writer.end()
      addHeld(out, rows)
    },
    end: () => writer.end(),
  }
}

/** CSV. Threads lay out lines without a header. */
export const csv: Writer = {
  doc: 'UTF-8, comma, RFC 4180 quoting, a header line.',
  family: 'CSV',
  types: {
    text: 'the text',
    int: 'digits',
    bool: '`true` or `false`',
    money: 'US dollars with two decimals: `1234.50`',
    ratio: 'six decimals: `0.098750`',
    date: '`YYYY-MM-DD`',
  },
  load: async () => sinkOf,
  layout: layoutOf((table, out, options) => sinkOf(table, out, { ...options, hasHeader: false })),
}
