import type { Payloads } from '../resources/event.js'
import { isAuthority } from '../resources/provider.js'
import { type KnownStatus, NEXT_STATUSES, STATUS_DESCRIPTIONS } from '../resources/taxpayer.js'
import { newId, newSecret } from './clients.js'
import {
  type Client,
  type Connection,
  type JsonObject,
  nextUpdate,
  type SandboxDossier,
  type State,
  type Taxpayer,
  timestamp,
} from './state.js'

/** The name of a person in the sandbox's data. */
export const nameOf = (person: SandboxDossier): string =>
  typeof person.taxpayer['name'] === 'string' ? person.taxpayer['name'] : 'Unnamed taxpayer'

/** Announces a change of a taxpayer at a provider. */
export function emitChange<
  T extends 'taxpayer.status_changed' | 'taxpayer.records_synced' | 'taxpayer.disconnected',
>(
  state: State,
  connection: Connection,
  event: T,
  data: Omit<Payloads[T], 'taxpayer_id' | 'provider_id'> & JsonObject,
): void {
  const { taxpayer, providerId } = connection
  state.emit(taxpayer.client, event, {
    taxpayer_id: taxpayer.id,
    ...data,
    provider_id: providerId,
    created_at: taxpayer.createdAt,
    updated_at: nextUpdate(state.clock, connection),
  })
}

/** Sets a status and announces it. Throws on a step that the sandbox's table does not have: that is its own error. */
export function setStatus(state: State, connection: Connection, status: KnownStatus): void {
  if (!NEXT_STATUSES[connection.status].includes(status))
    throw new Error(`No step from ${connection.status} to ${status}.`)
  connection.status = status
  const data = { status, status_description: STATUS_DESCRIPTIONS[status] }
  emitChange(state, connection, 'taxpayer.status_changed', data)
}

const newTaxpayer = (state: State, client: Client, person: SandboxDossier): Taxpayer => ({
  id: newId(),
  client,
  person,
  name: nameOf(person),
  metadata: {},
  createdAt: timestamp(state.clock),
  connections: new Map(),
  changes: new Map(),
})

const newConnection = (state: State, taxpayer: Taxpayer, providerId: string): Connection => ({
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
})

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
  metadata: JsonObject = {},
): Connection {
  const known = [...state.taxpayers.values()].find(each => each.client === client && each.person === person)
  const taxpayer = known ?? newTaxpayer(state, client, person)
  state.taxpayers.set(taxpayer.id, taxpayer)
  taxpayer.metadata = { ...taxpayer.metadata, ...metadata }
  const connection = taxpayer.connections.get(providerId) ?? newConnection(state, taxpayer, providerId)
  taxpayer.connections.set(providerId, connection)
  endAuthorization(state, connection)
  connection.records = null
  connection.parsed = false
  setStatus(state, connection, 'CREATED')
  return connection
}

/** The provider lets the service in; where an authority holds the records, the authorization is submitted first. */
export function authorize(state: State, connection: Connection): void {
  if (isAuthority(connection.providerId) && connection.status === 'CONSENT_RECEIVED')
    setStatus(state, connection, 'TAX_AUTHORIZATION_SUBMITTED')
  setStatus(state, connection, 'AUTHORIZED')
}

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

/** Ends a taxpayer's tokens, unused codes and visits at one provider, and announces it. Other providers are not touched. */
export function disconnect(state: State, connection: Connection): void {
  const { taxpayer, providerId } = connection
  for (const token of connection.tokens) state.tokens.delete(token)
  connection.tokens = []
  endAuthorization(state, connection)
  for (const job of connection.jobs.values()) job.cancel()
  taxpayer.connections.delete(providerId)
  emitChange(state, connection, 'taxpayer.disconnected', { name: taxpayer.name })
}

/** What an authorization left open ends with it: a code or a visit would go round the next one, or bring it back. */
function endAuthorization(state: State, connection: Connection): void {
  connection.cancelParsing()
  for (const [code, issued] of state.codes) if (issued.connection === connection) state.codes.delete(code)
  for (const visit of state.visits.values()) {
    if (visit.connection !== connection || visit.stage === 'done') continue
    visit.connection = null
    visit.stage = 'opened'
  }
}
