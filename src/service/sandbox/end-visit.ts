import { html } from 'hono/html'
import { answerPage, scriptValue } from './hosted-page.js'
import type { Raw, Session, State } from './state.js'

/** How a visit ended. */
export type Ending = {
  readonly event: 'succeeded' | 'failed' | 'closed'
  readonly code?: string
  readonly error?: string
}

/** Announces what happens to the widget or to the link. */
export const announceVisit = (state: State, { client, flow }: Session, what: string, data: Raw) =>
  state.emit(client, `${flow === 'link' ? 'client_link' : 'widget'}.${what}`, data)

const MESSAGES: Readonly<Record<string, string>> = {
  provider_timeout: 'The provider did not answer in time.',
  authorization_rejected: 'The authorization was rejected.',
}

/** Ends a visit: announces it, and sends the browser where it belongs. */
export function endVisit(state: State, session: Session, { event, code, error }: Ending): Response {
  session.stage = 'done'
  if (error !== undefined)
    announceVisit(state, session, 'failed', { error: { code: error, message: MESSAGES[error] } })
  if (event === 'succeeded' && session.link !== null)
    announceVisit(state, session, 'succeeded', { provider_id: session.connection?.providerId })
  announceVisit(state, session, 'closed', session.link === null ? {} : { url: session.target })
  if (session.flow === 'redirect') {
    const address = new URL(session.target)
    if (code !== undefined) address.searchParams.set('code', code)
    else address.searchParams.set('error', error ?? 'access_denied')
    if (session.echo !== null) address.searchParams.set('state', session.echo)
    return new Response(null, {
      status: 303,
      headers: { location: address.href, 'cache-control': 'no-store' },
    })
  }
  const title = event === 'succeeded' ? 'Connected' : event === 'failed' ? 'Not connected' : 'Closed'
  const message = { source: 'service-connect', event, code, error, state: session.echo ?? undefined }
  const script =
    session.flow === 'link'
      ? ''
      : `(window.opener ?? window.parent).postMessage(${scriptValue(message)}, ${scriptValue(session.target)})`
  return answerPage(
    title,
    html`<h1 id="ending">${title}</h1><p>You can go back to the application.</p>`,
    session,
    script,
  )
}
