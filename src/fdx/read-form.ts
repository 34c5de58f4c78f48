import { isObject } from '../core/json-value.js'
import { Decimal, readCents, sumCents, textOfCents } from '../core/money.js'
import type { FdxAmounts, FdxMark, FdxTexts, FdxWords } from '../model/fdx.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { rowsOf } from './names.js'
import { addressIn, type Parties, readParty } from './read-party.js'
import { isMissing, itemsIn, type Raw, Taken, valueAt, type Way } from './taken.js'

/** The prefix of the keys in an entry that contain FDX values for which no table has a field. */
export const KEPT = 'fdx_'

/** Properties that only repeat the form's name and year. */
const SAID = ['taxYear', 'taxFormType']

/** Numbers that are not amounts, or that repeat the amount of a box for a state. */
const NO_AMOUNT = /^(?:state|local)|[Ss]hares?(?:Begin|End)?$|[Pp]ercent|Number$|^numberOf/

/** An entry that was read from an FDX form, and the properties of the form that were not read. */
export interface Entry {
  readonly raw: Record<string, unknown>
  readonly rest: readonly Rest[]
}

/** A property that was not read, with its path in the form. */
interface Rest {
  readonly way: Way
  readonly value: unknown
}

/** Reads the entries of a form: one, or one for each item of its rows. The first entry has the form's own amounts. */
export function entriesOf(form: FormTable, value: Raw, parties: Parties): Entry[] {
  const rows = rowsOf(form)
  if (rows === null) return [entryOf(form, value, parties, () => true)]
  const items = itemsIn(valueAt(value, rows))
  if (items.length === 0) return [entryOf(form, value, parties, () => true)]
  const isOfRows = (path: string): boolean => path.startsWith(`${rows}.`)
  const own = (field: Field): readonly string[] =>
    pathsOf(field).some(
      path => isOfRows(path) && items.some(item => valueAt({ [rows]: item }, path) !== undefined),
    )
      ? pathsOf(field).filter(isOfRows)
      : pathsOf(field)
  return items.map((item, i) =>
    entryOf(
      form,
      { ...value, [rows]: item },
      parties,
      (field, path) => own(field).includes(path) && (i === 0 || field.type !== 'money' || isOfRows(path)),
      { rows, index: i },
    ),
  )
}

function entryOf(
  form: FormTable,
  value: Raw,
  parties: Parties,
  reads: (field: Field, path: string) => boolean,
  row: Row | null = null,
): Entry {
  const taken = new Taken()
  for (const key of SAID) taken.add(key)
  const raw: Record<string, unknown> = {}
  const totals: string[] = []
  for (const field of form.fields) {
    const paths = pathsOf(field)
    const readable = paths.filter(path => reads(field, path))
    totals.push(...paths.filter(path => !readable.includes(path)))
    if (listOf(field) === null && readable.length === 0) continue
    const narrow = Array.isArray(field.fdx) && readable.length < paths.length
    const found = readField(narrow ? { ...field, fdx: readable } : field, value, taken)
    if (!isMissing(found)) raw[field.key] = found
  }
  for (const role of ['issuer', 'recipient'] as const) {
    const keys = form[role]
    const party = readParty(value, keys, role, parties, taken)
    if (party !== undefined) raw[keys.key] = party
  }
  const rest = restOf(value, taken, row)
  for (const { way, value: left } of rest) {
    const key = String(way.at(-1))
    let name = `${KEPT}${key}` in raw ? `${KEPT}${way.join('_')}` : `${KEPT}${key}`
    // A row and its form may both have a property of this name. Both values are kept.
    while (name in raw) name += '_'
    // A number that is not an amount is kept in a list so that nothing reads it as an amount.
    const isOtherNumber = typeof left === 'number' && (totals.includes(key) || NO_AMOUNT.test(key))
    raw[name] = isOtherNumber ? [left] : left
  }
  return { raw, rest }
}

/** The row of a form from which an entry is read. */
interface Row {
  readonly rows: string
  readonly index: number
}

/** Lists the properties that were not read. The form's own properties are listed with its first row. */
function restOf(value: Raw, taken: Taken, row: Row | null): Rest[] {
  const all: Rest[] = []
  if (row !== null) {
    const { [row.rows]: left } = taken.restOf({ [row.rows]: value[row.rows] })
    const below = isObject(left) ? left : {}
    for (const key of Object.keys(below)) all.push({ way: [row.rows, row.index, key], value: below[key] })
    if (left !== undefined && !isObject(left)) all.push({ way: [row.rows, row.index], value: left })
    if (row.index > 0) return all
  }
  const own = row === null ? value : { ...value, [row.rows]: null }
  for (const [key, left] of Object.entries(taken.restOf(own))) all.push({ way: [key], value: left })
  return all
}

/** Tests whether the provider could not supply the form: it has an error object and no amount. */
export const isFailed = (form: FormTable, value: Raw, entries: readonly Entry[]): boolean =>
  isObject(value['error']) &&
  !entries.some(({ raw }) => form.fields.some(({ type, key }) => type === 'money' && raw[key] !== undefined))

