import { type EventOf, type EventType, isKnownType, type ServiceEvent } from '../resources/event.js'
import { Completions } from './completions.js'
import { createMemoryStore, DEFAULT_KEEP, type EventStore, momentOf, subjectOf } from './event-store.js'
import type { HeaderSource, RawBody, WebhookSecret } from './signature.js'
import {
  DEFAULT_TOLERANCE,
  type RefusalReason,
  usableSecrets,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
} from './verify-webhook.js'

/** What is done with events, by type; `other` gets every event without a handler, unknown types too. */
export type EventHandlers = {
  readonly [T in EventType]?: ((event: EventOf<T>) => unknown) | undefined
} & { readonly other?: ((event: ServiceEvent) => unknown) | undefined }

/** How a receiver works. */
export interface ReceiverOptions extends VerifyOptions {
  readonly secrets: WebhookSecret | readonly WebhookSecret[]
  readonly handlers: EventHandlers
  /** In memory unless given, for twice the tolerance or 8 days. One of your own remembers as long. */
  readonly store?: EventStore | undefined
  /** What an event is the state of; null for none. The connection of taxpayer and provider unless given. */
  readonly subjectOf?: ((event: ServiceEvent) => string | null) | undefined
  /**
   * Hears what a handler, the store or the clock threw; it is not answered to the service. Without an event, it hears why and where
   * one that is signed could not be read: it is refused each time it comes, and then lost.
   */
  readonly onError?: ((error: unknown, event: ServiceEvent | undefined) => void) | undefined
}

/**
 * What became of a delivery. `ignored` had no handler, `stale` came behind newer data, `busy` is being handled
 * elsewhere and will come again, as will `failed`.
 */
export type Outcome = 'handled' | 'ignored' | 'duplicate' | 'stale' | 'refused' | 'busy' | 'failed'

/** The answer to a delivery: the HTTP status and why. It holds none of the event's data. */
export interface Receipt {
  readonly status: number
  readonly outcome: Outcome
  readonly reason?: RefusalReason
}

/** Takes deliveries. */
export interface Receiver {
  receive(rawBody: RawBody, headers: HeaderSource): Promise<Receipt>
}

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

  const handleUnlessStale = async (event: ServiceEvent, key: string | null): Promise<Receipt> => {
    const moment = momentOf(event)
    const newest = key === null || moment === null ? null : await store.newest(key)
    const stale = newest !== null && moment !== null && newest > moment
    const result = stale ? receipt('stale') : await dispatch(event)
    await completions.add(event.id, stale ? null : key, moment)
    return result
  }

  const handle = async (event: ServiceEvent): Promise<Receipt> => {
    let claimed = false
    try {
      if (completions.has(event.id)) {
        await completions.flush(event.id)
        return receipt('duplicate')
      }
      const claim = await store.claim(event.id)
      if (claim !== 'claimed') return receipt(claim === 'done' ? 'duplicate' : 'busy')
      claimed = true
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

  return {
    async receive(rawBody, headers) {
      let verified: VerifiedWebhook
      try {
        verified = await verifyWebhook(rawBody, headers, secrets, options)
      } catch (error) {
        // The caller's clock, or a body that is none: what was received does not throw.
        report(error)
        return receipt('failed')
      }
      if (!verified.ok) {
        const { reason, path } = verified
        if (path !== undefined) report(new Error(`${reason} at ${path}`))
        else if (reason === 'body_not_json') report(new Error(reason))
        return { status: 400, outcome: 'refused', reason }
      }
      const { event } = verified
      const current = running.get(event.id)
      // The same event again while it is handled: it shares the first one's fate, so a failure is delivered again.
      if (current !== undefined) {
        const { outcome } = await current
        return receipt(outcome === 'failed' || outcome === 'busy' ? outcome : 'duplicate')
      }
      const handling = handle(event).finally(() => running.delete(event.id))
      running.set(event.id, handling)
      return handling
    },
  }
}

type Handler = (event: ServiceEvent) => unknown

const handlerOf = (handlers: EventHandlers, type: string): Handler | undefined =>
  (isKnownType(type) ? (handlers[type] as Handler | undefined) : undefined) ?? handlers.other
