// The folder `ingest/fields` reads single values: it finds the key of a field under any spelling, reads the raw value
// into a cell of the field's type, and reports what cannot be read.

import { hasSsnFormat } from '../../core/identifier.js'
import { toCanonicalJson } from '../../core/json.js'
import { extendBySpelling, extendPath, isObject, type JsonPath } from '../../core/json-value.js'
import { getOrCreate, memoize } from '../../core/lists.js'
import { centsFromShortNumber } from '../../core/money.js'
import { isAbsent } from '../../core/text.js'
import type { Cell, Field, ListItem } from '../../schema/field.js'
import type { Shape } from '../../schema/record.js'
import { explainUnreadable } from '../../schema/wire/expectations.js'
import {
  CELL_READERS,
  type FieldValueReader,
  type JsonCellReader,
  replaceJsonControls,
  tidyAndReport,
  trimValue,
  UNREADABLE,
} from './cell-readers.js'
import type { ParseContext } from './parse-context.js'
import {
  isEmptyValue,
  type KnownKeys,
  makeKnownKeys,
  type RespelledObject,
  respellField,
  respellKeys,
} from './unknown-keys.js'

/**
 * Reads one value into a cell. Returns null if the value is absent or unreadable. If it is unreadable, reports an issue
 * and adds the name of the field to `unreadable`.
 */
export const readCell: FieldValueReader<Cell> = (raw, field, context, path, unreadable) => {
  if (raw === null || raw === undefined) return null
  if (field.type === 'money') {
    const cents = typeof raw === 'number' ? centsFromShortNumber(raw) : undefined
    if (cents !== undefined) return cents
  }
  if (typeof raw === 'string') {
    if (isAbsent(raw)) return null
    if (field.type === 'text' && !field.mayContainAmount) return tidyAndReport(raw, context, path, field.key)
  } else if (typeof raw === 'boolean' && field.type === 'flag') return raw
  if (typeof raw === 'object') context.checkDepth(raw, path, 1)
  const readValue = field.type === 'list' ? readList : CELL_READERS[field.type]
  const cell = readValue(raw, field, context, path, unreadable)
  if (cell !== UNREADABLE) return cell
  const [code, expected] = explainUnreadable(field.type, raw)
  context.report(code, extendPath(path, field.key), { value: raw, expected })
  unreadable?.push(field.name)
  return null
}

/** Reads the cell of one field of an object. */
export const readFieldCell = (
  { raw, spellings }: RespelledObject,
  field: Field,
  context: ParseContext,
  path: JsonPath | null,
  unreadable: string[] | null,
): Cell =>
  readCell(raw[field.key], spellings === null ? field : respellField(field, spellings), context, path, unreadable)

/** Reads a list. If an item is unreadable, the field counts as unreadable and the other items are kept. */
const readList: JsonCellReader = (raw, field, context, path, unreadable) => {
  if (!Array.isArray(raw)) return UNREADABLE
  const listPath = extendPath(path, field.key)
  const unreadableItems: string[] = []
  const items = raw.map((item: unknown, i) => readItem(item, field, context, extendPath(listPath, i), unreadableItems))
  if (unreadableItems.length > 0) unreadable?.push(field.name)
  return items.filter(item => item !== null)
}

/** Reads an item of a list. Unlike in the other readers, `path` is the path of the value itself. */
const readItem: FieldValueReader<ListItem | null> = (raw, field, context, path, unreadable) => {
  if (field.items === null) {
    const text = isEmptyValue(raw, false) ? null : trimValue(raw)
    if (text !== null) return tidyAndReport(text, context, path, null)
    if (!isEmptyValue(raw, false)) {
      context.report('list_unreadable', path, { value: raw, expected: 'text' })
      unreadable?.push(field.name)
    }
    return null
  }
  if (!isObject(raw)) {
    context.report('list_unreadable', path, { value: raw, expected: 'an object' })
    unreadable?.push(field.name)
    return null
  }
  const respelledItem = respellKeys(raw, findItemKeys(field.items, field.key), context, path)
  const item: Record<string, Cell> = {}
  for (const itemField of field.items)
    item[itemField.name] = readFieldCell(respelledItem, itemField, context, path, unreadable)
  unreadable?.push(...respelledItem.misspelledKeys)
  return item
}

const itemKeysByFields = new WeakMap<readonly Field[], KnownKeys>()

const findItemKeys = (items: readonly Field[], listKey: string): KnownKeys =>
  getOrCreate(itemKeysByFields, items, () =>
    makeKnownKeys(
      listKey,
      items.map(({ key }) => key),
      { hasAmounts: true },
    ),
  )

/** An object of the service's API after reading: its cells by normalized name, and its nested objects and lists. */
export interface ShapeValue {
  readonly [name: string]: Cell | ShapeValue | readonly ShapeValue[] | Readonly<Record<string, unknown>> | undefined
  /** Names of the fields that were present and unreadable, and of lists with an unreadable item. */
  readonly unreadableFields?: readonly string[]
  /** True if an identifier is written like a Social Security number. The output then leaves out the owner's name. */
  readonly mayBePerson?: boolean
  /** Values that belong to the caller, by key. Only control characters are replaced. */
  readonly passed?: Readonly<Record<string, unknown>>
}