/** Returns the FDX mapping of a field. It is null if FDX has no place for the field. */
export const markOf = ({ fdx, name }: Field): FdxMark | null => (fdx === undefined ? name : fdx)

/** Lists the properties that a field is read from, in order of precedence. Empty if the field is read from a list. */
export function pathsOf(field: Field): readonly string[] {
  const fdx = markOf(field)
  if (fdx === null) return []
  if (typeof fdx === 'string') return [fdx]
  if ('words' in fdx) return [fdx.at, ...(fdx.or ?? [])]
  return 'amountsIn' in fdx || 'textsIn' in fdx ? [] : fdx
}

/** Returns the name of the FDX list that a field is read from. It is null if the field is not read from a list. */
export function listOf({ fdx }: Field): string | null {
  if (typeof fdx !== 'object' || fdx === null) return null
  return 'amountsIn' in fdx ? fdx.amountsIn : 'textsIn' in fdx ? fdx.textsIn : null
}

/** Reads the value of a field as a raw value. It is undefined if absent. Only sums are computed; all else is unchanged. */
function readField(field: Field, form: Raw, taken: Taken): unknown {
  const fdx = markOf(field)
  if (fdx === null) return undefined
  if (typeof fdx === 'object') {
    if ('amountsIn' in fdx) return readAmounts(fdx, form, taken)
    if ('textsIn' in fdx) return readTexts(fdx, field, form, taken)
    if ('words' in fdx) return readWords(fdx, form, taken)
  }
  for (const path of pathsOf(field)) {
    const value = valueAt(form, path)
    if (value === undefined) continue
    if (field.type === 'text' && isObject(value)) return addressIn(value, path, taken)
    taken.add(path)
    return field.type === 'ratio' ? fractionOf(value) : value
  }
  return undefined
}

/** Converts a percentage to a fraction. FDX forms print percentages, so a number above 1 is a percentage. */
function fractionOf(value: unknown): unknown {
  if (typeof value !== 'number' || !(value > 1 && value <= 100)) return value
  return new Decimal(value).div(100).toFixed()
}

function readWords(mapping: FdxWords, form: Raw, taken: Taken): unknown {
  const { at: firstPath, or: otherPaths = [], words: spellings } = mapping
  let found: unknown
  for (const path of [firstPath, ...otherPaths]) {
    const value = valueAt(form, path)
    if (value === undefined) continue
    if (found === undefined || (found === false && value === true)) found = value
    else if (value !== found && value !== false) continue
    taken.add(path)
  }
  if (typeof found !== 'string' && typeof found !== 'boolean') return found
  const word = String(found)
  return Object.hasOwn(spellings, word) ? spellings[word]?.[0] : found
}

const codeOf = (item: unknown): unknown => (isObject(item) ? item['code'] : item)

function readAmounts({ amountsIn: list, codes }: FdxAmounts, form: Raw, taken: Taken): unknown {
  const found: { readonly index: number; readonly amount: unknown }[] = []
  for (const [index, item] of itemsIn(valueAt(form, list)).entries()) {
    const amount = isObject(item) ? item['amount'] : codes.length === 0 ? item : undefined
    if (isMissing(amount)) continue
    const code = isObject(item) ? item['code'] : undefined
    if (codes.length === 0 || (typeof code === 'string' && codes.includes(code.trim().toUpperCase())))
      found.push({ index, amount })
  }
  const [first, ...more] = found
  if (first === undefined) return undefined
  // The field implies the code only if it has one code. With several codes, the code is kept, and each of several amounts.
  for (const { index } of found) {
    if (codes.length === 1) taken.addItem(list, index, 'code', 'amount')
    else if (more.length === 0) taken.addItem(list, index, 'amount')
    else taken.addItem(list, index)
  }
  if (more.length === 0) return first.amount
  const all: number[] = []
  for (const { amount } of found) {
    const [cents] = readCents(amount)
    // The box is unreadable. The record reader reports why.
    if (cents === null) return amount
    all.push(cents)
  }
  const text = textOfCents(sumCents(all))
  return new Decimal(text).eq(Number(text)) ? Number(text) : text
}

function readTexts({ textsIn: list, index }: FdxTexts, field: Field, form: Raw, taken: Taken): unknown {
  const items = itemsIn(valueAt(form, list))
  if (index !== undefined) {
    const code = codeOf(items[index])
    if (isMissing(code)) return undefined
    taken.addItem(list, index, 'code')
    return code
  }
  const texts: unknown[] = []
  for (const [i, item] of items.entries()) {
    const code = codeOf(item)
    if (isMissing(code)) continue
    taken.addItem(list, i, 'code')
    texts.push(code)
  }
  if (texts.length === 0) return undefined
  const [first] = field.items ?? []
  return first === undefined ? texts : texts.map(text => ({ [first.key]: text }))
}
