import { type EventOf, type EventType, isKnownType, type ServiceEvent } from '../resources/event.js'
import { Completions } from './completions.js'
import { createMemoryStore, DEFAULT_KEEP, type EventStore, momentOf, subjectOf } from './event-store.js'
import { BODY_READ, type HeaderSource, isRawBody, type RawBody, type WebhookSecret } from './signature.js'
import {
  openWebhook,
  type RefusalReason,
  readEvent,
  usableSecrets,
  type VerifyOptions,
} from './verify-webhook.js'

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

/** Repeated deliveries come for three days and may keep their first timestamp. Units: milliseconds. */
const DEFAULT_TOLERANCE = 345_600_000

const STATUS = { handled: 200, ignored: 200, duplicate: 200, stale: 200, busy: 503, failed: 500 } as const

const receipt = (outcome: keyof typeof STATUS): Receipt => ({ status: STATUS[outcome], outcome })

/**
 * A receiver of webhooks: verifies each, handles each event once by its id, one at a time per subject, and passes
 * over data older than what was handled. A handler that throws has its event delivered again. Where the store fails
 * after the handler was done, it is told again, a few times and with the next delivery; where that is in vain and the
 * process ends, the event is handled again: at least once, not exactly once.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { handlers, toleranceMs = DEFAULT_TOLERANCE } = options
  const store = options.store ?? createMemoryStore({ keepMs: Math.max(DEFAULT_KEEP, 2 * toleranceMs) })
  const verifying = { ...options, toleranceMs }
  const secrets = usableSecrets(options.secrets)
  if (secrets.length === 0) throw new TypeError('A receiver needs a secret that is not empty')
  const subject = options.subjectOf ?? subjectOf
  const running = new Map<string, Promise<Receipt>>()
  const queues = new Map<string, Promise<unknown>>()
  const completions = new Completions(store)

  const report = (error: unknown, event?: ServiceEvent) => {
    try {
      options.onError?.(error, event)
    } catch {
      // The delivery failed already, and says so.
    }
  }

  /** Runs behind everything that was queued for the subject. */
  const enqueue = <T>(key: string | null, run: () => Promise<T>): Promise<T> => {
    if (key === null) return run()
    const turn = (queues.get(key) ?? Promise.resolve()).then(run, run)
    queues.set(key, turn)
    const dequeue = () => {
      if (queues.get(key) === turn) queues.delete(key)
    }
    turn.then(dequeue, dequeue)
    return turn
  }

  const dispatch = async (event: ServiceEvent): Promise<Receipt> => {
    const handler = handlerOf(handlers, event.event)
    if (handler === undefined) return receipt('ignored')
    await handler(event)
    return receipt('handled')
  }

  /** Hands over what is signed and not as it should be; without an id there is nothing to know it by when it comes again. */
  const handleMalformed = async (malformed: MalformedEvent, event: ServiceEvent | undefined) => {
    const { reason, path } = malformed
    const { onMalformed } = options
    const take = async (): Promise<Receipt> => {
      if (onMalformed !== undefined) await onMalformed(malformed)
      else if (event !== undefined) await handlers.other?.(event)
      const taken = onMalformed !== undefined || handlers.other !== undefined
      return { ...receipt(taken ? 'handled' : 'ignored'), reason }
    }
    if (onMalformed === undefined) report(new Error(path === undefined ? reason : `${reason} at ${path}`))
    if (event !== undefined) return once(event, take)
    if (onMalformed === undefined) return { status: 400, outcome: 'refused', reason } as const
    try {
      return await take()
    } catch (error) {
      report(error)
      return receipt('failed')
    }
  }

  const handleUnlessStale = async (event: ServiceEvent, key: string | null): Promise<Receipt> => {
    const moment = momentOf(event)
    const newest = key === null || moment === null ? null : await store.newest(key)
    const stale = newest !== null && moment !== null && newest > moment
    const result = stale ? receipt('stale') : await dispatch(event)
    await completions.add(event.id, stale ? null : key, moment)
    return result
  }

  const handle = async (event: ServiceEvent, take?: () => Promise<Receipt>): Promise<Receipt> => {
    let claimed = false
    try {
      if (completions.has(event.id)) {
        await completions.flush(event.id)
        return receipt('duplicate')
      }
      const claim = await store.claim(event.id)
      if (claim !== 'claimed') return receipt(claim === 'done' ? 'duplicate' : 'busy')
      claimed = true
      if (take !== undefined) {
        const result = await take()
        await completions.add(event.id, null, null)
        return result
      }
      const key = subject(event)
      return await enqueue(key, () => handleUnlessStale(event, key))
    } catch (error) {
      // An event that was handled keeps its claim, whatever became of the store.
      try {
        if (claimed && !completions.has(event.id)) await store.release(event.id)
      } catch {
        // Claims lapse; what went wrong first is what is reported.
      }
      report(error, event)
      return receipt('failed')
    }
  }

  /** Handles an event, unless it is being handled. */
  const once = async (event: ServiceEvent, take?: () => Promise<Receipt>): Promise<Receipt> => {
    const current = running.get(event.id)
    // The same event again while it is handled: it shares the first one's fate, so a failure is delivered again.
    if (current !== undefined) {
      const { outcome } = await current
      return receipt(outcome === 'failed' || outcome === 'busy' ? outcome : 'duplicate')
    }
    const handling = handle(event, take).finally(() => running.delete(event.id))
    running.set(event.id, handling)
    return handling
  }

  return {
    async receive(rawBody, headers) {
      if (!isRawBody(rawBody)) {
        report(new TypeError(BODY_READ))
        return { status: 500, outcome: 'failed', reason: 'body_already_read', mend: BODY_READ }
      }
      try {
        const opened = openWebhook(rawBody, headers, secrets, verifying)
        if (!opened.ok) return { status: 400, outcome: 'refused', reason: opened.reason }
        const { body } = opened
        const read = readEvent(body)
        if (read.ok) return await once(read.event)
        const { reason, path, value, envelope } = read
        return await handleMalformed({ reason, path, value, body }, envelope)
      } catch (error) {
        // The caller's clock: what was received does not throw.
        report(error)
        return receipt('failed')
      }
    },
  }
}

type Handler = (event: ServiceEvent) => unknown

const handlerOf = (handlers: EventHandlers, type: string): Handler | undefined =>
  (isKnownType(type) ? (handlers[type] as Handler | undefined) : undefined) ?? handlers.other
