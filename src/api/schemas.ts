// The entry of what needs zod: those who go without load the library in two thirds of the time.

export {
  KNOWN_FACTS_SCHEMA,
  readKnownFacts,
  readStated,
  STATED_SCHEMA,
} from '../underwrite/read-known-facts.js'
export { POLICY_SCHEMA, readPolicy } from '../underwrite/read-policy.js'
export { type WireSchemas, wireSchemas } from '../wire/wire.js'
