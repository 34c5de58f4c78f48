import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod'
import { EVENT_TYPES } from '../contract/event.js'
import { PRIVATE_TARGET_TEXT, type Webhook } from './clients.js'
import { formatNow, type ManualClock } from './clock.js'
import type { Fault } from './faults.js'
import { getPersonName, listProviders } from './generate.js'
import {
  createInvalidRequest,
  createJsonLimit,
  createNotFound,
  type HonoLibrary,
  HttpError,
  isEqualText,
  readBearer,
  readJsonBody,
  SUCCESS_BODY,
} from './requests.js'
import type { Sandbox } from './sandbox.js'
import type { SandboxState } from './state.js'

/** The path prefix of the sandbox's controls. The real service does not have them. */
const CONTROLS_PATH = '/_sandbox'

/** Tests whether a path is one of the controls. */
export const isControl = (path: string): boolean => path === CONTROLS_PATH || path.startsWith(`${CONTROLS_PATH}/`)

const optionalText = z.string().exactOptional()
const wholeNumber = z.int().nonnegative()
const optionalWholeNumber = wholeNumber.exactOptional()
const optionalFlag = z.boolean().exactOptional()
const clockMove = wholeNumber.max(400 * 86_400_000)

const REQUEST_FILTER_FIELDS = {
  method: optionalText,
  path: optionalText,
  skip: optionalWholeNumber,
  times: optionalWholeNumber,
}

/** The schema of a fault and the requests to which it applies. */
const FAULT_SCHEMA: z.ZodType<Fault> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), milliseconds: wholeNumber, ...REQUEST_FILTER_FIELDS }),
  z.strictObject({ kind: z.literal('reset'), after: optionalFlag, ...REQUEST_FILTER_FIELDS }),
  z.strictObject({ kind: z.enum(['truncated', 'malformed']), ...REQUEST_FILTER_FIELDS }),
  z.strictObject({ kind: z.literal('wrong_type'), field: optionalText, ...REQUEST_FILTER_FIELDS }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfter: z.union([wholeNumber, z.string()]).exactOptional(),
    ...REQUEST_FILTER_FIELDS,
  }),
])

const describeWebhook = ({ id, url, events }: Webhook) => ({ id, url, events })

/** What protects the controls of a sandbox that other machines can reach. */
interface ControlLimits {
  /** The token that every request needs. Undefined if the controls need no token. */
  readonly controlToken: string | undefined
  readonly isAllowedTarget: (url: string) => Promise<boolean>
}

