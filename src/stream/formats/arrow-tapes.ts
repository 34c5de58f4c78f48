import type { ArrowFormat } from '../../export/arrow.js'
import { RowTapes } from '../../export/tape/row-tapes.js'
import type { OpenSink } from './writer.js'

/** Has the thread that writes files make an Arrow file: this one makes rows alone, and does not load apache-arrow. */
export const arrowTapes =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const { name, doc } = table
    const columns = table.columns.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc }))
    let take: ((tape: Int32Array) => void) | null = null
    // Not before there is something to do: the thread is still loading apache-arrow, and takes but so much work ahead.
    const open = (): ((tape: Int32Array) => void) => {
      take ??= file.tapes?.({ format: 'arrow', form, table: { name, doc, columns } }, true) ?? null
      if (take === null) throw new TypeError('Tapes go to a file.')
      return take
    }
    const writer = new RowTapes(table, null, tape => open()(tape))
    return {
      rows: scope => {
        file.rows += writer.rows(scope)
      },
      issue: cells => {
        file.rows++
        writer.row(cells)
      },
      add: () => {
        throw new TypeError('Rows of other threads are no tapes.')
      },
      end: () => {
        writer.end()
        // Without rows a file is its schema.
        open()
      },
    }
  }
