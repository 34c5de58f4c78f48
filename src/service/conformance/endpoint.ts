import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillValue, findMismatch, StepFailure, type StoredValues } from './match-pattern.js'
import type { DeliveryStep } from './steps.js'

type ReceivedDelivery = ReturnType<typeof readDelivery>

/** A webhook endpoint on this machine that records its deliveries. */
export type Endpoint = Awaited<ReturnType<typeof openEndpoint>>

/** Opens an endpoint. It responds with the statuses in `responses` in order, then with 200. */
export async function openEndpoint(secret: string, responses: readonly number[]) {
  const deliveries: ReceivedDelivery[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const signature = String(request.headers['service-signature'])
    deliveries.push(readDelivery(request.method, signature, Buffer.concat(chunks), secret))
    response.writeHead(responses[deliveries.length - 1] ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://localhost:${port}/`, deliveries, close }
}

/** Reads a delivery. `problem` describes a difference from the API document and is null if there is none. */
function readDelivery(method: string | undefined, signature: string, body: Buffer, secret: string) {
  let parsed: Readonly<Record<string, unknown>>
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    return { event: '', data: null, problem: 'the body is not JSON' }
  }
  const [, t, v1] = /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
  const { event, id, data, created_at } = parsed
  let problem: string | null = null
  if (method !== 'POST') problem = 'the method is not POST'
  else if (v1 !== expected) problem = 'the signature is not that of the body'
  else if (!String(id).startsWith('ev_')) problem = 'the id has no prefix ev_'
  else if (Math.abs(Date.parse(String(created_at)) - Number(t)) > 1000) problem = 't is not when the event occurred'
  else if (typeof data !== 'object' || data === null) problem = 'data is not an object'
  return { event: String(event), data, problem }
}

const MAX_DELIVERY_WAIT_MS = 5_000
const NO_DELIVERY_WAIT_MS = 200

/** Waits until an event was delivered as often as expected, and stores its data's text fields. Throws StepFailure. */
export async function waitForDelivery(
  { delivered, data, times }: DeliveryStep,
  values: StoredValues,
  deliveries: readonly ReceivedDelivery[],
): Promise<void> {
  const pattern = data === undefined ? '$object' : fillValue(data, values)
  const findCandidates = () => deliveries.filter(({ event }) => event === delivered)
  const findMatches = () => findCandidates().filter(delivery => findMismatch(pattern, delivery.data) === null)
  const end = Date.now() + (times === 0 ? NO_DELIVERY_WAIT_MS : MAX_DELIVERY_WAIT_MS)
  while (Date.now() < end && (times === 0 || findMatches().length < (times ?? 1))) await sleep(10)
  const wrongType = findCandidates().flatMap(delivery => findMismatch(pattern, delivery.data, true) ?? [])[0]
  if (wrongType !== undefined) throw new StepFailure(`${delivered}: ${wrongType}`)
  const matches = findMatches()
  if (times === undefined ? matches.length === 0 : matches.length !== times) {
    const [first] = findCandidates()
    const difference = first && findMismatch(pattern, first.data)
    const reason = difference ? ` (${difference})` : ''
    throw new StepFailure(`${delivered}: delivered ${matches.length} times with the expected data${reason}`)
  }
  for (const [key, value] of Object.entries(matches[0]?.data ?? {}))
    if (typeof value === 'string') values.set(`event.${key}`, value)
}
