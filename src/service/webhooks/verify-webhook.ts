import { parseJson } from '../../core/json-value.js'
import { checkEvent, type ServiceEvent } from '../contract/event.js'
import {
  BODY_ALREADY_READ_ADVICE,
  type HeaderSource,
  hasMatch,
  isRawBody,
  makeSignedMessage,
  parseSignature,
  type RawBody,
  readHeader,
  toBytes,
  type WebhookSecret,
} from './signature.js'

/** The options of signature verification. */
export interface VerifyOptions {
  /**
   * The maximum age of the timestamp, in milliseconds. The default is 5 minutes in `verifyWebhook` and 4 days in a
   * receiver, which recognizes repeated events by their id. The API document does not show whether a repeated delivery
   * is signed again. If it keeps its first timestamp, a tolerance of 5 minutes rejects every event of a longer outage,
   * because the last delivery comes 3 days after the first. A timestamp may be ahead by at most 5 minutes, or by `toleranceMs` if that is less.
   */
  readonly toleranceMs?: number | undefined
  /** The current time in milliseconds since 1970, or a function that returns it. The default is the machine's clock. */
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
/** Allows for clocks that differ. Repeated deliveries have older timestamps, so a future one needs no larger tolerance. */
const MAX_TIMESTAMP_AHEAD_MS = 300_000

/** The event of a valid webhook, or the reason why the webhook is rejected. */
export type VerifiedWebhook =
  | { readonly ok: true; readonly event: ServiceEvent }
  | {
      readonly ok: false
      readonly reason: RefusalReason
      /** The RFC 9535 path of the first mismatch in a malformed event. */
      readonly path?: string
    }

const SIGNATURE_HEADER = 'service-signature'
// In milliseconds, these timestamps would be between 1970 and 1973. In seconds, they are between 1973 and 5138.
const MIN_SECONDS_TIMESTAMP = 100_000_000
const MAX_SECONDS_TIMESTAMP = 100_000_000_000

const makeRefusal = <R extends RefusalReason>(reason: R) => ({ ok: false, reason }) as const

/**
 * Checks that a webhook comes from the service and is recent, and reads its event. `rawBody` is the body exactly as
 * received, because after it is parsed and rewritten, the signature no longer matches. Pass several secrets while one
 * is being replaced. Throws a TypeError if the body was already parsed, but never because of the received data. Source:
 * service API, Signature verification.
 *
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from 'taxtally/webhooks'
 *
 * // The endpoint's webhook secret, and the body exactly as it was received.
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
  const verification = verifySignature(rawBody, headers, secret, options)
  if (!verification.ok) return verification
  const checkedEvent = readEvent(verification.body)
  if (checkedEvent.ok) return checkedEvent
  // The value stays out of the result, because the result may be printed.
  const { ok, reason, path } = checkedEvent
  return { ok, reason, ...(path === undefined ? {} : { path }) }
}

/**
 * Checks the signature of a webhook. Returns a private copy of the body's bytes, or the reason why the webhook is
 * rejected.
 */
export function verifySignature(
  rawBody: RawBody,
  headers: HeaderSource,
  secret: WebhookSecret | readonly WebhookSecret[],
  options: VerifyOptions,
) {
  if (!isRawBody(rawBody)) throw new TypeError(BODY_ALREADY_READ_ADVICE)
  const secrets = listUsableSecrets(secret)
  if (secrets.length === 0) return makeRefusal('secret_missing')
  const header = readHeader(headers, SIGNATURE_HEADER)
  if (header === null) return makeRefusal('header_missing')
  const signature = parseSignature(header)
  if (signature === null) return makeRefusal('header_malformed')
  const refusal = checkTimestamp(Number(signature.timestamp), options)
  if (refusal !== null) return makeRefusal(refusal)
  const message = makeSignedMessage(signature.timestamp, toBytes(rawBody))
  if (!hasMatch(secrets, signature.hashes, message)) return makeRefusal('signature_mismatch')
  return { ok: true, body: message.subarray(signature.timestamp.length + 1) } as const
}

/** Removes empty secrets. An empty secret means a missing setting, and anyone could sign with it. */
export const listUsableSecrets = (secret: WebhookSecret | readonly WebhookSecret[]): readonly WebhookSecret[] =>
  // A caller without type checks may pass undefined if an environment variable is not set.
  (Array.isArray(secret) ? secret : [secret]).filter((candidate: WebhookSecret | undefined) => candidate?.length)

function checkTimestamp(timestamp: number, { toleranceMs = DEFAULT_TOLERANCE_MS, now }: VerifyOptions) {
  const ageMs = (typeof now === 'number' ? now : (now ?? Date.now)()) - timestamp
  if (ageMs <= toleranceMs && ageMs >= -Math.min(toleranceMs, MAX_TIMESTAMP_AHEAD_MS)) return null
  if (timestamp >= MIN_SECONDS_TIMESTAMP && timestamp < MAX_SECONDS_TIMESTAMP) return 'timestamp_in_seconds'
  return ageMs > 0 ? 'timestamp_too_old' : 'timestamp_too_new'
}

/**
 * Reads the event of a signed body. If the body is not an event, `value` is its JSON, or undefined if it is not JSON.
 * `envelope` is the event if only its payload does not match. `usableEvent` is described at `checkEvent`.
 */
export function readEvent(body: Uint8Array) {
  const value = parseJson(body)
  const unreadable = { path: undefined, value, envelope: undefined, usableEvent: null }
  if (value === undefined) return { ...makeRefusal('body_not_json'), ...unreadable }
  const checkedEvent = checkEvent(value)
  if (checkedEvent.ok) return { ok: true, event: checkedEvent.value } as const
  const { path, envelope, usableEvent = null } = checkedEvent
  return { ...makeRefusal('event_malformed'), path, value, envelope, usableEvent }
}
