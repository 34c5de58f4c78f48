import { checkEvent, type ServiceEvent } from '../resources/event.js'
import { parseJson } from '../resources/http.js'
import {
  bytesOf,
  type HeaderSource,
  hasMatch,
  parseSignature,
  type RawBody,
  readHeader,
  signedMessage,
  type WebhookSecret,
} from './signature.js'

/** How a webhook is verified. */
export interface VerifyOptions {
  /**
   * How far its timestamp may be from now, to either side; 5 minutes unless given. Units: milliseconds.
   * Gap: whether a repeated delivery is signed anew is not shown. Where it keeps its first timestamp, give 4 days, since
   * the last one comes 3 days after the first and takes its time, and a receiver, which knows repeated events by their id.
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

/** The tolerance unless one is given. Units: milliseconds. */
export const DEFAULT_TOLERANCE = 300_000

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

const refuse = (reason: RefusalReason): VerifiedWebhook => ({ ok: false, reason })

/**
 * Checks that a webhook is the service's own and fresh, and reads its event. `rawBody` is the body as it was
 * received: a body that was parsed and written again has another signature. Several secrets serve while one is being
 * replaced. Never throws on what was received. Source: interface, Signature verification.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: HeaderSource,
  secret: WebhookSecret | readonly WebhookSecret[],
  options: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const secrets = usableSecrets(secret)
  if (secrets.length === 0) return refuse('secret_missing')
  const header = readHeader(headers, HEADER)
  if (header === null) return refuse('header_missing')
  const signature = parseSignature(header)
  if (signature === null) return refuse('header_malformed')
  const refusal = checkTimestamp(Number(signature.timestamp), options)
  if (refusal !== null) return refuse(refusal)
  const body = bytesOf(rawBody)
  const message = signedMessage(signature.timestamp, body)
  if (!(await hasMatch(secrets, signature.hashes, message))) return refuse('signature_mismatch')
  return readEvent(body)
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

function readEvent(body: Uint8Array): VerifiedWebhook {
  const json = parseJson(body)
  if (json === undefined) return refuse('body_not_json')
  const checked = checkEvent(json.value)
  return checked.ok
    ? { ok: true, event: checked.value }
    : { ok: false, reason: 'event_malformed', path: checked.path }
}
