// Typed by what it uses of node:http, so that nothing of Node is imported, and frameworks on top of it fit as well.
import { joinChunks } from '../resources/read-body.js'
import type { Receiver } from './create-receiver.js'
import { type HandlerOptions, type Reply, textOfReply, USUAL_BODY_LIMIT } from './to-web-handler.js'

/** The part of `http.IncomingMessage` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly readableEnded?: boolean
  [Symbol.asyncIterator](): AsyncIterator<unknown>
}

/** The part of `http.ServerResponse` that is used. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** A handler for Node's http server. It answers POST only, and must stand before anything that reads the body. */
export function toNodeHandler(
  receiver: Receiver,
  { maxBodyBytes = USUAL_BODY_LIMIT }: HandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const reply = await replyTo(request, receiver, maxBodyBytes)
    response.statusCode = reply.status
    response.setHeader('content-type', 'application/json')
    if (reply.status === 405) response.setHeader('allow', 'POST')
    // The rest of such a body is not read, so the connection cannot serve another request.
    if (reply.status === 413) response.setHeader('connection', 'close')
    response.end(textOfReply(reply))
  }
}

async function replyTo(request: NodeRequest, receiver: Receiver, limit: number): Promise<Reply> {
  if (request.method !== 'POST') return { status: 405, outcome: 'refused', reason: 'method_not_post' }
  if (request.readableEnded === true) return { status: 500, outcome: 'refused', reason: 'body_already_read' }
  let body: Uint8Array | null
  try {
    body = await readStream(request, limit)
  } catch {
    return { status: 400, outcome: 'refused', reason: 'body_broke_off' }
  }
  if (body === null) return { status: 413, outcome: 'refused', reason: 'body_too_large' }
  return receiver.receive(body, request.headers)
}

/** The whole body; null where it is larger than the limit. Leaving a `for await` would cut the connection. */
async function readStream(request: NodeRequest, limit: number): Promise<Uint8Array | null> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limit) return null
  const chunks: Uint8Array[] = []
  let length = 0
  const stream = request[Symbol.asyncIterator]()
  for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
    const chunk = typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value
    length += (chunk as Uint8Array).length
    if (length > limit) return null
    chunks.push(chunk as Uint8Array)
  }
  return joinChunks(chunks, length)
}
