import { isObject } from '../core/json-value.js'
import { camelCase } from '../core/text.js'
import type { PartyKeys } from '../model/form.js'
import { isMissing, type Raw, Taken, valueAt } from './taken.js'

/** The parties of a statement, used by forms without their own, and the paths that forms have read from them. */
export interface Parties {
  readonly issuer: unknown
  readonly recipient: unknown
  readonly taken: Taken
}

const NAMES = [['name1', 'name2'], ['first', 'middle', 'last', 'suffix'], ['name']] as const
const LINES = ['line1', 'line2', 'line3', 'city', 'state', 'region', 'postalCode', 'country'] as const
const HOME = ['US', 'USA']

/**
 * Joins texts of an object and marks them as read. Returns undefined if all are absent. A first value that is not text is
 * returned unchanged.
 */
function joined(raw: unknown, keys: readonly string[], path: string, taken: Taken): unknown {
  const words: string[] = []
  for (const key of keys) {
    const value = valueAt(raw, key)
    const place = `${path}.${key}`
    if (value === undefined || taken.has(place)) continue
    const isText = typeof value === 'string' || typeof value === 'number'
    // A value that is not text and follows texts cannot be joined. It is kept separately.
    if (!isText && words.length > 0) continue
    taken.add(place)
    if (!isText) return value
    const word = String(value).trim()
    if (key !== 'country' || !HOME.includes(word.toUpperCase())) words.push(word)
  }
  return words.length === 0 ? undefined : words.join(' ')
}

/** Joins the lines of an address. Returns undefined if all are absent. */
export function addressIn(raw: unknown, path: string, taken: Taken): unknown {
  const inner = valueAt(raw, 'address')
  if (isObject(inner)) return joined(inner, LINES, `${path}.address`, taken)
  return joined(raw, LINES, path, taken)
}

function nameIn(raw: unknown, path: string, taken: Taken): unknown {
  for (const key of ['businessName', 'individualName']) {
    const inner = valueAt(raw, key)
    if (inner === undefined) continue
    if (isObject(inner)) return nameIn(inner, `${path}.${key}`, taken)
    taken.add(`${path}.${key}`)
    return inner
  }
  for (const keys of NAMES) {
    const name = joined(raw, keys, path, taken)
    if (name !== undefined) return name
  }
  return undefined
}

const SUFFIXES = [
  ['id', 'Tin'],
  ['name', 'Name'],
  ['address', 'Address'],
] as const

/** Lists the prefixes of a party's properties in the order in which they are tried. */
export function prefixesOf({ key, fdx }: PartyKeys): readonly string[] {
  const at = fdx?.at ?? camelCase(key)
  const all = typeof at === 'string' ? [at] : [...at]
  return fdx?.tin === undefined ? all : [fdx.tin.replace(/Tin$/, ''), ...all]
}

/** Reads a party of a form as a raw party. Returns undefined if the form and the statement have no data about it. */
export function readParty(
  form: Raw,
  keys: PartyKeys,
  role: 'issuer' | 'recipient',
  statement: Parties,
  taken: Taken,
): Record<string, unknown> | undefined {
  const party: Record<string, unknown> = {}
  const prefixes = prefixesOf(keys)
  const paths = new Set([...prefixes.flatMap(prefix => [prefix, `${prefix}NameAddress`]), role])
  const partsOfForm = Array.from(paths, path => ({ value: valueAt(form, path), path, taken }))
  // Other forms may read more from the statement's party. Therefore this form's reads are collected separately.
  const partOfStatement = { value: statement[role], path: role, taken: new Taken() }
  const put = (key: string, value: unknown): void => {
    if (!isMissing(value) && party[key] === undefined) party[key] = value
  }
  for (const prefix of prefixes) {
    for (const [key, suffix] of SUFFIXES) {
      const path = `${prefix}${suffix}`
      const value = valueAt(form, path)
      if (value === undefined || party[key] !== undefined) continue
      const isParts = isObject(value)
      if (!isParts) taken.add(path)
      put(key, !isParts ? value : key === 'name' ? nameIn(value, path, taken) : addressIn(value, path, taken))
    }
  }
  for (const { value, path, taken: read } of [...partsOfForm, partOfStatement]) {
    if (!isObject(value)) continue
    for (const key of ['tin', 'agentTin']) {
      const id = valueAt(value, key)
      if (id === undefined || party['id'] !== undefined) continue
      party['id'] = id
      read.add(`${path}.${key}`)
    }
    // A name that is present twice is read from the first place and kept from the other.
    if (party['name'] === undefined) put('name', nameIn(value, path, read))
    if (party['address'] === undefined) put('address', addressIn(value, path, read))
    // The name already shows the kind of party.
    read.add(`${path}.partyType`)
  }
  statement.taken.addAll(partOfStatement.taken)
  const { id, ...rest } = party
  if (id !== undefined) rest[keys.id] = id
  return Object.keys(rest).length === 0 ? undefined : rest
}
