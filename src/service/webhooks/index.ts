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
} from '../resources/index.js'
export { isEventOf, isKnownType } from '../resources/index.js'
export type { EventHandlers, Outcome, Receipt, Receiver, ReceiverOptions } from './create-receiver.js'
export { createReceiver } from './create-receiver.js'
export type { Claim, EventStore, MemoryStoreOptions } from './event-store.js'
export { createMemoryStore } from './event-store.js'
export type { RawBody, WebhookSecret } from './hmac.js'
export { signWebhook } from './hmac.js'
export type { NodeRequest, NodeResponse } from './node.js'
export { toNodeHandler } from './node.js'
export type { HeaderSource } from './read-header.js'
export { momentOf, subjectOf } from './subject.js'
export type { HandlerOptions, Reply } from './to-web-handler.js'
export { toWebHandler } from './to-web-handler.js'
export type { RefusalReason, VerifiedWebhook, VerifyOptions } from './verify-webhook.js'
export { verifyWebhook } from './verify-webhook.js'
