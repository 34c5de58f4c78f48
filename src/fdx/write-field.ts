import { isObject } from '../core/json-value.js'
import { Decimal } from '../core/money.js'
import type { FdxAmounts, FdxTexts, FdxWords } from '../schema/fdx.js'
import type { Field } from '../schema/field.js'
import { getFdxMapping } from './read-form.js'

/** An FDX form under construction. */
export type FdxObject = Record<string, unknown>

/** The FDX versions that can be written. */
export type FdxVersion = 5 | 6

/** Sets the value at a path such as `a.b`. */
export function setPath(form: FdxObject, path: string, value: unknown): void {
  const keys = path.split('.')
  const lastKey = keys.pop() as string
  let parent = form
  for (const key of keys) {
    if (!isObject(parent[key])) parent[key] = {}
    parent = parent[key] as FdxObject
  }
  parent[lastKey] = value
}

/** Returns the property name for a version. A pair contains the names for versions 5 and 6. */
export const selectVersion = (names: string | readonly string[], version: FdxVersion): string =>
  typeof names === 'string' ? names : ((version === 5 ? names[0] : names[1]) ?? (names[0] as string))

/** Writes a field's value. Returns false if FDX cannot represent it. */
export function writeField(form: FdxObject, field: Field, value: unknown, version: FdxVersion): boolean {
  const fdx = getFdxMapping(field)
  if (fdx === null) return false
  if (typeof fdx === 'object' && 'amountsIn' in fdx) return writeAmount(form, fdx, value)
  if (typeof fdx === 'object' && 'textsIn' in fdx) return writeTexts(form, fdx, field, value)
  if (typeof fdx === 'object' && 'spellings' in fdx) return writeMappedWord(form, fdx, value)
  const path = selectVersion(fdx, version)
  const fdxValue = toFdxValue(field, value, path)
  if (fdxValue === undefined) return false
  setPath(form, path, fdxValue)
  return true
}

/** Converts money to dollars, rates to percentages and months to days. Returns undefined if FDX cannot express them. */
function toFdxValue({ type }: Field, value: unknown, path: string): unknown {
  if (type === 'money') return toExactNumber(value)
  // FDX forms contain percentages. Do not write a percentage of 1 or less, which the reader would treat as a fraction.
  if (type === 'rate' || type === 'ratio' || type === 'percentage')
    return Decimal.isDecimal(value) && (value.isZero() || value.gt('0.01'))
      ? toExactNumber(value.times(100))
      : undefined
  if (type === 'period') return typeof value === 'string' ? toDay(value, path.endsWith('End')) : undefined
  return value
}

/** Returns the JSON number that equals a decimal exactly, or undefined if no number does. */
function toExactNumber(value: unknown): number | undefined {
  if (!Decimal.isDecimal(value)) return undefined
  const number = value.toNumber()
  return value.eq(number) ? number : undefined
}

/** Returns the first or the last day of a month. */
function toDay(period: string, isLast: boolean): string {
  if (!isLast) return `${period}-01`
  const [year, month] = period.split('-').map(Number)
  // Day 0 of the next month is the last day of this month.
  return `${period}-${new Date(Date.UTC(year as number, month as number, 0)).getUTCDate()}`
}

/** Returns the list under a key and creates it if necessary. Extends it to at least `minItems` items. */
function getOrCreateList(form: FdxObject, key: string, minItems: number): FdxObject[] {
  if (!Array.isArray(form[key])) form[key] = []
  const items = form[key] as FdxObject[]
  while (items.length < minItems) items.push({})
  return items
}

function writeAmount(form: FdxObject, { amountsIn: listName, codes }: FdxAmounts, value: unknown): boolean {
  const amount = toExactNumber(value)
  // If the field has several codes, the code of this amount is unknown.
  if (amount === undefined || codes.length > 1) return false
  const [code] = codes
  const items = getOrCreateList(form, listName, 0)
  const [onlyItem, secondItem] = items
  if (code !== undefined) items.push({ code, amount })
  // If the list has one item, that item has the full amount. With several, the division between them is unknown.
  else if (onlyItem !== undefined && secondItem === undefined) onlyItem['amount'] = amount
  else items.push({ amount })
  return true
}

function writeTexts(form: FdxObject, { textsIn: list, index }: FdxTexts, { items }: Field, value: unknown): boolean {
  if (index !== undefined) {
    const item = getOrCreateList(form, list, index + 1)[index] as FdxObject
    item['code'] = value
    return true
  }
  if (!Array.isArray(value)) return false
  const [first] = items ?? []
  if (first === undefined) {
    const codeItems = getOrCreateList(form, list, value.length)
    for (const [i, text] of (value as unknown[]).entries()) (codeItems[i] as FdxObject)['code'] = text
    return true
  }
  const texts = (value as readonly FdxObject[]).map(item => readItemText(item, first.name))
  form[list] = texts.filter(text => text !== null)
  return texts.every(
    (text, i) =>
      text !== null &&
      Object.values((value as FdxObject[])[i] as FdxObject).every(
        itemValue => itemValue === null || itemValue === text,
      ),
  )
}

/** Returns the code of an item. Without one, returns a text of the item that is short enough to be a code, or null. */
function readItemText(item: FdxObject, name: string): string | null {
  const code = item[name]
  if (typeof code === 'string') return code
  const shortText = Object.values(item).find(itemValue => typeof itemValue === 'string' && itemValue.length <= 2)
  return typeof shortText === 'string' ? shortText : null
}

function writeMappedWord(form: FdxObject, mapping: FdxWords, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const text = value.toLowerCase()
  const matchesSpelling = (spelling: string): boolean =>
    text.startsWith(spelling.toLowerCase()) && !/^[a-z0-9]/.test(text.slice(spelling.length))
  const [fdxWord] = Object.entries(mapping.spellings).find(([, spellings]) => spellings.some(matchesSpelling)) ?? []
  if (fdxWord === undefined) return false
  setPath(form, mapping.property, fdxWord === 'true' ? true : fdxWord === 'false' ? false : fdxWord)
  return true
}
