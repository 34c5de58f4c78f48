import { textOfCents, textOfMicros } from '../core/money.js'
import { type CellValue, type ColumnType, cellAt, type Scope, type TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'

/** A cell as JSON holds it. Units: money and ratios are decimal text. */
export type JsonCell = string | number | boolean | null

const same = (value: NonNullable<CellValue>): JsonCell => value as JsonCell
const JSON_CELL = {
  text: same,
  int: same,
  bool: same,
  money: value => textOfCents(value as number),
  ratio: value => textOfMicros(value as number),
  date: same,
} satisfies Record<ColumnType, (value: NonNullable<CellValue>) => JsonCell>

/** The rows that a taxpayer has in a table, as objects with its columns. */
function objectsOf(name: string, scope: Scope): Record<string, JsonCell>[] {
  const spec = TABLES.find(table => table.name === name) as TableSpec
  return spec.rows(scope).map(row => {
    const cells = spec.columns.map(column => {
      const value = cellAt(column, row, scope)
      return [column.name, value === null ? null : JSON_CELL[column.type](value)]
    })
    return Object.fromEntries(cells) as Record<string, JsonCell>
  })
}

/** The same rows without the taxpayer, for an object that names it once. */
export const ownObjectsOf = (name: string, scope: Scope): Record<string, JsonCell>[] =>
  objectsOf(name, scope).map(({ taxpayer_id: _, ...row }) => row)
