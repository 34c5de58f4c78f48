import { hasSsnFormat } from '../core/identifier.js'
import { replaceJsonControls, toCanonicalJson } from '../core/json.js'
import { extendByRespelledKey, extendPath, type JsonPath } from '../core/json-path.js'
import { isObject } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import type { Cell, Field } from '../model/field.js'
import type { NestedShape, Shape } from '../model/record.js'
import { readFieldCell } from './cells.js'
import type { ParseContext } from './parse-context.js'
import { type KnownKeys, makeKnownKeys, type RespelledObject, respellKeys } from './unknown-keys.js'

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
    value[nested.name] = readNested(nested.shape, raw[key], context, findMemberPath(key, spellings, path))
  for (const [key, nested] of lists) {
    const items = raw[key]
    const listPath = findMemberPath(key, spellings, path)
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

/** Returns the path of a member, with its key as the input spells it. */
function findMemberPath(key: string, spellings: RespelledObject['spellings'], path: JsonPath | null): JsonPath {
  const spelling = spellings?.get(key)
  return spelling === undefined ? extendPath(path, key) : extendByRespelledKey(path, spelling)
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

/** The parts of a shape that reading needs for every object, computed once per shape. */
interface CompiledShape {
  readonly identifiers: readonly string[]
  readonly objects: readonly (readonly [key: string, nested: NestedShape])[]
  readonly lists: readonly (readonly [key: string, nested: NestedShape])[]
  readonly objectKeys: KnownKeys
  /** Normalized names by key. */
  readonly names: ReadonlyMap<string, string>
}

const compileShape = memoize((shape: Shape): CompiledShape => {
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
    objectKeys: makeKnownKeys(shape.name, [...names.keys()], false, fixedKeys),
  }
})
