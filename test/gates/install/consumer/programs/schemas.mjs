import { POLICY_SCHEMA, readPolicy } from 'taxtally/schemas'

export default () => [POLICY_SCHEMA.safeParse({}).success, readPolicy({}).issues.length]
