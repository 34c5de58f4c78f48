import { type ArrowFormat, ArrowWriter } from '../../export/arrow.js'
import { ArrowJoiner } from '../../export/arrow-join.js'
import { BATCH_ROWS } from '../../export/arrow-schema.js'
import { RowReader } from '../../export/data.js'
import type { CellValue } from '../../export/table.js'
import type { OpenSink } from './writer.js'

/** Writes an Arrow file of rows that are made here. */
export const arrowSink =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const writer = new ArrowWriter(table, form, bytes => file.bytes(bytes))
    const row = (cells: readonly CellValue[]): void => {
      file.rows++
      writer.row(cells)
    }
    const reader = new RowReader(table)
    return { rows: scope => reader.each(scope, row), issue: row, end: () => writer.end() }
  }

/** Writes an Arrow file of rows that are made here and of parts that others made, in their order. */
export const joinedArrowSink =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const joiner = new ArrowJoiner(table, form, bytes => file.bytes(bytes))
    let own: { readonly writer: ArrowWriter; readonly bytes: Uint8Array[]; rows: number } | null = null
    const row = (cells: readonly CellValue[]): void => {
      if (own === null) {
        const bytes: Uint8Array[] = []
        own = { bytes, rows: 0, writer: new ArrowWriter(table, 'stream', each => bytes.push(each.slice())) }
      }
      file.rows++
      own.writer.row(cells)
      if (++own.rows === BATCH_ROWS) addOwn()
    }
    const addOwn = (): void => {
      if (own === null) return
      own.writer.end()
      joiner.addWhole(Buffer.concat(own.bytes))
      own = null
    }
    const reader = new RowReader(table)
    return {
      rows: scope => reader.each(scope, row),
      issue: row,
      part: async (chunks, rows) => {
        addOwn()
        file.rows += rows
        if (rows > 0) await joiner.add(chunks)
      },
      end: () => {
        addOwn()
        joiner.end()
      },
    }
  }
