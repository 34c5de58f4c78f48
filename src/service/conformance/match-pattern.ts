import * as z from 'zod'
import type { FormKeys } from './steps.js'

/** The values that checks use: the base URL, the credentials, and values that were stored from responses. */
export type StoredValues = Map<string, string | Uint8Array<ArrayBuffer>>

/** The error of a step that did not get the expected response. The message states the problem without a value. */
export class StepFailure extends Error {
  override readonly name = 'Failed'
}

/** Replaces names in braces with stored values. A value in a path (`/{name}`) or a query (`{name:url}`) is escaped. */
export const fillText = (text: string, values: StoredValues): string =>
  text.replace(/(\/?)\{([\w.]+)(:url)?\}/g, (_, slash: string, name: string, url?: string) => {
    const value = values.get(name)
    if (typeof value !== 'string') throw new StepFailure(`{${name}} is unknown`)
    return slash + (slash === '' && url === undefined ? value : encodeURIComponent(value))
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

/**
 * Builds the schema of a pattern. Objects may have more keys. A key that ends with `?` is optional.
 * List elements must match the pattern's first element. If `isLoose`, values of the pattern that are not kinds, such as
 * `$time`, match anything.
 */
function buildPatternSchema(pattern: unknown, isLoose: boolean): z.ZodType {
  if (Array.isArray(pattern)) return z.array(buildPatternSchema(pattern[0], isLoose))
  if (isObject(pattern))
    return z.looseObject(
      Object.fromEntries(
        Object.entries(pattern).map(([key, inner]) => {
          const schema = buildPatternSchema(inner, isLoose)
          return key.endsWith('?') ? [key.slice(0, -1), schema.nullish()] : [key, schema]
        }),
      ),
    )
  const kind = typeof pattern === 'string' && Object.hasOwn(KIND_SCHEMAS, pattern) ? KIND_SCHEMAS[pattern] : undefined
  return kind ?? (isLoose ? z.unknown() : z.literal(pattern as string, { error: 'the expected value' }))
}

/**
 * Describes the first mismatch of a value with a pattern, without the value. Returns null if they match. If `isLoose`,
 * compares only the kinds of values.
 */
export function findMismatch(pattern: unknown, value: unknown, isLoose = false): string | null {
  const issue = buildPatternSchema(pattern, isLoose).safeParse(value).error?.issues[0]
  if (issue === undefined) return null
  const path = issue.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `$${path} is not ${issue.code === 'invalid_type' ? `of type ${issue.expected}` : issue.message}`
}

const KINDS = { number: '$number', boolean: '$flag', string: '$text', array: '$list' } as const

/** Describes the first key of a form entry whose type differs from the API document. Returns null if all are right. */
export function findEntryMismatch({ parties, keys }: FormKeys, entry: unknown): string | null {
  const makeParty = (partyKeys: readonly string[]) => Object.fromEntries(partyKeys.map(key => [key, '$text']))
  const pattern = [
    ...Object.entries(parties).map(([key, partyKeys]) => [`${key}?`, makeParty(partyKeys)] as const),
    ...Object.entries(keys).map(([key, type]) => [`${key}?`, KINDS[type]] as const),
    ['submission_type', '$text'] as const,
  ]
  return findMismatch(Object.fromEntries(pattern), entry)
}

/** Lists all entries of a form in some records. */
export const listEntries = (records: unknown, form: string): unknown[] =>
  (Array.isArray(records) ? records : []).flatMap(record =>
    (isObject(record) && Array.isArray(record['forms']) ? record['forms'] : []).flatMap(object =>
      isObject(object) && Array.isArray(object[form]) ? object[form] : [],
    ),
  )
