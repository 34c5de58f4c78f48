import { CsvWriter } from '../../export/csv-writer.js'
import { addChunks, type Writer } from './writer.js'

/** CSV; the parts of other processes are lines without a header. */
export const csv: Writer<'csv'> = {
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
  part: 'csv',
  load: async role => (table, file, options) => {
    const csv = { ...options, withoutHeader: role === 'part' }
    const writer = new CsvWriter(table, csv, bytes => file.bytes(bytes))
    return {
      rows: scope => {
        file.rows += writer.rows(scope)
      },
      issue: cells => {
        file.rows++
        writer.row(cells)
      },
      part: async (chunks, rows) => {
        // What is held stands before the part.
        writer.end()
        await addChunks(file, chunks, rows)
      },
      end: () => writer.end(),
    }
  },
}