/** Creates routes that call the sandbox's methods, for tests in other languages. */
export function createControlRoutes(
  library: HonoLibrary,
  state: SandboxState,
  sandbox: Sandbox,
  { controlToken, isAllowedTarget }: ControlLimits,
): Hono {
  const routes = new library.Hono().basePath(CONTROLS_PATH)
  /** Adds a control that accepts a JSON body. A RangeError from the sandbox becomes a 400 response. */
  const addPostControl = <T>(path: string, schema: z.ZodType<T>, control: (body: T) => unknown) =>
    routes.post(path, async context => {
      const body = await readJsonBody(context.req.raw, schema)
      try {
        return context.json(((await control(body)) ?? SUCCESS_BODY) as object)
      } catch (cause) {
        throw cause instanceof RangeError ? createInvalidRequest(cause.message) : cause
      }
    })
  /** Adds a control without a body. `control` gets the id in the path. By default, the response reports success. */
  const addControl = (method: 'get' | 'post' | 'delete', path: string, control: (id: string) => unknown) =>
    routes[method](path, context => context.json((control(context.req.param('id') ?? '') ?? SUCCESS_BODY) as object))
  const describeClock = () => ({
    now: formatNow(state.clock),
    ahead_ms: (state.clock as Partial<ManualClock>).aheadMs ?? 0,
  })

  // The controls may need no token, so other sites' pages must not use them. Browsers send the origin of a request.
  routes.use('*', async ({ req }, next) => {
    const { origin } = new URL(req.url)
    const fetchSite = req.header('sec-fetch-site') ?? 'none'
    if ((req.header('origin') ?? origin) !== origin || (fetchSite !== 'same-origin' && fetchSite !== 'none'))
      throw new HttpError(403, 'other_origin', 'Pages of other origins cannot use the controls.')
    if (controlToken !== undefined && !isEqualText(readBearer(req.raw) ?? '', controlToken))
      throw new HttpError(401, 'control_token_missing', 'The controls of this sandbox need its control token.')
    await next()
  })
  routes.post('*', createJsonLimit(library))

  addControl('get', '/', () => ({
    client_id: sandbox.client.id,
    redirect_uris: sandbox.client.redirectUris,
    events: EVENT_TYPES,
    ...describeClock(),
    controls: routes.routes
      .filter(({ method, path }) => method !== 'ALL' && path !== CONTROLS_PATH && !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path}`),
  }))
  addControl('get', '/people', () =>
    sandbox.people.map((person, index) => ({
      person: index,
      name: getPersonName(person),
      providers: listProviders(person),
      records: person.records.length,
    })),
  )

  /** The body of POST /authorize, which authorizes without a browser. */
  const authorization = z.strictObject({
    provider_id: optionalText,
    person: optionalWholeNumber,
    redirect_uri: optionalText,
    taxpayer_id: optionalText,
    client_id: optionalText,
  })
  addPostControl('/authorize', authorization, ({ client_id = sandbox.client.id, ...body }) => {
    const client = state.clients.get(client_id)
    if (client === undefined) throw createInvalidRequest('There is no such client.')
    const { code, taxpayerId } = sandbox.authorize({
      client,
      ...(body.provider_id === undefined ? {} : { provider: body.provider_id }),
      ...(body.person === undefined ? {} : { person: body.person }),
      ...(body.redirect_uri === undefined ? {} : { redirectUri: body.redirect_uri }),
      ...(body.taxpayer_id === undefined ? {} : { taxpayerId: body.taxpayer_id }),
    })
    return { code, taxpayer_id: taxpayerId }
  })

  addControl('get', '/events', () => sandbox.events)
  const data = z.record(z.string(), z.unknown()).exactOptional()
  addPostControl('/events', z.strictObject({ event: z.string(), data }), body => sandbox.trigger(body.event, body.data))
  addControl('get', '/deliveries', () =>
    sandbox.deliveries.map(({ event, webhook, status, attempts }) => ({
      event: event.event,
      event_id: event.id,
      webhook_id: webhook.id,
      url: webhook.url,
      status,
      attempts,
    })),
  )
  const duplicates = wholeNumber.max(100).exactOptional()
  const signedAt = z.enum(['event', 'attempt']).exactOptional()
  addPostControl('/delivery', z.strictObject({ duplicates, reorder: optionalFlag, signedAt }), sandbox.deliver)

  addControl('get', '/webhooks', () => sandbox.client.webhooks.map(describeWebhook))
  const events = z.array(z.string()).exactOptional()
  addPostControl('/webhooks', z.strictObject({ url: z.string(), events, secret: optionalText }), async registration => {
    if (URL.canParse(registration.url) && !(await isAllowedTarget(registration.url)))
      throw createInvalidRequest(PRIVATE_TARGET_TEXT)
    const webhook = sandbox.registerWebhook(registration)
    return { ...describeWebhook(webhook), secret: webhook.secret }
  })
  addControl('delete', '/webhooks/:id', webhookId => {
    const { webhooks } = sandbox.client
    const index = webhooks.findIndex(({ id }) => id === webhookId)
    if (index === -1) throw createNotFound('There is no endpoint with this id.')
    webhooks.splice(index, 1)
  })

  const faults = new Map<string, { readonly fault: Fault; readonly remove: () => void }>()
  addControl('get', '/faults', () => [...faults].map(([id, { fault }]) => ({ id, ...fault })))
  addPostControl('/faults', FAULT_SCHEMA, fault => {
    const id = randomUUID()
    faults.set(id, { fault, remove: sandbox.inject(fault) })
    return { id }
  })
  addControl('delete', '/faults', () => {
    faults.clear()
    sandbox.clearFaults()
  })
  addControl('delete', '/faults/:id', id => {
    const fault = faults.get(id)
    if (fault === undefined) throw createNotFound('There is no fault with this id.')
    faults.delete(id)
    fault.remove()
  })

  const moveClock = async (move: (clock: ManualClock) => Promise<void> | void) => {
    const clock = state.clock as Partial<ManualClock>
    if (clock.advance === undefined)
      throw new HttpError(409, 'clock_fixed', 'The clock of this sandbox cannot be moved.')
    // Requests in progress must finish and schedule their retries before the clock moves.
    await sandbox.idle()
    await move(clock as ManualClock)
    await sandbox.idle()
    return describeClock()
  }
  addControl('get', '/clock', describeClock)
  addPostControl('/clock', z.strictObject({ advance: clockMove }), ({ advance }) =>
    moveClock(clock => clock.advance(advance)),
  )
  addPostControl('/clock/ahead', z.strictObject({ ahead_ms: clockMove }), ({ ahead_ms }) =>
    moveClock(clock => clock.setAhead(ahead_ms)),
  )
  addControl('post', '/reset', () => {
    faults.clear()
    sandbox.reset()
  })
  return routes
}
