import { type EventOf, type EventType, isKnownType, type ServiceEvent } from '../contract/event.js'
import { type EventStore, findMoment, findSubject, type Lease } from './event-store.js'
import { createMemoryStore } from './memory-store.js'
import { makeReceipt, type Receipt } from './receipt.js'
import { createQueues, retryStoreCall, waitForSubject } from './run-queued.js'
import {
  BODY_ALREADY_READ_ADVICE,
  type HeaderSource,
  isRawBody,
  type RawBody,
  type WebhookSecret,
} from './signature.js'
import { listUsableSecrets, readEvent, type VerifyOptions, verifySignature } from './verify-webhook.js'

/**
 * Event handlers by event type. `otherEvent` receives all events without a handler, including events of unknown types.
 * If an optional field has an unexpected type, the handler of the event's type receives the event without this field.
 * If a required field has an unexpected type or is absent, the event is malformed. Without `onMalformed`, `otherEvent`
 * receives malformed events, for which `isEventOf` returns false. If there is neither, the response to a malformed
 * event with a handler of its type is 500, so that the service sends the event again.
 */
export type EventHandlers = {
  readonly [T in EventType]?: ((event: EventOf<T>) => unknown) | undefined
} & { readonly otherEvent?: ((event: ServiceEvent) => unknown) | undefined }

/** A delivery that has a valid signature but differs from the API document. It may contain personal data. */
export interface MalformedEvent {
  readonly reason: 'body_not_json' | 'event_malformed'
  /** The RFC 9535 path of the first mismatch. Undefined if the body is not JSON. */
  readonly path?: string | undefined
  /** The parsed body. Undefined if the body is not JSON. */
  readonly value: unknown
  readonly body: Uint8Array
}

/** The options of a receiver. */
export interface ReceiverOptions extends VerifyOptions {
  readonly secrets: WebhookSecret | readonly WebhookSecret[]
  readonly handlers: EventHandlers
  /**
   * Remembers the events that were handled. The default store is in memory, for 8 days or twice the tolerance. It
   * forgets all events at a restart, and the oldest of more than 100,000. A repeated delivery of a forgotten event is
   * handled again, so use a database if a handler must not run twice.
   */
  readonly store?: EventStore | undefined
  /** Returns the subject whose state an event describes, or null. The default is a taxpayer's provider connection. */
  readonly findSubject?: ((event: ServiceEvent) => string | null) | undefined
  /**
   * Handles a signed delivery that differs from the API document, instead of `otherEvent`, once per id. The response is
   * then 200. If this function throws, the service delivers the event again.
   */
  readonly onMalformed?: ((malformed: MalformedEvent) => unknown) | undefined
  /**
   * Called with an error of a handler, the store or the clock. The service does not see the error. Also called if a
   * signed delivery differs from the API document and `onMalformed` does not receive it. The error then names the path,
   * and `event` is undefined. Without `onError`, such a difference is logged with `console.error`.
   */
  readonly onError?: ((error: unknown, event: ServiceEvent | undefined) => void) | undefined
}

/** Verifies and handles webhook deliveries, one per call of `receive`. */
export interface Receiver {
  receive(rawBody: RawBody, headers: HeaderSource): Promise<Receipt>
}

const MAX_UNRECORDED_EVENTS = 10_000

/** Four days, because deliveries are repeated for three days and may keep their first timestamp. */
const DEFAULT_TOLERANCE_MS = 345_600_000

