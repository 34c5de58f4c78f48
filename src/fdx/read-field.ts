import { isObject } from '../core/json-value.js'
import { Decimal, readCents, sumCents, textOfCents } from '../core/money.js'
import type { FdxAmounts, FdxMark, FdxTexts, FdxWords } from '../model/fdx.js'
import type { Field } from '../model/field.js'
import { addressIn } from './read-party.js'
import { isMissing, itemsIn, type Raw, type Taken, valueAt } from './taken.js'

/** What a field is called there. Missing: null where it has no place. */
export const markOf = ({ fdx, name }: Field): FdxMark | null => (fdx === undefined ? name : fdx)

/** The properties that a mark reads, the first of which goes before. Missing: none for lists. */
export function pathsOf(field: Field): readonly string[] {
  const fdx = markOf(field)
  if (fdx === null) return []
  if (typeof fdx === 'string') return [fdx]
  if ('words' in fdx) return [fdx.at, ...(fdx.or ?? [])]
  return 'amountsIn' in fdx || 'textsIn' in fdx ? [] : fdx
}

/** The list that a mark reads. Missing: null where it reads none. */
export function listOf({ fdx }: Field): string | null {
  if (typeof fdx !== 'object' || fdx === null) return null
  return 'amountsIn' in fdx ? fdx.amountsIn : 'textsIn' in fdx ? fdx.textsIn : null
}

/** What a form has for a field, as a raw value of ours. Missing: undefined. Units: as they came; only sums are made anew. */
export function readField(field: Field, form: Raw, taken: Taken): unknown {
  const fdx = markOf(field)
  if (fdx === null) return undefined
  if (typeof fdx === 'object') {
    if ('amountsIn' in fdx) return readAmounts(fdx, form, taken)
    if ('textsIn' in fdx) return readTexts(fdx, field, form, taken)
    if ('words' in fdx) return readWords(fdx, form, taken)
  }
  for (const path of pathsOf(field)) {
    const value = valueAt(form, path)
    if (value === undefined) continue
    if (field.type === 'text' && isObject(value)) return addressIn(value, path, taken)
    taken.add(path)
    return field.type === 'ratio' ? fractionOf(value) : value
  }
  return undefined
}

/** The forms print percentages: what is more than the whole is one. */
function fractionOf(value: unknown): unknown {
  if (typeof value !== 'number' || !(value > 1 && value <= 100)) return value
  return new Decimal(value).div(100).toFixed()
}

function readWords({ at, or = [], words }: FdxWords, form: Raw, taken: Taken): unknown {
  let found: unknown
  for (const path of [at, ...or]) {
    const value = valueAt(form, path)
    if (value === undefined) continue
    if (found === undefined || (found === false && value === true)) found = value
    else if (value !== found && value !== false) continue
    taken.add(path)
  }
  if (typeof found !== 'string' && typeof found !== 'boolean') return found
  const word = String(found)
  return Object.hasOwn(words, word) ? words[word]?.[0] : found
}

const codeOf = (item: unknown): unknown => (isObject(item) ? item['code'] : item)

function readAmounts({ amountsIn: list, codes }: FdxAmounts, form: Raw, taken: Taken): unknown {
  const found: { readonly index: number; readonly amount: unknown }[] = []
  for (const [index, item] of itemsIn(valueAt(form, list)).entries()) {
    const amount = isObject(item) ? item['amount'] : codes.length === 0 ? item : undefined
    if (isMissing(amount)) continue
    const code = isObject(item) ? item['code'] : undefined
    if (codes.length === 0 || (typeof code === 'string' && codes.includes(code.trim().toUpperCase())))
      found.push({ index, amount })
  }
  const [first, ...more] = found
  if (first === undefined) return undefined
  // Of one code the sum says it all; of several, and of any, only where there is nothing to add.
  for (const { index } of found) {
    if (codes.length === 1) taken.addItem(list, index, 'code', 'amount')
    else if (more.length === 0) taken.addItem(list, index, 'amount')
    else taken.addItem(list, index)
  }
  if (more.length === 0) return first.amount
  const all: number[] = []
  for (const { amount } of found) {
    const [cents] = readCents(amount)
    // The box is lost, and the reader of records says why.
    if (cents === null) return amount
    all.push(cents)
  }
  const text = textOfCents(sumCents(all))
  return new Decimal(text).eq(Number(text)) ? Number(text) : text
}

function readTexts({ textsIn: list, index }: FdxTexts, field: Field, form: Raw, taken: Taken): unknown {
  const items = itemsIn(valueAt(form, list))
  if (index !== undefined) {
    const code = codeOf(items[index])
    if (isMissing(code)) return undefined
    taken.addItem(list, index, 'code')
    return code
  }
  const texts: unknown[] = []
  for (const [i, item] of items.entries()) {
    const code = codeOf(item)
    if (isMissing(code)) continue
    taken.addItem(list, i, 'code')
    texts.push(code)
  }
  if (texts.length === 0) return undefined
  const [first] = field.items ?? []
  return first === undefined ? texts : texts.map(text => ({ [first.key]: text }))
}
