// The types of Node's objects list only the members in use, so this module needs no Node and accepts similar objects.
import { BodyTooLarge, readBodyBytes, readChunks } from '../contract/http.js'
import type { Receipt } from './receipt.js'
import type { Receiver } from './receiver.js'
import { type HeaderSource, isRawBody, type RawBody, toBytes } from './signature.js'

/** The options of a handler. */
export interface HandlerOptions {
  /** The maximum size of a request body, in bytes. The default is 1 MiB. */
  readonly maxBodyBytes?: number | undefined
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

/** The response of a handler: the receiver's receipt, or the reason why the request did not reach the receiver. */
export type Reply =
  | Receipt
  | { readonly status: number; readonly outcome: 'refused'; readonly reason: string; readonly advice?: undefined }

const makeRefusal = (status: number, reason: string): Reply => ({ status, outcome: 'refused', reason })

/**
 * Makes the response to a request. `readRequestBody` reads the body within its limit. The service uses only the
 * response's status. The response's body is for people.
 */
async function makeReply(
  receiver: Receiver,
  request: { readonly method?: string | undefined; readonly headers: HeaderSource },
  isBodyRead: boolean,
  readRequestBody: () => Promise<Uint8Array>,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const receive = async (): Promise<Reply> => {
    if (request.method !== 'POST') return makeRefusal(405, 'method_not_post')
    // The receiver rejects a missing body and reports it to `onError`.
    if (isBodyRead) return receiver.receive(undefined as unknown as RawBody, request.headers)
    let body: Uint8Array
    try {
      body = await readRequestBody()
    } catch (error) {
      return error instanceof BodyTooLarge ? makeRefusal(413, 'body_too_large') : makeRefusal(400, 'body_broke_off')
    }
    return receiver.receive(body, request.headers)
  }
  const { status, outcome, reason, advice } = await receive()
  const headers = { 'content-type': 'application/json', ...(status === 405 ? { allow: 'POST' } : {}) }
  return { status, headers, body: JSON.stringify({ outcome, reason, advice }) }
}

/** Creates a handler for every platform that uses Request and Response. It accepts only POST. */
export function toWebHandler(
  receiver: Receiver,
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async request => {
    const readRequestBody = () => readBodyBytes(request, maxBodyBytes)
    const { body, status, headers } = await makeReply(receiver, request, request.bodyUsed, readRequestBody)
    return new Response(body, { status, headers })
  }
}

/** The members of `http.IncomingMessage` that the handler uses. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly readableEnded?: boolean
  /** The raw body, if other code has already read the stream, such as `express.raw()` or a serverless platform. */
  readonly rawBody?: unknown
  readonly body?: unknown
  [Symbol.asyncIterator](): AsyncIterator<unknown>
}

/** The members of `http.ServerResponse` that the handler uses. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/**
 * Creates a handler for Node's HTTP server and the frameworks that use it. It accepts only POST, and must run before
 * any code that parses the body.
 */
export function toNodeHandler(
  receiver: Receiver,
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: HandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const bodyRead = request.readableEnded === true ? [request.rawBody, request.body].find(isRawBody) : undefined
    const isBodyLost = request.readableEnded === true && bodyRead === undefined
    const reply = await makeReply(receiver, request, isBodyLost, async () => {
      if (bodyRead === undefined) return readStream(request, maxBodyBytes)
      const bytes = toBytes(bodyRead)
      if (bytes.length > maxBodyBytes) throw new BodyTooLarge()
      return bytes
    })
    response.statusCode = reply.status
    for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value)
    // The rest of the body is not read, so the connection cannot serve another request.
    if (reply.status === 413) response.setHeader('connection', 'close')
    response.end(reply.body)
  }
}

/** Reads the body. Throws BodyTooLarge if it exceeds the limit. Avoids `for await`, which closes the connection. */
async function readStream(request: NodeRequest, limit: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const stream = request[Symbol.asyncIterator]()
  return readChunks(async () => {
    const { value } = await stream.next()
    return typeof value === 'string' ? new TextEncoder().encode(value) : (value as Uint8Array | undefined)
  }, limit)
}
