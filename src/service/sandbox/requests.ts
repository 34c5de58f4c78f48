import type * as z from 'zod'
import { PeerMissing } from '../../core/load-peer.js'
import { checkValue } from '../resources/check-value.js'
import type { HonoLibrary } from './load-libraries.js'

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
  const error = toHttpError(cause)
  return Response.json({ message: error.message, code: error.code }, { status: error.status })
}

function toHttpError(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause
  if (cause instanceof PeerMissing) return new HttpError(500, 'package_missing', cause.message)
  return new HttpError(500, 'internal', 'The sandbox failed.')
}

/** The error of a request that cannot be carried out as it is. */
export const refuse = (text: string): HttpError => new HttpError(400, 'invalid_request', text)

/** The error of a request whose credential is none, or is not in force. */
export const unauthorized = (text: string): HttpError => new HttpError(401, 'unauthorized', text)

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
