import { z } from 'zod'

const text = z.string().exactOptional()
const whole = z.int().nonnegative()

/** An authorization without a browser. */
export const AUTHORIZE = z.strictObject({
  provider_id: text,
  person: whole.exactOptional(),
  redirect_uri: text,
  taxpayer_id: text,
  client_id: text,
})
/** A test event. */
export const TRIGGER = z.strictObject({
  event: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
})
/** An endpoint for deliveries. */
export const WEBHOOK = z.strictObject({
  url: z.string(),
  events: z.array(z.string()).exactOptional(),
  secret: text,
})
const MEETS = { method: text, path: text, skip: whole.exactOptional(), times: whole.exactOptional() }
/** A fault, and which requests it meets. */
export const FAULT = z.discriminatedUnion('kind', [
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
/** How far the clock goes on. Units: milliseconds. */
export const CLOCK = z.strictObject({ advance: whole.max(400 * 86_400_000) })
/** How events are delivered. */
export const DELIVERY = z.strictObject({
  duplicates: whole.max(100).exactOptional(),
  reorder: z.boolean().exactOptional(),
  signedAt: z.enum(['event', 'attempt']).exactOptional(),
})
