import { isKnownType, type ServiceEvent } from '../resources/event.js'
import { Completions } from './completions.js'
import { momentOf, subjectOf } from './event-state.js'
import { createMemoryStore, DEFAULT_KEEP } from './memory-store.js'
import type { EventHandlers, MalformedEvent, Receipt, Receiver, ReceiverOptions } from './receiver.js'
import { BODY_READ, isRawBody } from './signature.js'
import { Turns } from './turns.js'
import { openWebhook, readEvent, usableSecrets } from './verify-webhook.js'

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
  const turns = new Turns()
  const completions = new Completions(store)

  const report = (error: unknown, event?: ServiceEvent) => {
    try {
      options.onError?.(error, event)
    } catch {
      // The delivery failed already, and says so.
    }
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
      return await turns.take(key, () => handleUnlessStale(event, key))
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
