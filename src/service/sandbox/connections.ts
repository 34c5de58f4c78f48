import type { KnownStatus } from '../resources/status.js'
import { newId } from './new-id.js'
import { findProvider } from './providers.js'
import {
  type Client,
  type Connection,
  type Raw,
  type SandboxDossier,
  type State,
  type Taxpayer,
  timestamp,
  touch,
} from './state.js'
import { DESCRIPTIONS, NEXT } from './status.js'

/** The name of a person in the sandbox's data. */
export const nameOf = (person: SandboxDossier): string =>
  typeof person.taxpayer['name'] === 'string' ? person.taxpayer['name'] : 'Unnamed taxpayer'

/** Sets a status and announces it. Throws on a step that the sandbox's table does not have: that is its own error. */
export function setStatus(state: State, connection: Connection, status: KnownStatus): void {
  if (!NEXT[connection.status].includes(status))
    throw new Error(`No step from ${connection.status} to ${status}.`)
  connection.status = status
  state.emit(connection.taxpayer.client, 'taxpayer.status_changed', {
    taxpayer_id: connection.taxpayer.id,
    status,
    status_description: DESCRIPTIONS[status],
    provider_id: connection.providerId,
    created_at: connection.taxpayer.createdAt,
    updated_at: touch(state.clock, connection),
  })
}

/**
 * Begins an authorization: the application's taxpayer for a person, made where there is none, at a provider.
 * A person is one taxpayer per application, so that one taxpayer can have several providers. Who authorizes again has
 * no records until the provider lets the service in once more.
 */
export function openConnection(
  state: State,
  client: Client,
  person: SandboxDossier,
  providerId: string,
  metadata: Raw = {},
): Connection {
  let taxpayer = [...state.taxpayers.values()].find(
    known => known.client === client && known.person === person,
  )
  if (taxpayer === undefined) {
    const made: Taxpayer = {
      id: newId(),
      client,
      person,
      name: nameOf(person),
      metadata: {},
      createdAt: timestamp(state.clock),
      connections: new Map(),
      changes: new Map(),
    }
    taxpayer = made
    state.taxpayers.set(made.id, made)
  }
  taxpayer.metadata = { ...taxpayer.metadata, ...metadata }
  let connection = taxpayer.connections.get(providerId)
  if (connection === undefined) {
    connection = {
      taxpayer,
      providerId,
      createdAt: timestamp(state.clock),
      status: 'CREATED',
      tokens: [],
      records: null,
      parsed: false,
      jobs: new Map(),
      cancelParsing: () => {},
      form8821: null,
    }
    taxpayer.connections.set(providerId, connection)
  }
  endAuthorization(state, connection)
  connection.records = null
  connection.parsed = false
  setStatus(state, connection, 'CREATED')
  return connection
}

/** The taxpayer consents; where an authority holds the records, the authorization is submitted too. */
export function receiveConsent(state: State, connection: Connection): void {
  setStatus(state, connection, 'CONSENT_RECEIVED')
}

/** The provider lets the service in. */
export function authorize(state: State, connection: Connection): void {
  if (findProvider(connection.providerId)?.authority === true && connection.status === 'CONSENT_RECEIVED')
    setStatus(state, connection, 'TAX_AUTHORIZATION_SUBMITTED')
  setStatus(state, connection, 'AUTHORIZED')
}

/** Ends a taxpayer's tokens, unused codes and visits at one provider, and announces it. Other providers are not touched. */
export function disconnect(state: State, connection: Connection): void {
  const { taxpayer, providerId } = connection
  for (const token of connection.tokens) state.tokens.delete(token)
  connection.tokens = []
  endAuthorization(state, connection)
  for (const job of connection.jobs.values()) job.cancel()
  taxpayer.connections.delete(providerId)
  state.emit(taxpayer.client, 'taxpayer.disconnected', {
    taxpayer_id: taxpayer.id,
    name: taxpayer.name,
    provider_id: providerId,
    created_at: taxpayer.createdAt,
    updated_at: touch(state.clock, connection),
  })
}

/** What an authorization left open ends with it: a code or a visit would go round the next one, or bring it back. */
function endAuthorization(state: State, connection: Connection): void {
  connection.cancelParsing()
  for (const [code, issued] of state.codes) if (issued.connection === connection) state.codes.delete(code)
  for (const session of state.sessions.values()) {
    if (session.connection !== connection || session.stage === 'done') continue
    session.connection = null
    session.stage = 'opened'
  }
}
