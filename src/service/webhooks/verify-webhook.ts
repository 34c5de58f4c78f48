import { parseJson } from '../../core/json-value.js'
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

/** The options of verification. */
export interface VerifyOptions {
  /**
   * The maximum difference between the timestamp and now, in milliseconds, in either direction. The default is 5 minutes in
   * `verifyWebhook` and 4 days in a receiver, which recognizes repeated events by their id. The interface does not show whether
   * a repeated delivery is signed again. If it keeps its first timestamp, a tolerance of 5 minutes rejects every event of a
   * longer outage, because the last delivery comes 3 days after the first.
   */
  readonly toleranceMs?: number | undefined
  /** In milliseconds since 1970. */
  readonly now?: number | (() => number) | undefined
}

/** The reason why a webhook is rejected. */
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

const DEFAULT_TOLERANCE_MS = 300_000

/** The event of a webhook from the service, or the reason why the webhook is rejected. */
export type VerifiedWebhook =
  | { readonly ok: true; readonly event: ServiceEvent }
  | {
      readonly ok: false
      readonly reason: RefusalReason
      /** The path that does not match in a malformed event, in the notation of RFC 9535. */
      readonly path?: string
    }

const HEADER = 'service-signature'
// As milliseconds, these numbers are in the first years after 1970. As seconds, they are from 1973 to 5138.
const SECONDS_FROM = 100_000_000
const SECONDS_TO = 100_000_000_000

const refuse = <R extends RefusalReason>(reason: R) => ({ ok: false, reason }) as const

/**
 * Checks that a webhook comes from the service and is recent, and reads its event. `rawBody` is the body exactly as received,
 * because a body that was parsed and written again has another signature. Several secrets are allowed while one is being
 * replaced. Throws a TypeError if the body was already parsed, but never because of the received data. Source: interface,
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
  const checked = readEvent(opened.body)
  if (checked.ok) return checked
  // The value stays out of the result, because the result may be printed.
  const { ok, reason, path } = checked
  return { ok, reason, ...(path === undefined ? {} : { path }) }
}

/**
 * Checks the signature of a webhook. Returns the body in bytes that no other code shares, or the reason why the webhook is
 * rejected.
 */
export function openWebhook(
  rawBody: RawBody,
  headers: HeaderSource,
  secret: WebhookSecret | readonly WebhookSecret[],
  options: VerifyOptions,
) {
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
  return { ok: true, body: message.subarray(signature.timestamp.length + 1) } as const
}

/** Leaves out empty secrets. An empty secret is a missing setting, and anyone could sign with it. */
export const usableSecrets = (secret: WebhookSecret | readonly WebhookSecret[]): readonly WebhookSecret[] =>
  // Without type checks, an environment variable that is not set may be passed as undefined.
  (Array.isArray(secret) ? secret : [secret]).filter((each: WebhookSecret | undefined) => each?.length)

function checkTimestamp(
  timestamp: number,
  { toleranceMs = DEFAULT_TOLERANCE_MS, now }: VerifyOptions,
): RefusalReason | null {
  const age = (typeof now === 'number' ? now : (now ?? Date.now)()) - timestamp
  if (Math.abs(age) <= toleranceMs) return null
  if (timestamp >= SECONDS_FROM && timestamp < SECONDS_TO) return 'timestamp_in_seconds'
  return age > 0 ? 'timestamp_too_old' : 'timestamp_too_new'
}

/**
 * Reads the event of a signed body. If the body is not an event, `value` is its JSON, or undefined if it is not JSON.
 * `envelope` is the event if only its payload does not match.
 */
export function readEvent(body: Uint8Array) {
  const value = parseJson(body)
  if (value === undefined) return { ...refuse('body_not_json'), path: undefined, value, envelope: undefined }
  const checked = checkEvent(value)
  if (checked.ok) return { ok: true, event: checked.value } as const
  const { path, envelope } = checked
  return { ...refuse('event_malformed'), path, value, envelope }
}
