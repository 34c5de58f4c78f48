import { isSpelledAsPerson } from '../core/identifier.js'
import { canonicalJson, jsonWithoutControls } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import { type Site, step, stepSpelled } from '../core/path.js'
import type { Cell, Field } from '../model/field.js'
import type { Nested, Shape } from '../model/record.js'
import { readField } from './cells.js'
import type { Reading } from './reading.js'
import { type KnownKeys, knownKeys, mendedBy, type Spelled } from './unknown-keys.js'

/** An object of the interface after reading: its cells by normalized name, and its nested objects and lists. */
export interface ShapeValue {
  readonly [name: string]:
    | Cell
    | ShapeValue
    | readonly ShapeValue[]
    | Readonly<Record<string, unknown>>
    | undefined
  /** Names of the fields that were present and unreadable, and of lists with an unreadable item. */
  readonly lost?: readonly string[]
  /** True if an identifier is written as a person's. Then the name of its owner does not appear in the output. */
  readonly person?: boolean
  /** Values that belong to the caller, unchanged, by key. */
  readonly passed?: Readonly<Record<string, unknown>>
}

/** Reads some fields of an object to cells by normalized name. */
export function readFields(
  fields: readonly Field[],
  from: Spelled,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null = null,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  for (const field of fields) cells[field.name] = readField(from, field, reading, at, unreadable)
  return cells
}

/** Reads an object of the interface with its nested objects and lists. Absent parts are null. */
export function readShape(
  shape: Shape,
  came: Readonly<Record<string, unknown>>,
  reading: Reading,
  at: Site | null,
): ShapeValue {
  const { identifiers, objects, lists, known, names } = planOf(shape)
  const met = mendedBy(came, known, reading, at)
  const { raw, spelled } = met
  const unreadable: string[] = []
  const value: Record<string, Cell | ShapeValue | ShapeValue[] | readonly string[] | null> = readFields(
    shape.fields,
    met,
    reading,
    at,
    unreadable,
  )
  for (const key of met.misspelt) unreadable.push(names.get(key) ?? key)
  for (const key of identifiers) if (isSpelledAsPerson(raw[key])) value['person'] = true
  for (const [key, nested] of objects)
    value[nested.name] = readNested(nested.shape, raw[key], reading, placeOf(key, spelled, at))
  for (const [key, nested] of lists) {
    const items = raw[key]
    const place = placeOf(key, spelled, at)
    value[nested.name] = null
    if (Array.isArray(items)) {
      const values: ShapeValue[] = []
      for (let i = 0; i < items.length; i++) {
        const item = readNested(nested.shape, items[i], reading, step(place, i))
        if (item !== null) values.push(item)
      }
      value[nested.name] = values
      if (items.some(item => item !== null && item !== undefined && !isObject(item)))
        unreadable.push(nested.name)
    } else if (items !== undefined && items !== null) {
      reading.note('list_unreadable', place, { value: items, expected: 'an array' })
      unreadable.push(nested.name)
    }
  }
  if (unreadable.length > 0) value['lost'] = unreadable
  if (shape.passes !== undefined)
    value['passed'] = jsonWithoutControls(
      Object.fromEntries(shape.passes.map(key => [key, raw[key]])),
    ) as ShapeValue
  return value as ShapeValue
}

/** Returns the path of a member, under the key that the input has. */
function placeOf(key: string, spelled: Spelled['spelled'], at: Site | null): Site {
  const spelling = spelled?.get(key)
  return spelling === undefined ? step(at, key) : stepSpelled(at, spelling)
}

/**
 * Removes the amounts that another version of the same object contradicts or that only the other version has. Nothing shows
 * which version is newer, so these amounts count as unreadable. A list with amounts is removed completely if it differs.
 */
export function withoutDisputed(shape: Shape, value: ShapeValue, other: ShapeValue): ShapeValue {
  const kept: Record<string, ShapeValue[string]> = { ...value }
  const unreadable = new Set(value.lost)
  const leave = (name: string): void => {
    const [a, b] = [value[name] ?? null, other[name] ?? null]
    if (b === null || (a !== null && sortedJson(a) === sortedJson(b))) return
    kept[name] = null
    unreadable.add(name)
  }
  for (const { name, type } of shape.fields) if (type === 'money') leave(name)
  for (const { name, shape: item } of Object.values(shape.lists))
    if (item.fields.some(({ type }) => type === 'money')) leave(name)
  for (const { name, shape: inner } of Object.values(shape.objects)) {
    const [a, b] = [value[name], other[name]] as (ShapeValue | null)[]
    if (!b) continue
    const left = withoutDisputed(inner, a ?? emptyOf(inner), b)
    if (a || holdsLoss(left)) kept[name] = left
  }
  if (unreadable.size > 0) kept['lost'] = [...unreadable]
  return kept
}

const emptyOf = ({ fields, objects, lists }: Shape): ShapeValue =>
  Object.fromEntries(
    [...fields, ...Object.values(objects), ...Object.values(lists)].map(({ name }) => [name, null]),
  )

const holdsLoss = (value: ShapeValue): boolean =>
  value.lost !== undefined ||
  Object.values(value).some(inner => isObject(inner) && holdsLoss(inner as ShapeValue))

/** Returns JSON text that is equal for lists with equal items in any order. */
const sortedJson = (value: unknown): string =>
  Array.isArray(value) ? value.map(canonicalJson).sort().join() : canonicalJson(value)

function readNested(shape: Shape, raw: unknown, reading: Reading, at: Site): ShapeValue | null {
  if (raw === undefined || raw === null) return null
  if (isObject(raw)) return readShape(shape, raw, reading, at)
  reading.note('object_unreadable', at, { value: raw, expected: 'an object' })
  return null
}

/** The parts of a shape that reading needs for every object, computed once per shape. */
interface ShapePlan {
  readonly identifiers: readonly string[]
  readonly objects: readonly (readonly [key: string, nested: Nested])[]
  readonly lists: readonly (readonly [key: string, nested: Nested])[]
  readonly known: KnownKeys
  /** Normalized names by key. */
  readonly names: ReadonlyMap<string, string>
}

const planOf = memoize((shape: Shape): ShapePlan => {
  const objects = Object.entries(shape.objects)
  const lists = Object.entries(shape.lists)
  const names = new Map([
    ...shape.fields.map(({ key, name }) => [key, name] as const),
    ...[...objects, ...lists].map(([key, { name }]) => [key, name] as const),
  ])
  const unread = [...(shape.passes ?? []), ...(shape.owners ?? [])]
  return {
    identifiers: shape.fields.filter(({ type }) => type === 'identifier').map(({ key }) => key),
    objects,
    lists,
    names,
    known: knownKeys(shape.name, [...names.keys()], false, unread),
  }
})
