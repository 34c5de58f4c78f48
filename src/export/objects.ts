import { camelCase } from '../core/case.js'
import { getOrCreate } from '../core/lists.js'
import { fractionOfMicros, textOfMicros } from '../core/micros.js'
import { decimalOfCents, textOfCents } from '../core/money.js'
import { type ColumnInfo, RowReader } from './data.js'
import type { CellValue, Column, ColumnType, Scope, TableSpec } from './table.js'

/** How the cells of a column type stand in objects. Missing: as they are. */
type Cells = Partial<Readonly<Record<ColumnType, (value: never) => unknown>>>

const LIBRARY: Cells = { money: decimalOfCents, ratio: fractionOfMicros }
const JSON_TEXT: Cells = { money: textOfCents, ratio: textOfMicros }

type Read<Row, S = Scope> = (row: Row, scope: S) => unknown

/** Reads what stands in an object for a cell. */
function converted<Row, S>(read: Read<Row, S>, convert?: (value: never) => unknown): Read<Row, S> {
  if (convert === undefined) return read
  return (row, scope) => {
    const value = read(row, scope)
    return value === null ? null : convert(value as never)
  }
}

/** A property of an object: its name, how it is read of a row, and what rows share its value by, as a column's `by`. */
type Part<Row, S> = readonly [name: string, read: Read<Row, S>, by?: ((row: Row) => unknown) | undefined]

/** Properties that rows share by the same; what cannot be shared is shared by the row itself. */
interface Group<Row, S> {
  readonly by: (row: Row) => unknown
  readonly names: readonly string[]
  readonly reads: readonly Read<Row, S>[]
}

/**
 * Makes the objects of rows, each as a copy of the one before, so that all have one shape; what it shares with that one
 * is not read again.
 */
function makerOf<Row, S>(parts: readonly Part<Row, S>[]): (rows: readonly Row[], scope: S) => unknown[] {
  const itself = (row: Row): unknown => row
  const groups = [...new Set(parts.map(([, , by = itself]) => by))].map((by): Group<Row, S> => {
    const shared = parts.filter(([, , each = itself]) => each === by)
    return { by, names: shared.map(([name]) => name), reads: shared.map(([, read]) => read) }
  })
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(parts.map(([name]) => [name, null]))
  return (rows, scope) => {
    const held: unknown[] = groups.map(() => blank)
    let last = blank
    return rows.map(row => {
      const object = { ...last }
      for (let i = 0; i < groups.length; i++) {
        const { by, names, reads } = groups[i] as Group<Row, S>
        const of = by(row)
        if (of === held[i]) continue
        held[i] = of
        for (let j = 0; j < names.length; j++)
          object[names[j] as string] = (reads[j] as Read<Row, S>)(row, scope)
      }
      last = object
      return object
    })
  }
}

/** A property of the library's rows of a table. Missing: `column` of one that is none, `more` where the column says it all. */
interface Property {
  readonly name: string
  readonly column: Column<unknown> | undefined
  readonly more: readonly [type: string, doc: string] | undefined
}

/** The properties of the library's rows of a table, in their order. */
export function propertiesOf({ columns, row }: TableSpec): Property[] {
  const { more = {}, without = [], order = [], extends: shared } = row ?? {}
  const byName = new Map(columns.map(column => [camelCase(column.name), column]))
  for (const name of ['taxpayerId', ...without]) byName.delete(name)
  const first = [...(shared?.columns ?? []).map(camelCase).filter(name => byName.has(name)), ...order]
  const names = new Set([...first, ...byName.keys(), ...Object.keys(more)])
  return [...names].map(name => ({ name, column: byName.get(name), more: more[name] }))
}

/** How properties are read of which the table says no more than the type; the same object for every row of a table. */
export type Readers<Row, S extends Scope = Scope> = Readonly<Record<string, Read<Row, S>>>

const makers = new WeakMap<object, ReturnType<typeof makerOf<never, never>>>()

/** The rows that a taxpayer has in a table as the library gives them. Units: decimals of US dollars and of 1, of any size. */
export function objectsOf<Out, Row, S extends Scope>(
  table: TableSpec<Row>,
  scope: S,
  readers: Readers<Row, S> = {},
  rows: readonly Row[] = table.rows(scope),
): readonly Out[] {
  const make = getOrCreate(makers, table, () =>
    makerOf(
      propertiesOf(table as TableSpec).map(({ name, column }): Part<Row, S> => {
        const { of, type, by } = column ?? NOTHING
        const read = readers[name]
        return read === undefined ? [name, converted(of, LIBRARY[type]), by] : [name, read]
      }),
    ),
  ) as ReturnType<typeof makerOf<Row, S>>
  return make(rows, scope) as Out[]
}

const NOTHING = { of: () => null, type: 'text', by: undefined } as const

/** An object as JSON has it. Units: money and ratios are decimal text. */
export type JsonRow = Readonly<Record<string, string | number | boolean | null>>

/** Makes the JSON object of a row's cells, with the names of the columns. */
export function jsonMaker(
  columns: readonly ColumnInfo[],
  without = '',
): (cells: readonly CellValue[]) => JsonRow {
  const make = makerOf<readonly CellValue[], void>(
    columns.flatMap(({ name, type }, i) =>
      name === without ? [] : [[name, converted(cells => cells[i], JSON_TEXT[type])]],
    ),
  )
  return cells => make([cells], undefined)[0] as JsonRow
}

const jsonMakers = new WeakMap<TableSpec, ReturnType<typeof jsonMaker>>()

/** The rows that a taxpayer has in a table as JSON has them, without the taxpayer, for an object that names it once. */
export function jsonRowsOf(table: TableSpec, scope: Scope): JsonRow[] {
  const make = getOrCreate(jsonMakers, table, () => jsonMaker(table.columns, 'taxpayer_id'))
  const rows: JsonRow[] = []
  new RowReader(table).readRows(scope, cells => rows.push(make(cells)))
  return rows
}
