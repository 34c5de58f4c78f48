export * from './authorization.js'
export * from './event.js'
export * from './provider.js'
export type * from './requests.js'
export {
  type CheckResult,
  checkValue,
  type KnownOr,
  listMisfits,
  type Maybe,
  type Misfit,
  type OpenObject,
  type Resource,
} from './schema.js'
export * from './taxpayer.js'
