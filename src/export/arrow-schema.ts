// The constructor of Decimal takes scale before precision.
import { Bool, type DataType, DateDay, Decimal, Field, Int32, Schema, Utf8 } from './arrow-library.js'
import type { TableData } from './data.js'
import type { ColumnType } from './table.js'

const TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  text: () => new Utf8(),
  int: () => new Int32(),
  bool: () => new Bool(),
  money: () => new Decimal(2, 18, 128),
  ratio: () => new Decimal(6, 18, 128),
  date: () => new DateDay(),
}

const UNITS: Partial<Readonly<Record<ColumnType, string>>> = { money: 'USD', ratio: '1' }

/** The Arrow schema of a table: each field carries its description and, for money and ratios, its unit. */
export function schemaOf(table: Pick<TableData, 'name' | 'doc' | 'columns'>): Schema {
  const fields = table.columns.map(({ name, type, nullable, doc }) => {
    const unit = UNITS[type]
    const metadata = new Map([['description', doc], ...(unit === undefined ? [] : [['unit', unit] as const])])
    // A figure that does not fit its column is null, in a column that has no other nulls too.
    return new Field(name, TYPES[type](), nullable || unit !== undefined, metadata)
  })
  return new Schema(
    fields,
    new Map([
      ['table', table.name],
      ['description', table.doc],
    ]),
  )
}
