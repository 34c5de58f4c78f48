import { html } from '../../report/html.js'
import { findProvider } from '../resources/provider.js'
import { authorize, consent, emitChange, enroll, openConnection, setStatus } from './connections.js'
import { renderPage, scriptValue } from './hosted-page.js'
import { parseLater, pullRecords } from './parsing.js'
import { type JsonObject, linkMoments, type State, type Visit } from './state.js'
import { issueCode, issueToken } from './tokens.js'

/** How a visit ended. */
interface VisitEnd {
  readonly event: 'succeeded' | 'failed' | 'closed'
  readonly code?: string
  readonly error?: keyof typeof ERRORS
}

const ERRORS = {
  provider_timeout: 'The provider did not answer in time.',
  authorization_rejected: 'The authorization was rejected.',
}

/** Announces what happens to the widget or to the link. What opens and closes says no more than where a link is. */
export const emitVisitEvent = (
  state: State,
  { client, link, target }: Visit,
  what: 'opened' | 'closed' | 'failed' | 'succeeded',
  data: JsonObject = link === null ? {} : { url: target },
): void =>
  link === null
    ? state.emit(client, `widget.${what}`, data)
    : state.emit(client, `client_link.${what}`, { ...data, ...linkMoments(state.clock, link) })

/**
 * Takes one step of a visit; gives how it ended, null where it goes on. A step out of order changes nothing, and a link
 * that another visit used closes.
 */
export function advanceVisit(
  state: State,
  visit: Visit,
  fields: Readonly<Record<string, unknown>>,
): VisitEnd | null {
  const { client, stage } = visit
  const { action } = fields
  if (action === 'close' || visit.link?.done === true) return { event: 'closed' }
  if (stage === 'opened' && action === 'select') {
    const provider = findProvider(String(fields['provider_id']))
    const person = state.people[Number(fields['person'])]
    if (provider === undefined || person === undefined) return null
    visit.connection = openConnection(state, client, person, provider)
    visit.stage = 'selected'
    emitChange(state, visit.connection, 'taxpayer.provider_selected', {})
    return null
  }
  const { connection } = visit
  if (connection === null) return null
  if (stage === 'selected' && action === 'consent') {
    visit.stage = 'consented'
    enroll(state, connection, visit.link?.metadata)
    emitChange(state, connection, 'taxpayer.consent_accepted', {})
    consent(state, connection)
  } else if (stage === 'consented' && action === 'connect') {
    const { outcome } = fields
    if (outcome === 'provider_timeout') return { event: 'failed', error: 'provider_timeout' }
    if (outcome === 'authorization_rejected') {
      setStatus(state, connection, 'REJECTED')
      return { event: 'failed', error: 'authorization_rejected' }
    }
    emitChange(state, connection, 'taxpayer.provider_connected', {})
    authorize(state, connection)
    if (visit.link === null) {
      const redirectUri = visit.flow === 'redirect' ? visit.target : null
      return { event: 'succeeded', code: issueCode(state, connection, redirectUri) }
    }
    visit.link.done = true
    issueToken(state, connection)
    pullRecords(connection)
    parseLater(state, connection)
    return { event: 'succeeded' }
  }
  return null
}

/** Ends a visit: announces it, and sends the browser where it belongs. */
export function endVisit(state: State, visit: Visit, { event, code, error }: VisitEnd): Response {
  visit.stage = 'done'
  if (error !== undefined)
    emitVisitEvent(state, visit, 'failed', { error: { code: error, message: ERRORS[error] } })
  if (event === 'succeeded' && visit.link !== null)
    emitVisitEvent(state, visit, 'succeeded', { provider_id: visit.connection?.providerId })
  emitVisitEvent(state, visit, 'closed')
  if (visit.flow === 'redirect') {
    const address = new URL(visit.target)
    if (code !== undefined) address.searchParams.set('code', code)
    else address.searchParams.set('error', error ?? 'access_denied')
    if (visit.echo !== null) address.searchParams.set('state', visit.echo)
    const headers = { location: address.href, 'cache-control': 'no-store' }
    return new Response(null, { status: 303, headers })
  }
  const title = event === 'succeeded' ? 'Connected' : event === 'failed' ? 'Not connected' : 'Closed'
  const message = { source: 'service-connect', event, code, error, state: visit.echo ?? undefined }
  const script =
    visit.flow === 'link'
      ? ''
      : `(window.opener ?? window.parent).postMessage(${scriptValue(message)}, ${scriptValue(visit.target)})`
  const body = html`<h1 id="ending">${title}</h1><p>You can go back to the application.</p>`
  return renderPage(title, body, visit, script)
}
