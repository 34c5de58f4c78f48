import type { Hono } from 'hono'
import * as z from 'zod'
import { EVENT_TYPES } from '../resources/event.js'
import type { ManualClock } from './clock.js'
import { nameOf } from './connections.js'
import { faultControls, type Post } from './fault-controls.js'
import type { HonoLibrary } from './load-libraries.js'
import { createJsonLimit, HttpError, notFound, readBody, refuse, SUCCESS } from './requests.js'
import type { Sandbox } from './sandbox.js'
import type { State, Webhook } from './state.js'
import type { Delivery, DeliveryOptions } from './webhook-delivery.js'

/** Where the controls of the sandbox stand, which the service does not have. */
const CONTROLS = '/_sandbox'

/** True for a path of the controls. */
export const isControl = (path: string): boolean => path === CONTROLS || path.startsWith(`${CONTROLS}/`)

const text = z.string().exactOptional()
const whole = z.int().nonnegative()

/** An authorization without a browser. */
const AUTHORIZE = z.strictObject({
  provider_id: text,
  person: whole.exactOptional(),
  redirect_uri: text,
  taxpayer_id: text,
  client_id: text,
})

/** A test event. */
const TRIGGER = z.strictObject({
  event: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
})

/** An endpoint for deliveries. */
const WEBHOOK = z.strictObject({
  url: z.string(),
  events: z.array(z.string()).exactOptional(),
  secret: text,
})

/** How far the clock goes on. Units: milliseconds. */
const CLOCK = z.strictObject({ advance: whole.max(400 * 86_400_000) })

/** How events are delivered. */
const DELIVERY: z.ZodType<DeliveryOptions> = z.strictObject({
  duplicates: whole.max(100).exactOptional(),
  reorder: z.boolean().exactOptional(),
  signedAt: z.enum(['event', 'attempt']).exactOptional(),
})

const describeWebhook = ({ id, url, events }: Webhook) => ({ id, url, events })
const describeDelivery = ({ event, webhook, status, attempts }: Delivery) => ({
  event: event.event,
  event_id: event.id,
  webhook_id: webhook.id,
  url: webhook.url,
  status,
  attempts,
})

/** A page of another site cannot use what needs no credential: browsers say where a request comes from. */
function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isOther = origin !== null && origin !== new URL(request.url).origin
  if (isOther || (site !== null && site !== 'same-origin' && site !== 'none'))
    throw new HttpError(403, 'other_origin', 'Pages of other origins cannot use the controls.')
}

/** What the controls of the library are by HTTP, for tests in other languages. They need no credential. */
export function controlRoutes(library: HonoLibrary, state: State, sandbox: Sandbox): Hono {
  const routes = new library.Hono().basePath(CONTROLS)
  /** A control with a body, which answers with what `work` makes of it; what the library refuses is an answer too. */
  const post: Post = (path, schema, work) =>
    routes.post(path, async context => {
      const body = await readBody(context.req.raw, schema)
      try {
        return context.json(await work(body))
      } catch (cause) {
        throw cause instanceof RangeError ? refuse(cause.message) : cause
      }
    })
  const now = () => ({ now: new Date(state.clock.now()).toISOString() })

  routes.use('*', async (context, next) => {
    requireOwnOrigin(context.req.raw)
    await next()
  })
  routes.post('*', createJsonLimit(library))

  routes.get('/', context =>
    context.json({
      client_id: sandbox.client.id,
      redirect_uris: sandbox.client.redirectUris,
      events: EVENT_TYPES,
      ...now(),
      controls: routes.routes
        .filter(({ method, path }) => method !== 'ALL' && path !== CONTROLS && !path.endsWith('*'))
        .map(({ method, path }) => `${method} ${path}`),
    }),
  )
  routes.get('/people', context =>
    context.json(
      sandbox.people.map((person, index) => ({
        person: index,
        name: nameOf(person),
        providers: [...new Set(person.records.map(record => String(record['provider_id'])))],
        records: person.records.length,
      })),
    ),
  )
  post('/authorize', AUTHORIZE, body => {
    const client = body.client_id === undefined ? sandbox.client : state.clients.get(body.client_id)
    if (client === undefined) throw refuse('There is no such client.')
    const { code, taxpayerId } = sandbox.authorize({
      client,
      ...(body.provider_id === undefined ? {} : { provider: body.provider_id }),
      ...(body.person === undefined ? {} : { person: body.person }),
      ...(body.redirect_uri === undefined ? {} : { redirectUri: body.redirect_uri }),
      ...(body.taxpayer_id === undefined ? {} : { taxpayerId: body.taxpayer_id }),
    })
    return { code, taxpayer_id: taxpayerId }
  })

  routes.get('/events', context => context.json(sandbox.events))
  post('/events', TRIGGER, ({ event, data }) => sandbox.trigger(event, data))
  routes.get('/deliveries', context => context.json(sandbox.deliveries.map(describeDelivery)))
  post('/delivery', DELIVERY, options => {
    sandbox.deliver(options)
    return SUCCESS
  })

  routes.get('/webhooks', context => context.json(sandbox.client.webhooks.map(describeWebhook)))
  post('/webhooks', WEBHOOK, registration => {
    const webhook = sandbox.registerWebhook(registration)
    return { ...describeWebhook(webhook), secret: webhook.secret }
  })
  routes.delete('/webhooks/:id', context => {
    const { webhooks } = sandbox.client
    const at = webhooks.findIndex(({ id }) => id === context.req.param('id'))
    if (at === -1) throw notFound('There is no endpoint of this id.')
    webhooks.splice(at, 1)
    return context.json(SUCCESS)
  })

  const clearFaults = faultControls(routes, post, sandbox)

  routes.get('/clock', context => context.json(now()))
  post('/clock', CLOCK, async ({ advance }) => {
    const clock = state.clock as Partial<ManualClock>
    if (clock.advance === undefined)
      throw new HttpError(409, 'clock_fixed', 'The clock of this sandbox cannot be moved.')
    // What is under way has its answer, and its next attempt a time, before time goes on.
    await sandbox.idle()
    await clock.advance(advance)
    await sandbox.idle()
    return now()
  })
  routes.post('/reset', context => {
    clearFaults()
    sandbox.reset()
    return context.json(SUCCESS)
  })
  return routes
}
