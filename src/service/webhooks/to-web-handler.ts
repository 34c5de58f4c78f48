import { BodyTooLarge, readBody } from '../resources/read-body.js'
import type { Receipt, Receiver } from './create-receiver.js'

/** How a delivery's body is read. */
export interface HandlerOptions {
  /** The largest body that is read; 1 MiB unless given. Units: bytes. */
  readonly maxBodyBytes?: number | undefined
}

/** The largest webhook body that is read unless another size is given. Units: bytes. */
export const USUAL_BODY_LIMIT = 1024 * 1024

/** What an adapter answers: the receiver's receipt, or why the request did not reach it. */
export type Reply =
  | Receipt
  | { readonly status: number; readonly outcome: 'refused'; readonly reason: string }

/** The body of an answer; the status alone counts for the service. */
export const textOfReply = ({ outcome, reason }: Reply): string => JSON.stringify({ outcome, reason })

/** A handler for every platform that speaks Request and Response. It answers POST only. */
export function toWebHandler(
  receiver: Receiver,
  { maxBodyBytes = USUAL_BODY_LIMIT }: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async request => {
    const reply = await replyTo(request, receiver, maxBodyBytes)
    const headers = { 'content-type': 'application/json', ...(reply.status === 405 ? { allow: 'POST' } : {}) }
    return new Response(textOfReply(reply), { status: reply.status, headers })
  }
}

async function replyTo(request: Request, receiver: Receiver, limit: number): Promise<Reply> {
  if (request.method !== 'POST') return { status: 405, outcome: 'refused', reason: 'method_not_post' }
  if (request.bodyUsed) return { status: 500, outcome: 'refused', reason: 'body_already_read' }
  let body: Uint8Array
  try {
    body = await readBody(request, limit)
  } catch (fault) {
    return fault instanceof BodyTooLarge
      ? { status: 413, outcome: 'refused', reason: 'body_too_large' }
      : { status: 400, outcome: 'refused', reason: 'body_broke_off' }
  }
  return receiver.receive(body, request.headers)
}
