import type { Context, Hono } from 'hono'
import { checkAddress } from './address.js'
import { newSecret } from './clients.js'
import { renderNotice, renderVisit } from './hosted-page.js'
import type { HonoLibrary } from './load-libraries.js'
import type { State, Visit } from './state.js'
import { advanceVisit, emitVisitEvent, endVisit } from './visits.js'

const refuse = (text: string) => renderNotice('This page cannot be opened', text, 400)

/** More than the forms of the pages ever send. */
const MAX_FORM_BYTES = 1 << 16

/** The hosted pages: the connect widget, embedded or reached by redirect, and client links. */
export function connectRoutes(library: HonoLibrary, routes: Hono, state: State): void {
  const limit = library.bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => renderNotice('Too large', `A form may have ${MAX_FORM_BYTES} bytes at most.`, 413),
  })

  routes.get('/connect', context => {
    const { client_id = '', redirect_uri, origin, state: echo = null } = context.req.query()
    const client = state.clients.get(client_id)
    if (client === undefined) return refuse('The client id is not known.')
    if (redirect_uri === undefined) {
      if (origin === undefined || checkAddress(origin) !== null || new URL(origin).origin !== origin)
        return refuse(
          'The embedded flow needs the origin of the page that embeds it: https, or http localhost.',
        )
    } else if (!client.redirectUris.includes(redirect_uri))
      return refuse('The redirect address is not registered.')
    const flow = redirect_uri === undefined ? 'embedded' : 'redirect'
    return open(context, { client, flow, target: redirect_uri ?? (origin as string), echo, link: null })
  })

  routes.get('/link/:id', context => {
    const link = state.links.get(context.req.param('id'))
    if (link === undefined)
      return renderNotice('No such link', 'There is no client link of this address.', 404)
    if (link.done) return renderNotice('All done', 'This link was used.', 410)
    return open(context, { client: link.client, flow: 'link', target: context.req.url, echo: null, link })
  })

  routes.get('/visit/:id', context => {
    const visit = state.visits.get(context.req.param('id'))
    if (visit === undefined || visit.stage === 'done')
      return renderNotice('All done', 'This visit is over.', visit === undefined ? 404 : 200)
    return renderVisit(visit, state.people)
  })

  /** The visit of an id, unless it is over. */
  const findOpen = (id: string): Visit | undefined => {
    const visit = state.visits.get(id)
    return visit?.stage === 'done' ? undefined : visit
  }

  routes.post('/visit/:id', async context => {
    const over = () => renderNotice('All done', 'This visit is over.', 409)
    const id = context.req.param('id')
    // Nothing is read for a visit that is not there.
    if (findOpen(id) === undefined) return over()
    const tooLarge = await limit(context, async () => {})
    if (tooLarge !== undefined) return tooLarge
    const fields: Readonly<Record<string, unknown>> = await context.req.parseBody().catch(() => ({}))
    // Looked for again behind the body, so that of two requests at once the second finds what the first did.
    const visit = findOpen(id)
    if (visit === undefined) return over()
    const ending = advanceVisit(state, visit, fields)
    return ending === null ? context.redirect(`/visit/${visit.id}`, 303) : endVisit(state, visit, ending)
  })

  function open(context: Context, how: Omit<Visit, 'id' | 'stage' | 'connection'>): Response {
    const visit: Visit = { ...how, id: newSecret('v'), stage: 'opened', connection: null }
    state.visits.set(visit.id, visit)
    emitVisitEvent(state, visit, 'opened')
    return context.redirect(`/visit/${visit.id}`, 303)
  }
}
