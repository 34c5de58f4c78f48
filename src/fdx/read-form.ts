import { isObject } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import { Decimal, formatCents, readCents, sumCents } from '../core/money.js'
import type { FdxAmounts, FdxLocation, FdxTexts, FdxWords } from '../schema/fdx.js'
import type { Field } from '../schema/field.js'
import type { FormTable } from '../schema/form.js'
import { ConsumedPaths, type FdxNode, type FdxRawObject, isAbsentValue, listItems, readPath } from './consumed-paths.js'
import { getRowsKey } from './form-names.js'
import { joinAddress, readFdxParty, type StatementParties } from './read-party.js'

/** The prefix of the entry keys for FDX values that no field can represent. */
export const KEPT_KEY_PREFIX = 'fdx_'

/** The properties that only repeat the form's name and year. */
const REDUNDANT_PROPERTIES = ['taxYear', 'taxFormType']

/** Matches properties that are not amounts of a box: state and local amounts, shares, percentages and counts. */
const NON_AMOUNT_PATTERN = /^(?:state|local)|[Ss]hares?(?:Begin|End)?$|[Pp]ercent|Number$|^numberOf/

/** An entry that was read from an FDX form, and the properties that were not read, with their paths in the form. */
export interface FdxEntry {
  readonly raw: Record<string, unknown>
  readonly unreadProperties: readonly FdxNode[]
}

/** Reads one entry per row of a form, or one entry if it has no rows. Only the first has amounts outside the rows. */
export function readFdxEntries(form: FormTable, value: FdxRawObject, parties: StatementParties): FdxEntry[] {
  const rows = getRowsKey(form)
  const items = rows === null ? [] : listItems(readPath(value, rows))
  if (rows === null || items.length === 0) return [readFdxEntry(form, value, parties, () => true)]
  const isRowsPath = (path: string): boolean => path.startsWith(`${rows}.`)
  // Whether any row has the field is a property of the form. Looking it up for each row would be quadratic.
  const listPathsToRead = memoize((field: Field): readonly string[] =>
    listFdxPaths(field).some(
      path => isRowsPath(path) && items.some(item => readPath({ [rows]: item }, path) !== undefined),
    )
      ? listFdxPaths(field).filter(isRowsPath)
      : listFdxPaths(field),
  )
  return items.map((item, i) =>
    readFdxEntry(
      form,
      { ...value, [rows]: item },
      parties,
      (field, path) => listPathsToRead(field).includes(path) && (i === 0 || field.type !== 'money' || isRowsPath(path)),
      { rows, index: i },
    ),
  )
}

function readFdxEntry(
  form: FormTable,
  value: FdxRawObject,
  parties: StatementParties,
  shouldRead: (field: Field, path: string) => boolean,
  row: FdxRow | null = null,
): FdxEntry {
  const consumed = new ConsumedPaths()
  for (const key of REDUNDANT_PROPERTIES) consumed.add(key)
  const raw: Record<string, unknown> = {}
  const formTotals: string[] = []
  for (const field of form.fields) {
    const paths = listFdxPaths(field)
    const readablePaths = paths.filter(path => shouldRead(field, path))
    formTotals.push(...paths.filter(path => !readablePaths.includes(path)))
    if (getFdxListName(field) === null && readablePaths.length === 0) continue
    const isPartial = Array.isArray(field.fdx) && readablePaths.length < paths.length
    const fieldValue = readFdxField(isPartial ? { ...field, fdx: readablePaths } : field, value, consumed)
    if (!isAbsentValue(fieldValue)) raw[field.key] = fieldValue
  }
  for (const role of ['issuer', 'recipient'] as const) {
    const keys = form[role]
    const party = readFdxParty(value, keys, role, parties, consumed)
    if (party !== undefined) raw[keys.key] = party
  }
  const unreadProperties = listUnreadProperties(value, consumed, row)
  for (const { path, value: unreadValue } of unreadProperties) {
    const key = String(path.at(-1))
    let name = `${KEPT_KEY_PREFIX}${key}` in raw ? `${KEPT_KEY_PREFIX}${path.join('_')}` : `${KEPT_KEY_PREFIX}${key}`
    // A row and its form may both have a property with this name. Keep both values.
    while (name in raw) name += '_'
    // Wrap a number that is not an amount in an array, so that no reader treats it as an amount.
    const isOtherNumber = typeof unreadValue === 'number' && (formTotals.includes(key) || NON_AMOUNT_PATTERN.test(key))
    raw[name] = isOtherNumber ? [unreadValue] : unreadValue
  }
  return { raw, unreadProperties }
}

/** The row of a form from which an entry is read. */
interface FdxRow {
  readonly rows: string
  readonly index: number
}

/** Lists the properties that were not read. The form's own properties are listed with its first row. */
function listUnreadProperties(value: FdxRawObject, consumed: ConsumedPaths, row: FdxRow | null): FdxNode[] {
  const unreadProperties: FdxNode[] = []
  if (row !== null) {
    const { [row.rows]: unreadRow } = consumed.collectUnreadProperties({ [row.rows]: value[row.rows] })
    for (const [key, unreadValue] of Object.entries(isObject(unreadRow) ? unreadRow : {}))
      unreadProperties.push({ path: [row.rows, row.index, key], value: unreadValue })
    if (unreadRow !== undefined && !isObject(unreadRow))
      unreadProperties.push({ path: [row.rows, row.index], value: unreadRow })
    if (row.index > 0) return unreadProperties
  }
  const formValue = row === null ? value : { ...value, [row.rows]: null }
  for (const [key, unreadValue] of Object.entries(consumed.collectUnreadProperties(formValue)))
    unreadProperties.push({ path: [key], value: unreadValue })
  return unreadProperties
}

