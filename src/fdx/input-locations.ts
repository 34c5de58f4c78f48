import { extendByUnknownKey, extendPath, isObject, type JsonPath } from '../core/json-value.js'
import type { Field } from '../schema/field.js'
import type { FormTable } from '../schema/form.js'
import { type FdxNode, type FdxPath, type FdxRawObject, getOwnValue, readPath } from './consumed-paths.js'
import { getRowsKey, isFdxFormName } from './form-names.js'
import { getFdxListName, KEPT_KEY_PREFIX, listFdxPaths } from './read-form.js'
import { listPrefixes } from './read-party.js'

/** The input location of one form object. `form` is null if the form is unknown. */
export interface FormLocation extends FdxNode {
  readonly form: FormTable | null
}

/** The input locations of a record and its form objects. */
export interface RecordLocations {
  readonly path: FdxPath
  readonly forms: readonly FormLocation[]
}

/** Converts an FDX path to a JSON path. Hides keys that do not look like FDX names, because they may be data. */
export const toJsonPath = (root: JsonPath | null, path: FdxPath): JsonPath | null =>
  path.reduce<JsonPath | null>(
    (parent, key) =>
      typeof key === 'number' || isFdxFormName(key) ? extendPath(parent, key) : extendByUnknownKey(parent, key),
    root,
  )

/**
 * Converts a path in a record to the path of the FDX input from which that part was read. If that path is unknown,
 * returns the path of the nearest parent.
 */
export function findInputPath(
  locations: readonly RecordLocations[],
  root: JsonPath | null,
  recordPath: JsonPath | null,
): JsonPath | null {
  const keys: (string | number)[] = []
  for (let node = recordPath; node !== null && node !== root; node = node.parent)
    keys.unshift(node.key ?? node.hiddenKey ?? '')
  const recordLocation = locations.length === 1 ? locations[0] : locations[keys.shift() as number]
  if (recordLocation === undefined) return root
  const [forms, index, , entry, ...innerKeys] = keys
  const formLocation = forms === 'forms' && typeof index === 'number' ? recordLocation.forms[index] : undefined
  if (formLocation === undefined) return toJsonPath(root, recordLocation.path)
  const { form, value } = formLocation
  const formPath = toJsonPath(root, formLocation.path)
  if (form === null || typeof entry !== 'number') return formPath
  return isObject(value) ? findPathInForm(form, value, formPath, entry, innerKeys) : formPath
}

function findPathInForm(
  form: FormTable,
  value: FdxRawObject,
  parentPath: JsonPath | null,
  entry: number,
  [key, ...innerKeys]: FdxPath,
): JsonPath | null {
  const rows = getRowsKey(form)
  const items = rows === null ? null : readPath(value, rows)
  const hasRow = rows !== null && Array.isArray(items) && items.length > entry
  const rowPath = hasRow ? extendPath(extendPath(parentPath, rows), entry) : null
  if (typeof key !== 'string') return rowPath ?? parentPath
  const item = hasRow ? (items as unknown[])[entry] : undefined
  if (key.startsWith(KEPT_KEY_PREFIX)) {
    const keptKey = key.slice(KEPT_KEY_PREFIX.length)
    // If both the row and the form have this property, the path is that of the row.
    return toJsonPath(getOwnValue(item, keptKey) === undefined ? parentPath : rowPath, [keptKey])
  }
  const path = findSourcePath(form, hasRow ? { ...value, [rows]: item } : value, key, innerKeys)
  if (path === null) return rowPath ?? parentPath
  const isRowPath = hasRow && path[0] === rows
  return toJsonPath(isRowPath ? rowPath : parentPath, isRowPath ? path.slice(1) : path)
}

/** Finds the path in an FDX form from which a key of an entry was read. Returns null if it is unknown. */
function findSourcePath(form: FormTable, value: FdxRawObject, key: string, innerKeys: FdxPath): FdxPath | null {
  for (const role of ['issuer', 'recipient'] as const) {
    if (form[role].key !== key) continue
    const candidates = listPrefixes(form[role]).flatMap(prefix => [
      ...(innerKeys[0] === form[role].id ? [`${prefix}Tin`] : []),
      ...[`${prefix}NameAddress`, `${prefix}Name`, prefix],
    ])
    const property = [...candidates, role].find(name => readPath(value, name) !== undefined)
    return property === undefined ? null : [property]
  }
  const field: Field | undefined = form.fields.find(candidate => candidate.key === key)
  if (field === undefined) return null
  const list = getFdxListName(field)
  if (list !== null) return typeof innerKeys[0] === 'number' ? [list, innerKeys[0]] : [list]
  const path = listFdxPaths(field).find(fdxPath => readPath(value, fdxPath) !== undefined)
  return path === undefined ? null : path.split('.')
}
