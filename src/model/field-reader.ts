import type { Field, FieldType } from './field.js'

/** Reads a document's fields by normalized name, for the facts rules of a form. Units: money in cents. */
export interface FieldReader {
  /** The cents of a money field; null where it is absent or was lost. */
  cents(name: string): number | null
  /** The text of a text, code, date, enum or period field. */
  text(name: string): string | null
  /** A flag. */
  flag(name: string): boolean | null
  /** A list. */
  list(name: string): readonly unknown[] | null
  /** True where the field was there and could not be read. */
  lost(name: string): boolean
}

/** The items of a list of objects, typed by its rows; none where it is absent or was lost. Units: money in cents. */
export const itemsOf = <I extends readonly Field[]>(
  fields: FieldReader,
  { name }: Field<string, string, 'list', I>,
) =>
  (fields.list(name) ?? []) as readonly {
    readonly [R in I[number] as R['name']]: CellOf<R['type']> | null
  }[]

/** What the library holds for a field: a number where it is money (cents), a count or a year. */
export type CellOf<T extends FieldType> = T extends 'money' | 'count' | 'year'
  ? number
  : T extends 'flag'
    ? boolean
    : T extends 'text' | 'code' | 'enum' | 'date' | 'period' | 'timestamp' | 'identifier' | 'account'
      ? string
      : unknown
