import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod'
import { PeerMissing } from '../../core/load-peer.js'
import { checkValue } from '../contract/schema.js'
import type { Client } from './clients.js'
import type { Connection, SandboxState } from './state.js'

/** The parts of hono that the routes use. */
export interface HonoLibrary {
  readonly Hono: typeof Hono
  readonly bodyLimit: typeof bodyLimit
}

/**
 * An error response. Its body is `{ message, code }`. The API document shows only `message`, for the Form 8821
 * operations. The sandbox adds `code`.
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

/** Converts an error to a response. It shows only the sandbox's own messages or the name of a package to install. */
export function createErrorResponse(cause: unknown): Response {
  let error = new HttpError(500, 'internal', 'The sandbox failed.')
  if (cause instanceof HttpError) error = cause
  else if (cause instanceof PeerMissing) error = new HttpError(500, 'package_missing', cause.message)
  return Response.json({ message: error.message, code: error.code }, { status: error.status })
}

/** Creates the error for an invalid request. */
export const createInvalidRequest = (text: string): HttpError => new HttpError(400, 'invalid_request', text)

/** Creates the error for a request whose credential is absent, unknown or no longer valid. */
const createUnauthorized = (text: string): HttpError => new HttpError(401, 'unauthorized', text)

/** Creates the error for a request for something that does not exist. */
export const createNotFound = (text: string): HttpError => new HttpError(404, 'not_found', text)

const MAX_JSON_BYTES = 1 << 20

/** Creates the handler that rejects a JSON body that is too large. Register it before each handler that reads JSON. */
export const createJsonLimit = ({ bodyLimit }: HonoLibrary) =>
  bodyLimit({
    maxSize: MAX_JSON_BYTES,
    onError: () => {
      throw new HttpError(413, 'body_too_large', `The body may have ${MAX_JSON_BYTES} bytes at most.`)
    },
  })

/** Reads and checks a JSON body. Throws an HttpError 400 whose message names the path but never the value. */
export async function readJsonBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  let value: unknown
  try {
    value = await request.json()
  } catch {
    throw createInvalidRequest('The body is not JSON.')
  }
  const checkResult = checkValue(schema, value)
  if (checkResult.ok) return checkResult.value
  throw createInvalidRequest(`${checkResult.path} must be ${checkResult.expected}, not ${checkResult.received}.`)
}

/** The response body of operations that return no data. */
export const SUCCESS_BODY = { status: 'success' }

const hashText = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** Compares two texts in a time that does not show how much of them is equal. */
export const isEqualText = (first: string, second: string): boolean =>
  timingSafeEqual(hashText(first), hashText(second))

/** Finds the application with an id and a secret. Throws an HttpError 401 if they are wrong. */
export function findClient(state: SandboxState, id: string, secret: string): Client {
  const client = state.clients.get(id)
  // An unknown id takes as long as a wrong secret, so that the time does not reveal which ids exist.
  const isSecretRight = isEqualText(secret, client?.secret ?? '')
  if (client === undefined || !isSecretRight) throw createUnauthorized('The client id or secret is wrong.')
  return client
}

/** Returns a request's credential of type Bearer, if it has one. */
export const readBearer = ({ headers }: Request): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]

function requireBearer({ req }: Context): string {
  const bearer = readBearer(req.raw)
  if (bearer === undefined)
    throw createUnauthorized('The header Authorization must contain a credential of type Bearer.')
  return bearer
}

/** Finds the application by a request's client credentials. Throws an HttpError 401 if the request has a token. */
export function requireClient(state: SandboxState, context: Context): Client {
  const bearer = requireBearer(context)
  const idAndSecret = /^([^:]*):(.*)$/s.exec(Buffer.from(bearer, 'base64').toString('utf8'))
  if (state.tokens.has(bearer) || idAndSecret === null)
    throw new HttpError(401, 'wrong_credentials', 'This endpoint takes client credentials.')
  return findClient(state, idAndSecret[1] as string, idAndSecret[2] as string)
}

/** Finds the connection by a request's access token. Throws an HttpError 401 if the request has no valid token. */
export function requireConnection(state: SandboxState, context: Context): Connection {
  const connection = state.tokens.get(requireBearer(context))
  if (connection === undefined) throw createUnauthorized('This endpoint takes a valid access token.')
  return connection
}

const API_VERSION = '2024-01-01'

/** Matches the endpoints for which the version header is optional. Source: service API, Endpoints. */
const OPTIONAL_VERSION_PATTERN =
  /^(?:GET \/auth\/tax-payer\/[^/]+\/token|GET \/introspect|POST \/disconnect|POST \/tax-payer\/[^/]+\/refresh|GET \/tax-payer\/[^/]+\/refresh\/[^/]+)$/

/**
 * Rejects a request with an unknown version or without the header. If the endpoint's header is optional, it is required
 * only if `strict` is true. Source: service API, Versioning, which requires the header on every request.
 */
export function requireVersion({ method, url, headers }: Request, strict: boolean): void {
  const version = headers.get('service-api-version')
  if (version === null && !strict && OPTIONAL_VERSION_PATTERN.test(`${method} ${new URL(url).pathname}`)) return
  if (version === null) throw new HttpError(400, 'version_missing', 'The header Service-API-Version is required.')
  if (version !== API_VERSION) throw new HttpError(400, 'version_unknown', `The version must be ${API_VERSION}.`)
}
