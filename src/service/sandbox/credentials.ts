import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { HttpError, unauthorized } from './requests.js'
import type { Client, Connection, State } from './state.js'

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** The application whose secret this is; throws 401 where there is none. */
export function findClient(state: State, id: string, secret: string): Client {
  const client = state.clients.get(id)
  // An unknown id takes as long as a wrong secret.
  const right = timingSafeEqual(digest(secret), digest(client?.secret ?? ''))
  if (client === undefined || !right) throw unauthorized('The client id or secret is wrong.')
  return client
}

function readBearer({ req }: Context): string {
  const bearer = /^Bearer +([^\s]+) *$/i.exec(req.header('authorization') ?? '')?.[1]
  if (bearer === undefined) throw unauthorized('The header Authorization must carry a credential as Bearer.')
  return bearer
}

/** The application whose client credentials a request carries; an access token is the wrong kind and gets 401. */
export function requireClient(state: State, context: Context): Client {
  const bearer = readBearer(context)
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(bearer, 'base64').toString('utf8'))
  if (state.tokens.has(bearer) || pair === null)
    throw new HttpError(401, 'wrong_credentials', 'This endpoint takes client credentials.')
  return findClient(state, pair[1] as string, pair[2] as string)
}

/** What a request's access token is bound to; client credentials are the wrong kind and get 401. */
export function requireConnection(state: State, context: Context): Connection {
  const connection = state.tokens.get(readBearer(context))
  if (connection === undefined) throw unauthorized('This endpoint takes an access token that is in force.')
  return connection
}
