import type { AccessToken, ClientCredentials } from './credentials.js'
import { type CallName, isPathSegment, OPERATIONS, type OperationName, pathOf } from './operations.js'
import type { OperationOptions, Query, RawRequestOptions } from './request-options.js'
import { writeJson } from './write-json.js'

/** A request before it is sent, everything in it written. */
export interface ServiceRequest {
  readonly operation: CallName
  readonly method: string
  /** Where it goes, without data: its variable parts are in braces. */
  readonly route: string
  /** Where it goes, below the base address. */
  readonly path: string
  readonly repeatable: boolean
  readonly credential: AccessToken | ClientCredentials | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
  /** What is sent beside the credential, and must not be seen in an error. */
  readonly sent: readonly string[]
}

/** What an operation sends. */
export interface Sending {
  readonly operation: OperationName
  readonly parts?: readonly string[]
  readonly credential?: AccessToken | ClientCredentials | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  readonly form?: FormData
}

const JSON_TYPE = { 'content-type': 'application/json' } as const

/** The request of an operation, with the parameters that the caller adds. What cannot be sent is a TypeError. */
export function makeRequest(sending: Sending, { query, extra }: OperationOptions): ServiceRequest {
  const { operation, parts = [], credential, headers = {}, json, form } = sending
  const { method, path: route, repeatable } = OPERATIONS[operation]
  if (extra !== undefined && method === 'GET')
    throw new TypeError(`${operation} has no body: give what is new as query`)
  const search = searchOf(operation, query)
  const path = pathOf(operation, parts) + search.text
  const to = { operation, method, route, path, repeatable, credential }
  const texts = [...parts, ...search.sent]
  if (form !== undefined) {
    for (const [key, value] of Object.entries(extra ?? {})) {
      const { body, texts: inside } = writeJson(operation, value)
      form.append(key, typeof value === 'string' ? value : body)
      texts.push(...inside)
    }
    return { ...to, headers, body: form, sent: texts }
  }
  if (json === undefined && extra === undefined) return { ...to, headers, body: undefined, sent: texts }
  // What an operation says itself is not overwritten.
  const written = writeJson(operation, { ...extra, ...json }, Object.keys(extra ?? {}))
  const sent = texts.concat(written.texts)
  return { ...to, headers: { ...JSON_TYPE, ...headers }, body: written.body, sent }
}

/** The words of the interface's own paths; any other part of a path may be data. */
const WORDS = new Set(Object.values(OPERATIONS).flatMap(({ path }) => path.split('/').slice(1)))

/** A request that the table does not have. What cannot be sent is a TypeError. */
export function makeRawRequest(
  method: string,
  path: string,
  options: RawRequestOptions,
  credential: AccessToken | ClientCredentials | undefined,
): ServiceRequest {
  const { query, json, form, headers = {}, repeatable = method === 'GET' || method === 'HEAD' } = options
  const segments = path.split('/').slice(1)
  // Neither another host, nor a place beside the base address.
  const isBelow = /^(?:\/[!$-.0-;=@-Z_a-z~%]+)+\/?$/.test(path) && segments.slice(0, -1).every(isPlain)
  if (!isBelow || !isPlain(segments.at(-1) || 'none'))
    throw new TypeError('request: a path begins with /, has escaped parts, and takes its query as query')
  if (!/^[A-Z]{3,10}$/.test(method)) throw new TypeError('request: a method is a word in capitals')
  if (json !== undefined && form !== undefined) throw new TypeError('request: a body is json or form')
  if (!Object.entries(headers).flat().every(isHeaderText))
    throw new TypeError('request: headers are printable ASCII text')
  if (Object.keys(headers).some(name => name.toLowerCase() === 'authorization'))
    throw new TypeError('request: authorization comes of credential')
  const search = searchOf('request', query)
  const written = json === undefined ? undefined : writeJson('request', json, null)
  const data = segments.filter(part => !WORDS.has(part) && part !== '')
  return {
    operation: 'request',
    method,
    route: `/${segments.map(part => (data.includes(part) ? '{}' : part)).join('/')}`,
    path: path + search.text,
    repeatable,
    credential,
    headers: { ...(written === undefined ? {} : JSON_TYPE), ...headers },
    body: written?.body ?? form,
    sent: [
      ...data.map(decodeURIComponent),
      ...search.sent,
      ...Object.values(headers),
      ...(written?.texts ?? []),
      ...[...(form?.values() ?? [])].filter(value => typeof value === 'string'),
    ],
  }
}

const isHeaderText = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

function isPlain(part: string): boolean {
  try {
    const plain = decodeURIComponent(part)
    return isPathSegment(plain) && !/[/\\]/.test(plain)
  } catch {
    return false
  }
}

/** A query as it stands in an address, and the texts in it. */
function searchOf(operation: string, query: Query = {}): { text: string; sent: string[] } {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null) continue
      if (typeof each === 'object')
        throw new TypeError(`${operation}: a query holds texts, numbers and flags`)
      search.append(key, String(each))
    }
  return { text: search.size === 0 ? '' : `?${search}`, sent: [...search.values()] }
}
