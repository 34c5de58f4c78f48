// Describes a JSON value that is not a record, a taxpayer or a dossier: usually an error response, or an envelope
// around the records. Such a value must not be read as a taxpayer without income. Example:
// `{"id":"req-1","message":"Unauthorized"}`. A value counts as a record, a taxpayer or a dossier if it has a key that
// only these have. `id` and `status` are too common to identify a value.
import { isObject } from '../../core/json-value.js'
import { TAXPAYER_STATUSES } from '../../schema/providers.js'
import { listFieldKeys, RECORD, TAXPAYER } from '../../schema/record.js'
import { findDossierPart, toUsableId } from './split-dossier.js'

type RawObject = Readonly<Record<string, unknown>>

/**
 * Describes a value: what it looks like (a noun phrase) and what to do about it (a sentence). Neither text contains a
 * value from the data.
 */
export interface Description {
  readonly looksLike: string
  readonly advice: string
  /**
   * The JSON pointer from the value to the records inside it, or null if its keys may be personal data. Undefined if no
   * pointer leads to the records.
   */
  readonly recordsAt?: string | null
}

const COLLECT_AGAIN = 'Collect the records again, and check what the service answered.'
const GIVE_RECORDS = 'taxtally reads records, taxpayers and dossiers.'

const makeDescription = (looksLike: string, advice: string): Description => ({ looksLike, advice })

const UNKNOWN_OBJECT = makeDescription('an object without a key of a record, a taxpayer or a dossier', GIVE_RECORDS)
const EMPTY_OBJECT = makeDescription('an empty object', COLLECT_AGAIN)
const ERROR_RESPONSE = makeDescription('an error response', COLLECT_AGAIN)
const EMPTY_RESPONSE = makeDescription('a response without records', COLLECT_AGAIN)

/** The JSON keys of records, taxpayers and dossiers, except `status`, because many other responses have it. */
const API_KEYS = [
  ...listFieldKeys(RECORD),
  ...[...listFieldKeys(TAXPAYER)].filter(key => key !== 'status'),
  ...Object.keys(TAXPAYER.objects),
  ...TAXPAYER.callerKeys,
  'forms',
  'taxpayer',
  'records',
]
/** Keys that no response except a record has. */
const DISTINCTIVE_RECORD_KEYS = ['forms', 'tax_year', 'raw_file'] as const
/** Keys that no response except a taxpayer has. */
const DISTINCTIVE_TAXPAYER_KEYS = ['analysis', 'form8821'] as const
/** Keys that every taxpayer has. Error responses may have them too. */
const COMMON_TAXPAYER_KEYS = ['provider_id', 'created_at', 'metadata'] as const
/** Keys that prove that an object is a record, a taxpayer or a dossier. */
const DISTINCTIVE_KEYS = [...DISTINCTIVE_RECORD_KEYS, ...DISTINCTIVE_TAXPAYER_KEYS, 'taxpayer', 'records']
/** Parts of a taxpayer's details. Responses that report an error may have details too. */
const DETAILS_KEYS = ['address', 'balance_summary'] as const
/** Keys under which services return records. Only these are named in messages: any other key may be personal data. */
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  ...'body content data documents dossier dossiers entries items list output payload'.split(' '),
  ...'record records response responses result results rows tax_records'.split(' '),
  ...'taxpayer taxpayers value values'.split(' '),
])

const hasValue = (value: RawObject, key: string): boolean => value[key] !== undefined && value[key] !== null

/** True if a value has one of the keys with a value other than null. */
export const hasAny = (value: RawObject, keys: readonly string[]): boolean => keys.some(key => hasValue(value, key))

/** False for null, false, 0, empty text, and an empty array or object. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null && Object.keys(value).length > 0 : Boolean(value)

/** True if a value looks like an error response of a gateway or a framework. */
const isErrorResponse = (value: RawObject): boolean =>
  ['error', 'errors', 'detail', 'error_description'].some(key => isFilled(value[key])) ||
  ['statusCode', 'status_code', 'status'].some(key => Number.isFinite(value[key]) && Number(value[key]) >= 400)

