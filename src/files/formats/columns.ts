import { ArrowColumns } from '../../tables/arrow-columns.js'
import { readBit } from '../../tables/bit-list.js'
import type { ColumnCells } from '../../tables/column-buffers.js'
import type { CellValue, ColumnType } from '../../tables/table.js'
import { type EncodedRows, type EncoderOpener, makeRowSink } from './writer.js'

const EMPTY_BYTES = new Uint8Array(0)

/**
 * Opens an encoder that stores rows as the columns of Arrow record batches. Each column has three chunks: the null
 * bitmap (a 1 for each cell that is not null), the cells, and the text offsets.
 */
export const openColumnEncoder: EncoderOpener = (table, _, spendBytes) => {
  // The number of rows is unlimited, because `spendBytes` limits the bytes.
  const arrowColumns = new ArrowColumns(table.columns, Number.POSITIVE_INFINITY)
  const addRow = (cells: readonly CellValue[]): void => {
    const bytesBefore = arrowColumns.bytes
    arrowColumns.addRow(cells)
    spendBytes(arrowColumns.bytes - bytesBefore)
  }
  const take = (): EncodedRows => {
    const count = arrowColumns.rows
    const chunks = arrowColumns
      .take()
      .flatMap(({ nullBitmap = EMPTY_BYTES, data, valueOffsets = EMPTY_BYTES }) => [nullBitmap, data, valueOffsets])
      .map(chunk => chunk.slice())
    return { count, chunks }
  }
  return { ...makeRowSink(table, addRow), take }
}

/** Returns the columns of rows that an encoder of `openColumnEncoder` encoded. */
export const readColumns = ({ chunks }: EncodedRows): ColumnCells[] =>
  Array.from({ length: chunks.length / 3 }, (_, i) => {
    const [bits, data, offsets] = chunks.slice(3 * i) as [Uint8Array, Uint8Array | Int32Array, Int32Array]
    return { data, valueOffsets: offsets, ...(bits.length === 0 ? {} : { nullBitmap: bits }) }
  })

/** Reads a column's cell by its row index. A date is a number of days since 1970. Other cells are as in a table row. */
type ReadCell = (row: number) => CellValue

/** Makes a reader for texts. It does not decode a text again if it equals that of the previous row. */
function makeTextReader({ data, valueOffsets }: ColumnCells): ReadCell {
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

function makeDecimalReader({ data }: ColumnCells): ReadCell {
  return row => {
    const [low, high] = [(data[row * 4] as number) >>> 0, data[row * 4 + 1] as number]
    const units = high * 0x100000000 + low
    return Number.isSafeInteger(units) ? units : (BigInt(high) << 32n) | BigInt(low)
  }
}

const makeIntReader =
  ({ data }: ColumnCells): ReadCell =>
  row =>
    data[row] as number

const MAKE_READER_BY_TYPE: Readonly<Record<ColumnType, (cells: ColumnCells) => ReadCell>> = {
  text: makeTextReader,
  int: makeIntReader,
  bool:
    ({ data }) =>
    row =>
      readBit(data as Uint8Array, row),
  money: makeDecimalReader,
  ratio: makeDecimalReader,
  date: makeIntReader,
}

/** Makes the function that reads the cells of a column. It returns null for null cells. */
export function makeCellReader(type: ColumnType, cells: ColumnCells): ReadCell {
  const { nullBitmap } = cells
  const read = MAKE_READER_BY_TYPE[type](cells)
  return nullBitmap === undefined ? read : row => (readBit(nullBitmap, row) ? read(row) : null)
}
