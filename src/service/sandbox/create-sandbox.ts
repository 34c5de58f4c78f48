import { randomUUID } from 'node:crypto'
import type * as HonoModule from 'hono'
import type * as BodyLimit from 'hono/body-limit'
import { loadPeer } from '../../core/load-peer.js'
import { EVENT_TYPES, type EventType, isKnownType, makeSamplePayload } from '../contract/event.js'
import { findProvider } from '../contract/provider.js'
import { type Client, registerClient, registerWebhook, type Webhook } from './clients.js'
import { type Delays, formatNow, type ManualClock, movableClock } from './clock.js'
import { createControlRoutes, isControl } from './control-routes.js'
import { Faults } from './faults.js'
import { addFileRoutes, addForm8821Routes } from './form-8821-routes.js'
import { generateDossiers } from './generate.js'
import type { JsonObject } from './generate-documents.js'
import { renderLanding } from './hosted-pages.js'
import { createErrorResponse, createNotFound, requireVersion } from './requests.js'
import type { Sandbox, SandboxOptions } from './sandbox.js'
import { copySavedState, restoreState, saveState } from './saved-state.js'
import { startServer } from './server.js'
import { addServiceRoutes } from './service-routes.js'
import { createState, SandboxTaxpayer } from './state.js'
import { addConnectRoutes } from './visits.js'
import { Deliveries, type DeliveryAttempt, type SandboxEvent } from './webhook-delivery.js'

/** The default durations, in milliseconds. An authorization code is valid for ten minutes. */
const DEFAULT_DELAYS: Delays = { codeLifetime: 600_000, parsing: 1_000, refresh: 1_000, authorization: 1_000 }

