import { setStatus } from './connections.js'
import { findProvider } from './providers.js'
import { type Connection, type Raw, type SandboxDossier, type State, touch } from './state.js'

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

/** Parsing is done: the records can be relied on, and the application is told. */
export function finishParsing(state: State, connection: Connection): void {
  connection.parsed = true
  announceRecords(state, connection)
  if (connection.status === 'AUTHORIZED') setStatus(state, connection, 'COMPLETED')
}

/** Parses after the sandbox's delay. */
export function parseLater(state: State, connection: Connection): void {
  connection.cancelParsing = state.clock.after(state.delays.parsing, () => finishParsing(state, connection))
}

/** Announces the records as they stand. */
export function announceRecords(state: State, connection: Connection): void {
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
