import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { EVENT_TYPES, isKnownType, samplePayload } from '../resources/event.js'
import { findProvider } from '../resources/provider.js'
import { newId, registerClient, registerWebhook, requireVersion } from './clients.js'
import { systemClock } from './clock.js'
import { connectRoutes } from './connect-routes.js'
import { authorize, issueCode, openConnection, setStatus } from './connections.js'
import { Faults } from './faults.js'
import { fileRoutes, form8821Routes } from './form-8821-routes.js'
import { generateDossiers } from './generate.js'
import { listen } from './listen.js'
import { errorResponse, HttpError } from './requests.js'
import { DELAYS, type Sandbox, type SandboxOptions } from './sandbox.js'
import { type ServiceEvent, type State, timestamp } from './state.js'
import { taxpayerRoutes } from './taxpayer-routes.js'
import { tokenRoutes } from './token-routes.js'
import { attachForm8821 } from './visits.js'
import { Deliveries } from './webhook-delivery.js'

/** Makes a sandbox. Throws RangeError where an address is not allowed. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? systemClock
  const deliveries = new Deliveries(clock, options.delivery ?? {})
  const faults = new Faults()
  const events: ServiceEvent[] = []
  const issue = (event: string, data: ServiceEvent['data']): ServiceEvent => {
    const issued = { event, id: `ev_${newId()}`, data, created_at: timestamp(clock) }
    events.push(issued)
    return issued
  }
  const state: State = {
    clock,
    delays: { ...DELAYS, ...options.delays },
    maxUploadBytes: options.maxUploadBytes ?? 10_000_000,
    fileKey: randomBytes(32),
    people: [...(options.dossiers ?? generateDossiers(8))],
    clients: new Map(),
    taxpayers: new Map(),
    tokens: new Map(),
    codes: new Map(),
    links: new Map(),
    forms8821: new Map(),
    visits: new Map(),
    emit(client, event, data) {
      const issued = issue(event, data)
      for (const webhook of client.webhooks)
        if (webhook.events === null || webhook.events.includes(event)) deliveries.start(issued, webhook)
    },
  }
  const first = registerClient(state, options.client ?? {})
  const app = assemble(state)
  const answer = (request: Request) => faults.respond(request, async () => app.fetch(request))
  return {
    fetch: (input, init) => answer(new Request(input, init)),
    listen: port => listen(answer, port),
    client: first,
    people: state.people,
    events,
    deliveries: deliveries.all,
    registerClient: registration => registerClient(state, registration),
    registerWebhook: (registration, client = first) => registerWebhook(client, registration),
    sendTestEvents: webhook =>
      (webhook.events ?? EVENT_TYPES).filter(isKnownType).map(type => {
        const event = issue(type, samplePayload(type))
        deliveries.start(event, webhook)
        return event
      }),
    authorize({ client = first, provider = 'service-sandbox', person = 0, redirectUri } = {}) {
      const known = state.people[person]
      const found = findProvider(provider)
      if (known === undefined || found === undefined)
        throw new RangeError('There is no such person or provider.')
      if (redirectUri !== undefined && !client.redirectUris.includes(redirectUri))
        throw new RangeError('The redirect address is not registered.')
      const connection = openConnection(state, client, known, found)
      setStatus(state, connection, 'CONSENT_RECEIVED')
      authorize(state, connection)
      attachForm8821(state, connection)
      return { code: issueCode(state, connection, redirectUri ?? null), taxpayerId: connection.taxpayer.id }
    },
    inject: fault => faults.add(fault),
    clearFaults: () => faults.clear(),
    deliver: changed => {
      deliveries.options = { ...deliveries.options, ...changed }
    },
    idle: () => deliveries.idle(),
  }
}

/** Hosted pages and files answer browsers; everything else is an endpoint, and needs the version header. */
function assemble(state: State): Hono {
  const app = new Hono()
  app.onError(errorResponse)
  app.notFound(() => errorResponse(new HttpError(404, 'not_found', 'There is no such endpoint.')))
  app.route('/', connectRoutes(state))
  app.route('/', fileRoutes(state))
  app.use('*', async (context, next) => {
    requireVersion(context.req.raw.headers)
    await next()
  })
  for (const routes of [tokenRoutes, taxpayerRoutes, form8821Routes]) app.route('/', routes(state))
  return app
}
