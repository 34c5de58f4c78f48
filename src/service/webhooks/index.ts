export type {
  Disconnected,
  EventOf,
  EventType,
  Failed,
  KnownEvent,
  LinkSucceeded,
  LinkVisited,
  Payload,
  Payloads,
  RecordsSynced,
  ServiceEvent,
  StatusChanged,
  SyncedRecord,
  UnknownEvent,
} from '../resources/event.js'
export { isEventOf, isKnownType } from '../resources/event.js'
export { createReceiver } from './create-receiver.js'
export { momentOf, subjectOf } from './event-state.js'
export type { Claim, EventStore } from './event-store.js'
export type { HandlerOptions, NodeRequest, NodeResponse, Reply } from './handlers.js'
export { toNodeHandler, toWebHandler } from './handlers.js'
export { createMemoryStore, type MemoryStoreOptions } from './memory-store.js'
export type {
  EventHandlers,
  MalformedEvent,
  Outcome,
  Receipt,
  Receiver,
  ReceiverOptions,
} from './receiver.js'
export { type HeaderSource, type RawBody, signWebhook, type WebhookSecret } from './signature.js'
export type { RefusalReason, VerifiedWebhook, VerifyOptions } from './verify-webhook.js'
export { verifyWebhook } from './verify-webhook.js'
