import type { Client, ClientRegistration, Webhook, WebhookRegistration } from './clients.js'
import type { Clock, Delays } from './clock.js'
import type { Fault } from './faults.js'
import type { SandboxDossier } from './generate.js'
import type { JsonObject } from './generate-documents.js'
import type { Delivery, DeliveryAttempt, DeliveryOptions, ServiceEvent } from './webhook-delivery.js'

/** How a sandbox is set up; everything may be left out. */
export interface SandboxOptions {
  /** The people and their records; eight made-up people unless given. */
  readonly dossiers?: readonly SandboxDossier[]
  /** The first application; one is made up unless given. */
  readonly client?: ClientRegistration
  readonly clock?: Clock
  /** Units: milliseconds. */
  readonly delays?: Partial<Delays>
  /** How webhooks are delivered. */
  readonly delivery?: DeliveryOptions
  /** 10 MB unless given. */
  readonly maxUploadBytes?: number
  /** Requires the version header everywhere; otherwise it may be left out where the interface calls it optional. */
  readonly strictVersion?: boolean
  /** Called for each request that was answered, for a log. */
  readonly onRequest?: (request: AnsweredRequest) => void
  /** Called for each attempt at a delivery, for a log. */
  readonly onAttempt?: (attempt: DeliveryAttempt) => void
}

/** A request that was answered. Missing: `status` where the connection broke. Units: milliseconds. */
export interface AnsweredRequest {
  readonly method: string
  /** Without the query, which may hold codes. */
  readonly path: string
  readonly status: number | null
  readonly milliseconds: number
}

/** What stands for a visit to the connect page, for tests without a browser. */
export interface Authorization {
  readonly client?: Client
  /** A provider id; `service-sandbox` unless given. */
  readonly provider?: string
  /** The place of the person in the data; the first unless given. */
  readonly person?: number
  /** The redirect address of the redirect flow; left out in the embedded flow. */
  readonly redirectUri?: string
  /** A taxpayer of the application, who adds a provider; left out, it is a submission of its own. */
  readonly taxpayerId?: string
}

/** A sandbox that listens. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** The collection service in one process, its state in memory. */
export interface Sandbox {
  /** Answers a request without a network, as the global fetch would; rejects where a fault breaks the connection. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /** Listens on this machine, or at the address of a host; at another than this machine's own it answers to every name. */
  listen(port?: number, host?: string): Promise<Listening>
  /** The first application. */
  readonly client: Client
  readonly people: readonly SandboxDossier[]
  /** Every event so far, the oldest first. */
  readonly events: readonly ServiceEvent[]
  readonly deliveries: readonly Delivery[]
  registerClient(registration: ClientRegistration): Client
  registerWebhook(registration: WebhookRegistration, client?: Client): Webhook
  /** Sends an event to every endpoint of the application that takes its type; `data` is added to that of a test event. */
  trigger(event: string, data?: JsonObject): { readonly event: ServiceEvent; readonly endpoints: number }
  /** Sends a test event of each configured type to one endpoint. */
  sendTestEvents(webhook: Webhook): readonly ServiceEvent[]
  /** Authorizes as the connect page does; gives the authorization code. */
  authorize(authorization?: Authorization): { readonly code: string; readonly taxpayerId: string }
  /** Sets a fault; gives the function that takes it away. */
  inject(fault: Fault): () => void
  clearFaults(): void
  /** Changes how webhooks are delivered from now on; what is not given stays as it was. */
  deliver(options: DeliveryOptions): void
  /** Waits until no webhook request is under way. */
  idle(): Promise<void>
  /** Forgets taxpayers, tokens, links, events, deliveries and faults; applications, endpoints and the clock stay. */
  reset(): void
}
