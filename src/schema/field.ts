import type { Decimal } from '../core/money.js'
import { toCamelCase } from '../core/text.js'
import type { FdxLocation } from './fdx.js'
import type { Role, Sum } from './role.js'

/**
 * The value of a field inside the library. Money is in cents. Rates, ratios and percentages are decimals. Dates are
 * text. An absent or unreadable value is null.
 */
export type Cell = number | string | boolean | Decimal | readonly ListItem[] | null

/** An item of a list: a text, or cells by their normalized names. */
export type ListItem = string | Readonly<Record<string, Cell>>

/** All field types. If you add one, code that handles every type does not compile until it handles the new one. */
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

/** The fields of a list's items. It is an interface because the types of fields and items refer to each other. */
interface ItemFields extends ReadonlyArray<Field> {}

/**
 * One row of a form table: a key in the service's records, its normalized name and its meaning. `role` and `sum` are
 * null for all types except money.
 */
export interface Field<
  K extends string = string,
  N extends string = string,
  T extends FieldType = FieldType,
  I extends ItemFields | null = ItemFields | null,
> {
  /** The key in the service's records: `wages_tips_other_compensation`. */
  readonly key: K
  /** The normalized name, camelCase: `wages`. */
  readonly name: N
  /** The field type. It decides how the value is read. */
  readonly type: T
  /** The description in generated documentation. */
  readonly doc: string
  /** The box of the official form. Null if the form has no such box. */
  readonly box: string | null
  /** The sum that the amount belongs to. Null unless the field is money. */
  readonly role: Role | null
  /** How the amount enters that sum. Null if the field has no role. */
  readonly sum: Sum | null
  /** True for personal data, which is null in every output unless identifiers are `full`. */
  readonly personal: boolean
  /** For a name: the field with that party's identifier. An output that masks the identifier leaves out the name. */
  readonly identifierField: string | null
  /** For a code: the width to which digits are padded. */
  readonly width: number | null
  /** For an enum: the known values, in canonical spelling. */
  readonly values: readonly string[] | null
  /** For a list: the fields of an item. Null if the items are texts. */
  readonly items: I
  /** True for a text that may contain an amount. An issue reports the amount, and no sum includes it. */
  readonly mayContainAmount: boolean
  /** True for money that the service always sends as text. Reading such text is not reported as a coercion. */
  readonly isSentAsText: boolean
  /** True if the value decides what an amount means. Between copies of a document, the value of the IRS copy is used. */
  readonly decides: boolean
  /** For a field that decides: text that is equal for values with the same meaning. The default ignores punctuation. */
  readonly toMeaning?: (cell: NonNullable<Cell>) => string
  /**
   * How a correction uses the field to find its original. With an equal value, the original is more likely the one that
   * is meant. For a `lot`, a different value also means that another sale or payment is meant. Null if it is not used.
   */
  readonly identifies: 'detail' | 'lot' | null
  /** The FDX name of the field. By default, it is the normalized name. Null if FDX has no such value. */
  readonly fdx?: FdxLocation | null
}

/** The properties of a field that have defaults, so that a declaration may leave them out. */
export interface FieldExtras extends Partial<Omit<Field, 'key' | 'name' | 'type' | 'doc' | 'items'>> {}

