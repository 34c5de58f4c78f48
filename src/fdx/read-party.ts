import { isObject } from '../core/json-value.js'
import { toCamelCase } from '../core/text.js'
import type { PartyKeys } from '../schema/form.js'
import { ConsumedPaths, type FdxRawObject, isAbsentValue, readPath } from './consumed-paths.js'

/** The parties of a statement, which forms without their own parties use, and the paths that were read from them. */
export interface StatementParties {
  readonly issuer: unknown
  readonly recipient: unknown
  readonly consumed: ConsumedPaths
}

const NAME_KEYS = [['name1', 'name2'], ['first', 'middle', 'last', 'suffix'], ['name']] as const
const ADDRESS_KEYS = ['line1', 'line2', 'line3', 'city', 'state', 'region', 'postalCode', 'country'] as const
const HOME_COUNTRIES = ['US', 'USA']

/** Joins texts and marks them as read. Returns the first value unchanged if it is not text, and undefined if absent. */
function joinTexts(raw: unknown, keys: readonly string[], path: string, consumed: ConsumedPaths): unknown {
  const texts: string[] = []
  for (const key of keys) {
    const value = readPath(raw, key)
    const textPath = `${path}.${key}`
    if (value === undefined || consumed.has(textPath)) continue
    const isScalar = typeof value === 'string' || typeof value === 'number'
    // A later value that is not text cannot be joined. It is kept separately.
    if (!isScalar && texts.length > 0) continue
    consumed.add(textPath)
    if (!isScalar) return value
    const text = String(value).trim()
    if (key !== 'country' || !HOME_COUNTRIES.includes(text.toUpperCase())) texts.push(text)
  }
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** Joins the lines of an address. Returns undefined if all are absent. */
export function joinAddress(raw: unknown, path: string, consumed: ConsumedPaths): unknown {
  const innerAddress = readPath(raw, 'address')
  if (isObject(innerAddress)) return joinTexts(innerAddress, ADDRESS_KEYS, `${path}.address`, consumed)
  return joinTexts(raw, ADDRESS_KEYS, path, consumed)
}

function joinName(raw: unknown, path: string, consumed: ConsumedPaths): unknown {
  for (const key of ['businessName', 'individualName']) {
    const innerName = readPath(raw, key)
    if (innerName === undefined) continue
    if (isObject(innerName)) return joinName(innerName, `${path}.${key}`, consumed)
    consumed.add(`${path}.${key}`)
    return innerName
  }
  for (const keys of NAME_KEYS) {
    const name = joinTexts(raw, keys, path, consumed)
    if (name !== undefined) return name
  }
  return undefined
}

const SUFFIXES = [
  ['id', 'Tin'],
  ['name', 'Name'],
  ['address', 'Address'],
] as const

/** Lists the possible prefixes of a party's properties, in order of precedence. */
export function listPrefixes({ key, fdx }: PartyKeys): readonly string[] {
  const mappedPrefix = fdx?.prefix ?? toCamelCase(key)
  const prefixes = typeof mappedPrefix === 'string' ? [mappedPrefix] : [...mappedPrefix]
  return fdx?.tin === undefined ? prefixes : [fdx.tin.replace(/Tin$/, ''), ...prefixes]
}

/**
 * Reads a party of a form as a raw party. Returns undefined if neither the form nor the statement has data about it.
 */
export function readFdxParty(
  form: FdxRawObject,
  keys: PartyKeys,
  role: 'issuer' | 'recipient',
  statement: StatementParties,
  consumed: ConsumedPaths,
): Record<string, unknown> | undefined {
  const party: Record<string, unknown> = {}
  const prefixes = listPrefixes(keys)
  const paths = new Set([...prefixes.flatMap(prefix => [prefix, `${prefix}NameAddress`]), role])
  const formParts = Array.from(paths, path => ({ value: readPath(form, path), path, consumed }))
  // Do not share `ConsumedPaths` between forms: `joinTexts` would skip the texts that an earlier form has read.
  const statementPart = { value: statement[role], path: role, consumed: new ConsumedPaths() }
  const putPart = (key: string, value: unknown): void => {
    if (!isAbsentValue(value)) party[key] = value
  }
  for (const prefix of prefixes) {
    for (const [key, suffix] of SUFFIXES) {
      const path = `${prefix}${suffix}`
      const value = readPath(form, path)
      if (value === undefined || party[key] !== undefined) continue
      if (!isObject(value)) consumed.add(path)
      const join = key === 'name' ? joinName : joinAddress
      putPart(key, isObject(value) ? join(value, path, consumed) : value)
    }
  }
  for (const { value, path, consumed: consumedPaths } of [...formParts, statementPart]) {
    if (!isObject(value)) continue
    for (const key of ['tin', 'agentTin']) {
      const id = readPath(value, key)
      if (id === undefined || party['id'] !== undefined) continue
      party['id'] = id
      consumedPaths.add(`${path}.${key}`)
    }
    // If a name is present twice, read the first one and keep the other.
    if (party['name'] === undefined) putPart('name', joinName(value, path, consumedPaths))
    if (party['address'] === undefined) putPart('address', joinAddress(value, path, consumedPaths))
    // The property that contains the name already shows the kind of party.
    consumedPaths.add(`${path}.partyType`)
  }
  statement.consumed.addAll(statementPart.consumed)
  const { id, ...partyFields } = party
  if (id !== undefined) partyFields[keys.id] = id
  return Object.keys(partyFields).length === 0 ? undefined : partyFields
}
