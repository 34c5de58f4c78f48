import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { attachForm8821 } from './attach-form-8821.js'
import { requireVersion } from './authenticate.js'
import { clientRoutes } from './client-routes.js'
import { systemClock } from './clock.js'
import { connectRoutes } from './connect-routes.js'
import { authorize, openConnection, receiveConsent } from './connections.js'
import { Faults } from './faults.js'
import { fileRoutes } from './file-routes.js'
import { generateDossiers } from './generate.js'
import { issueCode } from './issue.js'
import { listen } from './listen.js'
import { newId } from './new-id.js'
import { DELAYS, type SandboxOptions } from './options.js'
import { findProvider } from './providers.js'
import { answerError, Refusal } from './refusal.js'
import { registerClient, registerWebhook } from './register.js'
import { SAMPLES } from './sample-events.js'
import type { Sandbox } from './sandbox.js'
import { type ServiceEvent, type State, timestamp } from './state.js'
import { taxpayerRoutes } from './taxpayer-routes.js'
import { tokenRoutes } from './token-routes.js'
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
    sessions: new Map(),
    emit(client, event, data) {
      const issued = issue(event, data)
      for (const webhook of client.webhooks)
        if (webhook.events === null || webhook.events.includes(event)) deliveries.start(issued, webhook)
    },
  }
  const first = registerClient(state, options.client ?? {})
  const app = assemble(state)
  const answer = (request: Request) => faults.around(request, async () => app.fetch(request))
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
      (webhook.events ?? Object.keys(SAMPLES)).map(type => {
        const event = issue(type, SAMPLES[type] ?? {})
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
      const connection = openConnection(state, client, known, found.id)
      receiveConsent(state, connection)
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
  app.onError(answerError)
  app.notFound(() => answerError(new Refusal(404, 'not_found', 'There is no such endpoint.')))
  app.route('/', connectRoutes(state))
  app.route('/', fileRoutes(state))
  app.use('*', async (context, next) => {
    requireVersion(context.req.raw.headers)
    await next()
  })
  for (const routes of [tokenRoutes, taxpayerRoutes, clientRoutes]) app.route('/', routes(state))
  return app
}
