// The entry point `taxtally/schemas`: the functions that need zod. Without zod, `taxtally` loads in 2/3 of the time.

export { type WireSchemas, wireSchemas } from '../schema/wire/wire.js'
export {
  KNOWN_FACTS_SCHEMA,
  POLICY_SCHEMA,
  readKnownFacts,
  readPolicy,
  readStated,
  STATED_SCHEMA,
} from '../underwriting/policies/read-settings.js'
