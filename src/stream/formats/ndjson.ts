import { jsonMaker } from '../../export/objects.js'
import type { CellValue } from '../../export/table.js'
import { addHeld, layoutOf, MAX_PENDING_LENGTH, type OpenSink, rowsInto, type Writer } from './writer.js'

const encoder = new TextEncoder()

const sinkOf: OpenSink = (table, out) => {
  const toJson = jsonMaker(table.columns)
  let pending = ''
  const end = (): void => {
    out.bytes(encoder.encode(pending))
    pending = ''
  }
  const addRow = (cells: readonly CellValue[]): void => {
    out.rows++
    pending += `${JSON.stringify(toJson(cells))}\n`
    if (pending.length > MAX_PENDING_LENGTH) end()
  }
  return {
    ...rowsInto(table, addRow),
    add: rows => {
      // Writes pending lines first to keep the order.
      end()
      addHeld(out, rows)
    },
    end,
  }
}

/** NDJSON. Threads also lay out rows as lines. */
export const ndjson: Writer = {
  doc: 'UTF-8, one JSON object per line, with every column.',
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
