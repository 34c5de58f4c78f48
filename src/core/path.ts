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
