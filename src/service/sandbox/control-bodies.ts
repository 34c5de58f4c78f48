import { z } from 'zod'
import type { Fault } from './faults.js'
import { readBody } from './requests.js'
import type { DeliveryOptions } from './webhook-delivery.js'

const text = z.string().exactOptional()
const whole = z.int().nonnegative()

const AUTHORIZE = z.strictObject({
  provider_id: text,
  person: whole.exactOptional(),
  redirect_uri: text,
  taxpayer_id: text,
  client_id: text,
})
const TRIGGER = z.strictObject({
  event: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
})
const WEBHOOK = z.strictObject({
  url: z.string(),
  events: z.array(z.string()).exactOptional(),
  secret: text,
})
const MEETS = { method: text, path: text, skip: whole.exactOptional(), times: whole.exactOptional() }
const FAULT = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), milliseconds: whole, ...MEETS }),
  z.strictObject({ kind: z.literal('reset'), after: z.boolean().exactOptional(), ...MEETS }),
  z.strictObject({ kind: z.literal('truncated'), ...MEETS }),
  z.strictObject({ kind: z.literal('malformed'), ...MEETS }),
  z.strictObject({ kind: z.literal('wrong_type'), field: text, ...MEETS }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfter: z.union([whole, z.string()]).exactOptional(),
    ...MEETS,
  }),
])
const CLOCK = z.strictObject({ advance: whole.max(400 * 86_400_000) })
const DELIVERY = z.strictObject({
  duplicates: whole.max(100).exactOptional(),
  reorder: z.boolean().exactOptional(),
  signedAt: z.enum(['event', 'attempt']).exactOptional(),
})

/** An authorization without a browser. Throws 400, as each of these does for another body. */
export const readAuthorize = (request: Request) => readBody(request, AUTHORIZE)

/** A test event. */
export const readTrigger = (request: Request) => readBody(request, TRIGGER)

/** An endpoint for deliveries. */
export const readWebhook = (request: Request) => readBody(request, WEBHOOK)

/** A fault, and which requests it meets. */
export const readFault = (request: Request): Promise<Fault> => readBody(request, FAULT)

/** How far the clock goes on. Units: milliseconds. */
export const readClock = (request: Request) => readBody(request, CLOCK)

/** How events are delivered. */
export const readDelivery = (request: Request): Promise<DeliveryOptions> => readBody(request, DELIVERY)
