export type * from '../resources/index.js'
export {
  canonicalProvider,
  isFinalStatus,
  KNOWN_PROVIDERS,
  KNOWN_STATUSES,
  refreshOutcome,
} from '../resources/index.js'
export type { ClientOptions, Fetch, RetryPolicy } from './connection.js'
export { createClient } from './create-client.js'
export { AccessToken, ClientCredentials } from './credentials.js'
export type { RetrievedToken, TokenGrant } from './grant.js'
export type { CallOptions } from './limits.js'
export type { CallName, Operation, OperationName } from './operation.js'
export { OPERATIONS } from './operation.js'
export type { Pace } from './poll-until.js'
export type { UnsignedForm } from './read-unsigned-form.js'
export type {
  AuthorizationCode,
  CollectedDossier,
  CollectOptions,
  ExchangeOptions,
  RefreshKey,
  RefreshOptions,
  RefreshResult,
  ServiceClient,
  UploadFile,
  WaitOptions,
} from './service-client.js'
export type { ServiceErrorKind } from './service-error.js'
export { ServiceError } from './service-error.js'
export type { Timing } from './timing.js'
