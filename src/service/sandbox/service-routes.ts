import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ClientLink, Introspection, TaxpayerTokenRecord, TokenResponse } from '../contract/authorization.js'
import { formatProviderName, KNOWN_PROVIDERS } from '../contract/provider.js'
import { linkRequestSchema, tokenRequestSchema } from '../contract/requests.js'
import type { RefreshJob, RefreshStatus, Taxpayer } from '../contract/taxpayer.js'
import type { SandboxLink } from './clients.js'
import { formatNow } from './clock.js'
import { signFileAddress } from './form-8821-routes.js'
import type { JsonObject } from './generate-documents.js'
import {
  createInvalidRequest,
  createJsonLimit,
  createNotFound,
  findClient,
  type HonoLibrary,
  readJsonBody,
  requireClient,
  requireConnection,
  SUCCESS_BODY,
} from './requests.js'
import type { Connection, SandboxRefreshJob, SandboxState } from './state.js'

const describeJob = ({ taxpayer }: Connection, { id }: SandboxRefreshJob): RefreshJob => ({
  jobId: id,
  taxpayerId: taxpayer.id,
  name: taxpayer.name,
})

/** Finds the connection of a request whose path names the taxpayer. Throws 404 if the token is for another taxpayer. */
function requireTaxpayer(state: SandboxState, context: Context, id: string): Connection {
  const connection = requireConnection(state, context)
  if (connection.taxpayer.id !== id) throw createNotFound('The access token is for another taxpayer.')
  return connection
}

/** Lists the records that can be read now: none before they are pulled, and without forms until they are parsed. */
const listReadableRecords = ({ records, isParsed }: Connection): readonly JsonObject[] =>
  (records ?? []).map(record => (isParsed ? record : { ...record, forms: [] }))

/** Makes the taxpayer object. It has an analysis only while there are parsed records. */
function describeTaxpayer(state: SandboxState, connection: Connection, origin: string): Taxpayer {
  const { taxpayer, providerId, status, form8821 } = connection
  const { analysis, form8821: _, metadata, ...otherFields } = taxpayer.person.taxpayer as Partial<Taxpayer>
  return {
    ...otherFields,
    id: taxpayer.id,
    name: taxpayer.name,
    provider_id: providerId,
    created_at: taxpayer.createdAt,
    status,
    metadata: { ...(typeof metadata === 'object' ? metadata : {}), ...taxpayer.metadata },
    ...(connection.isParsed && analysis !== undefined ? { analysis } : {}),
    ...(form8821 === null ? {} : { form8821: signFileAddress(state, origin, form8821.id) }),
  }
}

/** Adds the routes of client links, tokens, and the data operations (taxpayer, refresh, clearing and records). */
export function addServiceRoutes(library: HonoLibrary, routes: Hono, state: SandboxState): void {
  const jsonLimit = createJsonLimit(library)
  routes.post('/client-links', jsonLimit, async context => {
    const client = requireClient(state, context)
    const { metadata = {} } = await readJsonBody(context.req.raw, linkRequestSchema)
    const createdAt = formatNow(state.clock)
    const link: SandboxLink = { id: randomUUID(), client, metadata, createdAt, changedAt: 0, isUsed: false }
    state.links.set(link.id, link)
    const url = `${new URL(context.req.url).origin}/link/${link.id}`
    return context.json({ url, id: link.id } satisfies ClientLink)
  })

  routes.post('/auth/token', jsonLimit, async context => {
    const asyncHeader = context.req.header('x-service-async')
    if (asyncHeader !== undefined && asyncHeader !== 'true')
      throw createInvalidRequest('The header x-service-async may only be true.')
    const body = await readJsonBody(context.req.raw, tokenRequestSchema)
    const client = findClient(state, body.client_id, body.client_secret)
    const code = state.codes.get(body.code)
    if (code === undefined || code.connection.taxpayer.client !== client)
      throw createInvalidRequest('The authorization code is unknown or was already used.')
    if (body.redirect_uri !== undefined && code.redirectUri === null)
      throw createInvalidRequest('The embedded flow has no redirect_uri: leave it out.')
    if ((body.redirect_uri ?? null) !== code.redirectUri)
      throw createInvalidRequest('The redirect_uri must be the one of the redirect flow.')
    state.codes.delete(body.code)
    if (state.clock.now() >= code.expiresAt) throw createInvalidRequest('The authorization code has expired.')
    const { connection } = code
    connection.pullRecords()
    const access_token = connection.issueToken()
    connection.stopParsing()
    // Records that were parsed before stay readable, so only the first exchange has to wait.
    if (asyncHeader !== undefined && connection.status !== 'COMPLETED') connection.parseLater()
    else connection.finishParsing()
    return context.json({
      taxpayer_id: connection.taxpayer.id,
      provider_id: connection.providerId,
      access_token,
    } satisfies TokenResponse)
  })

  routes.get('/auth/tax-payer/:id/token', context => {
    const client = requireClient(state, context)
    const taxpayer = state.taxpayers.get(context.req.param('id'))
    // If there are several tokens, the one issued last is returned.
    const latestToken = [...state.tokens].filter(([, connection]) => connection.taxpayer === taxpayer).at(-1)
    if (taxpayer?.client !== client || latestToken === undefined)
      throw createNotFound('There is no taxpayer with this id and a token.')
    const [access_token, connection] = latestToken
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
    requireConnection(state, context).disconnect()
    return context.json(SUCCESS_BODY)
  })

  routes.get('/providers', context => {
    requireConnection(state, context)
    return context.json(KNOWN_PROVIDERS.map(id => ({ id, name: formatProviderName(id) })))
  })

  routes.get('/tax-payer', context => {
    const connection = requireConnection(state, context)
    return context.json(describeTaxpayer(state, connection, new URL(context.req.url).origin))
  })

  routes.post('/tax-payer/clear-records', context => {
    const { taxpayer } = requireConnection(state, context)
    for (const connection of taxpayer.connections.values()) {
      connection.records = null
      connection.isParsed = false
      for (const job of connection.jobs.values()) {
        if (job.status !== 'processing') continue
        job.cancel()
        job.status = 'failed'
      }
    }
    return context.json(SUCCESS_BODY)
  })

  routes.post('/tax-payer/:id/refresh', context => {
    const connection = requireTaxpayer(state, context, context.req.param('id'))
    const runningJob = [...connection.jobs.values()].find(({ status }) => status === 'processing')
    if (runningJob !== undefined) return context.json(describeJob(connection, runningJob))
    return context.json(describeJob(connection, connection.startJob({ id: randomUUID(), status: 'processing' })))
  })

  routes.get('/tax-payer/:taxpayerId/refresh/:jobId', context => {
    const connection = requireTaxpayer(state, context, context.req.param('taxpayerId'))
    const job = connection.jobs.get(context.req.param('jobId'))
    if (job === undefined) throw createNotFound('There is no job with this id.')
    return context.json({ status: job.status, ...describeJob(connection, job) } satisfies RefreshStatus)
  })

  routes.get('/records', context => context.json(listReadableRecords(requireConnection(state, context))))

  routes.get('/records/:id', context => {
    const records = listReadableRecords(requireConnection(state, context))
    const record = records.find(({ id }) => id === context.req.param('id'))
    if (record === undefined) throw createNotFound('There is no record with this id.')
    return context.json(record)
  })
}
