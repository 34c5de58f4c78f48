import { parseJson } from '../../core/parse-json.js'
import { isObject } from '../../core/shape-of.js'
import { BodyTooLarge, readBody } from '../resources/body.js'
import type { Misfit } from '../resources/check-value.js'
import type { ServiceRequest } from './make-request.js'
import type { CallName } from './operations.js'
import type { ClientSettings, RequestNote } from './options.js'
import { HIDDEN, redactSecrets, redactText } from './redact.js'
import type { AnswerHead } from './request-options.js'
import { ServiceError, type ServiceErrorDetail } from './service-error.js'

/** An answer with a status of 200 to 299, read whole. */
export interface ServiceAnswer extends AnswerHead {
  readonly operation: CallName
  readonly repeatable: boolean
  readonly body: Uint8Array<ArrayBuffer>
  /** Hears of what does not fit and was not needed. Missing: undefined where nobody listens. */
  readonly note: ((misfit: Misfit) => void) | undefined
}

const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']
const SYSTEM_CODE = /^(?:E[A-Z]{3,20}|UND_ERR_[A-Z_]{3,30})$/
const MAX_ERROR_BYTES = 65_536

/** Sends a request once and reads its answer. Throws only service errors; what the platform threw stays behind. */
export async function sendRequest(
  settings: ClientSettings,
  request: ServiceRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const { operation, method, route, repeatable } = request
  const { listeners, timing } = settings
  const secrets = [request.credential, settings.credentials]
    .flatMap(each => each?.secrets() ?? [])
    .concat(request.sent)
  const headers = headersOf(settings, request)
  const about: Omit<RequestNote, 'headers'> = { operation, attempt, method, route }
  const started = timing.now()
  tell(listeners.onRequest, () => ({ ...about, headers: shownOf(headers, secrets) }))
  /** The answer's own headers, where it came. */
  const came: { headers?: Headers } = {}
  const tellEnd = (status: number | undefined, requestId: string | undefined, error?: ServiceError) =>
    tell(listeners.onResponse, () => {
      const tookMs = timing.now() - started
      return { ...about, headers: shownOf(came.headers, secrets), status, requestId, tookMs, error }
    })
  try {
    const answer = await exchange(settings, request, { headers, secrets, signal, came })
    const { status, requestId } = answer
    tellEnd(status, requestId)
    const { onDrift } = listeners
    const note =
      onDrift &&
      (({ path, expected, received }: Misfit) =>
        tell(onDrift, () => ({ operation, path, expected, received, requestId })))
    return { ...answer, operation, repeatable, note }
  } catch (error) {
    if (error instanceof ServiceError) tellEnd(error.status, error.requestId, error)
    throw error
  }
}

/** Tells a listener, whose own faults are not the call's. */
function tell<T>(listener: ((note: T) => void) | undefined, note: () => T): void {
  try {
    listener?.(note())
  } catch {
    // It was told.
  }
}

function headersOf({ version }: ClientSettings, { operation, credential, headers }: ServiceRequest): Headers {
  const pdf = operation === 'createUnsignedForm' ? 'application/pdf, ' : ''
  const all = new Headers({ accept: `${pdf}application/json`, 'Service-API-Version': version })
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  if (credential !== undefined) all.set('authorization', `Bearer ${credential.bearer()}`)
  return all
}

/** Headers fit for a log. */
function shownOf(headers: Headers | undefined, secrets: readonly string[]): Record<string, string> {
  const shown: Record<string, string> = {}
  headers?.forEach((value, name) => {
    const isSecret = /authorization|cookie|token|secret|signature|api-?key/i.test(name)
    shown[name] = (isSecret ? undefined : redactText(value, secrets)) ?? HIDDEN
  })
  return shown
}

/** What `exchange` is given beside the request. */
interface Sent {
  readonly headers: Headers
  readonly secrets: readonly string[]
  readonly signal: AbortSignal
  readonly came: { headers?: Headers }
}

