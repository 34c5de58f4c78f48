import { randomBytes, randomUUID } from 'node:crypto'
import { isKnownType } from '../contract/event.js'
import { isLoopback } from '../contract/http.js'
import type { JsonObject } from './generate-documents.js'

/** A webhook endpoint of an application. `events` is null if every event type is delivered. */
export interface Webhook {
  readonly id: string
  readonly url: string
  /** The secret for signatures. A new secret also applies to deliveries that are pending. */
  secret: string
  readonly events: readonly string[] | null
}

/** An application that is registered with the sandbox. */
export interface Client {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  readonly webhooks: Webhook[]
}

/** An application to register. The sandbox generates missing values and shows them in its `client`. */
export interface ClientRegistration {
  readonly id?: string
  readonly secret?: string
  /** The addresses to which visits may redirect. Each uses https, or http to localhost. */
  readonly redirectUris?: readonly string[]
}

/** A webhook endpoint to register. Without `events`, every type is delivered. Without `secret`, one is generated. */
export interface WebhookRegistration {
  /** The address uses https, or http to localhost. */
  readonly url: string
  readonly events?: readonly string[]
  readonly secret?: string
}

/** The message for a webhook address that is refused because it is private. */
export const PRIVATE_TARGET_TEXT =
  'The webhook address is on this machine or in a private network. The sandbox needs --allow-private-webhooks for it.'

/** Generates a credential: a prefix that names its kind, followed by 256 random bits. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`

/** Registers an application. Throws a RangeError if a redirect address is not allowed or the id is already used. */
export function registerClient(clients: Map<string, Client>, registration: ClientRegistration): Client {
  const { id = randomUUID(), secret = newSecret('cs'), redirectUris = [] } = registration
  for (const address of redirectUris) requireAddress(address, 'redirect')
  if (id === '' || id.includes(':')) throw new RangeError('A client id must not be empty or contain a colon.')
  if (clients.has(id)) throw new RangeError('A client with this id already exists.')
  const client: Client = { id, secret, redirectUris: [...redirectUris], webhooks: [] }
  clients.set(id, client)
  return client
}

/** Registers a webhook endpoint. Throws a RangeError if its address or an event type is not allowed. */
export function registerWebhook(client: Client, registration: WebhookRegistration): Webhook {
  const { url, events = null, secret = newSecret('whsec') } = registration
  requireAddress(url, 'webhook')
  if (events?.every(isKnownType) === false) throw new RangeError('There is no such event type.')
  const webhook: Webhook = { id: randomUUID(), url, secret, events }
  client.webhooks.push(webhook)
  return webhook
}

function requireAddress(address: string, purpose: string): void {
  const problem = checkAddress(address)
  if (problem !== null) throw new RangeError(`The ${purpose} address ${problem}.`)
}

/**
 * Describes what is wrong with a redirect or webhook address. Returns null if it is allowed: https, or http to this
 * machine. The service requires https for webhooks. The sandbox also allows http to this machine, so that tests need no
 * certificate. Source: service API, Authentication rule 4 and Events, Delivery rule 1.
 */
export function checkAddress(address: string): string | null {
  if (!URL.canParse(address)) return 'is not an absolute URL'
  const { username, password, protocol, hostname } = new URL(address)
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (address.includes('#')) return 'must not have a fragment'
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return 'must be http or https'
  return isLoopback(hostname) ? null : 'must be https, or http to localhost'
}

/** A client link, with which an application sends a taxpayer to the connect page. */
export interface SandboxLink {
  readonly id: string
  readonly client: Client
  readonly metadata: JsonObject
  readonly createdAt: string
  /** The time of the link's last event, in milliseconds since 1970. */
  changedAt: number
  isUsed: boolean
}
