import { readFileSync } from 'node:fs'
import {
  createSandbox,
  type ManualClock,
  manualClock,
  type Sandbox,
  type SandboxDossier,
  type SandboxOptions,
  type ServiceEvent,
} from '../../src/service/sandbox/index.js'

/** A sentence of the interface, and the test that it holds in the sandbox. */
export interface Row {
  readonly part: string
  readonly sentence: string
  readonly test: () => Promise<void> | void
}

/** Rows of one part. */
export const rowsOf = (part: string, tests: Readonly<Record<string, Row['test']>>): Row[] =>
  Object.entries(tests).map(([sentence, test]) => ({ part, sentence, test }))

export const BASE = 'http://localhost:8821'
export const REDIRECT = 'https://app.example.invalid/callback?from=tax'
const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** The people of the fixtures; the first is a borrower with records at `irs` and `turbotax`. */
export const PEOPLE: readonly SandboxDossier[] = readFileSync(
  new URL('../../fixtures/dossiers.ndjson', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as SandboxDossier)

/** What a webhook endpoint received. */
interface Received {
  readonly url: string
  readonly signature: string
  readonly contentType: string | null
  readonly body: string
  readonly event: ServiceEvent
}

/** How a call is made. */
interface Call {
  readonly token?: string
  readonly client?: boolean
  readonly body?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer with its JSON read. */
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of many shapes.
  readonly json: any
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** A sandbox, its clock, and a webhook endpoint that answers what `status` says. */
export interface World {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly received: Received[]
  status: (nth: number) => number
  call(method: string, path: string, call?: Call): Promise<Answer>
  exchange(code: string, more?: { body?: object; headers?: Record<string, string> }): Promise<Answer>
  /** Authorizes and exchanges; gives the access token and the taxpayer's id. */
  connect(provider?: string, person?: number): Promise<{ token: string; taxpayerId: string }>
  /** Fetches a hosted page without following redirects. */
  page(path: string, form?: Readonly<Record<string, string>>): Promise<Response>
}

/** The client credentials as a bearer. */
export const bearerOf = ({ id, secret }: { id: string; secret: string }): string =>
  Buffer.from(`${id}:${secret}`).toString('base64')

/** Makes a world whose clock stands still. */
export function makeWorld(options: SandboxOptions = {}): World {
  const clock = manualClock()
  const received: Received[] = []
  const sandbox = createSandbox({
    clock,
    dossiers: PEOPLE,
    client: { redirectUris: [REDIRECT] },
    ...options,
    delivery: {
      ...options.delivery,
      fetch: async request => {
        const body = await request.text()
        received.push({
          url: request.url,
          signature: request.headers.get('Service-Signature') ?? '',
          contentType: request.headers.get('content-type'),
          body,
          event: JSON.parse(body) as ServiceEvent,
        })
        return new Response(null, { status: world.status(received.length) })
      },
    },
  })
  const world: World = {
    sandbox,
    clock,
    received,
    status: () => 200,
    async call(method, path, { token, client, body, form, headers } = {}) {
      const bearer = token ?? (client === true ? bearerOf(sandbox.client) : undefined)
      const payload = form ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await sandbox.fetch(`${BASE}${path}`, {
        method,
        headers: {
          'Service-API-Version': '2024-01-01',
          ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const json = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null
      return { status: response.status, json, headers: response.headers, bytes }
    },
    exchange: (code, { body = {}, headers = {} } = {}) =>
      world.call('POST', '/auth/token', {
        body: { client_id: sandbox.client.id, client_secret: sandbox.client.secret, code, ...body },
        headers,
      }),
    async connect(provider = 'service-sandbox', person = 0) {
      const { code } = sandbox.authorize({ provider, person })
      const { json } = await world.exchange(code)
      return { token: json.access_token, taxpayerId: json.taxpayer_id }
    },
    page: (path, form) =>
      sandbox.fetch(
        new URL(path, BASE),
        form === undefined ? { redirect: 'manual' } : { method: 'POST', body: new URLSearchParams(form) },
      ),
  }
  return world
}

/** Walks a hosted page to its end; gives the last answer. */
export async function walk(world: World, path: string, outcome = 'connected', provider = 'service-sandbox') {
  const opened = await world.page(path)
  const visit = opened.headers.get('location') ?? ''
  await world.page(visit, { action: 'select', provider_id: provider, person: '0' })
  await world.page(visit, { action: 'consent' })
  return world.page(visit, { action: 'connect', outcome })
}

/** The path of the connect page in the redirect flow. */
export const redirectPath = (world: World): string =>
  `/connect?client_id=${world.sandbox.client.id}&redirect_uri=${encodeURIComponent(REDIRECT)}&state=s-1`

/** The path of the connect page in the embedded flow. */
export const embeddedPath = (world: World): string =>
  `/connect?client_id=${world.sandbox.client.id}&origin=${encodeURIComponent('http://localhost:3000')}`
