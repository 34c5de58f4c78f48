export type { Acknowledgement } from './acknowledgement.js'
export { acknowledgementSchema } from './acknowledgement.js'
export type { CheckResult } from './check-value.js'
export { checkValue } from './check-value.js'
export type {
  ClientLink,
  ClientLinkRequest,
  ClientLinkSettings,
  TranscriptKey,
  TranscriptSettings,
} from './client-link.js'
export { clientLinkRequestSchema, clientLinkSchema, TRANSCRIPT_KEYS } from './client-link.js'
export type { EventOf, EventType, KnownEvent, ServiceEvent, UnknownEvent } from './event.js'
export { checkEvent, isEventOf, isKnownType } from './event.js'
export type {
  ExtraDesignee,
  Form56,
  Form56Proceedings,
  Form56Tax,
  Form8821Address,
  Form8821Request,
  PersonalInfo,
} from './form8821.js'
export { form8821RequestSchema } from './form8821.js'
export type { KnownOr, Maybe, OpenObject, ServiceFault } from './open.js'
export { openObjectSchema, serviceFaultSchema } from './open.js'
export type {
  Disconnected,
  Failed,
  LinkSucceeded,
  LinkVisited,
  Payload,
  Payloads,
  RecordsSynced,
  StatusChanged,
  SyncedRecord,
} from './payload.js'
export { PAYLOADS } from './payload.js'
export type { KnownProvider, ProviderId, Providers } from './provider.js'
export { canonicalProvider, KNOWN_PROVIDERS, providerIdSchema } from './provider.js'
export type { FormArrays, FormObject, RecordDetails, TaxRecord } from './record.js'
export { taxRecordSchema, taxRecordsSchema } from './record.js'
export type { RefreshJob, RefreshOutcome, RefreshState, RefreshStatus } from './refresh.js'
export { refreshJobSchema, refreshOutcome, refreshStatusSchema } from './refresh.js'
export type { KnownStatus, TaxpayerStatus } from './status.js'
export { isFinalStatus, KNOWN_STATUSES, taxpayerStatusSchema } from './status.js'
export type {
  BalanceSummary,
  BalanceYear,
  Employer,
  Employment,
  Taxpayer,
  TaxpayerAddress,
  TaxpayerAnalysis,
  TaxpayerDetails,
} from './taxpayer.js'
export { taxpayerSchema } from './taxpayer.js'
export type { Introspection, TaxpayerTokenRecord, TokenRequest, TokenResponse } from './token.js'
export {
  introspectionSchema,
  taxpayerTokenRecordSchema,
  tokenRequestSchema,
  tokenResponseSchema,
} from './token.js'
