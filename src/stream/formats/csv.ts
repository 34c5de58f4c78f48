import type { CsvOptions } from '../../export/csv-text.js'
import type { TableSpec } from '../../export/table.js'
import { CsvLines } from '../../export/tape/csv-lines.js'
import { RowTapes } from '../../export/tape/row-tapes.js'
import { addHeld, layoutOf } from './held-rows.js'
import type { Outlet, TableSink, Writer } from './writer.js'

function sinkOf(
  table: TableSpec,
  out: Outlet,
  options: CsvOptions & { readonly withoutHeader?: boolean },
): TableSink {
  const lines = new CsvLines(bytes => out.bytes(bytes))
  let take: ((tape: Int32Array) => void) | null = null
  const writer = new RowTapes(table, options, tape => {
    if (take === null) {
      take = out.tapes?.({ format: 'csv' }, false) ?? null
      take?.(lines.kept())
    }
    if (take === null) lines.read(tape)
    else take(tape)
  })
  return {
    rows: scope => {
      out.rows += writer.rows(scope)
    },
    issue: cells => {
      out.rows++
      writer.row(cells)
    },
    add: rows => {
      // What is held stands before them.
      writer.end()
      addHeld(out, rows)
    },
    end: () => writer.end(),
  }
}

/** CSV; a thread lays out lines without a header. */
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
  layout: layoutOf((table, out, options) => sinkOf(table, out, { ...options, withoutHeader: true })),
}
