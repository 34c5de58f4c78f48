import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { isKnownType } from '../resources/event.js'
import { isLoopback } from '../resources/http.js'
import { HttpError } from './requests.js'
import type { ClientRegistration, WebhookRegistration } from './sandbox.js'
import type { Client, Connection, State, Webhook } from './state.js'

/** An identifier that cannot be guessed. */
export const newId = (): string => randomUUID()

/** A credential: 256 random bits behind a prefix that says what it is. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`

/**
 * Says what is wrong with a redirect or webhook address; null where it is allowed: https, or http to this machine.
 * Source: interface, Authentication rule 4 and Events, Delivery rule 1.
 * Gap: webhooks must use https; http to this machine is allowed too, so that they work without a certificate.
 */
export function checkAddress(address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'is no absolute address'
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  if (url.hash !== '' || address.includes('#')) return 'must not have a fragment'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') {
    return isLoopback(url.hostname) ? null : 'must be https, or http to localhost'
  }
  return 'must be http or https'
}

function requireAddress(address: string, what: string): void {
  const problem = checkAddress(address)
  if (problem !== null) throw new RangeError(`The ${what} address ${problem}.`)
}

/** Registers an application. Throws RangeError where a redirect address is not allowed, or the id is taken. */
export function registerClient(state: State, registration: ClientRegistration): Client {
  const { id = newId(), secret = newSecret('cs'), redirectUris = [] } = registration
  for (const address of redirectUris) requireAddress(address, 'redirect')
  if (id === '' || id.includes(':')) throw new RangeError('A client id must not be empty or hold a colon.')
  if (state.clients.has(id)) throw new RangeError('There is a client of this id.')
  const client: Client = { id, secret, redirectUris: [...redirectUris], webhooks: [] }
  state.clients.set(id, client)
  return client
}

/** Registers a webhook endpoint. Throws RangeError where its address or an event type is not allowed. */
export function registerWebhook(client: Client, registration: WebhookRegistration): Webhook {
  const { url, events = null, secret = newSecret('whsec') } = registration
  requireAddress(url, 'webhook')
  const unknown = events?.find(type => !isKnownType(type))
  if (unknown !== undefined) throw new RangeError('There is no such event type.')
  const webhook: Webhook = { id: newId(), url, secret, events }
  client.webhooks.push(webhook)
  return webhook
}

/** The version of the interface that the sandbox speaks. */
const API_VERSION = '2024-01-01'

/** The endpoints that call the version header optional. Source: interface, Endpoints. */
const OPTIONAL_VERSION =
  /^(?:GET \/auth\/tax-payer\/[^/]+\/token|GET \/introspect|POST \/disconnect|POST \/tax-payer\/[^/]+\/refresh|GET \/tax-payer\/[^/]+\/refresh\/[^/]+)$/

/**
 * Refuses a request with a version that does not exist, and one without the header; where an endpoint calls it optional,
 * only if `strict`. Source: interface, Versioning, requires it on every request.
 */
export function requireVersion({ method, url, headers }: Request, strict: boolean): void {
  const version = headers.get('service-api-version')
  if (version === null && !strict && OPTIONAL_VERSION.test(`${method} ${new URL(url).pathname}`)) return
  if (version === null)
    throw new HttpError(400, 'version_missing', 'The header Service-API-Version is required.')
  if (version !== API_VERSION)
    throw new HttpError(400, 'version_unknown', `The version must be ${API_VERSION}.`)
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** The application whose secret this is; throws 401 where there is none. */
export function findClient(state: State, id: string, secret: string): Client {
  const client = state.clients.get(id)
  // An unknown id takes as long as a wrong secret.
  const right = timingSafeEqual(digest(secret), digest(client?.secret ?? ''))
  if (client === undefined || !right)
    throw new HttpError(401, 'unauthorized', 'The client id or secret is wrong.')
  return client
}

function readBearer(headers: Headers): string {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined)
    throw new HttpError(401, 'unauthorized', 'The header Authorization must carry a credential as Bearer.')
  return bearer
}

/** The application whose client credentials a request carries; an access token is the wrong kind and gets 401. */
export function requireClient(state: State, headers: Headers): Client {
  const bearer = readBearer(headers)
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(bearer, 'base64').toString('utf8'))
  if (state.tokens.has(bearer) || pair === null)
    throw new HttpError(401, 'wrong_credentials', 'This endpoint takes client credentials.')
  return findClient(state, pair[1] as string, pair[2] as string)
}

/** What a request's access token is bound to; client credentials are the wrong kind and get 401. */
export function requireConnection(state: State, headers: Headers): Connection {
  const connection = state.tokens.get(readBearer(headers))
  if (connection === undefined)
    throw new HttpError(401, 'unauthorized', 'This endpoint takes an access token that is in force.')
  return connection
}
