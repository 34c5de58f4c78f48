import { getOrCreate, memoize } from '../core/lists.js'
import { decimalFromCents, decimalFromMicros, formatCents, formatMicros } from '../core/money.js'
import { toCamelCase } from '../core/text.js'
import {
  type CellValue,
  type ColumnInfo,
  type ColumnType,
  listCellRows,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
} from './table.js'

/** The conversions of cells to property values, by column type. Cells of other types are unchanged. */
type CellConverters = Partial<Readonly<Record<ColumnType, (value: never) => unknown>>>

const PUBLIC_CONVERTERS: CellConverters = { money: decimalFromCents, ratio: decimalFromMicros }
const JSON_CONVERTERS: CellConverters = { money: formatCents, ratio: formatMicros }

type ReadProperty<Row, S = TaxpayerContext> = (row: Row, context: S) => unknown

/** Returns a reader that converts the value of another reader. Null stays null. */
function convertProperty<Row, S>(
  read: ReadProperty<Row, S>,
  convert?: (value: never) => unknown,
): ReadProperty<Row, S> {
  if (convert === undefined) return read
  return (row, context) => {
    const value = read(row, context)
    return value === null ? null : convert(value as never)
  }
}

/** Returns a function that converts rows to objects. All objects are copies of one template to share a V8 shape. */
function createObjectMaker<Row, S>(parts: readonly (readonly [name: string, read: ReadProperty<Row, S>])[]) {
  const blankObject: Readonly<Record<string, unknown>> = Object.fromEntries(parts.map(([name]) => [name, null]))
  return (row: Row, context: S): Readonly<Record<string, unknown>> => {
    const object = { ...blankObject }
    for (const [name, read] of parts) object[name] = read(row, context)
    return object
  }
}

/**
 * A property of the public rows of a table. `column` is undefined if no column has this name. `override` is undefined
 * if the property has the type and description of its column.
 */
interface Property {
  readonly name: string
  readonly column: TableColumn<unknown> | undefined
  readonly override: readonly [type: string, doc: string] | undefined
}

/** Lists the properties of the public rows of a table, in their order. */
export function listProperties({ columns, rowSpec }: TableSpec): Property[] {
  const { overrides = {}, without = [], order = [], extends: shared } = rowSpec ?? {}
  const byName = new Map(columns.map(column => [toCamelCase(column.name), column]))
  for (const name of ['taxpayerId', ...without]) byName.delete(name)
  const firstNames = [...(shared?.columns ?? []).map(toCamelCase).filter(name => byName.has(name)), ...order]
  const names = new Set([...firstNames, ...byName.keys(), ...Object.keys(overrides)])
  return [...names].map((name): Property => ({ name, column: byName.get(name), override: overrides[name] }))
}

/**
 * Functions that read the properties for which a table defines only the type. Always pass the same object for a table,
 * because `listObjects` caches the first one.
 */
export type PropertyReaders<Row, S extends TaxpayerContext = TaxpayerContext> = Readonly<
  Record<string, ReadProperty<Row, S>>
>

const objectMakers = new WeakMap<object, (row: never, context: never) => unknown>()

/** Returns a taxpayer's rows as public objects. Amounts (in dollars) and ratios are decimals of any size. */
export function listObjects<Out, Row, S extends TaxpayerContext>(
  table: TableSpec<Row>,
  context: S,
  readers: PropertyReaders<Row, S> = {},
  rows: Iterable<Row> = table.rows(context),
): readonly Out[] {
  const make = getOrCreate(objectMakers, table, () =>
    createObjectMaker<Row, S>(
      listProperties(table as TableSpec).map(({ name, column }) => [
        name,
        readers[name] ??
          (column === undefined ? () => null : convertProperty(column.readCell, PUBLIC_CONVERTERS[column.type])),
      ]),
    ),
  ) as (row: Row, context: S) => unknown
  return Array.from(rows, row => make(row, context)) as Out[]
}

/** A row as JSON. Money and ratios are decimal text. */
export type JsonRow = Readonly<Record<string, string | number | boolean | null>>

/** Returns a function that makes the JSON object of a row from its cells. Its keys are the names of the columns. */
export function createJsonMaker(
  columns: readonly ColumnInfo[],
  without = '',
): (cells: readonly CellValue[]) => JsonRow {
  const make = createObjectMaker<readonly CellValue[], void>(
    columns.flatMap(({ name, type }, i) =>
      name === without ? [] : [[name, convertProperty(cells => cells[i], JSON_CONVERTERS[type])]],
    ),
  )
  return cells => make(cells) as JsonRow
}

const getJsonMaker = memoize((table: TableSpec) => createJsonMaker(table.columns, 'taxpayer_id'))

/**
 * Returns a taxpayer's rows in a table as JSON. They omit the taxpayer's id, because the enclosing object contains it.
 */
export const listJsonRows = (table: TableSpec, context: TaxpayerContext): JsonRow[] =>
  listCellRows(table, context).map(getJsonMaker(table))