/** True if a value has an empty array under a key that services use for records. */
const isEmptyResponse = (value: RawObject): boolean =>
  [...ENVELOPE_KEYS].some(key => Array.isArray(value[key]) && !isFilled(value[key]))

/** Other responses of the service, each with the keys that only it has. Source: service API, Resources and Events. */
const SERVICE_RESPONSES: readonly (readonly [keys: readonly string[], looksLike: string, advice: string])[] = [
  [['event', 'data'], 'an event of the collection service', 'Collect the records that it is about.'],
  [
    ['access_token'],
    'a token of the collection service, which must stay secret',
    'Use the token to collect the records.',
  ],
  [['jobId', 'taxpayerId'], 'a refresh job of the collection service', 'Collect the records once the job is done.'],
  [['client_id', 'taxpayer_id'], 'the introspection of a token', 'Collect the records with the token.'],
]
const CLIENT_LINK = makeDescription('a client link', 'Collect the records after the taxpayer has used the link.')
/** The service's response to disconnect and clear-records requests. */
const SUCCESS_CONFIRMATION = makeDescription('the confirmation that an operation succeeded', COLLECT_AGAIN)

/**
 * Describes a value that is not a record, a taxpayer or a dossier, nor an array of them.
 *
 * @returns null if the value is one of these. It may still have faults, such as a record without an id.
 */
export function describeUnrecognized(value: unknown): Description | null {
  if (isObject(value)) {
    if (!isFilled(value)) return EMPTY_OBJECT
    const description = describeObject(value)
    if (description !== null || hasAny(value, API_KEYS) || hasParts(value)) return description
    return UNKNOWN_OBJECT
  }
  if (Array.isArray(value)) return describeArray(value)
  if (value === null) return makeDescription('the value null', COLLECT_AGAIN)
  return makeDescription(`a ${typeof value === 'boolean' ? 'Boolean' : typeof value}`, GIVE_RECORDS)
}

/** Describes an array that contains no record, taxpayer or dossier. Null if it contains one or is empty. */
function describeArray(values: readonly unknown[]): Description | null {
  const describeElement = (element: unknown): Description | null =>
    Array.isArray(element) ? makeDescription('an array', GIVE_RECORDS) : describeUnrecognized(element)
  const firstDescription = values.length === 0 ? null : describeElement(values[0])
  if (firstDescription === null || values.some(element => describeElement(element) === null)) return null
  const looksLike = `an array whose first element is ${firstDescription.looksLike}`
  // A JSON pointer can lead into one element but not into all of them, so the advice does not name one.
  return firstDescription.recordsAt === undefined
    ? makeDescription(looksLike, firstDescription.advice)
    : describeEnvelope(looksLike, null)
}

/**
 * Describes an object that is clearly not a record, a taxpayer or a dossier.
 *
 * @returns null for every other object, including one without any API key.
 */
export function describeObject(value: RawObject): Description | null {
  // Millions of empty objects may be on one line, and looking up every key in each takes most of the time.
  if (!isFilled(value)) return null
  if (hasAny(value, DISTINCTIVE_RECORD_KEYS) || hasAny(value, DISTINCTIVE_TAXPAYER_KEYS)) return null
  return hasParts(value) ? describeParts(value) : describeResponse(value, [])
}

/** True if an object has a taxpayer or records, under the exact key or a variant of it. */
const hasParts = (value: RawObject): boolean =>
  (findDossierPart(value, 'taxpayer') ?? findDossierPart(value, 'records') ?? null) !== null

/**
 * Describes an object that has no key of a record, a taxpayer or a dossier.
 *
 * @param path the keys that lead to the object, or null if no JSON pointer leads to it.
 */
