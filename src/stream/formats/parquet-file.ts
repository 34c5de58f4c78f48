// hyparquet-writer writes headers and the footer. Pages are our own, because it takes each cell as an object. So is their
// compression, which takes a quarter of its time.
import type { TableSpec } from '../../export/table.js'
import { VERSION } from '../../version.js'
import { PageBytes } from './parquet-bytes.js'
import type { ParquetCells } from './parquet-cells.js'
import type { ParquetLibrary } from './parquet-library.js'
import { parquetColumns, parquetMetadata } from './parquet-schema.js'
import { writeSnappy } from './snappy.js'
import type { Outlet } from './writer.js'

type RowGroup = Parameters<ParquetLibrary['writeMetadata']>[1]['row_groups'][number]
type Chunk = RowGroup['columns'][number]
type ParquetColumn = ReturnType<typeof parquetColumns>[number]
type Header = Omit<
  Parameters<ParquetLibrary['writePageHeader']>[1],
  'compressed_page_size' | 'uncompressed_page_size'
>
type ByteWriter = InstanceType<ParquetLibrary['ByteWriter']>

/** The letters PAR1. */
const MAGIC = 0x31524150

/** Held for the next column of any table. */
const dictionary = new PageBytes()
const data = new PageBytes()
const packed = new PageBytes()

/** A Parquet file, a row group at a time. */
export class ParquetFile {
  readonly #library: ParquetLibrary
  readonly #table: TableSpec
  readonly #columns: readonly ParquetColumn[]
  readonly #out: Outlet
  readonly #groups: RowGroup[] = []
  #rows = 0
  /** Bytes so far. */
  #size = 0

  constructor(library: ParquetLibrary, table: TableSpec, out: Outlet) {
    this.#library = library
    this.#table = table
    this.#columns = parquetColumns(table)
    this.#out = out
    this.#write(writer => writer.appendUint32(MAGIC))
  }

  /** Writes what the columns hold; they start anew. */
  group(columns: readonly ParquetCells[], rows: number): void {
    const chunks = columns.map((cells, i) => this.#chunk(cells, i, rows))
    const sum = (key: 'total_uncompressed_size' | 'total_compressed_size'): bigint =>
      chunks.reduce((total, { meta_data }) => total + (meta_data?.[key] ?? 0n), 0n)
    this.#groups.push({
      columns: chunks,
      total_byte_size: sum('total_uncompressed_size'),
      num_rows: BigInt(rows),
      total_compressed_size: sum('total_compressed_size'),
    })
    this.#rows += rows
  }

  /** Writes what the file says of itself. Strict readers take no file of no row groups: one without rows has an empty one. */
  end(columns: readonly ParquetCells[]): void {
    if (this.#groups.length === 0) this.group(columns, 0)
    this.#write(writer => {
      this.#library.writeMetadata(writer, {
        version: 2,
        created_by: `taxtally version ${VERSION}`,
        schema: [{ name: this.#table.name, num_children: this.#columns.length }, ...this.#columns],
        num_rows: BigInt(this.#rows),
        row_groups: this.#groups,
        key_value_metadata: parquetMetadata(this.#table),
        metadata_length: 0,
      })
      writer.appendUint32(MAGIC)
    })
  }

  #chunk(cells: ParquetCells, index: number, rows: number): Chunk {
    const { name, type, repetition_type } = this.#columns[index] as ParquetColumn
    const from = this.#size
    const { nulls, distinct, least, most } = cells.write(repetition_type === 'OPTIONAL', dictionary, data)
    let uncompressed = 0
    if (distinct !== null)
      uncompressed += this.#page(dictionary, {
        type: 'DICTIONARY_PAGE',
        dictionary_page_header: { num_values: distinct, encoding: 'PLAIN' },
      })
    const at = this.#size
    uncompressed += this.#page(data, {
      type: 'DATA_PAGE',
      data_page_header: {
        num_values: rows,
        encoding: distinct === null ? 'PLAIN' : 'RLE_DICTIONARY',
        definition_level_encoding: 'RLE',
        repetition_level_encoding: 'RLE',
      },
    })
    return {
      file_offset: BigInt(from),
      meta_data: {
        type,
        encodings: ['PLAIN', 'RLE', ...(distinct === null ? [] : (['RLE_DICTIONARY'] as const))],
        path_in_schema: [name],
        codec: 'SNAPPY',
        num_values: BigInt(rows),
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(this.#size - from),
        data_page_offset: BigInt(at),
        ...(distinct === null ? {} : { dictionary_page_offset: BigInt(from) }),
        statistics: {
          null_count: BigInt(nulls),
          ...(least === undefined || most === undefined ? {} : { min_value: least, max_value: most }),
        },
      },
    }
  }

  /** Writes a page, and gives its size and its header's before it was compressed. */
  #page(page: PageBytes, header: Header): number {
    const bytes = page.take()
    writeSnappy(packed, bytes)
    const compressed = packed.take()
    const from = this.#size
    this.#write(writer =>
      this.#library.writePageHeader(writer, {
        ...header,
        uncompressed_page_size: bytes.length,
        compressed_page_size: compressed.length,
      }),
    )
    const size = this.#size - from + bytes.length
    this.#put(compressed)
    return size
  }

  #write(write: (writer: ByteWriter) => void): void {
    const writer = new this.#library.ByteWriter()
    write(writer)
    this.#put(writer.getBytes())
  }

  #put(bytes: Uint8Array): void {
    this.#size += bytes.length
    this.#out.bytes(bytes)
  }
}
