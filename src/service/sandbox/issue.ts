import { newSecret } from './new-id.js'
import type { Code, Connection, State } from './state.js'

/** Issues an access token, valid until it is disconnected. */
export function issueToken(state: State, connection: Connection): string {
  const token = newSecret('at')
  connection.tokens.push(token)
  state.tokens.set(token, connection)
  return token
}

/** Issues an authorization code that can be used once, for a while. */
export function issueCode(state: State, connection: Connection, redirectUri: string | null): string {
  const code = newSecret('code')
  const expiresAt = state.clock.now() + state.delays.codeLifetime
  const issued: Code = { connection, redirectUri, expiresAt }
  state.codes.set(code, issued)
  return code
}
