import { Hono } from 'hono'
import { tokenRequestSchema } from '../resources/token.js'
import { findClient, requireClient, requireConnection } from './authenticate.js'
import { disconnect } from './connections.js'
import { issueToken } from './issue.js'
import { finishParsing, parseLater, pullRecords } from './parsing.js'
import { jsonLimit, readBody } from './read-body.js'
import { Refusal } from './refusal.js'
import type { State } from './state.js'

const refuse = (message: string) => new Refusal(400, 'invalid_request', message)

/** The operations on tokens: exchange, retrieve, introspect, disconnect. */
export function tokenRoutes(state: State): Hono {
  const routes = new Hono()

  routes.post('/auth/token', jsonLimit, async context => {
    const wait = context.req.header('x-service-async')
    if (wait !== undefined && wait !== 'true') throw refuse('The header x-service-async may only be true.')
    const body = await readBody(context.req.raw, tokenRequestSchema)
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
    if (wait === 'true') parseLater(state, connection)
    else finishParsing(state, connection)
    return context.json({
      taxpayer_id: connection.taxpayer.id,
      provider_id: connection.providerId,
      access_token,
    })
  })

  routes.get('/auth/tax-payer/:id/token', context => {
    const client = requireClient(state, context.req.raw.headers)
    const taxpayer = state.taxpayers.get(context.req.param('id'))
    // Of several tokens, the one that was issued last.
    const issued = [...state.tokens].filter(([, each]) => each.taxpayer === taxpayer).at(-1)
    if (taxpayer?.client !== client || issued === undefined)
      throw new Refusal(404, 'not_found', 'There is no taxpayer of this id with a token.')
    const [access_token, connection] = issued
    return context.json({
      access_token,
      taxpayer_id: taxpayer.id,
      name: taxpayer.name,
      metadata: taxpayer.metadata,
      provider_id: connection.providerId,
      created_at: connection.createdAt,
      status: connection.status,
    })
  })

  routes.get('/introspect', context => {
    const { taxpayer, providerId } = requireConnection(state, context.req.raw.headers)
    return context.json({
      taxpayer_id: taxpayer.id,
      client_id: taxpayer.client.id,
      name: taxpayer.name,
      provider_id: providerId,
    })
  })

  routes.post('/disconnect', context => {
    disconnect(state, requireConnection(state, context.req.raw.headers))
    return context.json({ status: 'success' })
  })

  return routes
}
