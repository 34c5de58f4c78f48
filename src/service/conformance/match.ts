import type { Entries } from './row.js'

const PROVIDERS =
  /^(?:turbotax|hr|taxact|tax_slayer|jackson|free_tax_usa|irs|irs[_-]tax[_-]pro|pilot|cch_axcess|drake|proconnect|service-sandbox)$/
const STATUSES = /^(?:CREATED|CONSENT_RECEIVED|TAX_AUTHORIZATION_SUBMITTED|AUTHORIZED|REJECTED|COMPLETED)$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kinds of values that a pattern names. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  $text: isText,
  $number: value => typeof value === 'number',
  $object: isObject,
  $empty: value =>
    Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0,
  $uuid: value => isText(value) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  $time: value => isText(value) && TIME.test(value),
  $provider: value => isText(value) && PROVIDERS.test(value),
  $status: value => isText(value) && STATUSES.test(value),
  $masked: value => isText(value) && value.startsWith('X'),
}

/**
 * Where a value is not as a pattern has it; null where it is. Objects may hold more, and every element of a list is held
 * against the first of the pattern's. The place is named, never the value.
 */
export function mismatch(expected: unknown, value: unknown, at = '$'): string | null {
  if (isText(expected) && Object.hasOwn(KINDS, expected))
    return KINDS[expected]?.(value) === true ? null : `${at} is no ${expected.slice(1)}`
  if (Array.isArray(expected)) {
    if (!Array.isArray(value)) return `${at} is no list`
    const [each] = expected
    for (const [index, item] of value.entries()) {
      const found = mismatch(each, item, `${at}[${index}]`)
      if (found !== null) return found
    }
    return null
  }
  if (isObject(expected)) {
    if (!isObject(value)) return `${at} is no object`
    for (const [key, inner] of Object.entries(expected)) {
      const found = mismatch(inner, value[key], `${at}.${key}`)
      if (found !== null) return found
    }
    return null
  }
  return Object.is(expected, value) ? null : `${at} is another value than expected`
}

/** What of an entry of a form has another type than the interface says; null where nothing has. */
export function wrongInEntry(form: Entries, entry: unknown): string | null {
  if (!isObject(entry)) return 'an entry is no object'
  const party = (id: string) => ({ name: '$text', address: '$text', [id]: '$text' })
  const parties = Object.entries(form.parties).map(([key, id]) => [key, party(id)])
  const wrong = mismatch(Object.fromEntries(parties), entry)
  if (wrong !== null) return wrong
  for (const [keys, isRight] of [
    [form.numbers, (value: unknown) => typeof value === 'number'],
    [form.booleans, (value: unknown) => typeof value === 'boolean'],
    [form.texts, isText],
    [form.lists, Array.isArray],
  ] as const)
    for (const key of keys?.split(', ') ?? []) if (!isRight(entry[key])) return `$.${key} has another type`
  return null
}

/** Every entry of a form in some records. */
export const entriesIn = (records: unknown, form: string): unknown[] =>
  (Array.isArray(records) ? records : []).flatMap(record =>
    (isObject(record) && Array.isArray(record['forms']) ? record['forms'] : []).flatMap(object =>
      isObject(object) && Array.isArray(object[form]) ? object[form] : [],
    ),
  )