/** The camelCase name of a key: `gross_income` becomes `grossIncome`. */
type CamelCaseKey<K extends string> = K extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCaseKey<Rest>>}`
  : K

/** The key of a field, or the key and the normalized name if the name is not the key in camelCase. */
type KeyAndName = string | readonly [key: string, name: string]

/** The type of a field that is declared with this key and name. */
type DeclaredField<P extends KeyAndName, T extends FieldType, I extends ItemFields | null = null> = P extends readonly [
  infer K extends string,
  infer N extends string,
]
  ? Field<K, N, T, I>
  : P extends string
    ? Field<P, CamelCaseKey<P>, T, I>
    : never

/** A function that declares fields of one type. */
type DeclareField<T extends FieldType> = <const P extends KeyAndName>(
  field: P,
  box: string | null,
  doc: string,
  extra?: FieldExtras,
) => DeclaredField<P, T>

/** Returns a function that declares fields of one type. */
export const declareField =
  <T extends FieldType>(type: T): DeclareField<T> =>
  <const P extends KeyAndName>(field: P, box: string | null, doc: string, extra: FieldExtras = {}) => {
    const [key, name] = typeof field === 'string' ? [field, toCamelCase(field)] : field
    return {
      key,
      name,
      type,
      doc: box === null ? doc : `Box ${box}. ${doc}`,
      box,
      role: null,
      sum: null,
      personal: false,
      identifierField: null,
      width: null,
      values: null,
      items: null,
      mayContainAmount: false,
      isSentAsText: false,
      decides: false,
      identifies: null,
      fdx: name,
      ...extra,
    } as Field as DeclaredField<P, T>
  }

/** Returns a function that declares money fields with one `role` and `sum`. Boxes of a form often share both. */
export const declareMoney =
  (role: Role, sum: Sum): DeclareField<'money'> =>
  (field, box, doc, extra) =>
    declareField('money')(field, box, doc, { role, sum, ...extra })

/** Returns a function that declares money fields with one `sum`. Each field has its own role. */
const declareMoneyWithRole =
  (sum: Sum) =>
  <const P extends KeyAndName>(field: P, box: string | null, role: Role, doc: string, extra?: FieldExtras) =>
    declareMoney(role, sum)(field, box, doc, extra)

/** Declares money that is added to the sum of its role. In US dollars, exact to the cent. */
export const money = declareMoneyWithRole('add')

/** Declares money that is included in another box of its role. It is listed as a fact but never added. */
export const part = declareMoneyWithRole('part')

/** Declares money that is listed as a fact but enters no sum. */
export const memo = declareMoney('memo', 'none')

/** Declares money that the tax return subtracts. It is listed as a fact but enters no sum. */
export const deduction = declareMoney('deduction', 'none')

/** Declares an amount owed or owned at one point in time. It enters no yearly sum. */
export const balance = declareMoney('balance', 'none')

/** Declares a rate: a percent on the form, a fraction of 1 after normalization. */
export const rate = declareField('rate')

/** Declares a fraction of 1. */
export const ratio = declareField('ratio')

/** Declares a percentage in any common notation. It is a fraction of 1 after normalization. */
export const percentage = declareField('percentage')

/** Declares a whole number that is not negative. */
export const count = declareField('count')

/** Declares a calendar year. */
export const year = declareField('year')

/** Declares a box that is checked or not. */
export const flag = declareField('flag')

/** Declares free text. Its white space is tidied. */
export const text = declareField('text')

/** Declares a code. If `width` is set, a code of digits is padded with zeros on the left. */
export const code = declareField('code')

/** Declares a calendar day. */
export const date = declareField('date')

/** Declares a month, such as the first or last month of a tax year. */
export const period = declareField('period')

/** Declares a point in time, in UTC. */
export const timestamp = declareField('timestamp')

/** Declares a taxpayer identifier. */
export const identifier = declareField('identifier')

/** Declares an account number. Only its last four characters are kept. */
export const account = declareField('account')

/** Declares a field with a list of known values. An unknown value is kept and reported. */
export const choice = <const P extends KeyAndName>(
  field: P,
  values: readonly string[],
  doc: string,
): DeclaredField<P, 'enum'> => declareField('enum')(field, null, doc, { values })

/** Declares an array of texts, or of objects with these fields. */
export const list = <const P extends KeyAndName, const I extends ItemFields | null>(
  field: P,
  box: string | null,
  items: I,
  doc: string,
  extra: FieldExtras = {},
): DeclaredField<P, 'list', I> =>
  ({ ...declareField('list')(field, box, doc, extra), items }) as DeclaredField<P, 'list', I>

/** Converts a list item to a plain object or text. `convertMoney` converts its cents, `convertText` its other values. */
export function toPlainItem(
  item: ListItem,
  field: Field,
  convertMoney: (cents: number) => unknown,
  convertText: (value: unknown) => unknown,
): unknown {
  if (typeof item === 'string') return convertText(item)
  return Object.fromEntries(
    (field.items ?? []).map(inner => {
      const cell = item[inner.name] ?? null
      return [inner.name, inner.type === 'money' && typeof cell === 'number' ? convertMoney(cell) : convertText(cell)]
    }),
  )
}
