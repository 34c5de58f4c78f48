import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.js'
import type { Client, Connection, State } from './state.js'

/** The version of the interface that the sandbox speaks. */
const API_VERSION = '2024-01-01'

/** Refuses a request without the version header, or with a version that does not exist. */
export function requireVersion(headers: Headers): void {
  const version = headers.get('service-api-version')
  if (version === null)
    throw new Refusal(400, 'version_missing', 'The header Service-API-Version is required.')
  if (version !== API_VERSION)
    throw new Refusal(400, 'version_unknown', `The version must be ${API_VERSION}.`)
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** The application whose secret this is; throws 401 where there is none. */
export function findClient(state: State, id: string, secret: string): Client {
  const client = state.clients.get(id)
  // An unknown id takes as long as a wrong secret.
  const right = timingSafeEqual(digest(secret), digest(client?.secret ?? ''))
  if (client === undefined || !right)
    throw new Refusal(401, 'unauthorized', 'The client id or secret is wrong.')
  return client
}

function readBearer(headers: Headers): string {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined)
    throw new Refusal(401, 'unauthorized', 'The header Authorization must carry a credential as Bearer.')
  return bearer
}

/** The application whose client credentials a request carries; an access token is the wrong kind and gets 401. */
export function requireClient(state: State, headers: Headers): Client {
  const bearer = readBearer(headers)
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(bearer, 'base64').toString('utf8'))
  if (state.tokens.has(bearer) || pair === null)
    throw new Refusal(401, 'wrong_credentials', 'This endpoint takes client credentials.')
  return findClient(state, pair[1] as string, pair[2] as string)
}

/** What a request's access token is bound to; client credentials are the wrong kind and get 401. */
export function requireConnection(state: State, headers: Headers): Connection {
  const connection = state.tokens.get(readBearer(headers))
  if (connection === undefined)
    throw new Refusal(401, 'unauthorized', 'This endpoint takes an access token that is in force.')
  return connection
}
