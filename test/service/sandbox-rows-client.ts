import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { ClientCredentials, createClient, type Fetch } from '../../src/service/client/index.js'
import {
  createReceiver,
  type HeaderSource,
  signWebhook,
  verifyWebhook,
} from '../../src/service/webhooks/index.js'
import { type Row, rowsOf, type World } from './sandbox-world.js'
import { deliver, event, NOW, SECRET } from './webhooks-fake.js'

/** Why a webhook is refused; `ok` where it is taken. */
async function reasonOf(body: string | Uint8Array, headers: HeaderSource): Promise<string> {
  const verified = await verifyWebhook(body, headers, SECRET, { now: NOW })
  return verified.ok ? 'ok' : verified.reason
}

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
      for (const shape of [
        new Headers({ 'Service-Signature': value }),
        { 'service-signature': value },
        { 'Service-Signature': value },
        { 'SERVICE-SIGNATURE': [value] },
        { 'service-signature': value.split(',') },
        ['Host', 'x', 'Service-Signature', value],
      ])
        expect(await reasonOf(body, shape)).toBe('ok')
      for (const none of [{}, { 'service-signature': undefined }, new Headers()])
        expect(await verifyWebhook(body, none, SECRET, { now: NOW })).toEqual({
          ok: false,
          reason: 'header_missing',
        })
    },
    'Processing success need not be signalled.': async () => {
      const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: {} })
      const { body, headers } = await deliver(event('constructor', {}))
      expect(await receiver.receive(body, headers)).toEqual({ status: 200, outcome: 'ignored' })
    },
  }),
  ...rowsOf('Events: Signature verification', {
    'The `Service-Signature` header has two values separated by a comma:': async () => {
      const { body, headers } = await deliver(event('widget.opened', {}))
      const [t = '', v1 = ''] = headers['service-signature'].split(',')
      const wrong = `v1=${'0'.repeat(64)}`
      expect(t).toMatch(/^t=\d{13}$/)
      expect(v1).toMatch(/^v1=[0-9a-f]{64}$/)
      const taken = [
        `${t},${v1}`,
        `${v1},${t}`,
        ` ${t} , ${v1} `,
        `${t},${wrong},${v1}`,
        `${t},${v1},${wrong}`,
      ]
      const alsoTaken = [`${t},v0=abc,${v1},v2=,x`, `${t},v1=${v1.slice(3).toUpperCase()}`]
      for (const header of [...taken, ...alsoTaken, `${t},${t},${v1}`, `${t},v1=short,${v1}`])
        expect(await reasonOf(body, { 'service-signature': header }), header).toBe('ok')
      const malformed = ['', 't', t, v1, `${t};${v1}`, `${t},v1=`, `${t},v1=${'g'.repeat(64)}`]
      const wrongTime = [`t=1,${t},${v1}`, `t=${NOW}.0,${v1}`, `t=-${NOW},${v1}`, `t=,${v1}`]
      const tooLong = [`${t},${v1}${' '.repeat(5000)}`, `${t},${Array(17).fill(v1).join()}`]
      for (const header of [...malformed, ...wrongTime, ...tooLong])
        expect(await reasonOf(body, { 'service-signature': header }), header).toBe('header_malformed')
    },
    'The receiver compares this with `signature_hash`.': async () => {
      const { body, headers } = await deliver(event('widget.opened', {}))
      const header = headers['service-signature']
      await fc.assert(
        fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
          const bytes = new TextEncoder().encode(body)
          bytes[at] = (bytes[at] ?? 0) ^ change
          expect(await reasonOf(bytes, headers)).toBe('signature_mismatch')
        }),
        { numRuns: 50 },
      )
      const forged = [header.replace(String(NOW), String(NOW + 1)), await signWebhook(body, 'other', NOW)]
      for (let i = header.indexOf('v1=') + 3; i < header.length; i += 7)
        forged.push(header.slice(0, i) + (header[i] === '0' ? '1' : '0') + header.slice(i + 1))
      for (const each of forged)
        expect(await reasonOf(body, { 'service-signature': each })).toBe('signature_mismatch')
      expect(await reasonOf(` ${body}`, headers)).toBe('signature_mismatch')
      const handler = vi.fn()
      const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: { other: handler } })
      expect(await receiver.receive(`${body} `, headers)).toMatchObject({ reason: 'signature_mismatch' })
      expect(handler).not.toHaveBeenCalled()
      expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'handled' })
    },
    'It should also reject timestamps that differ too much from the current time, to prevent replay.':
      async () => {
        for (const [age, reason] of [
          [0, 'ok'],
          [300_000, 'ok'],
          [-300_000, 'ok'],
          [300_001, 'timestamp_too_old'],
          [-300_001, 'timestamp_too_new'],
          [4 * 86_400_000, 'timestamp_too_old'],
          [NOW - Math.floor(NOW / 1000), 'timestamp_in_seconds'],
          [NOW, 'timestamp_too_old'],
        ] as const) {
          const { body, headers } = await deliver(event('widget.opened', {}), SECRET, NOW - age)
          expect(await reasonOf(body, headers), String(age)).toBe(reason)
          const receiver = createReceiver({ secrets: SECRET, now: NOW, toleranceMs: 300_000, handlers: {} })
          const refused = { status: 400, outcome: 'refused', reason }
          const receipt = reason === 'ok' ? { status: 200, outcome: 'ignored' } : refused
          expect(await receiver.receive(body, headers)).toEqual(receipt)
        }
      },
  }),
]