function describeResponse(value: RawObject, path: readonly string[] | null): Description | null {
  const { id, details, status, url, message } = value
  if (isObject(details) && hasAny(details, DETAILS_KEYS)) return null
  for (const [keys, looksLike, advice] of SERVICE_RESPONSES)
    if (keys.every(key => hasValue(value, key))) return makeDescription(looksLike, advice)
  const isNamed = toUsableId(id) !== null
  if (isNamed && (TAXPAYER_STATUSES as readonly unknown[]).includes(status)) return null
  const keys = findRecords(value)
  if (keys !== null)
    return describeEnvelope('an object that contains the records', path === null ? null : [...path, ...keys])
  if (isErrorResponse(value)) return ERROR_RESPONSE
  if (!isNamed || !hasAny(value, COMMON_TAXPAYER_KEYS)) {
    if (isEmptyResponse(value)) return EMPTY_RESPONSE
    if (isNamed && typeof url === 'string') return CLIENT_LINK
    if (status === 'success') return SUCCESS_CONFIRMATION
  }
  return isFilled(message) ? ERROR_RESPONSE : null
}

/**
 * Describes a dossier whose taxpayer or records are a service response instead.
 *
 * @returns null if a part can be used, or if no part can be identified.
 */
function describeParts(value: RawObject): Description | null {
  const [taxpayer, records] = [findDossierPart(value, 'taxpayer'), findDossierPart(value, 'records')]
  let description: Description | null = null
  for (const part of [taxpayer, ...(Array.isArray(records) ? records : [records])] as readonly unknown[]) {
    if (!isObject(part) || !isFilled(part)) continue
    const key = ['taxpayer', 'records'].find(name => value[name] === part)
    const partDescription = hasAny(part, DISTINCTIVE_KEYS)
      ? null
      : describeResponse(part, key === undefined ? null : [key])
    if (partDescription === null) return null
    description ??= { ...partDescription, looksLike: `a dossier that contains ${partDescription.looksLike}` }
  }
  return description
}

/** The number of nested levels in which `findRecords` looks for records. */
const MAX_ENVELOPE_DEPTH = 3
/** The number of keys that `findRecords` examines before it gives up. */
const MAX_KEYS_SEARCHED = 200

/** Returns the keys that lead to the first record, taxpayer or dossier (or array of them) in a value. Null if none. */
function findRecords(value: RawObject, depth = 1, search = { keysLeft: MAX_KEYS_SEARCHED }): readonly string[] | null {
  for (const key in value) {
    if (search.keysLeft-- <= 0) return null
    const inner = value[key]
    // The first element shows what the array contains.
    const candidate: unknown = Array.isArray(inner) ? inner[0] : inner
    // `metadata` belongs to the caller and may contain anything.
    if (key === 'metadata' || !isObject(candidate)) continue
    if (isRecordTaxpayerOrDossier(candidate)) return [key]
    const further =
      depth < MAX_ENVELOPE_DEPTH && !Array.isArray(inner) ? findRecords(candidate, depth + 1, search) : null
    if (further !== null) return [key, ...further]
  }
  return null
}

/** True for an object that is certainly a record, a taxpayer or a dossier. An id alone is not enough. */
function isRecordTaxpayerOrDossier(value: RawObject): boolean {
  const { taxpayer, records, details } = value
  if (Array.isArray(records) && (isObject(taxpayer) || records.some(record => isObject(record) && isRecord(record))))
    return true
  const isTaxpayer = hasAny(value, DISTINCTIVE_TAXPAYER_KEYS) || (isObject(details) && hasAny(details, DETAILS_KEYS))
  return isRecord(value) || (isTaxpayer && toUsableId(value['id']) !== null)
}

const isRecord = (value: RawObject): boolean =>
  Array.isArray(value['forms']) || (toUsableId(value['id']) !== null && hasAny(value, DISTINCTIVE_RECORD_KEYS))

/**
 * Describes a value that contains the records.
 *
 * @param keys the keys that lead to the records, or null if no JSON pointer leads to all of them. The keys are data, so
 *   the description names them only if all of them are common.
 */
function describeEnvelope(looksLike: string, keys: readonly string[] | null): Description {
  const description = makeDescription(looksLike, 'The records seem to be inside it.')
  if (keys === null) return description
  if (!keys.every(key => ENVELOPE_KEYS.has(key.toLowerCase()))) return { ...description, recordsAt: null }
  const recordsAt = `/${keys.join('/')}`
  return { looksLike, advice: `The records seem to be under ${recordsAt}.`, recordsAt }
}
