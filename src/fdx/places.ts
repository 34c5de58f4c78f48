import { isObject } from '../core/json-value.js'
import { type Site, step, stepUnknown } from '../core/path.js'
import type { Field } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { isNameOfForm, rowsOf } from './names.js'
import { KEPT, listOf, pathsOf } from './read-form.js'
import { prefixesOf } from './read-party.js'
import { ownOf, type Raw, valueAt, type Way } from './taken.js'

/** The input location of one form object. `form` is null if no table has the form. */
export interface FormPlace {
  readonly way: Way
  readonly form: FormTable | null
  readonly value: unknown
}

/** The input locations of a record and its form objects. */
export interface RecordPlaces {
  readonly way: Way
  readonly forms: readonly FormPlace[]
}

/** Converts keys to a JSON path. A key that is not the name of a form or property may be data and is hidden. */
export const siteOfWay = (root: Site | null, way: Way): Site | null =>
  way.reduce<Site | null>(
    (site, key) => (typeof key === 'number' || isNameOfForm(key) ? step(site, key) : stepUnknown(site, key)),
    root,
  )

/** Converts the path of a place in a record to the path of its input, as far as the input is known. */
export function placeInInput(
  places: readonly RecordPlaces[],
  root: Site | null,
  at: Site | null,
): Site | null {
  const steps: (string | number)[] = []
  for (let site = at; site !== null && site !== root; site = site.parent)
    steps.unshift(site.key ?? site.hidden ?? '')
  const record = places.length === 1 ? places[0] : places[steps.shift() as number]
  if (record === undefined) return root
  const [forms, index, , entry, ...below] = steps
  const place = forms === 'forms' && typeof index === 'number' ? record.forms[index] : undefined
  if (place === undefined) return siteOfWay(root, record.way)
  const { form, value } = place
  const whole = siteOfWay(root, place.way)
  if (form === null || typeof entry !== 'number') return whole
  return isObject(value) ? placeInForm(form, value, whole, entry, below) : whole
}

function placeInForm(
  form: FormTable,
  value: Raw,
  at: Site | null,
  entry: number,
  [key, ...below]: readonly (string | number)[],
): Site | null {
  const rows = rowsOf(form)
  const items = rows === null ? null : valueAt(value, rows)
  const hasRows = rows !== null && Array.isArray(items) && items.length > entry
  const row = hasRows ? step(step(at, rows), entry) : null
  if (typeof key !== 'string') return row ?? at
  const item = hasRows ? (items as unknown[])[entry] : undefined
  if (key.startsWith(KEPT)) {
    const keptKey = key.slice(KEPT.length)
    // A value that was kept from a row takes precedence over one that was kept from the form.
    return siteOfWay(ownOf(item, keptKey) === undefined ? at : row, [keptKey])
  }
  const way = wayOf(form, hasRows ? { ...value, [rows]: item } : value, key, below)
  if (way === null) return row ?? at
  const isInRow = hasRows && way[0] === rows
  return siteOfWay(isInRow ? row : at, isInRow ? way.slice(1) : way)
}

/** Finds the keys in a form from which a key of an entry was read. Returns null if they are unknown. */
function wayOf(form: FormTable, value: Raw, key: string, below: readonly (string | number)[]): Way | null {
  for (const role of ['issuer', 'recipient'] as const) {
    if (form[role].key !== key) continue
    const names = prefixesOf(form[role]).flatMap(each => [
      ...(below[0] === form[role].id ? [`${each}Tin`] : []),
      ...[`${each}NameAddress`, `${each}Name`, each],
    ])
    const found = [...names, role].find(name => valueAt(value, name) !== undefined)
    return found === undefined ? null : [found]
  }
  const field: Field | undefined = form.fields.find(each => each.key === key)
  if (field === undefined) return null
  const list = listOf(field)
  if (list !== null) return typeof below[0] === 'number' ? [list, below[0]] : [list]
  const path = pathsOf(field).find(each => valueAt(value, each) !== undefined)
  return path === undefined ? null : path.split('.')
}
