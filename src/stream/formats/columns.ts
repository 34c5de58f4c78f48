import { ArrowColumns } from '../../export/arrow-columns.js'
import { bitAt, type ColumnCells } from '../../export/column-buffers.js'
import type { CellValue, ColumnType } from '../../export/table.js'
import { type LaidOutRows, type Layout, rowsInto } from './writer.js'

const EMPTY = new Uint8Array(0)

/**
 * Lays out rows as the columns of Arrow record batches. Each column has three chunks: the null bitmap (a 1 for each cell that
 * is not null), the cells, and the offsets of texts.
 */
export const columns: Layout = (table, _, spend) => {
  // The rows are unlimited, because `spend` limits the bytes.
  const laidOut = new ArrowColumns(table.columns, Number.POSITIVE_INFINITY)
  const addRow = (cells: readonly CellValue[]): void => {
    const bytesBefore = laidOut.bytes
    laidOut.row(cells)
    spend(laidOut.bytes - bytesBefore)
  }
  const take = (): LaidOutRows => {
    const count = laidOut.rows
    const chunks = laidOut
      .take()
      .flatMap(({ nullBitmap = EMPTY, data, valueOffsets = EMPTY }) => [nullBitmap, data, valueOffsets])
      .map(chunk => chunk.slice())
    return { count, chunks }
  }
  return { ...rowsInto(table, addRow), take }
}

/** Returns the columns of rows that `columns` laid out. */
export const columnsIn = ({ chunks }: LaidOutRows): ColumnCells[] =>
  Array.from({ length: chunks.length / 3 }, (_, i) => {
    const [bits, data, offsets] = chunks.slice(3 * i) as [Uint8Array, Uint8Array | Int32Array, Int32Array]
    return { data, valueOffsets: offsets, ...(bits.length === 0 ? {} : { nullBitmap: bits }) }
  })

/** Reads a cell of a column by its row number. Dates are days since 1970, and other values are as in a row of the table. */
type ReadCell = (row: number) => CellValue

/** Reads texts. Does not decode a text again if it is equal to that of the previous row. */
function textReader({ data, valueOffsets }: ColumnCells): ReadCell {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const offsets = valueOffsets as Int32Array
  let [from, to, text] = [0, 0, '']
  return row => {
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number]
    if (end - start === to - from && bytes.compare(bytes, from, to, start, end) === 0) return text
    from = start
    to = end
    text = bytes.toString('utf8', start, end)
    return text
  }
}

function decimalReader({ data }: ColumnCells): ReadCell {
  return row => {
    const [low, high] = [(data[row * 4] as number) >>> 0, data[row * 4 + 1] as number]
    const units = high * 0x100000000 + low
    return Number.isSafeInteger(units) ? units : (BigInt(high) << 32n) | BigInt(low)
  }
}

const intReader =
  ({ data }: ColumnCells): ReadCell =>
  row =>
    data[row] as number

const READERS: Readonly<Record<ColumnType, (cells: ColumnCells) => ReadCell>> = {
  text: textReader,
  int: intReader,
  bool:
    ({ data }) =>
    row =>
      bitAt(data as Uint8Array, row),
  money: decimalReader,
  ratio: decimalReader,
  date: intReader,
}

/** Makes the function that reads the cells of a column. */
export function cellReader(type: ColumnType, cells: ColumnCells): ReadCell {
  const { nullBitmap } = cells
  const read = READERS[type](cells)
  return nullBitmap === undefined ? read : row => (bitAt(nullBitmap, row) ? read(row) : null)
}