/** Returns true if the provider could not supply the form: it has an error object and no amount. */
export const isFailedForm = (form: FormTable, value: FdxRawObject, entries: readonly FdxEntry[]): boolean =>
  isObject(value['error']) &&
  !entries.some(({ raw }) => form.fields.some(({ type, key }) => type === 'money' && raw[key] !== undefined))

/** Returns the FDX mapping of a field, or null if FDX does not have the field. */
export const getFdxMapping = ({ fdx, name }: Field): FdxLocation | null => (fdx === undefined ? name : fdx)

/**
 * Lists the property paths of a field, in order of precedence. The list is empty if the field is read from an FDX list.
 */
export function listFdxPaths(field: Field): readonly string[] {
  const fdx = getFdxMapping(field)
  if (fdx === null) return []
  if (typeof fdx === 'string') return [fdx]
  if ('spellings' in fdx) return [fdx.property, ...(fdx.equivalentProperties ?? [])]
  return 'amountsIn' in fdx || 'textsIn' in fdx ? [] : fdx
}

/** Returns the name of the FDX list that contains a field, or null if the field is not in a list. */
export function getFdxListName({ fdx }: Field): string | null {
  if (typeof fdx !== 'object' || fdx === null) return null
  return 'amountsIn' in fdx ? fdx.amountsIn : 'textsIn' in fdx ? fdx.textsIn : null
}

/** Reads a field, or returns undefined. Adds listed amounts, joins addresses, converts FDX words and percentages. */
function readFdxField(field: Field, form: FdxRawObject, consumed: ConsumedPaths): unknown {
  const fdx = getFdxMapping(field)
  if (fdx === null) return undefined
  if (typeof fdx === 'object') {
    if ('amountsIn' in fdx) return readAmounts(fdx, form, consumed)
    if ('textsIn' in fdx) return readTexts(fdx, field, form, consumed)
    if ('spellings' in fdx) return readWords(fdx, form, consumed)
  }
  for (const path of listFdxPaths(field)) {
    const value = readPath(form, path)
    if (value === undefined) continue
    if (field.type === 'text' && isObject(value)) return joinAddress(value, path, consumed)
    consumed.add(path)
    return field.type === 'ratio' ? toFraction(value) : value
  }
  return undefined
}

/** Converts a percentage to a fraction. FDX forms print percentages, so a number above 1 is a percentage. */
function toFraction(value: unknown): unknown {
  if (typeof value !== 'number' || !(value > 1 && value <= 100)) return value
  return new Decimal(value).div(100).toFixed()
}

function readWords(mapping: FdxWords, form: FdxRawObject, consumed: ConsumedPaths): unknown {
  const { property: firstPath, equivalentProperties: otherPaths = [], spellings } = mapping
  let fdxValue: unknown
  for (const path of [firstPath, ...otherPaths]) {
    const value = readPath(form, path)
    if (value === undefined) continue
    if (fdxValue === undefined || (fdxValue === false && value === true)) fdxValue = value
    else if (value !== fdxValue && value !== false) continue
    consumed.add(path)
  }
  if (typeof fdxValue !== 'string' && typeof fdxValue !== 'boolean') return fdxValue
  const fdxWord = String(fdxValue)
  return Object.hasOwn(spellings, fdxWord) ? spellings[fdxWord]?.[0] : fdxValue
}

function readAmounts({ amountsIn: list, codes }: FdxAmounts, form: FdxRawObject, consumed: ConsumedPaths): unknown {
  const amounts: { readonly index: number; readonly amount: unknown }[] = []
  for (const [index, item] of listItems(readPath(form, list)).entries()) {
    const amount = isObject(item) ? item['amount'] : codes.length === 0 ? item : undefined
    if (isAbsentValue(amount)) continue
    const code = isObject(item) ? item['code'] : undefined
    if (codes.length === 0 || (typeof code === 'string' && codes.includes(code.trim().toUpperCase())))
      amounts.push({ index, amount })
  }
  const [first, ...furtherAmounts] = amounts
  if (first === undefined) return undefined
  // A field with one code implies that code. If a field has several codes, do not mark the code of an amount as read.
  // The code is then kept as an unread value. If there are several amounts, do not mark these as read either.
  const readKeys = codes.length === 1 ? ['code', 'amount'] : furtherAmounts.length === 0 ? ['amount'] : []
  for (const { index } of amounts) consumed.addItem(list, index, ...readKeys)
  if (furtherAmounts.length === 0) return first.amount
  const centsList: number[] = []
  for (const { amount } of amounts) {
    const [cents] = readCents(amount)
    // Pass the unreadable amount to the record reader, which reports the reason.
    if (cents === null) return amount
    centsList.push(cents)
  }
  const text = formatCents(sumCents(centsList))
  return new Decimal(text).eq(Number(text)) ? Number(text) : text
}

function readTexts({ textsIn: list, index }: FdxTexts, field: Field, form: FdxRawObject, consumed: ConsumedPaths) {
  const codes: unknown[] = []
  for (const [i, item] of listItems(readPath(form, list)).entries()) {
    const code = isObject(item) ? item['code'] : item
    if (isAbsentValue(code) || (index !== undefined && i !== index)) continue
    consumed.addItem(list, i, 'code')
    codes.push(code)
  }
  if (codes.length === 0 || index !== undefined) return codes[0]
  const [first] = field.items ?? []
  return first === undefined ? codes : codes.map(text => ({ [first.key]: text }))
}
