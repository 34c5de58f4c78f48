import { newSecret } from './clients.js'
import { emitChange, stopWork } from './connections.js'
import type { Connection, State } from './state.js'

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
  state.codes.set(code, { connection, redirectUri, expiresAt })
  return code
}

/** Ends a taxpayer's tokens and unused codes at one provider, and announces it. Other providers are not touched. */
export function disconnect(state: State, connection: Connection): void {
  const { taxpayer, providerId } = connection
  for (const token of connection.tokens) state.tokens.delete(token)
  connection.tokens = []
  for (const [code, issued] of state.codes) if (issued.connection === connection) state.codes.delete(code)
  stopWork(connection)
  taxpayer.connections.delete(providerId)
  emitChange(state, connection, 'taxpayer.disconnected', { name: taxpayer.name })
}
