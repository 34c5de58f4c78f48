import {
  choice,
  declareField,
  declareMoney,
  type Field,
  type FieldExtras,
  type FieldType,
  list,
} from '../schema/field.js'
import type { Role, Sum } from '../schema/role.js'

/** Declares a field by its JSON key, its normalized name, its box (null if none is printed) and its description. */
type Declare<T extends FieldType> = <const K extends string, const N extends string>(
  key: K,
  name: N,
  box: string | null,
  doc: string,
  extra?: FieldExtras,
) => Field<K, N, T, null>

const declare =
  <T extends FieldType>(type: T): Declare<T> =>
  (key, name, ...rest) =>
    declareField(type)([key, name], ...rest)

/** Functions that declare the fields of your own form kind, one for each field type. See docs/recipes.md. */
export const field = {
  money: <const K extends string, const N extends string>(
    key: K,
    name: N,
    box: string | null,
    role: Role,
    sum: Sum,
    doc: string,
    extra?: FieldExtras,
  ): Field<K, N, 'money', null> => declareMoney(role, sum)([key, name], box, doc, extra),
  rate: declare('rate'),
  ratio: declare('ratio'),
  percentage: declare('percentage'),
  count: declare('count'),
  year: declare('year'),
  flag: declare('flag'),
  text: declare('text'),
  code: declare('code'),
  date: declare('date'),
  period: declare('period'),
  timestamp: declare('timestamp'),
  identifier: declare('identifier'),
  account: declare('account'),
  choice: <const K extends string, const N extends string>(
    key: K,
    name: N,
    values: readonly string[],
    doc: string,
  ): Field<K, N, 'enum', null> => choice([key, name], values, doc),
  list: <const K extends string, const N extends string, const I extends readonly Field[] | null>(
    key: K,
    name: N,
    box: string | null,
    items: I,
    doc: string,
    extra?: FieldExtras,
  ): Field<K, N, 'list', I> => list([key, name], box, items, doc, extra),
} as const
