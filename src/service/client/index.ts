// The folder `service/client` is the typed client of the service's API. It checks every response by `service/contract`.

export type * from '../contract/index.js'
export {
  canonicalProvider,
  isFinalStatus,
  KNOWN_PROVIDERS,
  KNOWN_STATUSES,
  refreshOutcome,
} from '../contract/index.js'
export { createClient } from './create-client.js'
export { AccessToken, ClientCredentials } from './credentials.js'
export { type CallName, OPERATIONS, type Operation, type OperationName } from './operations.js'
export type {
  ClientListeners,
  ClientOptions,
  DriftNote,
  Fetch,
  RequestNote,
  ResponseNote,
  RetryPolicy,
  Timing,
} from './options.js'
export { getResponseHead } from './read-response.js'
export type * from './service-client.js'
export { ServiceError, type ServiceErrorKind } from './service-error.js'
