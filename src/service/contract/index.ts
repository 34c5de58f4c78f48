// The folder `service/contract` states the resources of the service's API once, as zod schemas. The client, the
// webhooks and the sandbox derive from it.

export * from './authorization.js'
export * from './event.js'
export * from './provider.js'
export type * from './requests.js'
export {
  type CheckResult,
  checkValue,
  type KnownOr,
  listMismatches,
  type Maybe,
  type OpenObject,
  type Resource,
  type SchemaMismatch,
  type UnlistedText,
} from './schema.js'
export * from './taxpayer.js'
