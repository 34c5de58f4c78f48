import type { EventOf, EventType, ServiceEvent } from '../resources/event.js'
import type { EventStore } from './event-store.js'
import type { HeaderSource, RawBody, WebhookSecret } from './signature.js'
import type { RefusalReason, VerifyOptions } from './verify-webhook.js'

/**
 * What is done with events, by type; `other` gets every event without a handler: unknown types, and known ones whose
 * payload is not as the interface shows it, where there is no `onMalformed`. `isEventOf` is true of none of these.
 */
export type EventHandlers = {
  readonly [T in EventType]?: ((event: EventOf<T>) => unknown) | undefined
} & { readonly other?: ((event: ServiceEvent) => unknown) | undefined }

/** A delivery that the service signed and that is not as the interface shows it. It may hold data of a person. */
export interface MalformedEvent {
  readonly reason: 'body_not_json' | 'event_malformed'
  /** The place that does not fit, as an RFC 9535 path. */
  readonly path?: string | undefined
  /** The JSON that came. Missing: undefined where it is none. */
  readonly value: unknown
  readonly body: Uint8Array
}

/** How a receiver works. */
export interface ReceiverOptions extends VerifyOptions {
  readonly secrets: WebhookSecret | readonly WebhookSecret[]
  readonly handlers: EventHandlers
  /** In memory unless given, for twice the tolerance or 8 days. One of your own remembers as long. */
  readonly store?: EventStore | undefined
  /** What an event is the state of; null for none. The connection of taxpayer and provider unless given. */
  readonly subjectOf?: ((event: ServiceEvent) => string | null) | undefined
  /**
   * Takes what is signed and is not as the interface shows it, before `other` would; it is then answered 200. Once for each
   * id, where there is one. Where it throws, the delivery comes again.
   */
  readonly onMalformed?: ((malformed: MalformedEvent) => unknown) | undefined
  /**
   * Hears what a handler, the store or the clock threw; it is not answered to the service. Without an event, it hears why
   * and where one that is signed is not as the interface shows it, and `onMalformed` did not take it.
   */
  readonly onError?: ((error: unknown, event: ServiceEvent | undefined) => void) | undefined
}

/**
 * What became of a delivery. `ignored` had no handler, `stale` came behind newer data, `busy` is being handled
 * elsewhere and will come again, as will `failed`.
 */
export type Outcome = 'handled' | 'ignored' | 'duplicate' | 'stale' | 'refused' | 'busy' | 'failed'

/**
 * The answer to a delivery: the HTTP status and why. It holds none of the event's data. With the reason `event_malformed`,
 * `handled` was taken by `onMalformed` or `other`, and `ignored` by nobody.
 */
export interface Receipt {
  readonly status: number
  readonly outcome: Outcome
  readonly reason?: RefusalReason | 'body_already_read'
  /** What the application has to change, where the body was parsed before it came here. */
  readonly mend?: string
}

/** Takes deliveries. */
export interface Receiver {
  receive(rawBody: RawBody, headers: HeaderSource): Promise<Receipt>
}
