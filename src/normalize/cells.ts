import { extendPath, type JsonPath } from '../core/json-path.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { centsFromShortNumber } from '../core/read-money.js'
import { isAbsent } from '../core/text.js'
import type { Cell, Field, FieldType, ListItem } from '../model/field.js'
import { explainUnreadable } from '../wire/expectations.js'
import {
  CELL_READERS,
  type FieldValueReader,
  type JsonCellReader,
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
  const fractions = typeof raw === 'number' ? FRACTION_CACHES.get(field.type) : undefined
  if (fractions === undefined) return readUncachedCell(raw, field, context, path, unreadable)
  const cachedFraction = fractions.get(raw as number)
  if (cachedFraction !== undefined) return cachedFraction
  const issueCountBefore = context.issueCount
  const cell = readUncachedCell(raw, field, context, path, unreadable)
  if (context.issueCount === issueCountBefore && cell !== null && fractions.size < MAX_CACHED_FRACTIONS)
    fractions.set(raw as number, cell)
  return cell
}

/** Caches of decimals. A feed repeats the same few rates, ratios and percentages, and making a decimal is slow. */
const FRACTION_CACHES: ReadonlyMap<FieldType, Map<number, Cell>> = new Map([
  ['rate', new Map()],
  ['ratio', new Map()],
  ['percentage', new Map()],
])

const MAX_CACHED_FRACTIONS = 10_000

const readUncachedCell: FieldValueReader<Cell> = (raw, field, context, path, unreadable) => {
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

function readItem(
  raw: unknown,
  field: Field,
  context: ParseContext,
  path: JsonPath,
  unreadable: string[],
): ListItem | null {
  if (field.items === null) {
    const text = isEmptyValue(raw, false) ? null : trimValue(raw)
    if (text !== null) return tidyAndReport(text, context, path, null)
    if (!isEmptyValue(raw, false)) {
      context.report('list_unreadable', path, { value: raw, expected: 'text' })
      unreadable.push(field.name)
    }
    return null
  }
  if (!isObject(raw)) {
    context.report('list_unreadable', path, { value: raw, expected: 'an object' })
    unreadable.push(field.name)
    return null
  }
  const respelledItem = respellKeys(raw, findItemKeys(field.items, field.key), context, path)
  const item: Record<string, Cell> = {}
  for (const itemField of field.items)
    item[itemField.name] = readFieldCell(respelledItem, itemField, context, path, unreadable)
  for (const key of respelledItem.misspelledKeys) unreadable.push(key)
  return item
}

const itemKeysByFields = new WeakMap<readonly Field[], KnownKeys>()

const findItemKeys = (items: readonly Field[], listKey: string): KnownKeys =>
  getOrCreate(itemKeysByFields, items, () =>
    makeKnownKeys(
      listKey,
      items.map(({ key }) => key),
      true,
    ),
  )