async function exchange(
  settings: ClientSettings,
  { operation, method, path, repeatable, body }: ServiceRequest,
  { headers: ours, secrets, signal, came }: Sent,
): Promise<AnswerHead & Pick<ServiceAnswer, 'body'>> {
  const fail = (detail: Omit<ServiceErrorDetail, 'operation'>) => new ServiceError({ operation, ...detail })
  const faultOfNetwork = (fault: unknown, reason: string, known: Partial<ServiceErrorDetail>) =>
    fail({ ...known, kind: 'network', reason, retryable: repeatable, code: codeOf(fault, secrets) })
  let response: Response
  try {
    response = await settings.fetch(settings.baseUrl + path, {
      method,
      signal,
      // A redirect could take a secret in a body, or a token, to another place.
      redirect: 'manual',
      headers: ours,
      ...(body === undefined ? {} : { body }),
    })
  } catch (fault) {
    throw faultOfNetwork(fault, 'the service could not be reached', {})
  }
  const { status, headers } = response
  came.headers = headers
  const requestId = requestIdOf(headers, secrets)
  if (!response.ok) {
    const said = saidIn(await readBody(response, MAX_ERROR_BYTES).catch(() => new Uint8Array()))
    throw fail({
      kind: 'status',
      status,
      requestId,
      serviceMessage: said.message === undefined ? undefined : redactText(said.message, secrets),
      code: wordOf(said.code, secrets),
      // Both were refused before anything was done.
      retryable: status === 408 || status === 429 || (repeatable && status >= 500),
      retryAfterMs: readRetryAfter(headers.get('retry-after'), settings.timing.now()),
      reason: `the service answered ${status}`,
    })
  }
  try {
    return { status, headers, requestId, body: await readBody(response, settings.maxBodyBytes) }
  } catch (fault) {
    if (!(fault instanceof BodyTooLarge))
      throw faultOfNetwork(fault, 'the answer broke off', { status, requestId })
    const reason = `the body is larger than ${settings.maxBodyBytes} bytes`
    throw fail({ kind: 'body', status, requestId, retryable: false, reason })
  }
}

function requestIdOf(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = REQUEST_IDS.map(name => headers.get(name)).find(value => value !== null)
  if (id === undefined || id === null || !/^[\w.:=-]{1,128}$/.test(id)) return undefined
  return redactLong(id, secrets)
}

/** In a word of the service's own, one or two letters are chance. */
const redactLong = (word: string, secrets: readonly string[]): string | undefined =>
  redactSecrets(
    word,
    secrets.filter(secret => secret.trim().length > 2),
  )

function codeOf(fault: unknown, secrets: readonly string[]): string | undefined {
  const cause = isObject(fault) ? fault['cause'] : undefined
  const codes = [fault, cause].map(each => (isObject(each) ? each['code'] : undefined))
  const code = codes.find((each): each is string => typeof each === 'string' && SYSTEM_CODE.test(each))
  return code === undefined ? undefined : redactLong(code, secrets)
}

/** What an error body says: at its top, or in its `error`. */
function saidIn(body: Uint8Array): { message: string | undefined; code: string | undefined } {
  const value = parseJson(body)
  const outer = isObject(value) ? value : {}
  const inner = isObject(outer['error']) ? outer['error'] : {}
  const textOf = (...found: unknown[]) => found.find(each => typeof each === 'string')
  return {
    message: textOf(outer['message'], inner['message'], outer['error']),
    code: textOf(outer['code'], inner['code']),
  }
}

/** A code of the service's own, unless it could be data. Missing: undefined where there is none that is safe to print. */
function wordOf(code: string | undefined, secrets: readonly string[]): string | undefined {
  if (code === undefined || !/^[A-Za-z][\w.-]{0,63}$/.test(code) || /[0-9]{4}/.test(code)) return undefined
  return redactLong(code, secrets)?.includes(HIDDEN) === false ? code : undefined
}

/**
 * Reads a Retry-After header: seconds, or an HTTP date. Units: milliseconds from now, never below 0.
 * Missing: undefined where there is none or it cannot be read.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // An HTTP date begins with the name of a day; nothing else is asked of Date.parse, which reads too much.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text) || text.length > 40) return undefined
  // HTTP dates are in GMT. The asctime format names no zone, and `Date.parse` would read it in the local time zone.
  const moment = Date.parse(/ (?:[a-z]{1,5}|[+-][0-9]{4})$/i.test(text) ? text : `${text} GMT`)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
