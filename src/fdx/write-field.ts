import { isObject } from '../core/json-value.js'
import { Decimal } from '../core/money.js'
import type { Field } from '../model/field.js'
import { markOf } from './read-form.js'

/** An FDX form under construction. */
export type Written = Record<string, unknown>

/** The FDX versions that can be written. */
export type FdxVersion = 5 | 6

/** Sets the value at a path such as `a.b`. */
export function putAt(form: Written, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let at = form
  for (const key of keys) {
    if (!isObject(at[key])) at[key] = {}
    at = at[key] as Written
  }
  at[last] = value
}

/** Selects the property of a version from a pair. */
export const inVersion = (names: string | readonly string[], version: FdxVersion): string =>
  typeof names === 'string' ? names : ((version === 5 ? names[0] : names[1]) ?? (names[0] as string))

/** Writes a value. Returns false if it has no place. */
export function writeField(form: Written, field: Field, value: unknown, version: FdxVersion): boolean {
  const fdx = markOf(field)
  if (fdx === null) return false
  if (typeof fdx === 'object' && 'amountsIn' in fdx) return writeAmount(form, fdx.amountsIn, fdx.codes, value)
  if (typeof fdx === 'object' && 'textsIn' in fdx)
    return writeTexts(form, fdx.textsIn, fdx.index, field, value)
  if (typeof fdx === 'object' && 'words' in fdx) return writeWord(form, fdx.at, fdx.words, value)
  const path = inVersion(fdx, version)
  const written = asWritten(field, value, path)
  if (written === undefined) return false
  putAt(form, path, written)
  return true
}

/** Converts a value to FDX: dollars, and percentages for rates and shares. Returns undefined if FDX cannot express it. */
function asWritten({ type }: Field, value: unknown, path: string): unknown {
  if (type === 'money') return numberOf(value)
  // FDX prints percentages. A percentage of 1 or less would be read as a fraction, so it is not written.
  if (type === 'rate' || type === 'ratio' || type === 'percentage')
    return Decimal.isDecimal(value) && (value.isZero() || value.gt('0.01'))
      ? numberOf(value.times(100))
      : undefined
  if (type === 'period') return typeof value === 'string' ? dayOf(value, path.endsWith('End')) : undefined
  return value
}

/** Returns the JSON number that equals a decimal exactly, or undefined if no number does. */
function numberOf(value: unknown): number | undefined {
  if (!Decimal.isDecimal(value)) return undefined
  const number = value.toNumber()
  return value.eq(number) ? number : undefined
}

/** Returns the first or the last day of a month. */
function dayOf(period: string, isLast: boolean): string {
  if (!isLast) return `${period}-01`
  const [year, month] = period.split('-').map(Number)
  // Day 0 of the next month is the last day of this month.
  return `${period}-${new Date(Date.UTC(year as number, month as number, 0)).getUTCDate()}`
}

/** Returns the list under a key and creates it if necessary. */
function listIn(form: Written, key: string): Written[] {
  if (!Array.isArray(form[key])) form[key] = []
  return form[key] as Written[]
}

/** Returns the item at an index and extends the list if necessary. */
function itemAt(list: Written[], index: number): Written {
  while (list.length <= index) list.push({})
  return list[index] as Written
}

function writeAmount(form: Written, list: string, codes: readonly string[], value: unknown): boolean {
  const amount = numberOf(value)
  // It is unknown which of several codes the amount has.
  if (amount === undefined || codes.length > 1) return false
  const [code] = codes
  const items = listIn(form, list)
  const [only, other] = items
  if (code !== undefined) items.push({ code, amount })
  // With one code, the code has the full amount. With several codes, the division between them is unknown.
  else if (only !== undefined && other === undefined) only['amount'] = amount
  else items.push({ amount })
  return true
}

function writeTexts(
  form: Written,
  list: string,
  index: number | undefined,
  { items }: Field,
  value: unknown,
): boolean {
  if (index !== undefined) {
    itemAt(listIn(form, list), index)['code'] = value
    return true
  }
  if (!Array.isArray(value)) return false
  const [first] = items ?? []
  if (first === undefined) {
    const all = listIn(form, list)
    for (const [i, text] of (value as unknown[]).entries()) itemAt(all, i)['code'] = text
    return true
  }
  const texts = (value as readonly Written[]).map(item => textOfItem(item, first.name))
  form[list] = texts.filter(text => text !== null)
  return texts.every(
    (text, i) =>
      text !== null &&
      Object.values((value as Written[])[i] as Written).every(each => each === null || each === text),
  )
}

/** Returns the code of an item, or another of its texts that is short enough to be a code. */
function textOfItem(item: Written, name: string): string | null {
  const code = item[name]
  if (typeof code === 'string') return code
  const short = Object.values(item).find(each => typeof each === 'string' && each.length <= 2)
  return typeof short === 'string' ? short : null
}

function writeWord(
  form: Written,
  at: string,
  words: Readonly<Record<string, readonly string[]>>,
  value: unknown,
): boolean {
  if (typeof value !== 'string') return false
  const text = value.toLowerCase()
  const isMeant = (word: string): boolean =>
    text.startsWith(word.toLowerCase()) && !/^[a-z0-9]/.test(text.slice(word.length))
  const [meant] = Object.entries(words).find(([, spellings]) => spellings.some(isMeant)) ?? []
  if (meant === undefined) return false
  putAt(form, at, meant === 'true' ? true : meant === 'false' ? false : meant)
  return true
}
