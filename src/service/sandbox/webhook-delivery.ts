import { createHmac } from 'node:crypto'
import type { KnownEvent, Payloads } from '../contract/event.js'
import type { Webhook } from './clients.js'
import type { Clock } from './clock.js'
import type { JsonObject } from './generate-documents.js'

/** An event as it is delivered. The functions of `taxtally/webhooks` accept it. Source: service API, Event object. */
export type SandboxEvent = KnownEvent & { readonly data: JsonObject }

/** The fields of a payload, except those that name the taxpayer and the provider. */
export type PayloadFields<T extends keyof Payloads> = Payloads[T] extends { readonly taxpayer_id: string }
  ? Omit<Payloads[T], 'taxpayer_id' | 'provider_id'> & JsonObject
  : JsonObject

/** The maximum number of attempts at one delivery. Source: service API, Events, Delivery rule 3. */
export const MAX_DELIVERY_ATTEMPTS = 12

/** The maximum number of requests, and so of sockets, at a time. */
const MAX_OPEN_REQUESTS = 32

const RETRY_SPAN_MS = 3 * 24 * 60 * 60 * 1000

/**
 * The waits before the retries, in milliseconds. Each wait is twice the previous one. The last attempt is three days
 * after the first.
 */
export const RETRY_WAITS_MS: readonly number[] = Array.from({ length: MAX_DELIVERY_ATTEMPTS - 1 }, (_, retry) =>
  Math.round((RETRY_SPAN_MS * 2 ** retry) / (2 ** (MAX_DELIVERY_ATTEMPTS - 1) - 1)),
)

/** The options of webhook delivery. */
export interface DeliveryOptions {
  /** The number of times that an event is sent again after its delivery. The default is 0. */
  readonly duplicates?: number
  /** Sends events in pairs, with the later event first. */
  readonly reorder?: boolean
  /** The time in a signature's `t`: when the event was issued (the default), or when this attempt was made. */
  readonly signedAt?: 'event' | 'attempt'
  /**
   * The time limit of one attempt, in milliseconds. The default of 10 seconds is the sandbox's choice: the API document
   * states no limit.
   */
  readonly timeout?: number
  /** The function that sends the request. The default is the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly event: SandboxEvent
  readonly webhook: Webhook
  status: 'pending' | 'delivered' | 'failed'
  /** The HTTP status of each attempt. Null if there was no response. */
  readonly attempts: (number | null)[]
}

/** Makes the `Service-Signature` header. `issuedAt` is in milliseconds. Source: service API, Signature verification. */
export const signBody = (secret: string, body: string, issuedAt: number): string =>
  `t=${issuedAt},v1=${createHmac('sha256', secret).update(`${issuedAt}.${body}`, 'utf8').digest('hex')}`

/** One delivery attempt, for a log. `status` is null if there was no response. */
export interface DeliveryAttempt {
  readonly delivery: Delivery
  readonly status: number | null
}

/** Delivers events, retries failed deliveries, and tracks the requests in progress. */
export class Deliveries {
  readonly deliveries: Delivery[] = []
  private readonly pendingRequests = new Set<Promise<void>>()
  private readonly timers = new Map<Delivery, { readonly attemptTime: number; readonly cancel: () => void }>()
  private readonly postponedDelivery = new Map<Webhook, Delivery>()
  private stopping = new AbortController()
  private openRequests = 0
  private readonly waitingRequests: (() => void)[] = []

  constructor(
    private readonly clock: Clock,
    /** The current options. They may be replaced at any time. */
    public options: DeliveryOptions,
    private readonly fetchTarget: (request: Request) => Promise<Response>,
    /** Called after each attempt, when its delivery has changed. */
    private readonly onAttempt: (attempt: DeliveryAttempt) => void,
  ) {}

  /** Deletes all deliveries and stops them. */
  reset(): void {
    this.deliveries.length = 0
    this.stop()
  }

  /** Cancels retries and aborts the requests in progress, so that the process can end. */
  stop(): void {
    for (const { cancel } of this.timers.values()) cancel()
    this.timers.clear()
    this.postponedDelivery.clear()
    this.stopping.abort()
    this.stopping = new AbortController()
  }

