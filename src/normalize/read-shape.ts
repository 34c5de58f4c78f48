import { isSpelledAsPerson } from '../core/identifier.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import type { Field } from '../spec/field.js'
import type { Shape } from '../spec/shape.js'
import { type Cell, readField } from './cells.js'
import { Reading } from './reading.js'

/** An object of the interface, read: cells by normalized name, and the objects and lists in it. */
export interface ShapeValue {
  readonly [name: string]: Cell | ShapeValue | readonly ShapeValue[] | undefined
  /** Names of the fields that were there and could not be read. */
  readonly lost?: readonly string[]
  /** An identifier is spelled as a person's: what names its owner is not put out. */
  readonly person?: boolean
}

/** Reads a row of fields; without a reading, nothing is noted. */
export function readFields(
  fields: readonly Field[],
  raw: Readonly<Record<string, unknown>>,
  reading: Reading | null,
  at: Site | null,
  lost: string[] | null = null,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  const notes = reading ?? new Reading()
  for (const field of fields) cells[field.name] = readField(raw, field, notes, at, lost)
  return cells
}

/** Reads an object of the interface and all that is in it; what is missing is null. */
export function readShape(
  shape: Shape,
  raw: Readonly<Record<string, unknown>>,
  reading: Reading,
  at: Site | null,
): ShapeValue {
  const lost: string[] = []
  const value: Record<string, Cell | ShapeValue | ShapeValue[] | readonly string[] | null> = readFields(
    shape.fields,
    raw,
    reading,
    at,
    lost,
  )
  if (lost.length > 0) value['lost'] = lost
  if (shape.fields.some(({ type, key }) => type === 'identifier' && isSpelledAsPerson(raw[key])))
    value['person'] = true
  for (const [key, nested] of Object.entries(shape.objects)) {
    value[nested.name] = readNested(nested.shape, raw[key], reading, step(at, key))
  }
  for (const [key, nested] of Object.entries(shape.lists)) {
    const items = raw[key]
    const place = step(at, key)
    if (items !== undefined && items !== null && !Array.isArray(items)) {
      reading.note('list_unreadable', place, { value: items, expected: 'an array' })
    }
    value[nested.name] = !Array.isArray(items)
      ? null
      : items.flatMap((item: unknown, i) => {
          const read = readNested(nested.shape, item, reading, step(place, i))
          return read === null ? [] : [read]
        })
  }
  const known = keysOf(shape)
  for (const key in raw) if (!known.has(key)) reading.noteUnknown([key], shape.name, at)
  return value as ShapeValue
}

function readNested(shape: Shape, raw: unknown, reading: Reading, at: Site): ShapeValue | null {
  if (raw === undefined || raw === null) return null
  if (isObject(raw)) return readShape(shape, raw, reading, at)
  reading.note('object_unreadable', at, { value: raw, expected: 'an object' })
  return null
}

const knownKeys = new WeakMap<Shape, ReadonlySet<string>>()

function keysOf(shape: Shape): ReadonlySet<string> {
  let keys = knownKeys.get(shape)
  if (keys === undefined) {
    const fields = shape.fields.map(field => field.key)
    keys = new Set([
      ...fields,
      ...Object.keys(shape.objects),
      ...Object.keys(shape.lists),
      ...(shape.passes ?? []),
    ])
    knownKeys.set(shape, keys)
  }
  return keys
}
