// The folder `service/sandbox` is a local server with the service's API, for development and tests. It invents its
// taxpayers.

export type { Client, ClientRegistration, Webhook, WebhookRegistration } from './clients.js'
export { newSecret } from './clients.js'
export { type Clock, type Delays, type ManualClock, manualClock, movableClock, systemClock } from './clock.js'
export { createSandbox } from './create-sandbox.js'
export type { Fault, FaultKind } from './faults.js'
export { generateDossier, generateDossiers, type SandboxDossier } from './generate.js'
export type {
  Authorization,
  Listening,
  RequestWithResponse,
  Sandbox,
  SandboxOptions,
} from './sandbox.js'
export type { Delivery, DeliveryAttempt, DeliveryOptions, SandboxEvent } from './webhook-delivery.js'
export { MAX_DELIVERY_ATTEMPTS, RETRY_WAITS_MS, signBody } from './webhook-delivery.js'
