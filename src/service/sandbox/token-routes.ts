import type { Hono } from 'hono'
import { type ClientLink, LINK_REQUEST } from '../resources/client-link.js'
import { requestSchema } from '../resources/layout.js'
import {
  type Introspection,
  type TaxpayerTokenRecord,
  TOKEN_REQUEST,
  type TokenResponse,
} from '../resources/token.js'
import { newId } from './clients.js'
import { findClient, requireClient, requireConnection } from './credentials.js'
import type { HonoLibrary } from './load-libraries.js'
import { finishParsing, parseLater, pullRecords } from './parsing.js'
import { createJsonLimit, notFound, readBody, refuse, SUCCESS } from './requests.js'
import { type Link, type State, timestamp } from './state.js'
import { disconnect, issueToken } from './tokens.js'

const linkRequest = requestSchema(LINK_REQUEST)
const tokenRequest = requestSchema(TOKEN_REQUEST)

/** How an application comes by a token, and gives it up: client links, exchange, retrieve, introspect, disconnect. */
export function tokenRoutes(library: HonoLibrary, routes: Hono, state: State): void {
  const jsonLimit = createJsonLimit(library)
  routes.post('/client-links', jsonLimit, async context => {
    const client = requireClient(state, context)
    const { metadata = {}, settings = {} } = await readBody(context.req.raw, linkRequest)
    const createdAt = timestamp(state.clock)
    const link: Link = { id: newId(), client, metadata, settings, createdAt, changed: 0, done: false }
    state.links.set(link.id, link)
    const url = `${new URL(context.req.url).origin}/link/${link.id}`
    return context.json({ url, id: link.id } satisfies ClientLink)
  })

  routes.post('/auth/token', jsonLimit, async context => {
    const wait = context.req.header('x-service-async')
    if (wait !== undefined && wait !== 'true') throw refuse('The header x-service-async may only be true.')
    const body = await readBody(context.req.raw, tokenRequest)
    const client = findClient(state, body.client_id, body.client_secret)
    const code = state.codes.get(body.code)
    if (code === undefined || code.connection.taxpayer.client !== client)
      throw refuse('The authorization code is not known, or was used.')
    if ((body.redirect_uri ?? null) !== code.redirectUri) {
      throw refuse(
        code.redirectUri === null
          ? 'The embedded flow has no redirect_uri: leave it out.'
          : 'The redirect_uri must be the one of the redirect flow.',
      )
    }
    state.codes.delete(body.code)
    if (state.clock.now() >= code.expiresAt) throw refuse('The authorization code has expired.')
    const { connection } = code
    pullRecords(connection)
    const access_token = issueToken(state, connection)
    connection.cancelParsing()
    // What was parsed before stays readable: only a first exchange has something to wait for.
    if (wait === 'true' && connection.status !== 'COMPLETED') parseLater(state, connection)
    else finishParsing(state, connection)
    return context.json({
      taxpayer_id: connection.taxpayer.id,
      provider_id: connection.providerId,
      access_token,
    } satisfies TokenResponse)
  })

  routes.get('/auth/tax-payer/:id/token', context => {
    const client = requireClient(state, context)
    const taxpayer = state.taxpayers.get(context.req.param('id'))
    // Of several tokens, the one that was issued last.
    const issued = [...state.tokens].filter(([, each]) => each.taxpayer === taxpayer).at(-1)
    if (taxpayer?.client !== client || issued === undefined)
      throw notFound('There is no taxpayer of this id with a token.')
    const [access_token, connection] = issued
    return context.json({
      access_token,
      taxpayer_id: taxpayer.id,
      name: taxpayer.name,
      metadata: taxpayer.metadata,
      provider_id: connection.providerId,
      created_at: connection.createdAt,
      status: connection.status,
    } satisfies TaxpayerTokenRecord)
  })

  routes.get('/introspect', context => {
    const { taxpayer, providerId } = requireConnection(state, context)
    return context.json({
      taxpayer_id: taxpayer.id,
      client_id: taxpayer.client.id,
      name: taxpayer.name,
      provider_id: providerId,
    } satisfies Introspection)
  })

  routes.post('/disconnect', context => {
    disconnect(state, requireConnection(state, context))
    return context.json(SUCCESS)
  })
}
