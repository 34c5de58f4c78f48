export { newSecret } from './clients.js'
export { type Clock, type ManualClock, manualClock, movableClock, systemClock } from './clock.js'
export { createSandbox } from './create-sandbox.js'
export type { Fault, FaultKind } from './faults.js'
export { generateDossier, generateDossiers } from './generate.js'
export type { Listening } from './listen.js'
export type {
  AnsweredRequest,
  Authorization,
  ClientRegistration,
  Sandbox,
  SandboxOptions,
  WebhookRegistration,
} from './sandbox.js'
export type { Client, Delays, SandboxDossier, ServiceEvent, Webhook } from './state.js'
export type { Delivery, DeliveryAttempt, DeliveryOptions } from './webhook-delivery.js'
export { ATTEMPTS, BACK_OFF, signBody } from './webhook-delivery.js'
