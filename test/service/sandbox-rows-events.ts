import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { checkEvent, EVENT_TYPES } from '../../src/service/resources/event.js'
import { ATTEMPTS, BACK_OFF } from '../../src/service/sandbox/index.js'
import { embeddedPath, HOOK, HOUR, makeWorld, type Row, rowsOf, type World } from './sandbox-world.js'

const text = expect.any(String)
const names = (world: World) => world.sandbox.events.map(({ event }) => event)
const statuses = (world: World) => world.dataOf('taxpayer.status_changed').map(({ status }) => status)
const SYNCED = 'taxpayer.records_synced'

export const announcesDisconnect = async (world: World) => {
  const { token, taxpayerId } = await world.connect('drake')
  await world.call('POST', '/disconnect', { token })
  const data = { taxpayer_id: taxpayerId, name: 'Marisol Quenby', provider_id: 'drake' }
  expect(world.sandbox.events.at(-1)).toMatchObject({ event: 'taxpayer.disconnected', data })
}

export const announcesVisit = async (world: World) => {
  await world.walk(embeddedPath(world), 'connected', 'irs')
  expect(names(world)).toEqual([
    ...['widget.opened', 'taxpayer.provider_selected', 'taxpayer.status_changed'],
    ...['taxpayer.consent_accepted', 'taxpayer.status_changed', 'taxpayer.provider_connected'],
    ...['taxpayer.status_changed', 'taxpayer.status_changed', 'widget.closed'],
  ])
  for (const type of ['widget.opened', 'widget.closed']) expect(world.dataOf(type)).toEqual([{}])
  await world.walk(embeddedPath(world), 'authorization_rejected', 'irs')
  expect(statuses(world).at(-1)).toBe('REJECTED')
}

export const announcesFailure = async (world: World) => {
  const codes = ['provider_timeout', 'authorization_rejected']
  for (const code of codes) await world.walk(embeddedPath(world), code, 'irs')
  expect(world.dataOf('widget.failed')).toEqual(
    codes.map(code => ({ error: { code, message: expect.any(String) } })),
  )
}

export const retriesForThreeDays = async (world: World) => {
  world.status = () => 503
  world.hook(SYNCED)
  await world.connectAndDeliver()
  await world.clock.advance(72 * HOUR - 1000)
  expect(world.received).toHaveLength(11)
  await world.clock.advance(2000)
  expect(world.received).toHaveLength(ATTEMPTS)
  await world.clock.advance(1000 * HOUR)
  expect(world.received).toHaveLength(12)
  expect(world.sandbox.deliveries[0]?.status).toBe('failed')
  expect(BACK_OFF).toHaveLength(11)
  for (const [retry, wait] of BACK_OFF.entries())
    if (retry > 0) expect(wait / (BACK_OFF[retry - 1] ?? 0)).toBeCloseTo(2, 3)
}

