import { attachForm8821 } from './attach-form-8821.js'
import { authorize, openConnection, receiveConsent, setStatus } from './connections.js'
import type { Ending } from './end-visit.js'
import { issueCode, issueToken } from './issue.js'
import { parseLater, pullRecords } from './parsing.js'
import { findProvider } from './providers.js'
import type { Session, State } from './state.js'

/**
 * Takes one step of a visit; gives how it ended, null where it goes on. A step out of order changes nothing, and a link
 * that another visit used closes.
 */
export function takeStep(
  state: State,
  session: Session,
  words: Readonly<Record<string, unknown>>,
): Ending | null {
  const { client, stage } = session
  const { action } = words
  if (action === 'close' || session.link?.done === true) return { event: 'closed' }
  if (stage === 'opened' && action === 'select') {
    const provider = findProvider(String(words['provider_id']))
    const person = state.people[Number(words['person'])]
    if (provider === undefined || person === undefined) return null
    const connection = openConnection(state, client, person, provider.id, session.link?.metadata)
    session.connection = connection
    session.stage = 'selected'
    state.emit(client, 'taxpayer.provider_selected', {
      taxpayer_id: connection.taxpayer.id,
      provider_id: provider.id,
    })
    return null
  }
  const { connection } = session
  if (connection === null) return null
  const about = { taxpayer_id: connection.taxpayer.id, provider_id: connection.providerId }
  if (stage === 'selected' && action === 'consent') {
    session.stage = 'consented'
    state.emit(client, 'taxpayer.consent_accepted', about)
    receiveConsent(state, connection)
  } else if (stage === 'consented' && action === 'connect') {
    const { outcome } = words
    if (outcome === 'provider_timeout') return { event: 'failed', error: 'provider_timeout' }
    if (outcome === 'authorization_rejected') {
      setStatus(state, connection, 'REJECTED')
      return { event: 'failed', error: 'authorization_rejected' }
    }
    state.emit(client, 'taxpayer.provider_connected', about)
    authorize(state, connection)
    attachForm8821(state, connection)
    if (session.link === null) {
      const redirectUri = session.flow === 'redirect' ? session.target : null
      return { event: 'succeeded', code: issueCode(state, connection, redirectUri) }
    }
    session.link.done = true
    issueToken(state, connection)
    pullRecords(connection)
    parseLater(state, connection)
    return { event: 'succeeded' }
  }
  return null
}
