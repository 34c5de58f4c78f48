import { expect, vi } from 'vitest'
import { ClientCredentials, createClient, type Fetch } from '../../src/service/client/index.js'
import { createReceiver, signWebhook, verifyWebhook } from '../../src/service/webhooks/index.js'
import { type Row, rowsOf, type World } from './sandbox-world.js'
import { deliver, event, NOW, SECRET } from './webhooks-fake.js'

const MINUTE = 60_000

/** The client of a world's application; `change` rewrites every JSON answer. */
const clientOf = ({ sandbox }: World, change: (json: unknown) => unknown = json => json) => {
  const answer: Fetch = async (input, init) => {
    const response = await sandbox.fetch(input as string, init)
    if (response.headers.get('content-type')?.includes('json') !== true) return response
    return Response.json(change(await response.json()), { status: response.status })
  }
  const credentials = new ClientCredentials(sandbox.client.id, sandbox.client.secret)
  return createClient({ baseUrl: 'http://localhost:8821', credentials, fetch: answer })
}

/** The value with an unknown field in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [key, withMore(inner)])
  return { ...Object.fromEntries(fields), added_later: { x: 1 } }
}

/** What is tested on the client and the webhooks, which applications use. */
export const CLIENT_ROWS: readonly Row[] = [
  ...rowsOf('Versioning', {
    'Clients should therefore ignore unknown response fields.': async world => {
      const client = clientOf(world, withMore)
      const { access_token: token } = await client.exchangeCode({ code: world.sandbox.authorize().code })
      const taxpayer = await client.getTaxpayer(token)
      expect(taxpayer).toMatchObject({ name: 'Marisol Quenby', added_later: { x: 1 } })
      const { records } = await client.collect(token)
      expect(records).toHaveLength(world.sandbox.people[0]?.records.length ?? -1)
      expect(await client.disconnect(token)).toMatchObject({ status: 'success' })
    },
  }),
  ...rowsOf('Events: Delivery rules', {
    'Servers may lowercase the header name.': async () => {
      const { body, headers } = await deliver(event('widget.opened', {}))
      const value = headers['service-signature']
      for (const name of ['Service-Signature', 'service-signature', 'SERVICE-SIGNATURE'])
        expect((await verifyWebhook(body, { [name]: value }, SECRET, { now: NOW })).ok, name).toBe(true)
    },
    'Processing success need not be signalled.': async () => {
      const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: {} })
      const { body, headers } = await deliver(event('an.event.without.handler', {}))
      expect(await receiver.receive(body, headers)).toEqual({ status: 200, outcome: 'ignored' })
    },
  }),
  ...rowsOf('Events: Signature verification', {
    'The `Service-Signature` header has two values separated by a comma:': async () => {
      const { body, headers } = await deliver(event('widget.opened', {}))
      const [t = '', v1 = ''] = headers['service-signature'].split(',')
      const reasonOf = async (value: string) => {
        const verified = await verifyWebhook(body, { 'service-signature': value }, SECRET, { now: NOW })
        return verified.ok ? 'ok' : verified.reason
      }
      expect(t).toMatch(/^t=\d{13}$/)
      expect(v1).toMatch(/^v1=[0-9a-f]{64}$/)
      expect(await reasonOf(`${t},${v1}`)).toBe('ok')
      for (const value of [t, v1, `${t};${v1}`, '']) expect(await reasonOf(value)).toBe('header_malformed')
    },
    'The receiver compares this with `signature_hash`.': async () => {
      const handler = vi.fn()
      const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: { other: handler } })
      const { body, headers } = await deliver(event('widget.opened', {}))
      const forged = { 'service-signature': await signWebhook(body, 'whsec_other', NOW) }
      for (const [text, signature] of [
        [body, forged],
        [`${body} `, headers],
      ] as const)
        expect(await receiver.receive(text, signature)).toMatchObject({ reason: 'signature_mismatch' })
      expect(handler).not.toHaveBeenCalled()
      expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'handled' })
    },
    'It should also reject timestamps that differ too much from the current time, to prevent replay.':
      async () => {
        const handler = vi.fn()
        const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: { other: handler } })
        for (const [moment, reason] of [
          [NOW - 5 * MINUTE - 1, 'timestamp_too_old'],
          [NOW + 5 * MINUTE + 1, 'timestamp_too_new'],
        ] as const) {
          const { body, headers } = await deliver(event('widget.opened', {}), SECRET, moment)
          expect(await receiver.receive(body, headers)).toEqual({ status: 400, outcome: 'refused', reason })
        }
        expect(handler).not.toHaveBeenCalled()
        const { body, headers } = await deliver(event('widget.opened', {}), SECRET, NOW - 5 * MINUTE)
        expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'handled' })
      },
  }),
]
