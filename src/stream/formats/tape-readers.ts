import type { ArrowFormat } from '../../export/arrow.js'
import type { ColumnInfo } from '../../export/data.js'
import { CsvLines } from '../../export/tape/csv-lines.js'
import type { TapeReader } from '../../export/tape/reader.js'

/** Who reads the tapes of a file: what a thread must know of its table is told. */
export type ReaderOfTapes =
  | { readonly format: 'csv' }
  | {
      readonly format: 'arrow'
      readonly form: ArrowFormat
      readonly table: { readonly name: string; readonly doc: string; readonly columns: readonly ColumnInfo[] }
    }

/** Opens the reader of a file; apache-arrow is loaded for whom needs it. `out` must use or copy bytes before it returns. */
export async function openReader(
  reader: ReaderOfTapes,
  out: (bytes: Uint8Array) => void,
): Promise<TapeReader> {
  if (reader.format === 'csv') return new CsvLines(out)
  const { ArrowRows } = await import('../../export/tape/arrow-rows.js')
  return new ArrowRows(reader.table, reader.form, out)
}
