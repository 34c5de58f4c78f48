import { bitAt } from '../../export/column-bits.js'
import type { ColumnCells } from '../../export/column-cells.js'
import type { CellValue, ColumnType } from '../../export/table.js'

/** Reads the cells of a column that a thread laid out, as a row has them; dates as days since 1970. */
type ReadCell = (row: number) => CellValue

/** A text that stands in the row before too is not decoded again. */
function textReader({ data, valueOffsets }: ColumnCells): ReadCell {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const offsets = valueOffsets as Int32Array
  let [from, to, last] = [0, 0, '']
  return row => {
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number]
    if (end - start === to - from && bytes.compare(bytes, from, to, start, end) === 0) return last
    from = start
    to = end
    last = bytes.toString('utf8', start, end)
    return last
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

const boolReader =
  ({ data }: ColumnCells): ReadCell =>
  row =>
    bitAt(data as Uint8Array, row)

const READERS: Readonly<Record<ColumnType, (cells: ColumnCells) => ReadCell>> = {
  text: textReader,
  int: intReader,
  bool: boolReader,
  money: decimalReader,
  ratio: decimalReader,
  date: intReader,
}

/** What reads the cells of a laid out column. */
export function cellReader(type: ColumnType, cells: ColumnCells): ReadCell {
  const { nullBitmap } = cells
  const read = READERS[type](cells)
  return nullBitmap === undefined ? read : row => (bitAt(nullBitmap, row) ? read(row) : null)
}
