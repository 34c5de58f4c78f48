import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { quickCents } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import { isAbsent } from '../core/text.js'
import type { Cell, Field, FieldType, ListItem } from '../model/field.js'
import { explainUnreadable } from '../wire/expected.js'
import { CELL_READERS, type CellReader, LOST, type Reads, tidied, trimmed } from './cell-readers.js'
import type { Reading } from './reading.js'
import {
  fieldAsSpelled,
  isNothing,
  type KnownKeys,
  knownKeys,
  mendedBy,
  type Spelled,
} from './unknown-keys.js'

/**
 * Reads one value to a cell. Returns null if the value is absent or unreadable. An unreadable value gets an issue, and the name
 * of its field is added to `unreadable`.
 */
export const readCell: Reads<Cell> = (raw, field, reading, at, unreadable) => {
  if (raw === null || raw === undefined) return null
  if (field.type === 'money') {
    const cents = typeof raw === 'number' ? quickCents(raw) : undefined
    if (cents !== undefined) return cents
  }
  if (typeof raw === 'string') {
    if (isAbsent(raw)) return null
    if (field.type === 'text' && !field.moneyLike) return tidied(raw, reading, at, field.key)
  } else if (typeof raw === 'boolean' && field.type === 'flag') return raw
  const shares = typeof raw === 'number' ? SHARES.get(field.type) : undefined
  if (shares === undefined) return readOther(raw, field, reading, at, unreadable)
  const known = shares.get(raw as number)
  if (known !== undefined) return known
  const noted = reading.noted
  const cell = readOther(raw, field, reading, at, unreadable)
  if (reading.noted === noted && cell !== null && shares.size < MAX_SHARES) shares.set(raw as number, cell)
  return cell
}

/** Caches the decimals of rates, ratios and percentages: a feed repeats the same few numbers, and making a decimal is slow. */
const SHARES: ReadonlyMap<FieldType, Map<number, Cell>> = new Map([
  ['rate', new Map()],
  ['ratio', new Map()],
  ['percentage', new Map()],
])

const MAX_SHARES = 10_000

const readOther: Reads<Cell> = (raw, field, reading, at, unreadable) => {
  if (typeof raw === 'object') reading.look(raw, at, 1)
  const read = field.type === 'list' ? list : CELL_READERS[field.type]
  const cell = read(raw, field, reading, at, unreadable)
  if (cell !== LOST) return cell
  const [code, expected] = explainUnreadable(field.type, raw)
  reading.note(code, step(at, field.key), { value: raw, expected })
  unreadable?.push(field.name)
  return null
}

/** Reads the cell of one field of an object. */
export const readField = (
  { raw, spelled }: Spelled,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
): Cell =>
  readCell(raw[field.key], spelled === null ? field : fieldAsSpelled(field, spelled), reading, at, unreadable)

/** Reads a list. If an item is unreadable, the field counts as unreadable and the other items are kept. */
const list: CellReader = (raw, field, reading, at, unreadable) => {
  if (!Array.isArray(raw)) return LOST
  const place = step(at, field.key)
  const inside: string[] = []
  const items = raw.map((item: unknown, i) => readItem(item, field, reading, step(place, i), inside))
  if (inside.length > 0) unreadable?.push(field.name)
  return items.filter(item => item !== null)
}

function readItem(
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site,
  unreadable: string[],
): ListItem | null {
  if (field.items === null) {
    const text = isNothing(raw, false) ? null : trimmed(raw)
    if (text !== null) return tidied(text, reading, at, null)
    if (!isNothing(raw, false)) {
      reading.note('list_unreadable', at, { value: raw, expected: 'text' })
      unreadable.push(field.name)
    }
    return null
  }
  if (!isObject(raw)) {
    reading.note('list_unreadable', at, { value: raw, expected: 'an object' })
    unreadable.push(field.name)
    return null
  }
  const met = mendedBy(raw, itemKeysOf(field.items, field.key), reading, at)
  const item: Record<string, Cell> = {}
  for (const inner of field.items) item[inner.name] = readField(met, inner, reading, at, unreadable)
  for (const key of met.misspelt) unreadable.push(key)
  return item
}

const itemKeys = new WeakMap<readonly Field[], KnownKeys>()

const itemKeysOf = (items: readonly Field[], list: string): KnownKeys =>
  getOrCreate(itemKeys, items, () =>
    knownKeys(
      list,
      items.map(({ key }) => key),
      true,
    ),
  )