/** Reads the given fields of an object. Returns their cells by normalized name. */
export function readFields(
  fields: readonly Field[],
  respelled: RespelledObject,
  context: ParseContext,
  path: JsonPath | null,
  unreadable: string[] | null = null,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  for (const field of fields) cells[field.name] = readFieldCell(respelled, field, context, path, unreadable)
  return cells
}

/** Reads an object of the service's API with its nested objects and lists. Absent parts are null. */
export function readShape(
  shape: Shape,
  rawObject: Readonly<Record<string, unknown>>,
  context: ParseContext,
  path: JsonPath | null,
): ShapeValue {
  const { identifiers, objects, lists, objectKeys, names } = compileShape(shape)
  const respelled = respellKeys(rawObject, objectKeys, context, path)
  const { raw, spellings } = respelled
  const unreadable: string[] = []
  const value: Record<string, Cell | ShapeValue | ShapeValue[] | readonly string[] | null> = readFields(
    shape.fields,
    respelled,
    context,
    path,
    unreadable,
  )
  for (const key of respelled.misspelledKeys) unreadable.push(names.get(key) ?? key)
  for (const key of identifiers) if (hasSsnFormat(raw[key])) value['mayBePerson'] = true
  for (const [key, nested] of objects)
    value[nested.name] = readNested(nested.shape, raw[key], context, extendBySpelling(path, key, spellings?.get(key)))
  for (const [key, nested] of lists) {
    const items = raw[key]
    const listPath = extendBySpelling(path, key, spellings?.get(key))
    value[nested.name] = null
    if (Array.isArray(items)) {
      const values: ShapeValue[] = []
      for (let i = 0; i < items.length; i++) {
        const item = readNested(nested.shape, items[i], context, extendPath(listPath, i))
        if (item !== null) values.push(item)
      }
      value[nested.name] = values
      if (items.some(item => item !== null && item !== undefined && !isObject(item))) unreadable.push(nested.name)
    } else if (items !== undefined && items !== null) {
      context.report('list_unreadable', listPath, { value: items, expected: 'an array' })
      unreadable.push(nested.name)
    }
  }
  if (unreadable.length > 0) value['unreadableFields'] = unreadable
  if (shape.callerKeys !== undefined)
    value['passed'] = replaceJsonControls(
      Object.fromEntries(shape.callerKeys.map(key => [key, raw[key]])),
    ) as ShapeValue
  return value as ShapeValue
}

/**
 * Replaces an amount with null and marks it as unreadable if another version of the object has a different amount or
 * only that version has one: nothing shows which version is newer. A list with amounts that differs becomes null, too.
 */
export function removeDisputed(shape: Shape, value: ShapeValue, otherVersion: ShapeValue): ShapeValue {
  const result: Record<string, ShapeValue[string]> = { ...value }
  const unreadable = new Set(value.unreadableFields)
  const removeIfDisputed = (name: string): void => {
    const [a, b] = [value[name] ?? null, otherVersion[name] ?? null]
    if (b === null || (a !== null && writeSortedJson(a) === writeSortedJson(b))) return
    result[name] = null
    unreadable.add(name)
  }
  for (const { name, type } of shape.fields) if (type === 'money') removeIfDisputed(name)
  for (const { name, shape: item } of Object.values(shape.lists))
    if (item.fields.some(({ type }) => type === 'money')) removeIfDisputed(name)
  for (const { name, shape: innerShape } of Object.values(shape.objects)) {
    const [a, b] = [value[name], otherVersion[name]] as (ShapeValue | null)[]
    if (!b) continue
    const innerResult = removeDisputed(innerShape, a ?? makeEmptyValue(innerShape), b)
    if (a || hasUnreadable(innerResult)) result[name] = innerResult
  }
  if (unreadable.size > 0) result['unreadableFields'] = [...unreadable]
  return result
}

const makeEmptyValue = ({ fields, objects, lists }: Shape): ShapeValue =>
  Object.fromEntries([...fields, ...Object.values(objects), ...Object.values(lists)].map(({ name }) => [name, null]))

const hasUnreadable = (value: ShapeValue): boolean =>
  value.unreadableFields !== undefined ||
  Object.values(value).some(innerValue => isObject(innerValue) && hasUnreadable(innerValue as ShapeValue))

/** Returns JSON text that is equal for lists with equal items in any order. */
const writeSortedJson = (value: unknown): string =>
  Array.isArray(value) ? value.map(toCanonicalJson).sort().join() : toCanonicalJson(value)

function readNested(shape: Shape, raw: unknown, context: ParseContext, path: JsonPath): ShapeValue | null {
  if (raw === undefined || raw === null) return null
  if (isObject(raw)) return readShape(shape, raw, context, path)
  context.report('object_unreadable', path, { value: raw, expected: 'an object' })
  return null
}

/** Computes the parts of a shape that reading needs for every object. `names` has the normalized names by key. */
const compileShape = memoize((shape: Shape) => {
  const objects = Object.entries(shape.objects)
  const lists = Object.entries(shape.lists)
  const names = new Map([
    ...shape.fields.map(({ key, name }) => [key, name] as const),
    ...[...objects, ...lists].map(([key, { name }]) => [key, name] as const),
  ])
  const fixedKeys = [...(shape.callerKeys ?? []), ...(shape.identifyingKeys ?? [])]
  return {
    identifiers: shape.fields.filter(({ type }) => type === 'identifier').map(({ key }) => key),
    objects,
    lists,
    names,
    objectKeys: makeKnownKeys(shape.name, [...names.keys()], { hasAmounts: false, fixedKeys }),
  }
})
