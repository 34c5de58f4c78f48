// The entry point `taxtally/schemas`: the functions that need zod. Without zod, `taxtally` loads in 2/3 of the time.

export {
  KNOWN_FACTS_SCHEMA,
  POLICY_SCHEMA,
  readKnownFacts,
  readPolicy,
  readStated,
  STATED_SCHEMA,
} from '../underwrite/read-settings.js'
export { type WireSchemas, wireSchemas } from '../wire/wire.js'
