import { setStatus } from './connections.js'
import { findProvider } from './providers.js'
import {
  type Connection,
  type Raw,
  type RefreshJob,
  type SandboxDossier,
  type State,
  touch,
} from './state.js'

/** The records of a person at a provider; `service-sandbox` holds those of every provider. */
const recordsAt = (person: SandboxDossier, providerId: string): readonly Raw[] =>
  providerId === 'service-sandbox'
    ? person.records
    : person.records.filter(record => findProvider(String(record['provider_id']))?.id === providerId)

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
export function finishRefresh(state: State, connection: Connection, job: RefreshJob): void {
  const { status } = connection
  job.status = status === 'AUTHORIZED' || status === 'COMPLETED' ? 'completed' : 'failed'
  if (job.status === 'failed') return
  pullRecords(connection)
  if (status === 'COMPLETED') showRecords(state, connection)
}

/** Gives the records their forms, and announces them. */
function showRecords(state: State, connection: Connection): void {
  connection.parsed = true
  const { taxpayer, providerId, records } = connection
  state.emit(taxpayer.client, 'taxpayer.records_synced', {
    taxpayer_id: taxpayer.id,
    provider_id: providerId,
    records: (records ?? []).map(record => ({
      record_id: record['id'],
      tax_year: Number(record['tax_year']),
    })),
    created_at: taxpayer.createdAt,
    updated_at: touch(state.clock, connection),
  })
}