  /** Sends an event to an endpoint. If `reorder` is set, waits up to a second for another event and sends it first. */
  start(event: SandboxEvent, webhook: Webhook): void {
    const delivery: Delivery = { event, webhook, status: 'pending', attempts: [] }
    this.deliveries.push(delivery)
    const postponedDelivery = this.postponedDelivery.get(webhook)
    if (postponedDelivery !== undefined) {
      this.timers.get(postponedDelivery)?.cancel()
      this.timers.delete(postponedDelivery)
      this.postponedDelivery.delete(webhook)
      void this.track(this.attempt(delivery).then(() => this.attempt(postponedDelivery)))
    } else if (this.options.reorder === true) {
      this.postponedDelivery.set(webhook, delivery)
      this.attemptLater(delivery, 1000)
    } else void this.track(this.attempt(delivery))
  }

  private attemptLater(delivery: Delivery, waitMs: number): void {
    const run = () => {
      this.timers.delete(delivery)
      if (this.postponedDelivery.get(delivery.webhook) === delivery) this.postponedDelivery.delete(delivery.webhook)
      return this.track(this.attempt(delivery))
    }
    this.timers.set(delivery, { attemptTime: this.clock.now() + waitMs, cancel: this.clock.after(waitMs, run) })
  }

  /** Returns the time of a delivery's next attempt, in milliseconds since 1970. Null if none is scheduled. */
  getAttemptTime(delivery: Delivery): number | null {
    return this.timers.get(delivery)?.attemptTime ?? null
  }

  /** Adds a delivery of an earlier process. If it is pending, `attemptTime` is the time of its next attempt. Null is now. */
  restore(delivery: Delivery, attemptTime: number | null): void {
    this.deliveries.push(delivery)
    if (delivery.status !== 'pending') return
    this.attemptLater(delivery, attemptTime === null ? 0 : Math.max(0, attemptTime - this.clock.now()))
  }

  /** Waits until no request is in progress. It does not wait for scheduled retries. */
  async idle(): Promise<void> {
    while (this.pendingRequests.size > 0) await Promise.all(this.pendingRequests)
  }

  private track(request: Promise<void>): Promise<void> {
    const trackedRequest = request.finally(() => this.pendingRequests.delete(trackedRequest))
    this.pendingRequests.add(trackedRequest)
    return trackedRequest
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { signal } = this.stopping
    const status = await this.send(delivery, signal)
    if (signal.aborted) return
    const waitMs = RETRY_WAITS_MS[delivery.attempts.length]
    delivery.attempts.push(status)
    const isDelivered = status !== null && status >= 200 && status < 300
    if (isDelivered) delivery.status = 'delivered'
    else if (waitMs === undefined) delivery.status = 'failed'
    else if (this.deliveries.includes(delivery)) this.attemptLater(delivery, waitMs)
    this.onAttempt({ delivery, status })
    const copyCount = isDelivered ? (this.options.duplicates ?? 0) : 0
    for (let copy = 0; copy < copyCount; copy++) await this.send(delivery, signal)
  }

  /** Sends an event after fewer than `MAX_OPEN_REQUESTS` are in progress. Returns null if there is no response. */
  private async send({ event, webhook }: Delivery, stopSignal: AbortSignal): Promise<number | null> {
    if (this.openRequests < MAX_OPEN_REQUESTS) this.openRequests++
    else await new Promise<void>(resolve => this.waitingRequests.push(resolve))
    try {
      const body = JSON.stringify(event)
      const issuedAt = this.options.signedAt === 'attempt' ? this.clock.now() : new Date(event.created_at).getTime()
      const request = new Request(webhook.url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'service-signature': signBody(webhook.secret, body, issuedAt) },
        body,
        signal: AbortSignal.any([stopSignal, AbortSignal.timeout(this.options.timeout ?? 10_000)]),
      })
      const response = await (this.options.fetch ?? this.fetchTarget)(request)
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    } finally {
      // Starts the next waiting request, which takes over the slot of this one. The count stays the same.
      const startNext = this.waitingRequests.shift()
      if (startNext === undefined) this.openRequests--
      else startNext()
    }
  }
}
