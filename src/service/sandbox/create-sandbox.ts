import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { EVENT_TYPES, isKnownType, samplePayload } from '../resources/event.js'
import { findProvider } from '../resources/provider.js'
import { newId, registerClient, registerWebhook } from './clients.js'
import { movableClock } from './clock.js'
import { connectRoutes } from './connect-routes.js'
import { authorize, consent, enroll, openConnection, stopWork } from './connections.js'
import { controlRoutes, isControl } from './control-routes.js'
import { Faults } from './faults.js'
import { fileRoutes } from './form-8821-files.js'
import { form8821Routes } from './form-8821-routes.js'
import { generateDossiers } from './generate.js'
import { landingRoutes } from './landing-page.js'
import { listen } from './listen.js'
import { type HonoLibrary, loadHono } from './load-libraries.js'
import { errorResponse, notFound } from './requests.js'
import { DELAYS, type Sandbox, type SandboxOptions } from './sandbox.js'
import { type Client, type ServiceEvent, type State, timestamp, type Webhook } from './state.js'
import { taxpayerRoutes } from './taxpayer-routes.js'
import { tokenRoutes } from './token-routes.js'
import { issueCode } from './tokens.js'
import { requireVersion } from './version.js'
import { Deliveries } from './webhook-delivery.js'

/** Makes a sandbox. Throws RangeError where an address is not allowed. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? movableClock()
  const deliveries = new Deliveries(clock, options.delivery ?? {}, options.onAttempt)
  const faults = new Faults()
  const events: ServiceEvent[] = []
  const send = (event: string, data: ServiceEvent['data'], webhooks: readonly Webhook[]): ServiceEvent => {
    const issued = { event, id: `ev_${newId()}`, data, created_at: timestamp(clock) }
    events.push(issued)
    for (const webhook of webhooks) deliveries.start(issued, webhook)
    return issued
  }
  const takersOf = ({ webhooks }: Client, event: string) =>
    webhooks.filter(({ events }) => events === null || events.includes(event))
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
    emit: (client, event, data) => void send(event, data, takersOf(client, event)),
  }
  const people = state.people.length
  const first = registerClient(state, options.client ?? {})
  const sandbox: Sandbox = {
    fetch: (input, init) => answer(new Request(input, init)),
    listen: async (port, host) => {
      // Loads hono before it listens, so that a missing package fails here and not at each request.
      await loadApp()
      return listen(answer, port, host)
    },
    client: first,
    people: state.people,
    events,
    deliveries: deliveries.all,
    registerClient: registration => registerClient(state, registration),
    registerWebhook: (registration, client = first) => registerWebhook(client, registration),
    sendTestEvents: webhook =>
      (webhook.events ?? EVENT_TYPES)
        .filter(isKnownType)
        .map(type => send(type, samplePayload(type), [webhook])),
    trigger(type, data) {
      if (!isKnownType(type)) throw new RangeError('There is no such event type.')
      const takers = takersOf(first, type)
      return { event: send(type, { ...samplePayload(type), ...data }, takers), endpoints: takers.length }
    },
    authorize({ client = first, provider = 'service-sandbox', person = 0, redirectUri, taxpayerId } = {}) {
      const found = findProvider(provider)
      const known = taxpayerId === undefined ? null : state.taxpayers.get(taxpayerId)
      const chosen = known?.person ?? state.people[person]
      const isOther = known === undefined || (known !== null && known.client !== client)
      if (chosen === undefined || found === undefined || isOther)
        throw new RangeError('There is no such person, provider or taxpayer.')
      if (redirectUri !== undefined && !client.redirectUris.includes(redirectUri))
        throw new RangeError('The redirect address is not registered.')
      const connection = openConnection(state, client, chosen, found, known)
      enroll(state, connection)
      consent(state, connection)
      authorize(state, connection)
      return { code: issueCode(state, connection, redirectUri ?? null), taxpayerId: connection.taxpayer.id }
    },
    inject: fault => faults.add(fault),
    clearFaults: () => faults.clear(),
    deliver: changed => {
      deliveries.options = { ...deliveries.options, ...changed }
    },
    idle: () => deliveries.idle(),
    reset() {
      const { taxpayers, tokens, codes, links, forms8821, visits } = state
      for (const { connections } of taxpayers.values()) [...connections.values()].forEach(stopWork)
      for (const held of [taxpayers, tokens, codes, links, forms8821, visits]) held.clear()
      state.people.splice(people)
      events.length = 0
      deliveries.reset()
      faults.clear()
    },
  }
  let appPromise: Promise<Hono> | null = null
  const loadApp = (): Promise<Hono> => {
    appPromise ??= loadHono().then(library =>
      assemble(library, state, sandbox, options.strictVersion === true),
    )
    return appPromise
  }
  async function answer(request: Request): Promise<Response> {
    const app = await loadApp()
    const { pathname: path } = new URL(request.url)
    const begun = performance.now()
    const told = (status: number | null) =>
      options.onRequest?.({
        method: request.method,
        path,
        status,
        milliseconds: Math.round(performance.now() - begun),
      })
    try {
      // What sets faults is not met by them.
      const respond = async () => app.fetch(request)
      const response = await (isControl(path) ? respond() : faults.respond(request, respond))
      told(response.status)
      return response
    } catch (cause) {
      told(null)
      throw cause
    }
  }
  return sandbox
}

/** Hosted pages and files answer browsers; everything else is an endpoint, and needs the version header. */
function assemble(library: HonoLibrary, state: State, sandbox: Sandbox, strictVersion: boolean): Hono {
  const app = new library.Hono()
  app.onError(errorResponse)
  app.notFound(() => errorResponse(notFound('There is no such endpoint.')))
  landingRoutes(app, sandbox)
  app.route('/', controlRoutes(library, state, sandbox))
  connectRoutes(library, app, state)
  fileRoutes(app, state)
  app.use('*', async (context, next) => {
    requireVersion(context.req.raw, strictVersion)
    await next()
  })
  tokenRoutes(library, app, state)
  taxpayerRoutes(app, state)
  form8821Routes(library, app, state)
  return app
}