/**
 * Creates a receiver of webhooks. It verifies each delivery, handles each event once by its id, one at a time per
 * subject, and skips data that is older than data it has handled. Receivers that share a store coordinate through it. If a
 * handler throws, the service delivers the event again. If the store fails after the handler is done, the receiver
 * retries the store a few times, and again at the next delivery. If the process ends before that, the event is handled
 * again: at least once, not exactly once.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { handlers, onMalformed, toleranceMs = DEFAULT_TOLERANCE_MS } = options
  const store = options.store ?? createMemoryStore({ keepMs: 2 * Math.max(DEFAULT_TOLERANCE_MS, toleranceMs) })
  const secrets = listUsableSecrets(options.secrets)
  if (secrets.length === 0) throw new TypeError('A receiver needs a secret that is not empty')
  const receipts = new Map<string, Promise<Receipt>>()
  const runQueued = createQueues()
  /** By event id, the functions that record handled events in the store. The store may not have these events yet. */
  const unrecordedEvents = new Map<string, () => Promise<void>>()

  const reportError = (error: unknown, event?: ServiceEvent) => {
    try {
      options.onError?.(error, event)
    } catch {
      // Ignores errors of `onError`. The receipt reports the outcome of the delivery.
    }
  }

  const findTypedHandler = ({ event }: ServiceEvent) =>
    (isKnownType(event) ? handlers[event] : undefined) as EventHandlers['otherEvent']

  const dispatch = async (event: ServiceEvent): Promise<Receipt> => {
    const handler = findTypedHandler(event) ?? handlers.otherEvent
    if (handler === undefined) return makeReceipt('ignored')
    await handler(event)
    return makeReceipt('handled')
  }

  /** Reports where a signed delivery differs from the API document. Without `onError`, logs it to the console. */
  const reportMismatch = ({ reason, path }: MalformedEvent) => {
    const text = path === undefined ? reason : `${reason} at ${path}`
    if (options.onError === undefined) console.error(`A signed webhook differs from the API document: ${text}`)
    else reportError(new Error(text))
  }

  /** Handles a signed delivery that differs from the API document. Without an id, a repetition cannot be recognized. */
  const handleMalformed = async (malformed: MalformedEvent, event: ServiceEvent | undefined) => {
    const { reason } = malformed
    const handleMalformed = async (): Promise<Receipt> => {
      if (onMalformed !== undefined) await onMalformed(malformed)
      else if (event !== undefined) await handlers.otherEvent?.(event)
      const hasHandler = onMalformed !== undefined || handlers.otherEvent !== undefined
      const outcome = event !== undefined && findTypedHandler(event) !== undefined ? 'failed' : 'ignored'
      return { ...makeReceipt(hasHandler ? 'handled' : outcome), reason }
    }
    if (onMalformed === undefined) reportMismatch(malformed)
    if (event !== undefined) return handleOnce(event, handleMalformed)
    if (onMalformed === undefined) return { status: 400, outcome: 'refused', reason } as const
    return await handleMalformed()
  }

  /**
   * Records in the store that the event was handled and the time of its data, and ends both leases. Throws an error if
   * another process took a lease over. If the store fails, the next delivery of the event tries again.
   */
  const complete = async (eventId: string, leases: Lease[], moment?: string): Promise<void> => {
    let isCurrent: boolean | undefined
    const recordHandled = async () => {
      const [eventLease, subjectLease] = leases as [Lease, Lease?]
      // A later delivery does not end the subject's lease again, because another event may hold the next one by then.
      isCurrent ??= subjectLease === undefined || (await retryStoreCall(() => subjectLease.end(moment)))
      const isRecorded = await retryStoreCall(() => eventLease.end(isCurrent ? 'handled' : undefined))
      leases.length = 0
      unrecordedEvents.delete(eventId)
      if (!isCurrent || !isRecorded) throw new Error('The lease on the event expired, and another process took it.')
    }
    unrecordedEvents.set(eventId, recordHandled)
    const [oldestId] = unrecordedEvents.keys()
    if (unrecordedEvents.size > MAX_UNRECORDED_EVENTS && oldestId !== undefined) unrecordedEvents.delete(oldestId)
    await recordHandled()
  }

  /** Handles an event, unless newer data of its subject was handled. Adds the subject's lease to `leases`. */
  const handleIfNew = (event: ServiceEvent, leases: Lease[]): Promise<Receipt> => {
    const subject = (options.findSubject ?? findSubject)(event)
    return runQueued(subject, async () => {
      const moment = findMoment(event)
      let isStale = false
      if (subject !== null) {
        const subjectLease = await waitForSubject(store, subject)
        if (subjectLease === null) return makeReceipt('busy')
        leases.push(subjectLease)
        isStale = subjectLease.value !== null && moment !== null && subjectLease.value > moment
      }
      const result = isStale ? makeReceipt('stale') : await dispatch(event)
      await complete(event.id, leases, isStale || moment === null ? undefined : moment)
      return result
    })
  }

  const leaseAndHandle = async (event: ServiceEvent, handleMalformed?: () => Promise<Receipt>): Promise<Receipt> => {
    const leases: Lease[] = []
    try {
      const recordHandled = unrecordedEvents.get(event.id)
      if (recordHandled !== undefined) {
        await recordHandled()
        return makeReceipt('duplicate')
      }
      const eventLease = await store.lease('event', event.id)
      if (eventLease === null) return makeReceipt('busy')
      leases.push(eventLease)
      if (eventLease.value !== null) return makeReceipt('duplicate')
      if (handleMalformed === undefined) return await handleIfNew(event, leases)
      const result = await handleMalformed()
      if (result.outcome !== 'failed') await complete(event.id, leases)
      return result
    } catch (error) {
      reportError(error, event)
      return makeReceipt('failed')
    } finally {
      // A handled event keeps its leases while the store fails to record it.
      const unusedLeases = unrecordedEvents.has(event.id) ? [] : leases
      // Ignores errors, because a lease expires later.
      await Promise.allSettled(unusedLeases.map(async lease => lease.end()))
    }
  }

  /** Handles an event. If it is already being handled, waits for that result, so that a failed delivery is repeated. */
  const handleOnce = async (event: ServiceEvent, handleMalformed?: () => Promise<Receipt>): Promise<Receipt> => {
    const currentHandling = receipts.get(event.id)
    if (currentHandling !== undefined) {
      const { outcome } = await currentHandling
      return makeReceipt(outcome === 'failed' || outcome === 'busy' ? outcome : 'duplicate')
    }
    const handling = leaseAndHandle(event, handleMalformed).finally(() => receipts.delete(event.id))
    receipts.set(event.id, handling)
    return handling
  }

  return {
    async receive(rawBody, headers) {
      if (!isRawBody(rawBody)) {
        reportError(new TypeError(BODY_ALREADY_READ_ADVICE))
        return { status: 500, outcome: 'failed', reason: 'body_already_read', advice: BODY_ALREADY_READ_ADVICE }
      }
      try {
        const verification = verifySignature(rawBody, headers, secrets, { ...options, toleranceMs })
        if (!verification.ok) return { status: 400, outcome: 'refused', reason: verification.reason }
        const { body } = verification
        const checkedEvent = readEvent(body)
        if (checkedEvent.ok) return await handleOnce(checkedEvent.event)
        const { reason, path, value, envelope, usableEvent } = checkedEvent
        const malformed = { reason, path, value, body }
        if (usableEvent === null || findTypedHandler(usableEvent) === undefined)
          return await handleMalformed(malformed, envelope)
        reportMismatch(malformed)
        return await handleOnce(usableEvent)
      } catch (error) {
        // Only the caller's clock or `onMalformed` can throw here.
        reportError(error)
        return makeReceipt('failed')
      }
    },
  }
}
