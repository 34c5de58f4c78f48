import type { Fault } from './faults.js'
import type { Listening } from './listen.js'
import type { ClientRegistration, WebhookRegistration } from './options.js'
import type { Client, SandboxDossier, ServiceEvent, Webhook } from './state.js'
import type { Delivery, DeliveryOptions } from './webhook-delivery.js'

/** What stands for a visit to the connect page, for tests without a browser. */
export interface Authorization {
  readonly client?: Client
  /** A provider id; `service-sandbox` unless given. */
  readonly provider?: string
  /** The place of the person in the data; the first unless given. */
  readonly person?: number
  /** The redirect address of the redirect flow; left out in the embedded flow. */
  readonly redirectUri?: string
}

/** The collection service in one process, its state in memory. */
export interface Sandbox {
  /** Answers a request without a network, as the global fetch would; rejects where a fault breaks the connection. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /** Listens on this machine. */
  listen(port?: number): Promise<Listening>
  /** The first application. */
  readonly client: Client
  readonly people: readonly SandboxDossier[]
  /** Every event so far, the oldest first. */
  readonly events: readonly ServiceEvent[]
  readonly deliveries: readonly Delivery[]
  registerClient(registration: ClientRegistration): Client
  registerWebhook(registration: WebhookRegistration, client?: Client): Webhook
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
}
