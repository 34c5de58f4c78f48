// The entry of what needs zod: those who go without load the library in two thirds of the time.

export {
  KNOWN_FACTS_SCHEMA,
  POLICY_SCHEMA,
  readKnownFacts,
  readPolicy,
  readStated,
  STATED_SCHEMA,
} from '../underwrite/read-settings.js'
export { type WireSchemas, wireSchemas } from '../wire/wire.js'
