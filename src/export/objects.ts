import { getOrCreate } from '../core/lists.js'
import { decimalOfCents, fractionOfMicros, textOfCents, textOfMicros } from '../core/money.js'
import { camelCase } from '../core/text.js'
import { type ColumnInfo, RowReader } from './data.js'
import type { CellValue, Column, ColumnType, Scope, TableSpec } from './table.js'

/** How the cells of a column type are converted for objects. Other types are unchanged. */
type Cells = Partial<Readonly<Record<ColumnType, (value: never) => unknown>>>

const LIBRARY: Cells = { money: decimalOfCents, ratio: fractionOfMicros }
const JSON_TEXT: Cells = { money: textOfCents, ratio: textOfMicros }

type Read<Row, S = Scope> = (row: Row, scope: S) => unknown

/** Makes a reader that converts the value of another reader. Null stays null. */
function converted<Row, S>(read: Read<Row, S>, convert?: (value: never) => unknown): Read<Row, S> {
  if (convert === undefined) return read
  return (row, scope) => {
    const value = read(row, scope)
    return value === null ? null : convert(value as never)
  }
}

/**
 * Makes a function that turns a row into an object. Each object begins as a copy of the same object, so that all of them have
 * one shape.
 */
function makerOf<Row, S>(parts: readonly (readonly [name: string, read: Read<Row, S>])[]) {
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(parts.map(([name]) => [name, null]))
  return (row: Row, scope: S): Readonly<Record<string, unknown>> => {
    const object = { ...blank }
    for (const [name, read] of parts) object[name] = read(row, scope)
    return object
  }
}

/**
 * A property of the public rows of a table. `column` is undefined if the property is not a column. `more` is undefined if the
 * column has its type and description.
 */
interface Property {
  readonly name: string
  readonly column: Column<unknown> | undefined
  readonly more: readonly [type: string, doc: string] | undefined
}

/** Lists the properties of the public rows of a table, in their order. */
export function propertiesOf({ columns, row }: TableSpec): Property[] {
  const { more = {}, without = [], order = [], extends: shared } = row ?? {}
  const byName = new Map(columns.map(column => [camelCase(column.name), column]))
  for (const name of ['taxpayerId', ...without]) byName.delete(name)
  const first = [...(shared?.columns ?? []).map(camelCase).filter(name => byName.has(name)), ...order]
  const names = new Set([...first, ...byName.keys(), ...Object.keys(more)])
  return [...names].map((name): Property => ({ name, column: byName.get(name), more: more[name] }))
}

/**
 * Functions that read some properties, for which the table gives only the type. Pass the same object for every row of a table.
 */
export type Readers<Row, S extends Scope = Scope> = Readonly<Record<string, Read<Row, S>>>

const makers = new WeakMap<object, (row: never, scope: never) => unknown>()

/**
 * Returns the rows of a taxpayer in a table as public objects. Amounts are decimals of US dollars and ratios are decimals of 1,
 * of any size.
 */
export function objectsOf<Out, Row, S extends Scope>(
  table: TableSpec<Row>,
  scope: S,
  readers: Readers<Row, S> = {},
  rows: readonly Row[] = table.rows(scope),
): readonly Out[] {
  const make = getOrCreate(makers, table, () =>
    makerOf<Row, S>(
      propertiesOf(table as TableSpec).map(({ name, column }) => [
        name,
        readers[name] ?? (column === undefined ? () => null : converted(column.of, LIBRARY[column.type])),
      ]),
    ),
  ) as (row: Row, scope: S) => unknown
  return rows.map(row => make(row, scope)) as Out[]
}

/** A row as JSON. Money and ratios are decimal text. */
export type JsonRow = Readonly<Record<string, string | number | boolean | null>>

/** Returns a function that makes the JSON object of a row from its cells. Its keys are the names of the columns. */
export function jsonMaker(
  columns: readonly ColumnInfo[],
  without = '',
): (cells: readonly CellValue[]) => JsonRow {
  const make = makerOf<readonly CellValue[], void>(
    columns.flatMap(({ name, type }, i) =>
      name === without ? [] : [[name, converted(cells => cells[i], JSON_TEXT[type])]],
    ),
  )
  return cells => make(cells) as JsonRow
}

const jsonMakers = new WeakMap<TableSpec, ReturnType<typeof jsonMaker>>()

/** Returns the rows of a taxpayer in a table as JSON, without the taxpayer's id, for an object that has it once. */
export function jsonRowsOf(table: TableSpec, scope: Scope): JsonRow[] {
  const make = getOrCreate(jsonMakers, table, () => jsonMaker(table.columns, 'taxpayer_id'))
  const rows: JsonRow[] = []
  new RowReader(table).readRows(scope, cells => rows.push(make(cells)))
  return rows
}
