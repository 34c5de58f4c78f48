import type { AccessToken, ClientCredentials } from './credentials.js'
import {
  buildPath,
  type CallName,
  isPathSegment,
  OPERATIONS,
  type Operation,
  type OperationName,
} from './operations.js'
import type { OperationOptions, Query, RawRequestOptions } from './service-client.js'

/** A request that is ready to be sent. */
export interface ServiceRequest {
  readonly operation: CallName
  readonly method: string
  /** The path with its variable parts in braces. It contains no data. */
  readonly route: string
  /** The path relative to the base URL, and the query. */
  readonly path: string
  readonly repeatable: boolean
  readonly statusIfDone?: number | undefined
  readonly credential: AccessToken | ClientCredentials | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
  /** The strings that are sent in addition to the credential. They must not appear in an error. */
  readonly sentTexts: readonly string[]
}

/** The parts of an operation's request that differ from call to call. */
export interface OperationContent extends Partial<Pick<ServiceRequest, 'credential' | 'headers'>> {
  readonly operation: OperationName
  readonly parts?: readonly string[]
  readonly json?: object
  readonly form?: FormData
}

/** Makes an operation's request, with the parameters that the caller adds. Throws a TypeError if one is invalid. */
export function makeRequest(content: OperationContent, options: OperationOptions): ServiceRequest {
  const { query, extra } = options
  const { operation, parts = [], credential, json, form } = content
  const callerHeaders = checkHeaders(operation, options.headers)
  const headers = { ...callerHeaders, ...content.headers }
  const { method, path: route, repeatable, statusIfDone }: Operation = OPERATIONS[operation]
  if (extra !== undefined && method === 'GET')
    throw new TypeError(`${operation} has no body: pass new parameters as query`)
  const texts = [...parts, ...Object.values(callerHeaders)]
  if (form !== undefined)
    for (const [key, value] of Object.entries(extra ?? {})) {
      const writtenJson = writeJson(operation, value)
      form.append(key, typeof value === 'string' ? value : writtenJson.body)
      texts.push(...writtenJson.texts)
    }
  const hasJson = form === undefined && (json ?? extra) !== undefined
  // The operation's own fields override those that the caller adds.
  const fields = hasJson ? { ...extra, ...json } : undefined
  const path = buildPath(operation, parts)
  const requestHead = { operation, method, route, path, repeatable, statusIfDone, credential, headers }
  return writeRequest({ ...requestHead, query, json: fields, openKeys: Object.keys(extra ?? {}), form, texts })
}

/** Checks the headers that the caller adds. Throws a TypeError if they cannot be sent. */
function checkHeaders(call: CallName, headers: OperationOptions['headers'] = {}) {
  const texts = Object.entries(headers).flat()
  if (!texts.every(text => /^[\x20-\x7e]+$/.test(text)))
    throw new TypeError(`${call}: headers are printable ASCII text`)
  if (Object.keys(headers).some(name => name.toLowerCase() === 'authorization'))
    throw new TypeError(`${call}: use credential instead of an authorization header`)
  return headers
}

/** The fixed path segments of the service's API. Any other segment may be data. */
const FIXED_PATH_SEGMENTS = new Set(Object.values(OPERATIONS).flatMap(({ path }) => path.split('/').slice(1)))

/** Makes a request that `OPERATIONS` does not have. Throws a TypeError if it cannot be sent. */
export function makeRawRequest(
  method: string,
  path: string,
  options: RawRequestOptions,
  credential: AccessToken | ClientCredentials | undefined,
): ServiceRequest {
  const { query, json, form, headers = {}, repeatable = method === 'GET' || method === 'HEAD' } = options
  const segments = path.split('/').slice(1)
  // These checks keep the request below the base URL, so it cannot reach another host.
  const isRelativePath = /^(?:\/[!$-.0-;=@-Z_a-z~%]+)+\/?$/.test(path) && segments.slice(0, -1).every(isPlainSegment)
  if (!isRelativePath || !isPlainSegment(segments.at(-1) || 'none'))
    throw new TypeError('request: a path begins with /, has escaped parts, and takes its query as query')
  if (!/^[A-Z]{3,10}$/.test(method)) throw new TypeError('request: a method is a word in capitals')
  if (json !== undefined && form !== undefined) throw new TypeError('request: a body is json or form')
  checkHeaders('request', headers)
  const dataSegments = segments.filter(segment => !FIXED_PATH_SEGMENTS.has(segment) && segment !== '')
  const formTexts = [...(form?.values() ?? [])].filter(value => typeof value === 'string')
  const texts = [...dataSegments.map(decodeURIComponent), ...Object.values(headers), ...formTexts]
  const route = `/${segments.map(segment => (dataSegments.includes(segment) ? '{}' : segment)).join('/')}`
  const requestHead = { operation: 'request', method, route, path, repeatable, credential, headers } as const
  return writeRequest({ ...requestHead, query, json, openKeys: null, form, texts })
}

function isPlainSegment(segment: string): boolean {
  try {
    const decoded = decodeURIComponent(segment)
    return isPathSegment(decoded) && !/[/\\]/.test(decoded)
  } catch {
    return false
  }
}

/** A request before its query and its body are written. `texts` lists the strings in its other parts. */
interface RequestDraft extends Omit<ServiceRequest, 'body' | 'sentTexts'> {
  readonly query: Query | undefined
  readonly json: unknown
  readonly openKeys: readonly string[] | null
  readonly form: FormData | undefined
  readonly texts: readonly string[]
}

function writeRequest({ query = {}, json, openKeys, form, texts, ...request }: RequestDraft): ServiceRequest {
  const { operation, path, headers } = request
  const search = new URLSearchParams()
  for (const [key, values] of Object.entries(query))
    for (const value of [values].flat()) {
      if (value === undefined || value === null) continue
      if (typeof value === 'object') throw new TypeError(`${operation}: a query value is text, a number or a Boolean`)
      search.append(key, String(value))
    }
  const writtenJson = json === undefined ? undefined : writeJson(operation, json, openKeys)
  return {
    ...request,
    path: search.size === 0 ? path : `${path}?${search}`,
    headers: writtenJson === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: writtenJson?.body ?? form,
    sentTexts: [...texts, ...search.values(), ...(writtenJson?.texts ?? [])],
  }
}

/** The fields of the service's API whose keys the caller chooses. */
const OPEN_KEYS = new Set(['metadata', 'prefillData', 'types', 'forms'])

/**
 * Writes a body as JSON and lists every string in it: values, and keys that the API document does not name. `openKeys`
 * lists further fields whose keys the caller chooses. It is null if the caller chooses all keys of the body.
 */
function writeJson(operation: string, value: unknown, openKeys: readonly string[] | null = []) {
  const texts: string[] = []
  const openValues = new Set<unknown>()
  const isOpen = (key: string) => openKeys === null || OPEN_KEYS.has(key) || openKeys.includes(key)
  try {
    const body = JSON.stringify(value, function (this: unknown, key: string, item: unknown) {
      const isInOpenValue = openValues.has(this)
      if (isInOpenValue && !Array.isArray(this)) texts.push(key)
      if (typeof item === 'string' || typeof item === 'number') texts.push(String(item))
      else if (isInOpenValue || isOpen(key)) openValues.add(item)
      return item
    })
    return { body, texts }
  } catch {
    // The platform's error would quote keys of the data.
    throw new TypeError(`${operation}: the body cannot be written as JSON`)
  }
}