export const EVENT_ROWS: readonly Row[] = [
  ...rowsOf('States and transitions', {
    'The current status is returned in the taxpayer record and in the taxpayer token record.':
      async world => {
        const { token, taxpayerId } = await world.connectAsync()
        for (const status of ['AUTHORIZED', 'COMPLETED']) {
          expect((await world.get('/tax-payer', token)).status).toBe(status)
          const record = await world.call('GET', `/auth/tax-payer/${taxpayerId}/token`, { client: true })
          expect(record.json.status).toBe(status)
          await world.clock.advance(1000)
        }
      },
    'A change of status is announced by the event `taxpayer.status_changed`.': async world => {
      await world.connect('irs')
      const authorized = ['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED']
      expect(statuses(world)).toEqual([...authorized, 'COMPLETED'])
    },
    '`COMPLETED` is the state that signals parsing has finished.': async world => {
      await world.connectAsync()
      expect(statuses(world)).not.toContain('COMPLETED')
      await world.clock.advance(1000)
      expect(names(world).slice(-2)).toEqual([SYNCED, 'taxpayer.status_changed'])
      expect(statuses(world).at(-1)).toBe('COMPLETED')
    },
    'The status value `processing` is shown.': async world => {
      const { token, taxpayerId } = await world.connect()
      const start = async () => (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
      const first = await start()
      expect(await start()).toEqual(first)
      const { status } = await world.get(`/tax-payer/${taxpayerId}/refresh/${first.jobId}`, token)
      expect(status).toBe('processing')
    },
  }),
  ...rowsOf('Events', {
    'Unique event id, with prefix `ev_`': async world => {
      await world.connect()
      const ids = world.sandbox.events.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every(id => /^ev_[0-9a-f-]{36}$/.test(id))).toBe(true)
    },
    'ISO 8601 timestamp of when the event occurred': ({ sandbox }) => {
      sandbox.authorize()
      expect(sandbox.events[0]?.created_at).toBe('2025-01-15T12:00:00.000Z')
    },
    'taxpayer_id, status (taxpayer status), status_description (string), provider_id': ({ sandbox }) => {
      const { taxpayerId } = sandbox.authorize({ provider: 'drake' })
      expect(sandbox.events[0]?.data).toMatchObject({
        taxpayer_id: taxpayerId,
        status: 'CREATED',
        status_description: expect.any(String),
        provider_id: 'drake',
      })
    },
    'taxpayer_id, provider_id, records: array of {record_id (string), tax_year (number)}': async world => {
      const { token, taxpayerId } = await world.connect('irs')
      const records = (await world.get('/records', token)).map(
        (record: { id: string; tax_year: string }) => ({
          record_id: record.id,
          tax_year: Number(record.tax_year),
        }),
      )
      expect(world.dataOf(SYNCED)).toMatchObject([{ taxpayer_id: taxpayerId, provider_id: 'irs', records }])
    },
    'Disconnect relates to `taxpayer.disconnected`.': announcesDisconnect,
    'Status changes caused by the authorization flow emit `taxpayer.status_changed`.': announcesVisit,
    'After token exchange with the async header, the taxpayer status change to `COMPLETED` is delivered as an event.':
      async world => {
        world.hook('taxpayer.status_changed')
        await world.connectAsync()
        await world.clock.advance(1000)
        await world.sandbox.idle()
        expect(world.received.at(-1)?.event.data['status']).toBe('COMPLETED')
      },
    'Event-level error objects carry `code` and `message` (for example the code `provider_timeout`).':
      announcesFailure,
  }),
  ...rowsOf('Events: Delivery rules', {
    'The receiving endpoint must use HTTPS and accept POST with the header `Service-Signature`.':
      async world => {
        const plain = { url: 'http://app.example.invalid/hook' }
        expect(() => world.sandbox.registerWebhook(plain)).toThrow(RangeError)
        world.hook()
        world.sandbox.authorize()
        await world.sandbox.idle()
        expect(world.received[0]).toMatchObject({ url: HOOK, contentType: 'application/json' })
        expect(world.received[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
      },
    'The endpoint answers with HTTP 200 (any 2xx counts as delivered) to acknowledge.': async world => {
      world.status = nth => [200, 204, 202][nth % 3] ?? 200
      world.hook()
      await world.connectAndDeliver()
      const count = world.received.length
      await world.clock.advance(100 * HOUR)
      expect(world.received).toHaveLength(count)
      expect(world.sandbox.deliveries.every(({ status }) => status === 'delivered')).toBe(true)
    },
    'A non-2xx answer is a failure.': async world => {
      world.status = nth => [302, 404, 500, 200][nth - 1] ?? 200
      world.hook(SYNCED)
      await world.connectAndDeliver()
      await world.clock.advance(100 * HOUR)
      expect(world.sandbox.deliveries[0]?.attempts).toEqual([302, 404, 500, 200])
    },
    'The service retries up to 12 times with exponential back-off over 3 days (in production environments).':
      retriesForThreeDays,
    'After that the event is failed and no longer retried.': retriesForThreeDays,
    'Order of delivery is not guaranteed.': async () => {
      const world = makeWorld({ delivery: { reorder: true } })
      world.hook('taxpayer.status_changed')
      await world.connectAndDeliver()
      await world.clock.advance(1000)
      const order = world.received.map(({ event }) => event.data['status'])
      expect(order).toHaveLength(4)
      expect(order.indexOf('CONSENT_RECEIVED')).toBeLessThan(order.indexOf('CREATED'))
      expect(order.indexOf('COMPLETED')).toBeLessThan(order.indexOf('AUTHORIZED'))
    },
    'The same event may be delivered more than once, so handling should be idempotent by event `id`.':
      async () => {
        const world = makeWorld({ delivery: { duplicates: 2 } })
        world.hook(SYNCED)
        await world.connectAndDeliver()
        expect(world.received).toHaveLength(3)
        expect(new Set(world.received.map(({ body }) => body)).size).toBe(1)
      },
    'Payload objects carry `created_at` and `updated_at`, which can be compared to reject stale data.':
      async world => {
        await world.connectAsync()
        await world.clock.advance(1000)
        await world.walk((await world.link()).url, 'connected', 'irs')
        await world.walk((await world.link()).url, 'provider_timeout')
        world.sandbox.sendTestEvents(world.hook())
        for (const { event, data } of world.sandbox.events) {
          if (event.startsWith('widget.')) continue
          expect(data, event).toMatchObject({ created_at: text, updated_at: text })
        }
        const [first, last] = world.dataOf('taxpayer.status_changed').map(data => ({ data }))
        expect(first?.data['created_at']).toBe(last?.data['created_at'])
        expect(String(last?.data['updated_at']) > String(first?.data['updated_at'])).toBe(true)
      },
    'An endpoint can be configured to receive only selected event types.': async world => {
      const all = world.sandbox.registerWebhook({ url: `${HOOK}/all` })
      const some = world.hook('taxpayer.disconnected')
      expect(all.secret).not.toBe(some.secret)
      const { token } = await world.connect()
      await world.call('POST', '/disconnect', { token })
      await world.sandbox.idle()
      const at = (url: string) =>
        world.received.filter(each => each.url === url).map(each => each.event.event)
      expect(at(HOOK)).toEqual(['taxpayer.disconnected'])
      expect(at(`${HOOK}/all`)).toHaveLength(world.sandbox.events.length)
      expect(() => world.hook('no.such')).toThrow(RangeError)
    },
    'The dashboard can send test events of the configured types.': async world => {
      world.sandbox.sendTestEvents(world.hook('widget.failed', 'client_link.opened'))
      world.sandbox.sendTestEvents(world.sandbox.registerWebhook({ url: `${HOOK}/all` }))
      await world.sandbox.idle()
      expect(world.received).toHaveLength(2 + EVENT_TYPES.length)
      for (const { event } of world.received) expect(checkEvent(event).ok, event.event).toBe(true)
    },
  }),
  ...rowsOf('Events: Signature verification', {
    '`t=<issued_timestamp>`: milliseconds since the epoch at which the event was issued.': async world => {
      world.status = nth => (nth === 1 ? 500 : 200)
      world.hook(SYNCED)
      await world.connectAndDeliver()
      await world.clock.advance(HOUR)
      const [first, second] = world.received
      expect(second?.signature).toBe(first?.signature)
      const issued = Date.parse(first?.event.created_at ?? '')
      expect(first?.signature.startsWith(`t=${issued},`)).toBe(true)
    },
    'Expected signature: the hex digest of HMAC SHA256, keyed with the webhook secret generated when the endpoint is registered.':
      async world => {
        const { secret } = world.hook()
        await world.connectAndDeliver()
        expect(world.received.length).toBeGreaterThan(3)
        for (const { signature, body } of world.received) {
          const [, issued, hash] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signature) ?? []
          expect(createHmac('sha256', secret).update(`${issued}.${body}`, 'utf8').digest('hex')).toBe(hash)
        }
      },
  }),
]
