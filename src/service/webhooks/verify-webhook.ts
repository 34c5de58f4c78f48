import { parseJson } from '../../core/parse-json.js'
import { checkEvent, type ServiceEvent } from '../resources/event.js'
import {
  BODY_READ,
  bytesOf,
  type HeaderSource,
  hasMatch,
  isRawBody,
  parseSignature,
  type RawBody,
  readHeader,
  signedMessage,
  type WebhookSecret,
} from './signature.js'

/** How a webhook is verified. */
export interface VerifyOptions {
  /**
   * How far its timestamp may be from now, to either side. Unless given, 5 minutes in `verifyWebhook`, and 4 days in a
   * receiver, which knows repeated events by their id. Units: milliseconds.
   * Gap: whether a repeated delivery is signed anew is not shown. Where it keeps its first timestamp, 5 minutes lose every
   * event of a longer outage: the last delivery comes 3 days after the first and takes its time.
   */
  readonly toleranceMs?: number | undefined
  /** Units: milliseconds since 1970. */
  readonly now?: number | (() => number) | undefined
}

/** Why a webhook is refused. */
export type RefusalReason =
  | 'secret_missing'
  | 'header_missing'
  | 'header_malformed'
  | 'timestamp_in_seconds'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_not_json'
  | 'event_malformed'

const DEFAULT_TOLERANCE = 300_000

/** A webhook that is the service's, with its event, or the reason why it is not taken. */
export type VerifiedWebhook =
  | { readonly ok: true; readonly event: ServiceEvent }
  | {
      readonly ok: false
      readonly reason: RefusalReason
      /** Malformed events: the place that does not fit, as an RFC 9535 path. */
      readonly path?: string
    }

const HEADER = 'service-signature'
// In milliseconds these moments lie in the first years after 1970; in seconds, from 1973 to 5138.
const SECONDS_FROM = 100_000_000
const SECONDS_TO = 100_000_000_000

const refuse = (reason: RefusalReason) => ({ ok: false, reason }) as const

/**
 * Checks that a webhook is the service's own and fresh, and reads its event. `rawBody` is the body as it was
 * received: a body that was parsed and written again has another signature, and one that is still parsed is a TypeError,
 * which says so. Several secrets serve while one is being replaced. Never throws on what was received. Source: interface,
 * Signature verification.
 *
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from 'taxtally/webhooks'
 *
 * // What the endpoint was given as `secret`; the body is the bytes as they came.
 * const secret = 'whsec_of_this_endpoint'
 * const body = JSON.stringify({ id: 'e-1', event: 'widget.opened', created_at: '2026-11-02T10:00:00Z', data: {} })
 * const headers = { 'Service-Signature': await signWebhook(body, secret, Date.now()) }
 * const verified = await verifyWebhook(body, headers, secret)
 * console.log(verified.ok ? verified.event.event : verified.reason) //=> widget.opened
 * const other = await verifyWebhook(body, headers, 'whsec_of_another')
 * console.log(other.ok ? other.event.event : other.reason) //=> signature_mismatch
 * ```
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: HeaderSource,
  secret: WebhookSecret | readonly WebhookSecret[],
  options: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const opened = openWebhook(rawBody, headers, secret, options)
  if (!opened.ok) return opened
  const read = readEvent(opened.body)
  // What could not be read stays out of what may be printed.
  return read.ok
    ? { ok: true, event: read.event }
    : { ok: false, reason: read.reason, ...(read.path === undefined ? {} : { path: read.path }) }
}

/** The body of a webhook that is the service's own and fresh, in bytes that nobody else has; or why it is refused. */
export function openWebhook(
  rawBody: RawBody,
  headers: HeaderSource,
  secret: WebhookSecret | readonly WebhookSecret[],
  options: VerifyOptions,
): { readonly ok: true; readonly body: Uint8Array } | { readonly ok: false; readonly reason: RefusalReason } {
  if (!isRawBody(rawBody)) throw new TypeError(BODY_READ)
  const secrets = usableSecrets(secret)
  if (secrets.length === 0) return refuse('secret_missing')
  const header = readHeader(headers, HEADER)
  if (header === null) return refuse('header_missing')
  const signature = parseSignature(header)
  if (signature === null) return refuse('header_malformed')
  const refusal = checkTimestamp(Number(signature.timestamp), options)
  if (refusal !== null) return refuse(refusal)
  const message = signedMessage(signature.timestamp, bytesOf(rawBody))
  if (!hasMatch(secrets, signature.hashes, message)) return refuse('signature_mismatch')
  return { ok: true, body: message.subarray(signature.timestamp.length + 1) }
}

/** The secrets that are not empty: an empty one is a setting that was forgotten, and anyone could sign with it. */
export function usableSecrets(secret: WebhookSecret | readonly WebhookSecret[]): readonly WebhookSecret[] {
  const secrets = Array.isArray(secret) ? (secret as readonly WebhookSecret[]) : [secret as WebhookSecret]
  // A variable of the environment that is not set comes as undefined where types are not checked.
  return secrets.filter(each => (each as WebhookSecret | undefined)?.length)
}

function checkTimestamp(
  timestamp: number,
  { toleranceMs = DEFAULT_TOLERANCE, now }: VerifyOptions,
): RefusalReason | null {
  const moment = typeof now === 'number' ? now : (now ?? Date.now)()
  const age = moment - timestamp
  if (Math.abs(age) <= toleranceMs) return null
  if (timestamp >= SECONDS_FROM && timestamp < SECONDS_TO) return 'timestamp_in_seconds'
  return age > 0 ? 'timestamp_too_old' : 'timestamp_too_new'
}

/** What a signed body is: an event; or why it is none, and what stands there instead. */
export type ReadEvent =
  | { readonly ok: true; readonly event: ServiceEvent }
  | {
      readonly ok: false
      readonly reason: 'body_not_json' | 'event_malformed'
      readonly path?: string
      /** Missing: undefined where it is no JSON. */
      readonly value: unknown
      /** The event, where only its payload does not fit. Missing: undefined where it has no type, id or moment. */
      readonly envelope?: ServiceEvent | undefined
    }

/** Reads a signed body. */
export function readEvent(body: Uint8Array): ReadEvent {
  const value = parseJson(body)
  if (value === undefined) return { ok: false, reason: 'body_not_json', value: undefined }
  const checked = checkEvent(value)
  if (checked.ok) return { ok: true, event: checked.value }
  const { path, envelope } = checked
  return { ok: false, reason: 'event_malformed', path, value, envelope }
}
