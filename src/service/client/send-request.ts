import { isObject } from '../../core/shape-of.js'
import { BodyTooLarge, parseJson, readBody } from '../resources/http.js'
import type { AccessToken, ClientCredentials } from './credentials.js'
import { OPERATIONS, type OperationName, pathOf } from './operations.js'
import type { ClientSettings } from './options.js'
import { redactSecrets, redactText, writeJson } from './redact.js'
import { ServiceError, type ServiceErrorDetail } from './service-error.js'

/** A request of one operation, before it is sent. */
export interface ServiceRequest {
  readonly operation: OperationName
  readonly parts?: readonly string[]
  readonly credential?: AccessToken | ClientCredentials | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData
}

/** An answer with a status of 200 to 299, read whole. */
export interface ServiceAnswer {
  readonly operation: OperationName
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  readonly requestId: string | undefined
}

const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']
const SYSTEM_CODE = /^(?:E[A-Z]{3,20}|UND_ERR_[A-Z_]{3,30})$/
const MAX_ERROR_BYTES = 65_536

/** Sends a request once and reads its answer. Throws only service errors; what the platform threw stays behind. */
export async function sendRequest(
  settings: ClientSettings,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const { operation } = request
  const { method, repeatable } = OPERATIONS[operation]
  const bearer = request.credential?.bearer()
  const credentials = [request.credential, settings.credentials]
  const json = request.json === undefined ? undefined : writeJson(operation, request.json)
  // What was sent and must not be seen in an error.
  const secrets = [...credentials.flatMap(each => each?.secrets() ?? []), ...(request.parts ?? [])].concat(
    json?.texts ?? [],
  )
  const fail = (detail: Omit<ServiceErrorDetail, 'operation'>) => new ServiceError({ operation, ...detail })
  const faultOfNetwork = (fault: unknown, reason: string, known: Partial<ServiceErrorDetail>) =>
    fail({ ...known, kind: 'network', reason, retryable: repeatable, code: codeOf(fault, secrets) })

  const address = settings.baseUrl + pathOf(operation, request.parts)
  const init: RequestInit = {
    method,
    signal,
    // A redirect could take a secret in a body, or a token, to another place.
    redirect: 'manual',
    headers: {
      accept: operation === 'createUnsignedForm' ? 'application/pdf, application/json' : 'application/json',
      'Service-API-Version': settings.version,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(json === undefined ? {} : { body: json.body }),
    ...(request.form === undefined ? {} : { body: request.form }),
  }
  let response: Response
  try {
    response = await settings.fetch(address, init)
  } catch (fault) {
    throw faultOfNetwork(fault, 'the service could not be reached', {})
  }
  const { status, headers } = response
  const requestId = requestIdOf(headers, secrets)
  if (!response.ok) {
    const body = await readBody(response, MAX_ERROR_BYTES).catch(() => new Uint8Array())
    const message = messageOf(body)
    throw fail({
      kind: 'status',
      status,
      requestId,
      serviceMessage: message === undefined ? undefined : redactText(message, secrets),
      // A 429 was refused before anything was done.
      retryable: status === 429 || (repeatable && status >= 500),
      retryAfterMs: readRetryAfter(headers.get('retry-after'), settings.timing.now()),
      reason: `the service answered ${status}`,
    })
  }
  try {
    return { operation, status, headers, requestId, body: await readBody(response, settings.maxBodyBytes) }
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

function messageOf(body: Uint8Array): string | undefined {
  const value = parseJson(body)?.value
  if (!isObject(value)) return undefined
  const { message, error } = value
  return [message, isObject(error) ? error['message'] : error].find(each => typeof each === 'string')
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
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