/** Creates a sandbox of the service. Throws a RangeError if an address is not allowed. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? movableClock()
  const { controlToken, allowPrivateWebhooks = true } = options
  // Most sandboxes may send webhooks anywhere, so the checks of addresses are loaded only if they are needed.
  const loadChecks = () => import('./private-targets.js')
  const isAllowedTarget = async (url: string) =>
    allowPrivateWebhooks || !(await (await loadChecks()).isPrivateTarget(url))
  const fetchTarget = async (request: Request) =>
    allowPrivateWebhooks ? fetch(request) : (await loadChecks()).fetchPublicTarget(request)
  const { onChange = () => {} } = options
  /** Returns a method that reports a change of the state after each call. */
  const reportChange =
    <Args extends readonly unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      const result = method(...args)
      onChange()
      return result
    }
  const reportAttempt = reportChange((attempt: DeliveryAttempt) => options.onAttempt?.(attempt))
  const deliveries = new Deliveries(clock, options.delivery ?? {}, fetchTarget, reportAttempt)
  const faults = new Faults()
  const events: SandboxEvent[] = []
  const send = (event: string, data: JsonObject, webhooks: readonly Webhook[]): SandboxEvent => {
    const sandboxEvent = { event, id: `ev_${randomUUID()}`, data, created_at: formatNow(clock) } as SandboxEvent
    events.push(sandboxEvent)
    for (const webhook of webhooks) deliveries.start(sandboxEvent, webhook)
    return sandboxEvent
  }
  const listSubscribers = ({ webhooks }: Client, event: string) =>
    webhooks.filter(({ events }) => events === null || events.includes(event))
  const state = createState({
    clock,
    runLater: (delay, task) => clock.after(delay, reportChange(task)),
    delays: { ...DEFAULT_DELAYS, ...options.delays },
    maxUploadBytes: options.maxUploadBytes ?? 10_000_000,
    people: [...(options.dossiers ?? generateDossiers(8))],
    emit: (client, event, data) => void send(event, data, listSubscribers(client, event)),
  })
  /** Makes the payload of a test event. Its data is newer than the last event about the same taxpayer and provider. */
  const makeTestPayload = (type: EventType, data: JsonObject = {}): JsonObject => {
    const sample = makeSamplePayload(type)
    const { taxpayer_id, provider_id } = { ...sample, ...data }
    const taxpayer = state.taxpayers.get(String(taxpayer_id))
    const changedAt = taxpayer?.takeChangeTime(String(provider_id)) ?? clock.now()
    const createdAt = taxpayer === undefined ? {} : { created_at: taxpayer.createdAt }
    const moments = { ...createdAt, updated_at: new Date(changedAt).toISOString() }
    return { ...sample, ...('updated_at' in sample ? moments : {}), ...data }
  }
  const cancelPendingTasks = () => {
    for (const { connections } of state.taxpayers.values())
      for (const connection of connections.values()) connection.cancelPendingTasks()
  }
  const initialCount = state.people.length
  const saved = options.state === undefined ? null : copySavedState(options.state)
  for (const client of saved?.clients ?? []) state.clients.set(client.id, client)
  const savedClient = state.clients.get(options.client?.id ?? saved?.clients[0]?.id ?? '')
  // The options override the saved id, secret and redirect addresses. The first application keeps its endpoints.
  if (savedClient !== undefined) state.clients.delete(savedClient.id)
  const firstClient = registerClient(state.clients, { ...savedClient, ...options.client })
  firstClient.webhooks.push(...(savedClient?.webhooks ?? []))
  if (saved !== null) restoreState(saved, { state, events, deliveries })
  const sandbox: Sandbox = {
    fetch: (input, init) => handleRequest(new Request(input, init)),
    listen: async (port, host, hostNames) => {
      // Loads hono before listening, so that a missing package is reported here and not with each request.
      await loadApp()
      const { url, finishRequests, close } = await startServer(handleRequest, port, host, hostNames)
      const stopAndClose = () => {
        cancelPendingTasks()
        deliveries.stop()
        return close()
      }
      return { url, finishRequests, close: stopAndClose }
    },
    client: firstClient,
    people: state.people,
    events,
    deliveries: deliveries.deliveries,
    registerClient: reportChange(registration => registerClient(state.clients, registration)),
    registerWebhook: reportChange((registration, client = firstClient) => registerWebhook(client, registration)),
    sendTestEvents: reportChange(webhook =>
      (webhook.events ?? EVENT_TYPES).filter(isKnownType).map(type => send(type, makeTestPayload(type), [webhook])),
    ),
    trigger: reportChange((type, data) => {
      if (!isKnownType(type)) throw new RangeError('There is no such event type.')
      const subscribers = listSubscribers(firstClient, type)
      return { event: send(type, makeTestPayload(type, data), subscribers), endpoints: subscribers.length }
    }),
    authorize: reportChange(
      ({ client = firstClient, provider = 'service-sandbox', person = 0, redirectUri, taxpayerId } = {}) => {
        const providerId = findProvider(provider)
        const taxpayer = taxpayerId === undefined ? null : state.taxpayers.get(taxpayerId)
        const dossier = taxpayer?.person ?? state.people[person]
        const isForeignTaxpayer = taxpayer === undefined || (taxpayer !== null && taxpayer.client !== client)
        if (dossier === undefined || providerId === undefined || isForeignTaxpayer)
          throw new RangeError('There is no such person, provider or taxpayer.')
        if (redirectUri !== undefined && !client.redirectUris.includes(redirectUri))
          throw new RangeError('The redirect address is not registered.')
        const connection = (taxpayer ?? new SandboxTaxpayer(state, client, dossier)).connect(providerId)
        connection.enroll()
        connection.consent()
        connection.authorize()
        return { code: connection.issueCode(redirectUri ?? null), taxpayerId: connection.taxpayer.id }
      },
    ),
    inject: fault => faults.add(fault),
    clearFaults: () => faults.clear(),
    deliver: changedOptions => {
      deliveries.options = { ...deliveries.options, ...changedOptions }
    },
    idle: () => deliveries.idle(),
    save() {
      const otherClients = [...state.clients.values()].filter(client => client !== firstClient)
      return saveState({ clients: [firstClient, ...otherClients], state, events, deliveries })
    },
    reset: reportChange(() => {
      const { taxpayers, tokens, codes, links, forms8821, visits } = state
      cancelPendingTasks()
      for (const map of [taxpayers, tokens, codes, links, forms8821, visits]) map.clear()
      state.people.splice(initialCount)
      events.length = 0
      deliveries.reset()
      faults.clear()
      ;(clock as Partial<ManualClock>).setAhead?.(0)
    }),
  }
  let appPromise: Promise<HonoModule.Hono> | null = null
  const loadApp = () => {
    appPromise ??= buildApp()
    return appPromise
  }
  /** Builds the app. Routes after the hosted pages, controls and files are endpoints and need the version header. */
  async function buildApp() {
    const [{ Hono }, { bodyLimit }] = await Promise.all([
      loadPeer<typeof HonoModule>('The sandbox', 'hono'),
      loadPeer<typeof BodyLimit>('The sandbox', 'hono/body-limit'),
    ])
    const library = { Hono, bodyLimit }
    const app = new Hono()
    app.onError(createErrorResponse)
    app.notFound(() => createErrorResponse(createNotFound('There is no such endpoint.')))
    app.get('/', context => renderLanding(sandbox, new URL(context.req.url).origin))
    app.route('/', createControlRoutes(library, state, sandbox, { controlToken, isAllowedTarget }))
    addConnectRoutes(library, app, state)
    addFileRoutes(app, state)
    app.use('*', async (context, next) => {
      requireVersion(context.req.raw, options.strictVersion === true)
      await next()
    })
    addServiceRoutes(library, app, state)
    addForm8821Routes(library, app, state)
    return app
  }
  async function handleRequest(request: Request): Promise<Response> {
    const app = await loadApp()
    const { pathname: path } = new URL(request.url)
    const startTime = performance.now()
    let status: number | null = null
    try {
      const respond = async () => app.fetch(request)
      // Faults do not apply to the controls that set them.
      const response = await (isControl(path) ? respond() : faults.respond(request, respond))
      status = response.status
      return response
    } finally {
      const milliseconds = Math.round(performance.now() - startTime)
      options.onRequest?.({ method: request.method, path, status, milliseconds })
      // Reading the controls changes nothing. `taxtally listen` does so every second.
      if (!isControl(path) || request.method !== 'GET') onChange()
    }
  }
  return sandbox
}
