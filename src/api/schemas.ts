// The entry of what needs zod: those who go without are spared half of the time that the library takes to load.
export { type WireSchemas, wireSchemas } from '../read/wire.js'
export { KNOWN_FACTS_SCHEMA, readKnownFacts } from '../underwrite/read-known-facts.js'
export { POLICY_SCHEMA, readPolicy } from '../underwrite/read-policy.js'
