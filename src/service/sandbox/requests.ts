import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod'
import { PeerMissing } from '../../core/load-peer.js'
import { checkValue } from '../resources/schema.js'
import type { Client } from './clients.js'
import type { Connection, State } from './state.js'

/** The parts of hono that the routes use. */
export interface HonoLibrary {
  readonly Hono: typeof Hono
  readonly bodyLimit: typeof bodyLimit
}

/**
 * An answer that says no. Shape of its body: `{ message, code }`.
 * Gap: the interface shows only `message`, for the Form 8821 operations; `code` is an addition.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The answer to an error. Only the sandbox's own messages are shown, and the one that names a package to install. */
export function errorResponse(cause: unknown): Response {
  let error = new HttpError(500, 'internal', 'The sandbox failed.')
  if (cause instanceof HttpError) error = cause
  else if (cause instanceof PeerMissing) error = new HttpError(500, 'package_missing', cause.message)
  return Response.json({ message: error.message, code: error.code }, { status: error.status })
}

/** The error of a request that cannot be carried out as it is. */
export const refuse = (text: string): HttpError => new HttpError(400, 'invalid_request', text)

/** The error of a request whose credential is none, or is not in force. */
const unauthorized = (text: string): HttpError => new HttpError(401, 'unauthorized', text)

/** The error of a request for something that is not there. */
export const notFound = (text: string): HttpError => new HttpError(404, 'not_found', text)

const MAX_JSON_BYTES = 1 << 20

/** Makes the handler that refuses a JSON body that is too large. Register it before every handler that reads a JSON body. */
export const createJsonLimit = ({ bodyLimit }: HonoLibrary) =>
  bodyLimit({
    maxSize: MAX_JSON_BYTES,
    onError: () => {
      throw new HttpError(413, 'body_too_large', `The body may have ${MAX_JSON_BYTES} bytes at most.`)
    },
  })

/** Reads a JSON body by its schema. Throws 400; the message names a place, never what stood there. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  let value: unknown
  try {
    value = await request.json()
  } catch {
    throw refuse('The body is no JSON.')
  }
  const checked = checkValue(schema, value)
  if (checked.ok) return checked.value
  throw refuse(`${checked.path} must be ${checked.expected}, not ${checked.received}.`)
}

/** The answer where there is nothing else to say. */
export const SUCCESS = { status: 'success' }

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** The application whose secret this is; throws 401 where there is none. */
export function findClient(state: State, id: string, secret: string): Client {
  const client = state.clients.get(id)
  // An unknown id takes as long as a wrong secret.
  const isRight = timingSafeEqual(digest(secret), digest(client?.secret ?? ''))
  if (client === undefined || !isRight) throw unauthorized('The client id or secret is wrong.')
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
