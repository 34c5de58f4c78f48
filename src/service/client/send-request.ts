import { isObject, parseJson } from '../../core/json-value.js'
import { VERSION } from '../../version.js'
import { BodyTooLarge, readBodyBytes } from '../contract/http.js'
import type { SchemaMismatch } from '../contract/schema.js'
import type { ServiceRequest } from './make-request.js'
import type { CallName } from './operations.js'
import type { ClientSettings } from './options.js'
import { REDACTED_TEXT, redactSecrets, redactText } from './redact.js'
import type { ResponseHead } from './service-client.js'
import { ServiceError, type ServiceErrorDetail } from './service-error.js'

/** A complete response with a status of 200 to 299. */
export interface SuccessfulResponse extends ResponseHead {
  readonly operation: CallName
  readonly repeatable: boolean
  readonly body: Uint8Array<ArrayBuffer>
  /** Reports a difference in a part that the call did not need. Undefined without a drift listener. */
  readonly reportDrift: ((misfit: SchemaMismatch) => void) | undefined
}

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']
const SYSTEM_CODE_PATTERN = /^(?:E[A-Z]{3,20}|UND_ERR_[A-Z_]{3,30})$/
const MAX_ERROR_BYTES = 65_536

/** Sends a request once and reads the response. Throws only ServiceError, never an error of the platform. */
export async function sendRequest(
  settings: ClientSettings,
  request: ServiceRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<SuccessfulResponse> {
  const { operation, method, route, path, repeatable, credential, body } = request
  const { listeners, timing } = settings
  const credentialSecrets = [credential, settings.credentials].flatMap(source => source?.secrets() ?? [])
  const secrets = [...credentialSecrets, ...request.sentTexts]
  const sentHeaders = buildRequestHeaders(settings, request)
  const requestInfo = { operation, attempt, method, route }
  const startedAt = timing.now()
  let response: Response | undefined
  let requestId: string | undefined

  const createFailure = (detail: Omit<ServiceErrorDetail, 'operation' | 'status' | 'requestId'>) =>
    new ServiceError({ operation, status: response?.status, requestId, ...detail })
  const createNetworkFailure = (fault: unknown, reason: string) =>
    createFailure({ kind: 'network', reason, retryable: repeatable, code: readSystemCode(fault, secrets) })

  const fetchResponse = async () => {
    try {
      response = await settings.fetch(settings.baseUrl + path, {
        method,
        signal,
        // A redirect could send a secret or a token to another host.
        redirect: 'manual',
        headers: sentHeaders,
        ...(body === undefined ? {} : { body }),
      })
    } catch (fault) {
      throw createNetworkFailure(fault, 'the service could not be reached')
    }
    const { status, headers, ok } = response
    requestId = readRequestId(headers, secrets)
    if (!ok) {
      const errorBody = await readBodyBytes(response, MAX_ERROR_BYTES).catch(() => new Uint8Array())
      const { message, code } = readErrorBody(errorBody)
      throw createFailure({
        kind: 'status',
        serviceMessage: message === undefined ? undefined : redactText(message, secrets),
        code: toPrintableCode(code, secrets),
        // After 408 and 429 the service has not processed the request.
        retryable: status === 408 || status === 429 || (repeatable && status >= 500),
        retryAfterMs: readRetryAfter(headers.get('retry-after'), timing.now()),
        reason: describeStatus(response),
      })
    }
    try {
      return { status, headers, body: await readBodyBytes(response, settings.maxBodyBytes) }
    } catch (fault) {
      if (!(fault instanceof BodyTooLarge))
        throw createNetworkFailure(fault, 'the connection broke before the end of the response')
      const reason = `the body is larger than ${settings.maxBodyBytes} bytes`
      throw createFailure({ kind: 'body', retryable: false, reason })
    }
  }

  const notifyEnd = (error?: ServiceError) =>
    notify(listeners.onResponse, () => {
      const tookMs = timing.now() - startedAt
      const headers = redactHeaders(response?.headers, secrets)
      return { ...requestInfo, headers, status: response?.status, requestId, tookMs, error }
    })

  notify(listeners.onRequest, () => ({ ...requestInfo, headers: redactHeaders(sentHeaders, secrets) }))
  try {
    const response = await fetchResponse()
    notifyEnd()
    const { onDrift } = listeners
    const reportDrift =
      onDrift && ((mismatch: SchemaMismatch) => notify(onDrift, () => ({ operation, ...mismatch, requestId })))
    return { ...response, requestId, operation, repeatable, reportDrift }
  } catch (error) {
    if (error instanceof ServiceError) notifyEnd(error)
    throw error
  }
}

/** Describes the status of an error. A browser hides the status of a redirect and reports 0. */
function describeStatus({ status, type }: Response): string {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
  const statusText = status === 0 ? 'with a redirect' : String(status)
  return `the service answered ${statusText}${isRedirect ? ', and the client does not follow redirects' : ''}`
}

/** Calls a listener. An error that the listener throws does not fail the call. */
function notify<T>(listener: ((listener: T) => void) | undefined, makeNote: () => T): void {
  try {
    listener?.(makeNote())
  } catch {
    // The listener's error is ignored.
  }
}

function buildRequestHeaders({ version }: ClientSettings, { operation, credential, headers }: ServiceRequest): Headers {
  const pdfType = operation === 'createUnsignedForm' ? 'application/pdf, ' : ''
  const allHeaders = new Headers({
    accept: `${pdfType}application/json`,
    'Service-API-Version': version,
    'user-agent': `taxtally/${VERSION}`,
  })
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value)
  if (credential !== undefined) allHeaders.set('authorization', `Bearer ${credential.bearer()}`)
  return allHeaders
}

