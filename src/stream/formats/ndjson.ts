import { RowReader } from '../../export/data.js'
import { jsonMaker } from '../../export/objects.js'
import type { CellValue } from '../../export/table.js'
import { addHeld, layoutOf } from './held-rows.js'
import type { OpenSink, Writer } from './writer.js'

/** Lines are put together until they are so long. */
const PIECE = 1 << 15

const encoder = new TextEncoder()

const sinkOf: OpenSink = (table, out) => {
  const toJson = jsonMaker(table.columns)
  const reader = new RowReader(table)
  let pending = ''
  const end = (): void => {
    out.bytes(encoder.encode(pending))
    pending = ''
  }
  const row = (cells: readonly CellValue[]): void => {
    out.rows++
    pending += `${JSON.stringify(toJson(cells))}\n`
    if (pending.length > PIECE) end()
  }
  return {
    rows: scope => reader.readRows(scope, row),
    issue: row,
    add: rows => {
      // What is held stands before them.
      end()
      addHeld(out, rows)
    },
    end,
  }
}

/** JSON lines; a thread lays out lines too. */
export const ndjson: Writer = {
  doc: 'UTF-8, a JSON object a line, with every column.',
  family: 'NDJSON',
  types: {
    text: 'the text',
    int: 'a number',
    bool: '`true` or `false`',
    money: 'US dollars with two decimals, as text',
    ratio: 'six decimals, as text',
    date: '`YYYY-MM-DD`',
  },
  load: async () => sinkOf,
  layout: layoutOf(sinkOf),
}
