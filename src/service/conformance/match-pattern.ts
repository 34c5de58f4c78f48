import * as z from 'zod'
import type { EntriesStep } from './steps.js'

/** The values that checks use: the base URL, the credentials, and values that were stored from responses. */
export type StoredValues = Map<string, string | Uint8Array<ArrayBuffer>>

/** The error of a step that did not get the expected response. The message states the problem without a value. */
export class StepFailure extends Error {
  override readonly name = 'Failed'
}

/** Replaces names in braces with stored values. `{name:url}` is escaped for a query. */
export const fillText = (text: string, values: StoredValues): string =>
  text.replace(/\{([\w.]+)(:url)?\}/g, (_, name: string, url?: string) => {
    const value = values.get(name)
    if (typeof value !== 'string') throw new StepFailure(`{${name}} is unknown`)
    return url === undefined ? value : encodeURIComponent(value)
  })

/** Replaces names in braces in every string inside a value. */
export function fillValue<T>(value: T, values: StoredValues): T {
  if (typeof value === 'string') return fillText(value, values) as T
  if (Array.isArray(value)) return value.map(item => fillValue(item, values)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillValue(inner, values)])) as T
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PROVIDER_PATTERN =
  /^(?:turbotax|hr|taxact|tax_slayer|jackson|free_tax_usa|irs|irs[_-]tax[_-]pro|pilot|cch_axcess|drake|proconnect|service-sandbox)$/
const STATUS_PATTERN = /^(?:CREATED|CONSENT_RECEIVED|TAX_AUTHORIZATION_SUBMITTED|AUTHORIZED|REJECTED|COMPLETED)$/
const TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/

/** The schema of each kind of value that a pattern can name. */
const KIND_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  $text: z.string(),
  $number: z.number(),
  $flag: z.boolean(),
  $list: z.array(z.unknown()),
  $object: z.looseObject({}),
  $empty: z.union([z.strictObject({}), z.array(z.never())], { error: 'empty' }),
  $uuid: z.guid({ error: 'a UUID' }),
  $time: z.string().regex(TIME_PATTERN, { error: 'an ISO 8601 timestamp' }),
  $provider: z.string().regex(PROVIDER_PATTERN, { error: 'a known provider' }),
  $status: z.string().regex(STATUS_PATTERN, { error: 'a known status' }),
  $masked: z.string().regex(/^X/, { error: 'masked' }),
}

/** Builds the schema of a pattern. Objects may have more keys. List elements must match the pattern's first element. */
function buildPatternSchema(pattern: unknown): z.ZodType {
  if (Array.isArray(pattern)) return z.array(buildPatternSchema(pattern[0]))
  if (isObject(pattern))
    return z.looseObject(
      Object.fromEntries(Object.entries(pattern).map(([key, inner]) => [key, buildPatternSchema(inner)])),
    )
  const kind = typeof pattern === 'string' && Object.hasOwn(KIND_SCHEMAS, pattern) ? KIND_SCHEMAS[pattern] : undefined
  return kind ?? z.literal(pattern as string, { error: 'the expected value' })
}

/** Describes the first mismatch of a value with a pattern, without the value. Returns null if they match. */
export function findMismatch(pattern: unknown, value: unknown): string | null {
  const issue = buildPatternSchema(pattern).safeParse(value).error?.issues[0]
  if (issue === undefined) return null
  const path = issue.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `$${path} is not ${issue.code === 'invalid_type' ? `of type ${issue.expected}` : issue.message}`
}

/** Describes the first key of a form entry whose type differs from the API document. Returns null if all are right. */
export function findEntryMismatch(form: EntriesStep, entry: unknown): string | null {
  const makePartyPattern = (id: string) => ({ name: '$text', address: '$text', [id]: '$text' })
  const parties = Object.entries(form.parties).map(([key, id]) => [key, makePartyPattern(id)])
  const keysByKind = { $number: form.numbers, $flag: form.booleans, $text: form.texts, $list: form.lists }
  const boxPatterns = Object.entries(keysByKind).flatMap(
    ([kind, keys]) => keys?.split(', ').map(key => [key, kind]) ?? [],
  )
  return findMismatch(Object.fromEntries([...parties, ...boxPatterns]), entry)
}

/** Lists all entries of a form in some records. */
export const listEntries = (records: unknown, form: string): unknown[] =>
  (Array.isArray(records) ? records : []).flatMap(record =>
    (isObject(record) && Array.isArray(record['forms']) ? record['forms'] : []).flatMap(object =>
      isObject(object) && Array.isArray(object[form]) ? object[form] : [],
    ),
  )
