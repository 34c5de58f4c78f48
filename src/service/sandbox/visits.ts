import type { Context, Hono } from 'hono'
import { html } from '../../report/html.js'
import { findProvider } from '../contract/provider.js'
import { checkAddress, newSecret } from './clients.js'
import type { JsonObject } from './generate-documents.js'
import { renderNotice, renderPage, renderVisit, toScriptValue } from './hosted-pages.js'
import type { HonoLibrary } from './requests.js'
import { type ConnectVisit, type SandboxState, SandboxTaxpayer } from './state.js'

// The API document mentions the connect widget and client links but does not show their pages. The sandbox chose the
// paths, parameters, steps, error codes and messages in this file. Those of the service differ.

const ERROR_MESSAGES = {
  provider_timeout: 'The provider did not answer in time.',
  authorization_rejected: 'The authorization was rejected.',
}

/** The result of a visit. */
interface VisitEnd {
  readonly event: 'succeeded' | 'failed' | 'closed'
  readonly code?: string
  readonly error?: keyof typeof ERROR_MESSAGES
}

/** Emits an event of the widget or the client link. By default, the data is the link's URL, or empty for the widget. */
function emitVisitEvent(
  { clock, emit }: SandboxState,
  { client, link, target }: ConnectVisit,
  event: 'opened' | VisitEnd['event'],
  data: JsonObject = link === null ? {} : { url: target },
): void {
  if (link === null) {
    emit(client, `widget.${event}`, data)
    return
  }
  // The time is always later than that of the link's previous event, so that stale data can be recognized.
  link.changedAt = Math.max(clock.now(), link.changedAt + 1)
  const moments = { created_at: link.createdAt, updated_at: new Date(link.changedAt).toISOString() }
  emit(client, `client_link.${event}`, { ...data, ...moments })
}

/**
 * Performs one step of a visit. Returns the result of the visit, or null if it continues. A step out of order changes
 * nothing. If another visit has already used the link, the visit closes.
 */
function advanceVisit(state: SandboxState, visit: ConnectVisit, fields: JsonObject): VisitEnd | null {
  const { client, stage } = visit
  const { action } = fields
  if (action === 'close' || visit.link?.isUsed === true) return { event: 'closed' }
  if (stage === 'opened' && action === 'select') {
    const provider = findProvider(String(fields['provider_id']))
    const person = state.people[Number(fields['person'])]
    if (provider === undefined || person === undefined) return null
    visit.connection = new SandboxTaxpayer(state, client, person).connect(provider)
    visit.stage = 'selected'
    visit.connection.emit('taxpayer.provider_selected', {})
    return null
  }
  const { connection } = visit
  if (connection === null) return null
  if (stage === 'selected' && action === 'consent') {
    visit.stage = 'consented'
    connection.enroll(visit.link?.metadata)
    connection.emit('taxpayer.consent_accepted', {})
    connection.consent()
  } else if (stage === 'consented' && action === 'connect') {
    const { outcome } = fields
    if (outcome === 'provider_timeout') return { event: 'failed', error: 'provider_timeout' }
    if (outcome === 'authorization_rejected') {
      connection.setStatus('REJECTED')
      return { event: 'failed', error: 'authorization_rejected' }
    }
    connection.emit('taxpayer.provider_connected', {})
    connection.authorize()
    if (visit.link === null) {
      const redirectUri = visit.flow === 'redirect' ? visit.target : null
      return { event: 'succeeded', code: connection.issueCode(redirectUri) }
    }
    visit.link.isUsed = true
    connection.issueToken()
    connection.pullRecords()
    connection.parseLater()
    return { event: 'succeeded' }
  }
  return null
}

