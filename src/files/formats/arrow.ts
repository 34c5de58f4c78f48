import type { ArrowFormat } from '../../tables/arrow.js'
import type { CellValue } from '../../tables/table.js'
import { openColumnEncoder, readColumns } from './columns.js'
import { type FormatWriter, makeRowSink } from './writer.js'

const makeArrowWriter = (format: ArrowFormat, doc: string): FormatWriter => ({
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
    // Load this module only if a conversion writes Arrow files, because apache-arrow is slow to load.
    const { ArrowWriter } = await import('../../tables/arrow.js')
    return (table, file) => {
      const writer = new ArrowWriter(table, format, bytes => file.writeBytes(bytes))
      const addRow = (cells: readonly CellValue[]): void => {
        file.rowCount++
        writer.addRow(cells)
      }
      return {
        ...makeRowSink(table, addRow),
        add: rows => {
          file.rowCount += rows.count
          writer.appendRows(readColumns(rows), rows.count)
        },
        end: () => writer.finish(),
      }
    }
  },
  openEncoder: openColumnEncoder,
})

export const arrow = makeArrowWriter('file', 'Uncompressed Arrow IPC file, for random access.')

export const arrows = makeArrowWriter('stream', 'Uncompressed Arrow IPC stream, for sequential reading.')
