import { readTimestamp } from '../../core/date.js'
import { isObject } from '../../core/json-value.js'
import { type EventOf, type EventType, isEventOf, type ServiceEvent } from '../resources/event.js'
import { canonicalProvider } from '../resources/provider.js'
import type { EventStore } from './event-store.js'
import type { HeaderSource, RawBody, WebhookSecret } from './signature.js'
import type { RefusalReason, VerifyOptions } from './verify-webhook.js'

/**
 * The handlers of events, by type. `other` gets every event without a handler: unknown types and, without `onMalformed`,
 * known types whose payload is not as the interface shows it. `isEventOf` is true of none of these.
 */
export type EventHandlers = {
  readonly [T in EventType]?: ((event: EventOf<T>) => unknown) | undefined
} & { readonly other?: ((event: ServiceEvent) => unknown) | undefined }

/** A delivery that the service signed and that is not as the interface shows it. It may hold data of a person. */
export interface MalformedEvent {
  readonly reason: 'body_not_json' | 'event_malformed'
  /** The place that does not fit, as an RFC 9535 path. */
  readonly path?: string | undefined
  /** The JSON that came. Missing: undefined if it is not JSON. */
  readonly value: unknown
  readonly body: Uint8Array
}

/** How a receiver works. */
export interface ReceiverOptions extends VerifyOptions {
  readonly secrets: WebhookSecret | readonly WebhookSecret[]
  readonly handlers: EventHandlers
  /** In memory unless given, for twice the tolerance or 8 days. A store of your own should remember as long. */
  readonly store?: EventStore | undefined
  /** Names what an event gives the state of; null for none. The connection of taxpayer and provider unless given. */
  readonly subjectOf?: ((event: ServiceEvent) => string | null) | undefined
  /**
   * Takes what is signed and is not as the interface shows it, instead of `other`, once for each id. The answer is then
   * 200. If it throws, the delivery comes again.
   */
  readonly onMalformed?: ((malformed: MalformedEvent) => unknown) | undefined
  /**
   * Hears what a handler, the store or the clock threw; the service is not told. It also hears, without an event, why and
   * where a signed delivery is not as the interface shows it, if there is no `onMalformed`.
   */
  readonly onError?: ((error: unknown, event: ServiceEvent | undefined) => void) | undefined
}

/** The fate of a delivery. `ignored` had no handler, `stale` came after newer data, `busy` and `failed` will come again. */
export type Outcome = 'handled' | 'ignored' | 'duplicate' | 'stale' | 'refused' | 'busy' | 'failed'

/**
 * The answer to a delivery: the HTTP status and why. It holds none of the event's data. With the reason `event_malformed`,
 * `handled` means that `onMalformed` or `other` took it.
 */
export interface Receipt {
  readonly status: number
  readonly outcome: Outcome
  readonly reason?: RefusalReason | 'body_already_read'
  /** What the application has to change, if the body was parsed before it came here. */
  readonly mend?: string
}

/** Takes deliveries. */
export interface Receiver {
  receive(rawBody: RawBody, headers: HeaderSource): Promise<Receipt>
}

/**
 * Names what an event gives the present state of, for which older data is stale: the connection of a taxpayer and a
 * provider, for `taxpayer.status_changed` and `taxpayer.disconnected`. Missing: null for events that report something that
 * happened, because each of those counts. A late `taxpayer.records_synced` still names its records.
 */
export function subjectOf(event: ServiceEvent): string | null {
  if (!isEventOf(event, 'taxpayer.status_changed') && !isEventOf(event, 'taxpayer.disconnected')) return null
  const { taxpayer_id, provider_id } = event.data
  return JSON.stringify(['connection', taxpayer_id, canonicalProvider(provider_id ?? '')])
}

/**
 * Reads when an event's data was last true, as UTC text that sorts by time: the payload's `updated_at`, or else the event's
 * `created_at`. The payload's `created_at` is that of the taxpayer and never changes. Missing: null if neither can be read.
 * Source: interface, Delivery rules.
 */
export function momentOf(event: ServiceEvent): string | null {
  const data = isObject(event.data) ? event.data : {}
  return utcOf(data['updated_at']) ?? utcOf(event.created_at)
}

const utcOf = (text: unknown): string | null =>
  typeof text === 'string' ? (readTimestamp(text)?.utc ?? null) : null
