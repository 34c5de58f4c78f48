import { createJsonMaker } from '../../tables/objects.js'
import type { CellValue } from '../../tables/table.js'
import {
  addEncodedRows,
  type FormatWriter,
  MAX_PENDING_LENGTH,
  makeByteEncoder,
  makeRowSink,
  type SinkOpener,
} from './writer.js'

const encoder = new TextEncoder()

const openNdjsonSink: SinkOpener = (table, out) => {
  const toJson = createJsonMaker(table.columns)
  let pending = ''
  const end = (): void => {
    out.writeBytes(encoder.encode(pending))
    pending = ''
  }
  const addRow = (cells: readonly CellValue[]): void => {
    out.rowCount++
    pending += `${JSON.stringify(toJson(cells))}\n`
    if (pending.length > MAX_PENDING_LENGTH) end()
  }
  return {
    ...makeRowSink(table, addRow),
    add: rows => {
      // Writes the pending lines first to keep the order of rows.
      end()
      addEncodedRows(out, rows)
    },
    end,
  }
}

/** The NDJSON writer. Threads return complete lines. */
export const ndjson: FormatWriter = {
  doc: 'UTF-8 text, one JSON object per row and line. Every object has all columns.',
  family: 'NDJSON',
  types: {
    text: 'the text',
    int: 'a number',
    bool: '`true` or `false`',
    money: 'US dollars with two decimals, as text',
    ratio: 'six decimals, as text',
    date: '`YYYY-MM-DD`',
  },
  load: async () => openNdjsonSink,
  openEncoder: makeByteEncoder(openNdjsonSink),
}
