import { randomBytes, randomUUID } from 'node:crypto'
import { isKnownType } from '../resources/event.js'
import { checkAddress } from './address.js'
import type { ClientRegistration, WebhookRegistration } from './sandbox.js'
import type { Client, State, Webhook } from './state.js'

/** An identifier that cannot be guessed. */
export const newId = (): string => randomUUID()

/** A credential: 256 random bits behind a prefix that says what it is. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`

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
