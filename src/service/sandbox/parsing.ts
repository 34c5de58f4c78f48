import { findProvider } from '../resources/provider.js'
import { emitChange, setStatus } from './connections.js'
import type { Connection, Job, JsonObject, SandboxDossier, State } from './state.js'

/** The records of a person at a provider; `service-sandbox` holds those of every provider. */
const recordsAt = (person: SandboxDossier, providerId: string): readonly JsonObject[] =>
  providerId === 'service-sandbox'
    ? person.records
    : person.records.filter(record => findProvider(String(record['provider_id'])) === providerId)

/** Pulls the documents from the provider. Until they are parsed, records have no forms. */
export function pullRecords(connection: Connection): void {
  connection.records = recordsAt(connection.taxpayer.person, connection.providerId)
  connection.parsed = false
}

/** Parsing is done: the records can be relied on, and the application is told. What was cleared meanwhile stays away. */
export function finishParsing(state: State, connection: Connection): void {
  if (connection.records !== null) showRecords(state, connection)
  if (connection.status === 'AUTHORIZED') setStatus(state, connection, 'COMPLETED')
}

/** Parses after the sandbox's delay. */
export function parseLater(state: State, connection: Connection): void {
  connection.cancelParsing = state.clock.after(state.delays.parsing, () => finishParsing(state, connection))
}

/**
 * Ends a refresh job. Before COMPLETED it pulls the documents and leaves their parsing to what is under way; without an
 * authorization it fails.
 */
export function finishRefresh(state: State, connection: Connection, job: Job): void {
  const { status } = connection
  job.status = status === 'AUTHORIZED' || status === 'COMPLETED' ? 'completed' : 'failed'
  if (job.status === 'failed') return
  pullRecords(connection)
  if (status === 'COMPLETED') showRecords(state, connection)
}

/** Gives the records their forms, and announces them. */
function showRecords(state: State, connection: Connection): void {
  connection.parsed = true
  const records = (connection.records ?? []).map(({ id, tax_year }) => ({
    record_id: String(id),
    tax_year: Number(tax_year),
  }))
  emitChange(state, connection, 'taxpayer.records_synced', { records })
}
