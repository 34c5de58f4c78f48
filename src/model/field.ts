import type { Decimal } from '../core/money.js'
import { camelCase } from '../core/text.js'
import type { FdxMark } from './fdx.js'
import type { Role, Sum } from './role.js'

/**
 * A value inside the library: money in cents, rates, ratios and percentages as decimals, dates as text.
 * Missing: null.
 */
export type Cell = number | string | boolean | Decimal | readonly ListItem[] | null

/** An item of a list: a text, or cells by normalized name. */
export type ListItem = string | Readonly<Record<string, Cell>>

/** The types of fields. A new one is a compile error in every interpreter that lacks it. */
export const FIELD_TYPES = [
  'money',
  'rate',
  'ratio',
  'percentage',
  'count',
  'year',
  'flag',
  'text',
  'code',
  'enum',
  'date',
  'period',
  'timestamp',
  'identifier',
  'account',
  'list',
] as const

/** A field type. */
export type FieldType = (typeof FIELD_TYPES)[number]

/** The fields of a list's items. An interface, so that fields may be named where fields are declared. */
interface Items extends ReadonlyArray<Field> {}

/**
 * One row of a table: a key of the interface, its normalized name and what it means.
 * `box` is null where the form prints none; `role` and `sum` are null but for money.
 */
export interface Field<
  K extends string = string,
  N extends string = string,
  T extends FieldType = FieldType,
  I extends Items | null = Items | null,
> {
  /** The key of the interface: `wages_tips_other_compensation`. */
  readonly key: K
  /** The normalized name, camelCase: `wages`. */
  readonly name: N
  /** How it is read. */
  readonly type: T
  /** What it is, in a sentence. */
  readonly doc: string
  /** The box of the official form. Missing: null where it prints none. */
  readonly box: string | null
  /** What its amount means to a sum. Missing: null where it is in none. */
  readonly role: Role | null
  /** How the amount enters that sum. Missing: null without a role. */
  readonly sum: Sum | null
  /** Data of a person: left out of every output unless identifiers are `full`. */
  readonly personal: boolean
  /** Names: the field that holds the identifier of whom they name; left out where that one is cut. */
  readonly identifiedBy: string | null
  /** Codes: the width to which digits are padded. */
  readonly width: number | null
  /** Enums: the known values, in canonical spelling. */
  readonly values: readonly string[] | null
  /** Lists: the fields of an item, or null where items are texts. */
  readonly items: I
  /** Texts that may hold an amount, which is then noted and never added. */
  readonly moneyLike: boolean
  /** Money that the interface sends as text, so that reading it is no coercion. */
  readonly textual: boolean
  /** What the Financial Data Exchange calls it: its name here, unless given; null where it has no place there. */
  readonly fdx?: FdxMark | null
}

/** What a row may say beyond its key, name, box and description. */
export interface Extra extends Partial<Omit<Field, 'key' | 'name' | 'type' | 'doc' | 'items'>> {}

/** The name that `camelCase` makes of a key: `gross_income` is named `grossIncome`. */
type CamelCase<K extends string> = K extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : K

/** The key of a field. If its normalized name is not the key in camelCase, the key and the name. */
type KeyAndName = string | readonly [key: string, name: string]

/** The type of a field that was declared with this key. */
type Named<P extends KeyAndName, T extends FieldType, I extends Items | null = null> = P extends readonly [
  infer K extends string,
  infer N extends string,
]
  ? Field<K, N, T, I>
  : P extends string
    ? Field<P, CamelCase<P>, T, I>
    : never

/** Declares fields of one type. */
export const row =
  <T extends FieldType>(type: T) =>
  <const P extends KeyAndName>(field: P, box: string | null, doc: string, extra: Extra = {}): Named<P, T> => {
    const [key, name] = typeof field === 'string' ? [field, camelCase(field)] : field
    return {
      key,
      name,
      type,
      doc: box === null ? doc : `Box ${box}. ${doc}`,
      box,
      role: null,
      sum: null,
      personal: false,
      identifiedBy: null,
      width: null,
      values: null,
      items: null,
      moneyLike: false,
      textual: false,
      fdx: name,
      ...extra,
    } as Field as Named<P, T>
  }

/** US dollars of one role that enter its sum in one way: several boxes of a form mostly do. */
export const moneyOf =
  (role: Role, sum: Sum) =>
  <const P extends KeyAndName>(
    field: P,
    box: string | null,
    doc: string,
    extra: Extra = {},
  ): Named<P, 'money'> =>
    row('money')(field, box, doc, { role, sum, ...extra })

/** US dollars, exact to the cent, that are added to the sum of their role. */
export const money = <const P extends KeyAndName>(
  field: P,
  box: string | null,
  role: Role,
  doc: string,
  extra: Extra = {},
): Named<P, 'money'> => moneyOf(role, 'add')(field, box, doc, extra)

/** US dollars that are inside another box of their role: listed, and never added. */
export const part = <const P extends KeyAndName>(
  field: P,
  box: string | null,
  role: Role,
  doc: string,
  extra: Extra = {},
): Named<P, 'money'> => moneyOf(role, 'part')(field, box, doc, extra)

/** US dollars that are listed and enter no sum. */
export const memo = moneyOf('memo', 'none')

/** What the return subtracts: listed, and in no sum. */
export const deduction = moneyOf('deduction', 'none')

/** What is owed or held at a time, and in no sum of a year. */
export const balance = moneyOf('balance', 'none')

/** A percent by nature; a fraction of 1 when normalized. */
export const rate = row('rate')

/** A fraction of 1 by nature. */
export const ratio = row('ratio')

/** A percentage in many spellings; a fraction of 1 when normalized. */
export const percentage = row('percentage')

/** A whole number of things. */
export const count = row('count')

/** A calendar year. */
export const year = row('year')

/** A box that is checked or not. */
export const flag = row('flag')

/** Free text, white space tidied. */
export const text = row('text')

/** A code; digits may be padded to a width. */
export const code = row('code')

/** A calendar day. */
export const date = row('date')

/** A month of a tax year. */
export const period = row('period')

/** A moment, in UTC. */
export const timestamp = row('timestamp')

/** A taxpayer identifier. */
export const identifier = row('identifier')

/** An account number, of which the last four characters are kept. */
export const account = row('account')

/** One of a list of known words; a new word is kept and noted. */
export const choice = <const P extends KeyAndName>(
  field: P,
  values: readonly string[],
  doc: string,
): Named<P, 'enum'> => row('enum')(field, null, doc, { values })

/** An array of texts, or of small objects with the given fields. */
export const list = <const P extends KeyAndName, const I extends Items | null>(
  field: P,
  box: string | null,
  items: I,
  doc: string,
  extra: Extra = {},
): Named<P, 'list', I> => ({ ...row('list')(field, box, doc, extra), items }) as Named<P, 'list', I>

/** A sum counts these; a part or a memo is only listed. */
export const isAdded = (field: Field): boolean =>
  field.sum === 'add' || field.sum === 'subtract' || field.sum === 'conditional'
