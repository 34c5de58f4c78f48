import { type EventOf, type EventType, isKnownType, type ServiceEvent } from '../resources/event.js'
import { createMemoryStore, type EventStore, momentOf, subjectOf } from './event-store.js'
import { BODY_READ, type HeaderSource, isRawBody, type RawBody, type WebhookSecret } from './signature.js'
import {
  openWebhook,
  type RefusalReason,
  readEvent,
  usableSecrets,
  type VerifyOptions,
} from './verify-webhook.js'

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

/** Repeated deliveries come for three days and may keep their first timestamp. */
const DEFAULT_TOLERANCE_MS = 345_600_000

const STATUS = { handled: 200, ignored: 200, duplicate: 200, stale: 200, busy: 503, failed: 500 } as const

const receipt = (outcome: keyof typeof STATUS): Receipt => ({ status: STATUS[outcome], outcome })

/**
 * Makes a receiver of webhooks. It verifies each, handles each event once by its id, one at a time per subject, and skips
 * data older than what was handled. An event whose handler throws is delivered again. If the store fails after the handler
 * was done, it is told again, a few times and with the next delivery. If the process ends before that, the event is
 * handled again: at least once, not exactly once.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { handlers, onMalformed, toleranceMs = DEFAULT_TOLERANCE_MS } = options
  const store =
    options.store ?? createMemoryStore({ keepMs: 2 * Math.max(DEFAULT_TOLERANCE_MS, toleranceMs) })
  const secrets = usableSecrets(options.secrets)
  if (secrets.length === 0) throw new TypeError('A receiver needs a secret that is not empty')
  const running = new Map<string, Promise<Receipt>>()
  const takeTurn = createTurns()
  /** How to tell the store of the events that were handled and that it may not know of yet. */
  const unrecorded = new Map<string, () => Promise<void>>()

  const report = (error: unknown, event?: ServiceEvent) => {
    try {
      options.onError?.(error, event)
    } catch {
      // The receipt already says that the delivery failed.
    }
  }

  const dispatch = async (event: ServiceEvent): Promise<Receipt> => {
    const handler = (isKnownType(event.event) ? handlers[event.event] : undefined) ?? handlers.other
    if (handler === undefined) return receipt('ignored')
    await (handler as (event: ServiceEvent) => unknown)(event)
    return receipt('handled')
  }

  /** Handles a signed delivery that is not as it should be. Without an id, its repetitions cannot be recognized. */
  const handleMalformed = async (malformed: MalformedEvent, event: ServiceEvent | undefined) => {
    const { reason, path } = malformed
    const take = async (): Promise<Receipt> => {
      if (onMalformed !== undefined) await onMalformed(malformed)
      else if (event !== undefined) await handlers.other?.(event)
      const isTaken = onMalformed !== undefined || handlers.other !== undefined
      return { ...receipt(isTaken ? 'handled' : 'ignored'), reason }
    }
    if (onMalformed === undefined) report(new Error(path === undefined ? reason : `${reason} at ${path}`))
    if (event !== undefined) return handleOnce(event, take)
    if (onMalformed === undefined) return { status: 400, outcome: 'refused', reason } as const
    return await take()
  }

  /** Tells the store that an event was handled, and the moment of its data. If that throws, the next delivery tells it. */
  const complete = (eventId: string, subject: string | null, moment: string | null): Promise<void> => {
    const record = async () => {
      if (subject !== null && moment !== null) await retry(() => store.advance(subject, moment))
      await retry(() => store.complete(eventId))
      unrecorded.delete(eventId)
    }
    unrecorded.set(eventId, record)
    const [oldest] = unrecorded.keys()
    if (unrecorded.size > MAX_UNRECORDED_EVENTS && oldest !== undefined) unrecorded.delete(oldest)
    return record()
  }

  const handleUnlessStale = async (event: ServiceEvent, subject: string | null): Promise<Receipt> => {
    const moment = momentOf(event)
    const newest = subject === null || moment === null ? null : await store.newest(subject)
    const isStale = newest !== null && moment !== null && newest > moment
    const result = isStale ? receipt('stale') : await dispatch(event)
    await complete(event.id, isStale ? null : subject, moment)
    return result
  }

  const claimAndHandle = async (event: ServiceEvent, take?: () => Promise<Receipt>): Promise<Receipt> => {
    let isClaimed = false
    try {
      const record = unrecorded.get(event.id)
      if (record !== undefined) {
        await record()
        return receipt('duplicate')
      }
      const claim = await store.claim(event.id)
      if (claim !== 'claimed') return receipt(claim === 'done' ? 'duplicate' : 'busy')
      isClaimed = true
      if (take !== undefined) {
        const result = await take()
        await complete(event.id, null, null)
        return result
      }
      const subject = (options.subjectOf ?? subjectOf)(event)
      return await takeTurn(subject, () => handleUnlessStale(event, subject))
    } catch (error) {
      // An event that was handled keeps its claim, even if the store failed.
      try {
        if (isClaimed && !unrecorded.has(event.id)) await store.release(event.id)
      } catch {
        // Claims lapse. The first error is the one to report.
      }
      report(error, event)
      return receipt('failed')
    }
  }

  /** Handles an event. If it is being handled already, waits for that, so that a failure is delivered again. */
  const handleOnce = async (event: ServiceEvent, take?: () => Promise<Receipt>): Promise<Receipt> => {
    const current = running.get(event.id)
    if (current !== undefined) {
      const { outcome } = await current
      return receipt(outcome === 'failed' || outcome === 'busy' ? outcome : 'duplicate')
    }
    const handling = claimAndHandle(event, take).finally(() => running.delete(event.id))
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
        const opened = openWebhook(rawBody, headers, secrets, { ...options, toleranceMs })
        if (!opened.ok) return { status: 400, outcome: 'refused', reason: opened.reason }
        const { body } = opened
        const checked = readEvent(body)
        if (checked.ok) return await handleOnce(checked.event)
        const { reason, path, value, envelope } = checked
        return await handleMalformed({ reason, path, value, body }, envelope)
      } catch (error) {
        // Only the caller's clock or `onMalformed` can throw here.
        report(error)
        return receipt('failed')
      }
    },
  }
}

/** Makes a function that runs tasks one at a time for each subject, in the order in which they came. */
function createTurns() {
  const lastTurns = new Map<string, Promise<unknown>>()
  return <T>(subject: string | null, run: () => Promise<T>): Promise<T> => {
    if (subject === null) return run()
    const turn = (lastTurns.get(subject) ?? Promise.resolve()).then(run, run)
    lastTurns.set(subject, turn)
    const leave = () => {
      if (lastTurns.get(subject) === turn) lastTurns.delete(subject)
    }
    turn.then(leave, leave)
    return turn
  }
}

const STORE_RETRY_WAITS_MS = [50, 200, 800]
const MAX_UNRECORDED_EVENTS = 10_000

async function retry(callStore: () => Promise<void>): Promise<void> {
  for (const wait of STORE_RETRY_WAITS_MS) {
    try {
      return await callStore()
    } catch {
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  await callStore()
}
