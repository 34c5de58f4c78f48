// The entry point `taxtally/schemas`: functions that need zod. The main entry point loads in 2/3 of the time without it.

export {
  KNOWN_FACTS_SCHEMA,
  POLICY_SCHEMA,
  readKnownFacts,
  readPolicy,
  readStated,
  STATED_SCHEMA,
} from '../underwrite/read-settings.js'
export { type WireSchemas, wireSchemas } from '../wire/wire.js'
