import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { checkEvent } from '../../src/service/resources/event.js'
import { ATTEMPTS, BACK_OFF } from '../../src/service/sandbox/index.js'
import { embeddedPath, HOUR, makeWorld, type Row, rowsOf, type World, walk } from './sandbox-world.js'

const HOOK = 'https://app.example.invalid/hook'
const names = (world: World) => world.sandbox.events.map(({ event }) => event)
const statuses = (world: World) =>
  world.sandbox.events
    .filter(({ event }) => event === 'taxpayer.status_changed')
    .map(({ data }) => data['status'])

export const EVENT_ROWS: readonly Row[] = [
  ...rowsOf('States and transitions', {
    'The current status is returned in the taxpayer record and in the taxpayer token record.': async () => {
      const world = makeWorld()
      const { json } = await world.exchange(world.sandbox.authorize().code, {
        headers: { 'x-service-async': 'true' },
      })
      const token = json.access_token
      for (const status of ['AUTHORIZED', 'COMPLETED']) {
        expect((await world.call('GET', '/tax-payer', { token })).json.status).toBe(status)
        const record = await world.call('GET', `/auth/tax-payer/${json.taxpayer_id}/token`, { client: true })
        expect(record.json.status).toBe(status)
        await world.clock.advance(1000)
      }
    },
    'A change of status is announced by the event `taxpayer.status_changed`.': async () => {
      const world = makeWorld()
      await world.connect('irs')
      expect(statuses(world)).toEqual([
        'CREATED',
        'CONSENT_RECEIVED',
        'TAX_AUTHORIZATION_SUBMITTED',
        'AUTHORIZED',
        'COMPLETED',
      ])
    },
    '`COMPLETED` is the state that signals parsing has finished.': async () => {
      const world = makeWorld()
      await world.exchange(world.sandbox.authorize().code, { headers: { 'x-service-async': 'true' } })
      expect(statuses(world)).not.toContain('COMPLETED')
      await world.clock.advance(1000)
      expect(names(world).slice(-2)).toEqual(['taxpayer.records_synced', 'taxpayer.status_changed'])
      expect(statuses(world).at(-1)).toBe('COMPLETED')
    },
    'The status value `processing` is shown.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect()
      const first = (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
      expect((await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json).toEqual(first)
      const path = `/tax-payer/${taxpayerId}/refresh/${first.jobId}`
      expect((await world.call('GET', path, { token })).json.status).toBe('processing')
    },
  }),
  ...rowsOf('Events', {
    'Unique event id, with prefix `ev_`': async () => {
      const world = makeWorld()
      await world.connect()
      const ids = world.sandbox.events.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every(id => /^ev_[0-9a-f-]{36}$/.test(id))).toBe(true)
    },
    'ISO 8601 timestamp of when the event occurred': async () => {
      const world = makeWorld()
      world.sandbox.authorize()
      expect(world.sandbox.events[0]?.created_at).toBe('2025-01-15T12:00:00.000Z')
    },
    'taxpayer_id, status (taxpayer status), status_description (string), provider_id': async () => {
      const world = makeWorld()
      const { taxpayerId } = world.sandbox.authorize({ provider: 'drake' })
      expect(world.sandbox.events[0]?.data).toMatchObject({
        taxpayer_id: taxpayerId,
        status: 'CREATED',
        status_description: expect.any(String),
        provider_id: 'drake',
      })
    },
    'taxpayer_id, provider_id, records: array of {record_id (string), tax_year (number)}': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect('irs')
      const records = (await world.call('GET', '/records', { token })).json
      const synced = world.sandbox.events.find(({ event }) => event === 'taxpayer.records_synced')
      expect(synced?.data).toMatchObject({
        taxpayer_id: taxpayerId,
        provider_id: 'irs',
        records: records.map((record: { id: string; tax_year: string }) => ({
          record_id: record.id,
          tax_year: Number(record.tax_year),
        })),
      })
    },
    'Disconnect relates to `taxpayer.disconnected`.': async () => {
      const world = makeWorld()
      const { token, taxpayerId } = await world.connect('irs')
      await world.call('POST', '/disconnect', { token })
      expect(world.sandbox.events.at(-1)).toMatchObject({
        event: 'taxpayer.disconnected',
        data: { taxpayer_id: taxpayerId, name: 'Marisol Quenby', provider_id: 'irs' },
      })
    },
    'Status changes caused by the authorization flow emit `taxpayer.status_changed`.': async () => {
      const world = makeWorld()
      await walk(world, embeddedPath(world), 'connected', 'irs')
      expect(names(world)).toEqual([
        'widget.opened',
        'taxpayer.status_changed',
        'taxpayer.provider_selected',
        'taxpayer.consent_accepted',
        'taxpayer.status_changed',
        'taxpayer.provider_connected',
        'taxpayer.status_changed',
        'taxpayer.status_changed',
        'widget.closed',
      ])
      for (const { event, data } of world.sandbox.events)
        if (event.startsWith('widget')) expect(data).toEqual({})
      await walk(world, embeddedPath(world), 'authorization_rejected', 'irs')
      expect(statuses(world).at(-1)).toBe('REJECTED')
    },
    'After token exchange with the async header, the taxpayer status change to `COMPLETED` is delivered as an event.':
      async () => {
        const world = makeWorld()
        world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.status_changed'] })
        await world.exchange(world.sandbox.authorize().code, { headers: { 'x-service-async': 'true' } })
        await world.clock.advance(1000)
        await world.sandbox.idle()
        expect(world.received.at(-1)?.event.data['status']).toBe('COMPLETED')
      },
    'Event-level error objects carry `code` and `message` (for example the code `provider_timeout`).':
      async () => {
        const world = makeWorld()
        await walk(world, embeddedPath(world), 'provider_timeout')
        expect(world.sandbox.events.find(({ event }) => event === 'widget.failed')?.data).toEqual({
          error: { code: 'provider_timeout', message: expect.any(String) },
        })
      },
  }),
  ...rowsOf('Events: Delivery rules', {
    'The receiving endpoint must use HTTPS and accept POST with the header `Service-Signature`.':
      async () => {
        const world = makeWorld()
        expect(() => world.sandbox.registerWebhook({ url: 'http://app.example.invalid/hook' })).toThrow(
          RangeError,
        )
        world.sandbox.registerWebhook({ url: HOOK })
        world.sandbox.authorize()
        await world.sandbox.idle()
        expect(world.received[0]).toMatchObject({ url: HOOK, contentType: 'application/json' })
        expect(world.received[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
      },
    'The endpoint answers with HTTP 200 (any 2xx counts as delivered) to acknowledge.': async () => {
      const world = makeWorld()
      world.status = nth => [200, 204, 202][nth % 3] ?? 200
      world.sandbox.registerWebhook({ url: HOOK })
      await world.connect()
      await world.sandbox.idle()
      const count = world.received.length
      await world.clock.advance(100 * HOUR)
      expect(world.received).toHaveLength(count)
      expect(world.sandbox.deliveries.every(({ status }) => status === 'delivered')).toBe(true)
    },
    'A non-2xx answer is a failure.': async () => {
      const world = makeWorld()
      world.status = nth => [302, 404, 500, 200][nth - 1] ?? 200
      world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
      await world.connect()
      await world.sandbox.idle()
      await world.clock.advance(100 * HOUR)
      expect(world.sandbox.deliveries[0]?.attempts).toEqual([302, 404, 500, 200])
    },
    'The service retries up to 12 times with exponential back-off over 3 days (in production environments).':
      async () => {
        expect(BACK_OFF).toHaveLength(ATTEMPTS - 1)
        const world = makeWorld()
        world.status = () => 503
        world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
        await world.connect()
        await world.sandbox.idle()
        await world.clock.advance(71 * HOUR)
        expect(world.received).toHaveLength(11)
        await world.clock.advance(HOUR + 1000)
        expect(world.received).toHaveLength(12)
        for (const [retry, wait] of BACK_OFF.entries())
          if (retry > 0) expect(wait / (BACK_OFF[retry - 1] ?? 0)).toBeCloseTo(2, 3)
      },
    'After that the event is failed and no longer retried.': async () => {
      const world = makeWorld()
      world.status = () => 500
      world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
      await world.connect()
      await world.sandbox.idle()
      await world.clock.advance(1000 * HOUR)
      expect(world.received).toHaveLength(12)
      expect(world.sandbox.deliveries[0]?.status).toBe('failed')
    },
    'Order of delivery is not guaranteed.': async () => {
      const world = makeWorld({ delivery: { reorder: true } })
      world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.status_changed'] })
      await world.connect()
      await world.sandbox.idle()
      await world.clock.advance(1000)
      const order = world.received.map(({ event }) => event.data['status'])
      expect(order).toHaveLength(4)
      expect(order.indexOf('CONSENT_RECEIVED')).toBeLessThan(order.indexOf('CREATED'))
      expect(order.indexOf('COMPLETED')).toBeLessThan(order.indexOf('AUTHORIZED'))
    },
    'The same event may be delivered more than once, so handling should be idempotent by event `id`.':
      async () => {
        const world = makeWorld({ delivery: { duplicates: 2 } })
        world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
        await world.connect()
        await world.sandbox.idle()
        expect(world.received).toHaveLength(3)
        expect(new Set(world.received.map(({ body }) => body)).size).toBe(1)
      },
    'Payload objects carry `created_at` and `updated_at`, which can be compared to reject stale data.':
      async () => {
        const world = makeWorld()
        await world.exchange(world.sandbox.authorize().code, { headers: { 'x-service-async': 'true' } })
        await world.clock.advance(1000)
        const [first, last] = [world.sandbox.events[0], world.sandbox.events.at(-1)]
        expect(first?.data['created_at']).toBe(last?.data['created_at'])
        expect(String(last?.data['updated_at']) > String(first?.data['updated_at'])).toBe(true)
      },
    'An endpoint can be configured to receive only selected event types.': async () => {
      const world = makeWorld()
      const all = world.sandbox.registerWebhook({ url: `${HOOK}/all` })
      world.sandbox.registerWebhook({ url: `${HOOK}/some`, events: ['taxpayer.disconnected'] })
      expect(all.secret).not.toBe(world.sandbox.client.webhooks[1]?.secret)
      const { token } = await world.connect()
      await world.call('POST', '/disconnect', { token })
      await world.sandbox.idle()
      const at = (url: string) =>
        world.received.filter(each => each.url === url).map(({ event }) => event.event)
      expect(at(`${HOOK}/some`)).toEqual(['taxpayer.disconnected'])
      expect(at(`${HOOK}/all`)).toHaveLength(world.sandbox.events.length)
      expect(() => world.sandbox.registerWebhook({ url: HOOK, events: ['no.such'] })).toThrow(RangeError)
    },
    'The dashboard can send test events of the configured types.': async () => {
      const world = makeWorld()
      const some = world.sandbox.registerWebhook({
        url: HOOK,
        events: ['widget.failed', 'client_link.opened'],
      })
      world.sandbox.sendTestEvents(some)
      world.sandbox.sendTestEvents(world.sandbox.registerWebhook({ url: `${HOOK}/all` }))
      await world.sandbox.idle()
      expect(world.received).toHaveLength(2 + 13)
      for (const { event } of world.received) expect(checkEvent(event).ok, event.event).toBe(true)
    },
  }),
  ...rowsOf('Events: Signature verification', {
    '`t=<issued_timestamp>`: milliseconds since the epoch at which the event was issued.': async () => {
      const world = makeWorld()
      world.status = nth => (nth === 1 ? 500 : 200)
      world.sandbox.registerWebhook({ url: HOOK, events: ['taxpayer.records_synced'] })
      await world.connect()
      await world.sandbox.idle()
      await world.clock.advance(HOUR)
      expect(world.received).toHaveLength(2)
      expect(world.received[1]?.signature).toBe(world.received[0]?.signature)
      const issued = Date.parse(world.received[0]?.event.created_at ?? '')
      expect(world.received[0]?.signature.startsWith(`t=${issued},`)).toBe(true)
    },
    'Expected signature: the hex digest of HMAC SHA256, keyed with the webhook secret generated when the endpoint is registered.':
      async () => {
        const world = makeWorld()
        const { secret } = world.sandbox.registerWebhook({ url: HOOK })
        await world.connect()
        await world.sandbox.idle()
        for (const { signature, body } of world.received) {
          const [, issued, hash] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signature) ?? []
          expect(createHmac('sha256', secret).update(`${issued}.${body}`, 'utf8').digest('hex')).toBe(hash)
        }
      },
  }),
]