/** Ends a visit: emits its events and redirects the browser or shows the result. */
function endVisit(state: SandboxState, visit: ConnectVisit, { event, code, error }: VisitEnd): Response {
  visit.stage = 'done'
  if (error !== undefined)
    emitVisitEvent(state, visit, 'failed', { error: { code: error, message: ERROR_MESSAGES[error] } })
  if (event === 'succeeded' && visit.link !== null)
    emitVisitEvent(state, visit, 'succeeded', { provider_id: visit.connection?.providerId })
  emitVisitEvent(state, visit, 'closed')
  if (visit.flow === 'redirect') {
    const address = new URL(visit.target)
    if (code !== undefined) address.searchParams.set('code', code)
    else address.searchParams.set('error', error ?? 'access_denied')
    if (visit.echoedState !== null) address.searchParams.set('state', visit.echoedState)
    const headers = { location: address.href, 'cache-control': 'no-store' }
    return new Response(null, { status: 303, headers })
  }
  const title = event === 'succeeded' ? 'Connected' : event === 'failed' ? 'Not connected' : 'Closed'
  const message = { source: 'service-connect', event, code, error, state: visit.echoedState ?? undefined }
  const script =
    visit.flow === 'link'
      ? ''
      : `(window.opener ?? window.parent).postMessage(${toScriptValue(message)}, ${toScriptValue(visit.target)})`
  const body = html`<h1 id="ending">${title}</h1><p>You can go back to the application.</p>`
  return renderPage(title, body, visit, script)
}

const renderRefusal = (text: string) => renderNotice('This page cannot be opened', text, 400)

/** The maximum size of a form that a page submits, in bytes. It is larger than any form of the pages. */
const MAX_FORM_BYTES = 1 << 16

/** Adds the hosted pages: the connect widget, embedded or reached by redirect, and client links. */
export function addConnectRoutes(library: HonoLibrary, routes: Hono, state: SandboxState): void {
  const limitBody = library.bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => renderNotice('Too large', `A form may have ${MAX_FORM_BYTES} bytes at most.`, 413),
  })

  routes.get('/connect', context => {
    const { client_id = '', redirect_uri, origin, state: echoedState = null } = context.req.query()
    const client = state.clients.get(client_id)
    if (client === undefined) return renderRefusal('The client id is unknown.')
    if (redirect_uri === undefined) {
      if (origin === undefined || checkAddress(origin) !== null || new URL(origin).origin !== origin)
        return renderRefusal('The embedded flow needs the origin of the page that embeds it: https, or http localhost.')
    } else if (!client.redirectUris.includes(redirect_uri))
      return renderRefusal('The redirect address is not registered.')
    const flow = redirect_uri === undefined ? 'embedded' : 'redirect'
    return openVisit(context, { client, flow, target: redirect_uri ?? (origin as string), echoedState, link: null })
  })

  routes.get('/link/:id', context => {
    const link = state.links.get(context.req.param('id'))
    if (link === undefined) return renderNotice('No such link', 'There is no client link at this address.', 404)
    if (link.isUsed) return renderNotice('All done', 'This link was already used.', 410)
    return openVisit(context, { client: link.client, flow: 'link', target: context.req.url, echoedState: null, link })
  })

  routes.get('/visit/:id', context => {
    const visit = state.visits.get(context.req.param('id'))
    if (visit === undefined || visit.stage === 'done')
      return renderNotice('All done', 'This visit is over.', visit === undefined ? 404 : 200)
    return renderVisit(visit, state.people)
  })

  routes.post('/visit/:id', async context => {
    const findOpenVisit = () => {
      const visit = state.visits.get(context.req.param('id'))
      return visit?.stage === 'done' ? undefined : visit
    }
    const renderVisitOver = () => renderNotice('All done', 'This visit is over.', 409)
    // The body is not read if the visit does not exist or is over.
    if (findOpenVisit() === undefined) return renderVisitOver()
    const tooLargeResponse = await limitBody(context, async () => {})
    if (tooLargeResponse !== undefined) return tooLargeResponse
    const fields: JsonObject = await context.req.parseBody().catch(() => ({}))
    // Checked again after the body is read, because another request may have ended the visit meanwhile.
    const visit = findOpenVisit()
    if (visit === undefined) return renderVisitOver()
    const visitEnd = advanceVisit(state, visit, fields)
    return visitEnd === null ? context.redirect(`/visit/${visit.id}`, 303) : endVisit(state, visit, visitEnd)
  })

  function openVisit(context: Context, visitInputs: Omit<ConnectVisit, 'id' | 'stage' | 'connection'>): Response {
    const visit: ConnectVisit = { ...visitInputs, id: newSecret('v'), stage: 'opened', connection: null }
    state.visits.set(visit.id, visit)
    emitVisitEvent(state, visit, 'opened')
    return context.redirect(`/visit/${visit.id}`, 303)
  }
}
