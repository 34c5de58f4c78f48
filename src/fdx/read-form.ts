import { isObject } from '../core/json-value.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { rowsOf } from './names.js'
import { listOf, pathsOf, readField } from './read-field.js'
import { type Parties, readParty } from './read-party.js'
import { isMissing, itemsIn, type Raw, Taken, valueAt, type Way } from './taken.js'

/** What begins the keys of an entry under which stands what no table has a place for. */
export const KEPT = 'fdx_'

/** Properties that say nothing beside what the form's own name and year say. */
const SAID = ['taxYear', 'taxFormType']

/** Numbers that are no amounts, or that say again, for a state, what stands in a box. */
const NO_AMOUNT = /^(?:state|local)|[Ss]hares?(?:Begin|End)?$|[Pp]ercent|Number$|^numberOf/

/** An entry of ours, and what of the form it was not read from. */
export interface Entry {
  readonly raw: Record<string, unknown>
  readonly rest: readonly Rest[]
}

/** A property that was not read, and the way to it from the form. */
interface Rest {
  readonly way: Way
  readonly value: unknown
}

/** The entries of a form: one, or one for each item of its rows, the form's own amounts in the first. */
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
    // A row's property and the form's own may have one name: both are kept.
    while (name in raw) name += '_'
    raw[name] = asKept(key, left, totals.includes(key))
  }
  return { raw, rest }
}

/** The item of a form's rows that an entry stands for. */
interface Row {
  readonly rows: string
  readonly index: number
}

/** What was not read; the form's own properties stand with the first of its rows. */
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

/** A number that is no amount is kept in a list, so that nobody takes it for one. */
const asKept = (key: string, value: unknown, isTotal: boolean): unknown =>
  typeof value === 'number' && (isTotal || NO_AMOUNT.test(key)) ? [value] : value

/** True where the provider could not give the form: it says an error, and no amount. */
export const isFailed = (form: FormTable, value: Raw, entries: readonly Entry[]): boolean =>
  isObject(value['error']) &&
  !entries.some(({ raw }) => form.fields.some(({ type, key }) => type === 'money' && raw[key] !== undefined))
