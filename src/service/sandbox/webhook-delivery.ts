import { createHmac } from 'node:crypto'
import type { UnknownEvent } from '../resources/event.js'
import type { Webhook } from './clients.js'
import type { Clock } from './clock.js'
import type { JsonObject } from './generate-documents.js'

/** An event as it is delivered, which the functions of `taxtally/webhooks` take. Source: interface, Event object. */
export interface ServiceEvent extends UnknownEvent {
  readonly data: JsonObject
}

/** Attempts at one delivery. Source: interface, Events, Delivery rule 3. */
export const ATTEMPTS = 12

const SPAN = 3 * 24 * 60 * 60 * 1000

/**
 * The wait before each retry: every one twice as long as the one before, the last attempt three days after the first.
 * Units: milliseconds.
 */
export const BACK_OFF: readonly number[] = Array.from({ length: ATTEMPTS - 1 }, (_, retry) =>
  Math.round((SPAN * 2 ** retry) / (2 ** (ATTEMPTS - 1) - 1)),
)

/** How webhooks are delivered. */
export interface DeliveryOptions {
  /** How many times more an event is sent after it was delivered; 0 unless given. */
  readonly duplicates?: number
  /** Sends events in pairs, the later one first. */
  readonly reorder?: boolean
  /** What `t` of a signature is: when the event was issued (the default), or when this attempt was made. */
  readonly signedAt?: 'event' | 'attempt'
  /** Units: milliseconds; 10 seconds unless given. */
  readonly timeout?: number
  /** What sends the request; the global fetch unless given. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly event: ServiceEvent
  readonly webhook: Webhook
  status: 'pending' | 'delivered' | 'failed'
  /** The status of every answer, null where there was none. */
  readonly attempts: (number | null)[]
}

/** The `Service-Signature` header. Units: `issuedAt` in milliseconds. Source: interface, Signature verification. */
export const signBody = (secret: string, body: string, issuedAt: number): string =>
  `t=${issuedAt},v1=${createHmac('sha256', secret).update(`${issuedAt}.${body}`, 'utf8').digest('hex')}`

/** One attempt at a delivery, for a log. Missing: `status` where there was no answer. */
export interface DeliveryAttempt {
  readonly delivery: Delivery
  readonly status: number | null
}

/** Delivers events, tries again what failed, and knows what is under way. */
export class Deliveries {
  readonly all: Delivery[] = []
  private readonly sending = new Set<Promise<void>>()
  private readonly timers = new Map<Delivery, () => void>()
  private readonly postponed = new Map<Webhook, Delivery>()

  constructor(
    private readonly clock: Clock,
    /** May be replaced at any time. */
    public options: DeliveryOptions,
    private readonly onAttempt: (attempt: DeliveryAttempt) => void = () => {},
  ) {}

  /** Forgets every delivery; none is tried again. */
  reset(): void {
    this.all.length = 0
    for (const cancel of this.timers.values()) cancel()
    this.timers.clear()
    this.postponed.clear()
  }

  /** Sends an event to an endpoint, now or, where events are reordered, after the next. */
  start(event: ServiceEvent, webhook: Webhook): void {
    const delivery: Delivery = { event, webhook, status: 'pending', attempts: [] }
    this.all.push(delivery)
    const postponed = this.postponed.get(webhook)
    if (postponed !== undefined) {
      this.timers.get(postponed)?.()
      this.timers.delete(postponed)
      this.postponed.delete(webhook)
      void this.track(this.attempt(delivery).then(() => this.attempt(postponed)))
    } else if (this.options.reorder === true) {
      this.postponed.set(webhook, delivery)
      this.attemptLater(delivery, 1000)
    } else void this.track(this.attempt(delivery))
  }

  private attemptLater(delivery: Delivery, wait: number): void {
    const run = () => {
      this.timers.delete(delivery)
      if (this.postponed.get(delivery.webhook) === delivery) this.postponed.delete(delivery.webhook)
      return this.track(this.attempt(delivery))
    }
    this.timers.set(delivery, this.clock.after(wait, run))
  }

  /** Waits until no request is under way. Retries that wait for their time are not waited for. */
  async idle(): Promise<void> {
    while (this.sending.size > 0) await Promise.all(this.sending)
  }

  private track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.sending.delete(tracked))
    this.sending.add(tracked)
    return tracked
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const status = await this.send(delivery)
    delivery.attempts.push(status)
    this.onAttempt({ delivery, status })
    if (status !== null && status >= 200 && status < 300) {
      delivery.status = 'delivered'
      for (let copy = 0; copy < (this.options.duplicates ?? 0); copy++) await this.send(delivery)
      return
    }
    const wait = BACK_OFF[delivery.attempts.length - 1]
    if (wait === undefined) delivery.status = 'failed'
    else if (this.all.includes(delivery)) this.attemptLater(delivery, wait)
  }

  private async send({ event, webhook }: Delivery): Promise<number | null> {
    const body = JSON.stringify(event)
    const issuedAt =
      this.options.signedAt === 'attempt' ? this.clock.now() : new Date(event.created_at).getTime()
    const request = new Request(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'service-signature': signBody(webhook.secret, body, issuedAt),
      },
      body,
      signal: AbortSignal.timeout(this.options.timeout ?? 10_000),
    })
    try {
      const answer = await (this.options.fetch ?? fetch)(request)
      await answer.body?.cancel()
      return answer.status
    } catch {
      return null
    }
  }
}
