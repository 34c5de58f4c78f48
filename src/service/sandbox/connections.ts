import type { Payloads } from '../resources/event.js'
import { isAuthority } from '../resources/provider.js'
import type { KnownStatus } from '../resources/resource.js'
import { NEXT_STATUSES, STATUS_DESCRIPTIONS } from '../resources/taxpayer.js'
import { attachForm8821 } from './attach-form-8821.js'
import { newId } from './clients.js'
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

/** What a payload says beyond whose it is. */
type About<T extends keyof Payloads> = Payloads[T] extends { readonly taxpayer_id: string }
  ? Omit<Payloads[T], 'taxpayer_id' | 'provider_id'> & JsonObject
  : JsonObject

/** Announces what happened to a taxpayer at a provider. */
export function emitChange<T extends keyof Payloads & `taxpayer.${string}`>(
  state: State,
  connection: Connection,
  event: T,
  data: About<T>,
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
 * Begins a submission: a person as a taxpayer of their own at a provider, whom nobody knows until `enroll`. With a
 * taxpayer, it adds a provider to that one, or authorizes again where the taxpayer is connected; nothing is lost by it.
 */
export function openConnection(
  state: State,
  client: Client,
  person: SandboxDossier,
  providerId: string,
  known: Taxpayer | null = null,
): Connection {
  const taxpayer = known ?? newTaxpayer(state, client, person)
  return taxpayer.connections.get(providerId) ?? newConnection(state, taxpayer, providerId)
}

/** The taxpayer consents: from here on the service knows of the submission. What is connected stays as it is. */
export function enroll(state: State, connection: Connection, metadata: JsonObject = {}): void {
  const { taxpayer, providerId } = connection
  state.taxpayers.set(taxpayer.id, taxpayer)
  taxpayer.connections.set(providerId, connection)
  taxpayer.metadata = { ...taxpayer.metadata, ...metadata }
  if (isConnected(connection)) return
  connection.cancelParsing()
  setStatus(state, connection, 'CREATED')
}

/** True where a provider let the service in, and still does. */
const isConnected = ({ status }: Connection): boolean => status === 'AUTHORIZED' || status === 'COMPLETED'

/** Consent is announced where there was none. */
export function consent(state: State, connection: Connection): void {
  if (!isConnected(connection)) setStatus(state, connection, 'CONSENT_RECEIVED')
}

/** The provider lets the service in; where an authority holds the records, the authorization is submitted first. */
export function authorize(state: State, connection: Connection): void {
  if (isConnected(connection)) return
  if (isAuthority(connection.providerId) && connection.status === 'CONSENT_RECEIVED')
    setStatus(state, connection, 'TAX_AUTHORIZATION_SUBMITTED')
  setStatus(state, connection, 'AUTHORIZED')
  attachForm8821(state, connection)
}

/** Ends what is under way for a connection. */
export function stopWork({ cancelParsing, jobs }: Connection): void {
  cancelParsing()
  for (const job of jobs.values()) job.cancel()
}
