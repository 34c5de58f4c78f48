import { Hono } from 'hono'
import { EVENT_TYPES } from '../resources/event.js'
import { newId } from './clients.js'
import type { ManualClock } from './clock.js'
import { nameOf } from './connections.js'
import {
  readAuthorize,
  readClock,
  readDelivery,
  readFault,
  readTrigger,
  readWebhook,
} from './control-bodies.js'
import type { Fault } from './faults.js'
import { HttpError, jsonLimit, notFound, refuse } from './requests.js'
import type { Sandbox } from './sandbox.js'
import type { State, Webhook } from './state.js'
import type { Delivery } from './webhook-delivery.js'

/** Where the controls of the sandbox stand, which the service does not have. */
const CONTROLS = '/_sandbox'

/** True for a path of the controls. */
export const isControl = (path: string): boolean => path === CONTROLS || path.startsWith(`${CONTROLS}/`)

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
export function controlRoutes(state: State, sandbox: Sandbox): Hono {
  const routes = new Hono().basePath(CONTROLS)
  const faults = new Map<string, { readonly fault: Fault; readonly remove: () => void }>()
  /** A refusal of the library as an answer. */
  const orRefuse = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      throw cause instanceof RangeError ? refuse(cause.message) : cause
    }
  }
  const now = () => ({ now: new Date(state.clock.now()).toISOString() })

  routes.use('*', async (context, next) => {
    requireOwnOrigin(context.req.raw)
    await next()
  })
  routes.post('*', jsonLimit)

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
  routes.post('/authorize', async context => {
    const body = await readAuthorize(context.req.raw)
    const client = body.client_id === undefined ? sandbox.client : state.clients.get(body.client_id)
    if (client === undefined) throw refuse('There is no such client.')
    const { code, taxpayerId } = orRefuse(() =>
      sandbox.authorize({
        client,
        ...(body.provider_id === undefined ? {} : { provider: body.provider_id }),
        ...(body.person === undefined ? {} : { person: body.person }),
        ...(body.redirect_uri === undefined ? {} : { redirectUri: body.redirect_uri }),
        ...(body.taxpayer_id === undefined ? {} : { taxpayerId: body.taxpayer_id }),
      }),
    )
    return context.json({ code, taxpayer_id: taxpayerId })
  })

  routes.get('/events', context => context.json(sandbox.events))
  routes.post('/events', async context => {
    const { event, data } = await readTrigger(context.req.raw)
    return context.json(orRefuse(() => sandbox.trigger(event, data)))
  })
  routes.get('/deliveries', context => context.json(sandbox.deliveries.map(describeDelivery)))
  routes.post('/delivery', async context => {
    sandbox.deliver(await readDelivery(context.req.raw))
    return context.json({ status: 'success' })
  })

  routes.get('/webhooks', context => context.json(sandbox.client.webhooks.map(describeWebhook)))
  routes.post('/webhooks', async context => {
    const registration = await readWebhook(context.req.raw)
    const webhook = orRefuse(() => sandbox.registerWebhook(registration))
    return context.json({ ...describeWebhook(webhook), secret: webhook.secret })
  })
  routes.delete('/webhooks/:id', context => {
    const { webhooks } = sandbox.client
    const at = webhooks.findIndex(({ id }) => id === context.req.param('id'))
    if (at === -1) throw notFound('There is no endpoint of this id.')
    webhooks.splice(at, 1)
    return context.json({ status: 'success' })
  })

  routes.get('/faults', context => context.json([...faults].map(([id, { fault }]) => ({ id, ...fault }))))
  routes.post('/faults', async context => {
    const fault = await readFault(context.req.raw)
    const id = newId()
    faults.set(id, { fault, remove: sandbox.inject(fault) })
    return context.json({ id })
  })
  routes.delete('/faults', context => {
    faults.clear()
    sandbox.clearFaults()
    return context.json({ status: 'success' })
  })

  routes.delete('/faults/:id', context => {
    const id = context.req.param('id')
    const found = faults.get(id)
    if (found === undefined) throw notFound('There is no fault of this id.')
    faults.delete(id)
    found.remove()
    return context.json({ status: 'success' })
  })

  routes.get('/clock', context => context.json(now()))
  routes.post('/clock', async context => {
    const { advance } = await readClock(context.req.raw)
    const clock = state.clock as Partial<ManualClock>
    if (clock.advance === undefined)
      throw new HttpError(409, 'clock_fixed', 'The clock of this sandbox cannot be moved.')
    // What is under way has its answer, and its next attempt a time, before time goes on.
    await sandbox.idle()
    await clock.advance(advance)
    await sandbox.idle()
    return context.json(now())
  })
  routes.post('/reset', context => {
    faults.clear()
    sandbox.reset()
    return context.json({ status: 'success' })
  })
  return routes
}