function redactHeaders(headers: Headers | undefined, secrets: readonly string[]): Record<string, string> {
  const printableHeaders: Record<string, string> = {}
  headers?.forEach((value, name) => {
    const isSecret = /authorization|cookie|token|secret|signature|api-?key/i.test(name)
    printableHeaders[name] = (isSecret ? undefined : redactText(value, secrets)) ?? REDACTED_TEXT
  })
  return printableHeaders
}

function readRequestId(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = REQUEST_ID_HEADERS.map(name => headers.get(name)).find(value => value !== null) ?? ''
  return /^[\w.:=-]{1,128}$/.test(id) ? redactWord(id, secrets) : undefined
}

/** Redacts secrets in a single word. Ignores secrets of one or two characters, which could match by coincidence. */
function redactWord(text: string, secrets: readonly string[]): string | undefined {
  const longSecrets = secrets.filter(secret => secret.trim().length > 2)
  return redactSecrets(text, longSecrets)
}

function readSystemCode(fault: unknown, secrets: readonly string[]): string | undefined {
  const cause = isObject(fault) ? fault['cause'] : undefined
  const codes = [fault, cause].map(source => (isObject(source) ? source['code'] : undefined))
  const code = codes.find(value => typeof value === 'string' && SYSTEM_CODE_PATTERN.test(value))
  return typeof code === 'string' ? redactWord(code, secrets) : undefined
}

/** Reads the message and the code of an error body, from its top level or from its `error` object. */
function readErrorBody(body: Uint8Array): { message: string | undefined; code: string | undefined } {
  const value = parseJson(body)
  const topLevel = isObject(value) ? value : {}
  const innerError = isObject(topLevel['error']) ? topLevel['error'] : {}
  const findText = (...values: unknown[]) => values.find(candidate => typeof candidate === 'string')
  return {
    message: findText(topLevel['message'], innerError['message'], topLevel['error']),
    code: findText(topLevel['code'], innerError['code']),
  }
}

/** Returns the service's error code. Returns undefined if the code is absent or might be data. */
function toPrintableCode(code: string | undefined, secrets: readonly string[]): string | undefined {
  if (code === undefined || !/^[A-Za-z][\w.-]{0,63}$/.test(code) || /[0-9]{4}/.test(code)) return undefined
  return redactWord(code, secrets)?.includes(REDACTED_TEXT) === false ? code : undefined
}

/**
 * Reads a Retry-After header, which contains seconds or an HTTP date. Returns the milliseconds from now, at least 0, or
 * undefined if the header is absent or unreadable.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // An HTTP date begins with the name of a day. `Date.parse` would accept many other strings too.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text) || text.length > 40) return undefined
  // HTTP dates are in GMT. The asctime format names no zone, and `Date.parse` would read it in the local time zone.
  const moment = Date.parse(/ (?:[a-z]{1,5}|[+-][0-9]{4})$/i.test(text) ? text : `${text} GMT`)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
