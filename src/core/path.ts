import { replaceEach } from './text.js'

/** A place in a JSON value, as a chain from the leaf to the root; printed only when an issue needs it. */
export interface Site {
  readonly parent: Site | null
  /** A key of the tables or a position; null for a key that is data and cannot be named. */
  readonly key: string | number | null
  /** The key where it cannot be named: to find the value by, never printed. */
  readonly hidden?: string
}

/** One step further down. */
export const step = (parent: Site | null, key: string | number): Site => ({ parent, key })

/** The innermost place that two are in. */
export function commonSite(a: Site | null, b: Site | null): Site | null {
  const [way, other] = [wayOf(a), wayOf(b)]
  let common: Site | null = null
  for (let i = 0; i < way.length && way[i]?.key === other[i]?.key; i++) common = way[i] as Site
  return common
}

function wayOf(site: Site | null): Site[] {
  const way: Site[] = []
  for (let at = site; at !== null; at = at.parent) way.unshift(at)
  return way
}

/**
 * Prints a place as an RFC 9535 normalized path: `$['forms'][0]['form_1099_r'][0]['Tax Withheld']`.
 * A key that may be data prints as `[*]`.
 */
export function printPath(site: Site | null): string {
  let text = ''
  for (let at = site; at !== null; at = at.parent) {
    const { key } = at
    text = (key === null ? '[*]' : typeof key === 'number' ? `[${key}]` : `['${key}']`) + text
  }
  return `$${text}`
}

/** Names a document: record, form, form index and entry index, a slash in the record's id as %2F. */
export const placeText = (recordId: string, form: string, formIndex: number, entryIndex: number): string =>
  `${replaceEach(recordId, '/', '%2F')}/${form}/${formIndex}/${entryIndex}`

// Steps to keys that are data: which of them a path may name.
/** One step to a key that the tables do not know, which is named only where it is plain. */
export const stepUnknown = (parent: Site | null, key: string): Site =>
  isPrintableKey(key) ? { parent, key } : { parent, key: null, hidden: key }

/** One step to a key that spells one of the tables otherwise: its letters and digits are ours. */
export const stepSpelled = (parent: Site | null, key: string): Site =>
  SAFE_KEY.test(key) ? { parent, key } : { parent, key: null, hidden: key }

/** One step to a form array that the tables do not know, which is named where it is called as forms are. */
export const stepForm = (parent: Site | null, key: string): Site => ({
  parent,
  key: isNameOfForm(key) || isPrintableKey(key) ? key : null,
})

/** True for what forms are called, `form_1099_k`; nine digits are a person's number, not a form's. */
export const isNameOfForm = (key: string): boolean => FORM_NAME.test(key) && !NINE_DIGITS.test(key)
const FORM_NAME = /^(?:form|schedule)_[a-z0-9_]{1,24}$/
const NINE_DIGITS = /(?:[0-9][^0-9]*){9}/

const SAFE_KEY = /^[A-Za-z][A-Za-z0-9_ /-]{0,63}$/
/** Wherever they stand: the parts of a number in groups are a number too. */
const FOUR_DIGITS = /(?:[0-9][^0-9]*){4}/

/** True where a path may print an unknown key: it is data, and only a plain one without four digits is named. */
const isPrintableKey = (key: string): boolean => SAFE_KEY.test(key) && !FOUR_DIGITS.test(key)
