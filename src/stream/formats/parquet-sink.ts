// The one importer of hyparquet-writer, which not every user has: nothing imports this before Parquet is asked for. Its own
// writer of files follows links.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ColumnCells } from '../../export/column-cells.js'
import { RowReader } from '../../export/data.js'
import type { CellValue, TableSpec } from '../../export/table.js'
import { VERSION } from '../../version.js'
import { collectSooner } from '../memory.js'
import { columnsIn } from './arrow-layout.js'
import { PARQUET_CELLS, type ParquetCells } from './parquet-cells.js'
import { cellReader } from './parquet-laid-out.js'
import { parquetMetadata, parquetSchema } from './parquet-schema.js'
import type { OpenSink, Outlet } from './writer.js'

/** A row group ends with the row that makes its cells so many bytes: every table holds one, and all may be open. */
const GROUP = 1 << 22

/** A writer that hands its bytes on when a row group is whole, and holds none longer. */
function handingOn(out: Outlet): ByteWriter & { flush(): void } {
  const writer = new ByteWriter()
  const flush = (): void => {
    out.bytes(writer.getBytes())
    writer.index = 0
    writer.buffer = new ArrayBuffer(1024)
    writer.view = new DataView(writer.buffer)
  }
  return Object.assign(writer, { flush, finish: flush })
}

/** Rows of a table, until they are a row group. */
class ParquetRows {
  readonly #columns: readonly ParquetCells[]
  readonly #isText: readonly boolean[]
  readonly #names: readonly string[]
  readonly #writer: ParquetWriter
  #rows = 0
  #bytes = 0

  constructor(table: TableSpec, out: Outlet) {
    this.#columns = table.columns.map(({ type }) => new PARQUET_CELLS[type]())
    this.#isText = table.columns.map(({ type }) => type === 'text')
    this.#names = table.columns.map(({ name }) => name)
    this.#writer = new ParquetWriter({
      writer: handingOn(out),
      schema: parquetSchema(table),
      kvMetadata: parquetMetadata(table),
      createdBy: `taxtally version ${VERSION}`,
    })
  }

  row(cells: readonly CellValue[]): void {
    const columns = this.#columns
    for (let i = 0; i < columns.length; i++)
      this.#bytes += (columns[i] as ParquetCells).add(cells[i] as CellValue)
    this.#rows++
    if (this.#bytes >= GROUP) this.#flush()
  }

  end(): void {
    this.#flush()
    if (this.#writer.row_groups.length === 0) this.#writer.row_groups.push(this.#nothing())
    this.#writer.finish()
  }

  /** A row group without rows: the library writes no list of none that strict readers take. */
  #nothing(): ParquetWriter['row_groups'][number] {
    const columns = this.#writer.schema.slice(1).map(({ name, type }) => ({
      file_offset: 0n,
      meta_data: {
        type: type as NonNullable<typeof type>,
        encodings: ['PLAIN' as const],
        path_in_schema: [name],
        codec: 'SNAPPY' as const,
        num_values: 0n,
        total_uncompressed_size: 0n,
        total_compressed_size: 0n,
        data_page_offset: 4n,
      },
    }))
    return { columns, total_byte_size: 0n, num_rows: 0n }
  }

  #flush(): void {
    const rowGroupSize = this.#rows
    if (rowGroupSize === 0) return
    const [names, isText] = [this.#names, this.#isText]
    // The data of one column after another: no two are held at once. That of the first is asked for twice.
    const columnData = this.#columns.map((column, i) => {
      const name = names[i] as string
      // Each text is then encoded once, not once a row.
      const how = { name, ...(isText[i] === true ? { encoding: 'RLE_DICTIONARY' as const } : {}) }
      if (i === 0) return { ...how, data: column.values() }
      return {
        ...how,
        get data() {
          return column.values()
        },
      }
    })
    this.#writer.write({ columnData, rowGroupSize })
    for (const column of this.#columns) column.clear()
    this.#rows = 0
    this.#bytes = 0
  }
}

/** Writes a Parquet file. */
export const parquetSink: OpenSink = (table, file) => {
  // What the library makes of a row group and drops would stand in memory beside the next ones.
  collectSooner()
  const written = new ParquetRows(table, file)
  const row = (cells: readonly CellValue[]): void => {
    file.rows++
    written.row(cells)
  }
  const reader = new RowReader(table)
  return {
    rows: scope => reader.each(scope, row),
    issue: row,
    add: rows => {
      const columns = columnsIn(rows)
      const reads = table.columns.map(({ type }, i) => cellReader(type, columns[i] as ColumnCells))
      for (let at = 0; at < rows.count; at++) row(reads.map(read => read(at)))
    },
    end: () => written.end(),
  }
}
