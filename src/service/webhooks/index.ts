// The folder `service/webhooks` verifies and receives the service's webhooks, each event once.

export {
  type Disconnected,
  type EventOf,
  type EventType,
  type Failed,
  isEventOf,
  isKnownType,
  type KnownEvent,
  type LinkSucceeded,
  type LinkVisited,
  type Payload,
  type Payloads,
  type RecordsSynced,
  type ServiceEvent,
  type StatusChanged,
  type SyncedRecord,
  type UnknownEvent,
} from '../contract/event.js'
export * from './event-store.js'
export * from './handlers.js'
export { createMemoryStore, type MemoryStoreOptions } from './memory-store.js'
export type { DeliveryOutcome, Receipt } from './receipt.js'
export * from './receiver.js'
export { type HeaderSource, type RawBody, signWebhook, type WebhookSecret } from './signature.js'
export {
  type RefusalReason,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
} from './verify-webhook.js'
