import type { ArrowFormat } from '../../export/arrow.js'
import { RowTapes } from '../../export/tape/row-tapes.js'
import type { OpenSink } from './writer.js'

/** Has the thread that writes files make an Arrow file: this one makes rows alone, and does not load apache-arrow. */
export const arrowTapes =
  (form: ArrowFormat): OpenSink =>
  (table, file) => {
    const { name, doc } = table
    const columns = table.columns.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc }))
    const take = file.tapes?.({ format: 'arrow', form, table: { name, doc, columns } }, true)
    if (take === undefined || take === null) throw new TypeError('Tapes go to a file.')
    const writer = new RowTapes(table, null, take)
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
      end: () => writer.end(),
    }
  }
