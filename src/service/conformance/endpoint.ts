import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event that came to the endpoint of a check. */
export interface Came {
  readonly event: string
  readonly data: unknown
  /** Why the delivery is not as the interface says; null where it is. */
  readonly wrong: string | null
}

/** A webhook endpoint on this machine. */
export interface Endpoint {
  readonly url: string
  readonly came: readonly Came[]
  close(): void
}

/** Opens an endpoint that answers with these statuses in turn, then with 200. */
export async function openEndpoint(secret: string, answers: readonly number[]): Promise<Endpoint> {
  const came: Came[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    came.push(readDelivery(request.method, request.headers['service-signature'], body, secret))
    response.writeHead(answers[came.length - 1] ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://localhost:${port}/`, came, close }
}

function readDelivery(
  method: string | undefined,
  header: string | readonly string[] | undefined,
  body: Buffer,
  secret: string,
): Came {
  let parsed: Readonly<Record<string, unknown>> = {}
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    return { event: '', data: null, wrong: 'the body is no JSON' }
  }
  const [, t, v1] = /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(String(header)) ?? []
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
  const { event, id, data, created_at } = parsed
  let wrong: string | null = null
  if (method !== 'POST') wrong = 'the method is not POST'
  else if (v1 !== expected) wrong = 'the signature is not that of the body'
  else if (!String(id).startsWith('ev_')) wrong = 'the id has no prefix ev_'
  else if (Math.abs(Date.parse(String(created_at)) - Number(t)) > 1000)
    wrong = 't is not when the event occurred'
  else if (typeof data !== 'object' || data === null) wrong = 'data is no object'
  return { event: String(event), data, wrong }
}
