import type { Hono } from 'hono'
import * as z from 'zod'
import { newId } from './clients.js'
import type { Fault } from './faults.js'
import { notFound, SUCCESS } from './requests.js'
import type { Sandbox } from './sandbox.js'

const text = z.string().exactOptional()
const whole = z.int().nonnegative()

const MEETS = { method: text, path: text, skip: whole.exactOptional(), times: whole.exactOptional() }

/** A fault, and which requests it meets. */
const FAULT: z.ZodType<Fault> = z.discriminatedUnion('kind', [
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

/** Adds a control with a body, which answers with what `work` makes of it. */
export type Post = <T>(
  path: string,
  schema: z.ZodType<T>,
  work: (body: T) => object | Promise<object>,
) => unknown

/** Adds the controls of faults, and gives what forgets all of these. */
export function faultControls(routes: Hono, post: Post, sandbox: Sandbox): () => void {
  const faults = new Map<string, { readonly fault: Fault; readonly remove: () => void }>()
  routes.get('/faults', context => context.json([...faults].map(([id, { fault }]) => ({ id, ...fault }))))
  post('/faults', FAULT, fault => {
    const id = newId()
    faults.set(id, { fault, remove: sandbox.inject(fault) })
    return { id }
  })
  routes.delete('/faults', context => {
    faults.clear()
    sandbox.clearFaults()
    return context.json(SUCCESS)
  })

  routes.delete('/faults/:id', context => {
    const id = context.req.param('id')
    const found = faults.get(id)
    if (found === undefined) throw notFound('There is no fault of this id.')
    faults.delete(id)
    found.remove()
    return context.json(SUCCESS)
  })
  return () => faults.clear()
}
