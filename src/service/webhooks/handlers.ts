// Node's requests are typed by what is used of them, so that nothing of Node is imported, and frameworks on top fit too.
import { BodyTooLarge, readBody, readChunks } from '../resources/body.js'
import type { Receipt, Receiver } from './receiver.js'
import { bytesOf, type HeaderSource, isRawBody, type RawBody } from './signature.js'

/** How a delivery's body is read. */
export interface HandlerOptions {
  /** The largest body that is read; 1 MiB unless given. Units: bytes. */
  readonly maxBodyBytes?: number | undefined
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

/** What a handler answers: the receiver's receipt, or why the request did not reach it. */
export type Reply =
  | Receipt
  | {
      readonly status: number
      readonly outcome: 'refused'
      readonly reason: string
      readonly mend?: undefined
    }

const refuse = (status: number, reason: string): Reply => ({ status, outcome: 'refused', reason })

/** The reply to a request, whose body `read` reads within its limit. */
async function replyTo(
  receiver: Receiver,
  request: { readonly method?: string | undefined; readonly headers: HeaderSource },
  wasRead: boolean,
  read: () => Promise<Uint8Array>,
): Promise<Reply> {
  if (request.method !== 'POST') return refuse(405, 'method_not_post')
  // What is left of it is no body; the receiver says so, to whom it tells of errors too.
  if (wasRead) return receiver.receive(undefined as unknown as RawBody, request.headers)
  let body: Uint8Array
  try {
    body = await read()
  } catch (error) {
    return error instanceof BodyTooLarge ? refuse(413, 'body_too_large') : refuse(400, 'body_broke_off')
  }
  return receiver.receive(body, request.headers)
}

/** The status alone counts for the service; the body is for people. */
const describeReply = ({ outcome, reason, mend }: Reply): string => JSON.stringify({ outcome, reason, mend })

const headersOf = ({ status }: Reply): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  ...(status === 405 ? { allow: 'POST' } : {}),
})

/** A handler for every platform that speaks Request and Response. It answers POST only. */
export function toWebHandler(
  receiver: Receiver,
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async request => {
    const reply = await replyTo(receiver, request, request.bodyUsed, () => readBody(request, maxBodyBytes))
    return new Response(describeReply(reply), { status: reply.status, headers: headersOf(reply) })
  }
}

/** The part of `http.IncomingMessage` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly readableEnded?: boolean
  /** Where something read the stream and kept its bytes, as `express.raw()` and hosts of functions do. */
  readonly rawBody?: unknown
  readonly body?: unknown
  [Symbol.asyncIterator](): AsyncIterator<unknown>
}

/** The part of `http.ServerResponse` that is used. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/**
 * A handler for Node's http server, and for what is made on top of it. It answers POST only, and must stand before anything
 * that parses the body.
 */
export function toNodeHandler(
  receiver: Receiver,
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: HandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const kept = request.readableEnded === true ? [request.rawBody, request.body].find(isRawBody) : undefined
    const wasRead = request.readableEnded === true && kept === undefined
    const read = async () => {
      if (kept === undefined) return readStream(request, maxBodyBytes)
      const bytes = bytesOf(kept)
      if (bytes.length > maxBodyBytes) throw new BodyTooLarge()
      return bytes
    }
    const reply = await replyTo(receiver, request, wasRead, read)
    response.statusCode = reply.status
    for (const [name, value] of Object.entries(headersOf(reply))) response.setHeader(name, value)
    // The rest of such a body is not read, so the connection cannot serve another request.
    if (reply.status === 413) response.setHeader('connection', 'close')
    response.end(describeReply(reply))
  }
}

/** The whole body; throws BodyTooLarge past the limit. Leaving a `for await` would cut the connection. */
async function readStream(request: NodeRequest, limit: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const stream = request[Symbol.asyncIterator]()
  return readChunks(async () => {
    const { value } = await stream.next()
    return typeof value === 'string' ? new TextEncoder().encode(value) : (value as Uint8Array | undefined)
  }, limit)
}
