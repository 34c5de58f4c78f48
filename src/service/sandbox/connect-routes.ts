import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { checkAddress } from './check-address.js'
import { announceVisit, endVisit } from './end-visit.js'
import { answerNotice, answerStage } from './hosted-page.js'
import { newSecret } from './new-id.js'
import type { Session, State } from './state.js'
import { takeStep } from './take-step.js'

const refuse = (text: string) => answerNotice('This page cannot be opened', text, 400)

/** More than the forms of the pages ever send. */
const LARGEST_FORM = 1 << 16

const limit = bodyLimit({
  maxSize: LARGEST_FORM,
  onError: () => answerNotice('Too large', `A form may have ${LARGEST_FORM} bytes at most.`, 413),
})

/** The hosted pages: the connect widget, embedded or reached by redirect, and client links. */
export function connectRoutes(state: State): Hono {
  const routes = new Hono()

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
      return answerNotice('No such link', 'There is no client link of this address.', 404)
    if (link.done) return answerNotice('All done', 'This link was used.', 410)
    return open(context, { client: link.client, flow: 'link', target: context.req.url, echo: null, link })
  })

  routes.get('/visit/:id', context => {
    const session = state.sessions.get(context.req.param('id'))
    if (session === undefined || session.stage === 'done')
      return answerNotice('All done', 'This visit is over.', session === undefined ? 404 : 200)
    return answerStage(session, state.people)
  })

  /** The visit of an id, unless it is over. */
  const openVisit = (id: string): Session | undefined => {
    const session = state.sessions.get(id)
    return session?.stage === 'done' ? undefined : session
  }

  routes.post('/visit/:id', async context => {
    const over = () => answerNotice('All done', 'This visit is over.', 409)
    const id = context.req.param('id')
    // Nothing is read for a visit that is not there.
    if (openVisit(id) === undefined) return over()
    const tooLarge = await limit(context, async () => {})
    if (tooLarge !== undefined) return tooLarge
    const words: Readonly<Record<string, unknown>> = await context.req.parseBody().catch(() => ({}))
    // Looked for again behind the body, so that of two requests at once the second finds what the first did.
    const session = openVisit(id)
    if (session === undefined) return over()
    const ending = takeStep(state, session, words)
    return ending === null ? context.redirect(`/visit/${session.id}`, 303) : endVisit(state, session, ending)
  })

  function open(context: Context, visit: Omit<Session, 'id' | 'stage' | 'connection'>): Response {
    const session: Session = { ...visit, id: newSecret('v'), stage: 'opened', connection: null }
    state.sessions.set(session.id, session)
    announceVisit(state, session, 'opened', session.link === null ? {} : { url: session.target })
    return context.redirect(`/visit/${session.id}`, 303)
  }

  return routes
}
