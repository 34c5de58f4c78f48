import { isObject } from '../../core/json-value.js'
import type { Client, Webhook } from './clients.js'
import type { ManualClock } from './clock.js'
import { authorizeLater } from './form-8821-routes.js'
import type { JsonObject } from './generate-documents.js'
import { type Connection, type SandboxState, SandboxTaxpayer } from './state.js'
import type { Deliveries, SandboxEvent } from './webhook-delivery.js'

// The state of a sandbox as JSON, so that a new process can continue with it. Open pages and faults are not saved.
// Parsing, refresh jobs and authorizations that were in progress start again. Deliveries keep the time of the next attempt.

/** The `format` of a saved state. Change it if a sandbox cannot read a state that another version has saved. */
const FORMAT = 'taxtally sandbox, 2'

/** What is saved. `clients` begins with the sandbox's first application. */
interface SavedParts {
  readonly clients: readonly Client[]
  readonly state: SandboxState
  readonly events: SandboxEvent[]
  readonly deliveries: Deliveries
}

/** A saved state. */
type SavedState = ReturnType<typeof describeState>

const toBase64 = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('base64'))
const fromBase64 = (text: string | null) => (text === null ? null : new Uint8Array(Buffer.from(text, 'base64')))

/** Names a connection by its taxpayer and its provider. */
const nameConnection = ({ taxpayer, providerId }: Connection): readonly [taxpayerId: string, providerId: string] => [
  taxpayer.id,
  providerId,
]

/** Describes the state with plain objects, which refer to each other by their ids. */
function describeState({ clients, state, events, deliveries }: SavedParts) {
  const taxpayers = [...state.taxpayers.values()]
  const people = [...new Set(taxpayers.map(({ person }) => person))]
  return {
    format: FORMAT,
    aheadMs: (state.clock as Partial<ManualClock>).aheadMs ?? 0,
    fileKey: toBase64(state.fileKey) as string,
    clients,
    people,
    forms: [...state.forms8821.values()].map(({ client, unsigned, signed, ...form }) => ({
      ...form,
      clientId: client.id,
      unsigned: toBase64(unsigned),
      signed: toBase64(signed),
    })),
    taxpayers: taxpayers.map(({ id, createdAt, metadata, client, person, lastChangeTimes, connections }) => ({
      fields: { id, createdAt, metadata },
      clientId: client.id,
      person: people.indexOf(person),
      changeTimes: [...lastChangeTimes],
      connections: [...connections.values()].map(connection => ({
        providerId: connection.providerId,
        fields: { createdAt: connection.createdAt, status: connection.status },
        hasRecords: connection.records !== null,
        isParsed: connection.isParsed,
        isParsing: connection.cancelParsing !== null && connection.status !== 'TAX_AUTHORIZATION_SUBMITTED',
        jobs: [...connection.jobs.values()].map(({ id, status }) => ({ id, status })),
        formId: connection.form8821?.id,
      })),
    })),
    tokens: [...state.tokens].map(([token, connection]) => [token, nameConnection(connection)] as const),
    codes: [...state.codes].map(
      ([code, { connection, ...details }]) => [code, nameConnection(connection), details] as const,
    ),
    links: [...state.links.values()].map(({ client, ...link }) => ({ ...link, clientId: client.id })),
    events,
    deliveries: deliveries.deliveries.map(delivery => {
      const { event, ...details } = delivery
      return { ...details, eventId: event.id, attemptTime: deliveries.getAttemptTime(delivery) }
    }),
  }
}

/** Returns the state of a sandbox as JSON. It is a copy, so that later changes of the sandbox do not change it. */
export const saveState = (parts: SavedParts): JsonObject => structuredClone(describeState(parts))

const UNUSABLE_STATE = 'The value of state is not what save of this version returns.'

const LIST_NAMES = ['clients', 'people', 'forms', 'taxpayers', 'tokens', 'codes', 'links', 'events', 'deliveries']

/** Copies a saved state. Throws a TypeError if the value is something else. */
export function copySavedState(value: unknown): SavedState {
  if (isObject(value) && value['format'] === FORMAT && LIST_NAMES.every(name => Array.isArray(value[name])))
    return structuredClone(value) as unknown as SavedState
  throw new TypeError(UNUSABLE_STATE)
}

/**
 * Restores a saved state into a new sandbox whose applications are already registered. Throws a TypeError if a part of
 * the state is missing or is something else.
 */
export function restoreState(saved: SavedState, parts: Omit<SavedParts, 'clients'>): void {
  try {
    restoreParts(saved, parts)
  } catch (cause) {
    throw new TypeError(UNUSABLE_STATE, { cause })
  }
}

function restoreParts(saved: SavedState, { state, events, deliveries }: Omit<SavedParts, 'clients'>): void {
  const require = <T>(value: T | undefined): T => {
    if (value === undefined) throw new TypeError(UNUSABLE_STATE)
    return value
  }
  const requireClient = (id: string) => require(state.clients.get(id))
  ;(state.clock as Partial<ManualClock>).setAhead?.(saved.aheadMs)
  state.fileKey = Buffer.from(saved.fileKey, 'base64')
  for (const { clientId, unsigned, signed, ...form } of saved.forms)
    state.forms8821.set(form.id, {
      ...form,
      client: requireClient(clientId),
      unsigned: fromBase64(unsigned),
      signed: fromBase64(signed),
    })
  const connections = new Map<string, Connection>()
  for (const { fields, clientId, person, changeTimes, connections: savedConnections } of saved.taxpayers) {
    const dossier = saved.people[person] as SandboxTaxpayer['person']
    const taxpayer = Object.assign(new SandboxTaxpayer(state, requireClient(clientId), dossier), fields)
    for (const [providerId, time] of changeTimes) taxpayer.lastChangeTimes.set(providerId, time)
    state.taxpayers.set(taxpayer.id, taxpayer)
    for (const savedConnection of savedConnections) {
      const connection = Object.assign(taxpayer.connect(savedConnection.providerId), savedConnection.fields)
      taxpayer.connections.set(connection.providerId, connection)
      connections.set(String(nameConnection(connection)), connection)
      if (savedConnection.hasRecords) connection.pullRecords()
      connection.isParsed = savedConnection.isParsed
      connection.form8821 = state.forms8821.get(savedConnection.formId ?? '') ?? null
      for (const job of savedConnection.jobs) connection.startJob(job)
      if (savedConnection.isParsing) connection.parseLater()
      if (connection.status === 'TAX_AUTHORIZATION_SUBMITTED') authorizeLater(connection)
    }
  }
  const findConnection = (name: readonly string[]) => require(connections.get(String(name)))
  for (const [token, name] of saved.tokens) state.tokens.set(token, findConnection(name))
  for (const [code, name, details] of saved.codes)
    state.codes.set(code, { ...details, connection: findConnection(name) })
  for (const { clientId, ...link } of saved.links)
    state.links.set(link.id, { ...link, client: requireClient(clientId) })
  events.push(...saved.events)
  const eventsById = new Map(events.map(event => [event.id, event]))
  const webhooks = [...state.clients.values()].flatMap(client => client.webhooks)
  const findWebhook = (webhook: Webhook) => webhooks.find(({ id }) => id === webhook.id) ?? webhook
  for (const { eventId, attemptTime, webhook, ...delivery } of saved.deliveries)
    deliveries.restore(
      { ...delivery, event: require(eventsById.get(eventId)), webhook: findWebhook(webhook) },
      attemptTime,
    )
}
