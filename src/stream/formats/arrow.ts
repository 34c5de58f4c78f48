import type { ArrowFormat } from '../../export/arrow.js'
import type { CellValue } from '../../export/table.js'
import { columns, columnsIn } from './columns.js'
import { rowsInto, type Writer } from './writer.js'

const arrowIpc = (form: ArrowFormat, doc: string): Writer => ({
  doc,
  family: 'Arrow',
  types: {
    text: 'Utf8',
    int: 'Int32',
    bool: 'Bool',
    money: 'Decimal128, precision 18, scale 2',
    ratio: 'Decimal128, precision 18, scale 6',
    date: 'Date32',
  },
  load: async () => {
    // Loaded only for a conversion to Arrow, because apache-arrow is slow to load.
    const { ArrowWriter } = await import('../../export/arrow.js')
    return (table, file) => {
      const writer = new ArrowWriter(table, form, bytes => file.bytes(bytes))
      const addRow = (cells: readonly CellValue[]): void => {
        file.rows++
        writer.row(cells)
      }
      return {
        ...rowsInto(table, addRow),
        add: rows => {
          file.rows += rows.count
          writer.append(columnsIn(rows), rows.count)
        },
        end: () => writer.end(),
      }
    }
  },
  layout: columns,
})

export const arrow = arrowIpc('file', 'Arrow IPC file, uncompressed, for random access.')

export const arrows = arrowIpc('stream', 'Arrow IPC stream, uncompressed, for sequential reading.')
