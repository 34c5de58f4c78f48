// The entry point `taxtally/schemas`: the functions that need zod. Without zod, `taxtally` loads in 2/3 of the time.

export { type WireSchemas, wireSchemas } from '../schema/wire/wire.js'
export {
  KNOWN_FACTS_SCHEMA,
  readKnownFacts,
  readStatedIncome,
  STATED_INCOME_SCHEMA,
} from '../underwriting/facts/read-facts.js'
export { POLICY_SCHEMA, readPolicy } from '../underwriting/policies/setting-schema.js'
