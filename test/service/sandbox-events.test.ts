// Tests the order, values and times of events, and that no extra events are sent. The conformance table cannot.
import { describe, expect, test } from 'vitest'
import { checkEvent, EVENT_TYPES } from '../../src/service/contract/event.js'
import { MAX_DELIVERY_ATTEMPTS, RETRY_WAITS_MS } from '../../src/service/sandbox/index.js'
import { HOOK, HOUR, makeWorld, type World } from './sandbox-world.js'

const SYNCED = 'taxpayer.records_synced'
const STATUS = 'taxpayer.status_changed'
const listEventTypes = (world: World) => world.sandbox.events.map(({ event }) => event)
const listStatuses = (world: World) => world.dataOf(STATUS).map(({ status }) => status)
const AUTHORIZED = ['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED']

describe('events', () => {
  test('of an exchange include each status once and the existing records before COMPLETED', async () => {
    const world = makeWorld()
    const { token, taxpayerId } = await world.connect('irs')
    expect(listStatuses(world)).toEqual([...AUTHORIZED, 'COMPLETED'])
    expect(listEventTypes(world).slice(-2)).toEqual([SYNCED, STATUS])
    const records = (await world.get('/records', token)).map((record: { id: string; tax_year: string }) => ({
      record_id: record.id,
      tax_year: Number(record.tax_year),
    }))
    expect(world.dataOf(SYNCED)).toMatchObject([{ taxpayer_id: taxpayerId, provider_id: 'irs', records }])
    const ids = world.sandbox.events.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(id => /^ev_[0-9a-f-]{36}$/.test(id))).toBe(true)
    expect(world.sandbox.events[0]?.created_at).toBe('2025-01-15T12:00:00.000Z')
  })

  test('of one provider are sent once even if both spellings of its id are used', () => {
    const world = makeWorld()
    const { taxpayerId } = world.sandbox.authorize({ provider: 'irs-tax-pro' })
    world.sandbox.authorize({ provider: 'irs_tax_pro', taxpayerId })
    expect(listStatuses(world)).toEqual(AUTHORIZED)
    expect(listEventTypes(world)).toHaveLength(AUTHORIZED.length)
  })

  test('of a visit occur in the order of its steps', async () => {
    const world = makeWorld()
    await world.walk(world.embeddedPath, 'connected', 'irs')
    expect(listEventTypes(world)).toEqual([
      ...['widget.opened', 'taxpayer.provider_selected', STATUS],
      ...['taxpayer.consent_accepted', STATUS, 'taxpayer.provider_connected'],
      ...[STATUS, STATUS, 'widget.closed'],
    ])
    for (const [outcome, middle] of [
      ['connected', 'succeeded'],
      ['provider_timeout', 'failed'],
    ] as const) {
      const before = world.sandbox.events.length
      await world.walk((await world.link()).url, outcome, 'turbotax')
      const events = listEventTypes(world)
        .slice(before)
        .filter(name => name.startsWith('client_link.'))
      expect(events).toEqual(['opened', middle, 'closed'].map(suffix => `client_link.${suffix}`))
    }
  })

  test('have timestamps that show which data is newer', async () => {
    const world = makeWorld()
    await world.connectAsync()
    await world.clock.advance(1000)
    const [first, last] = [world.dataOf(STATUS)[0], world.dataOf(STATUS).at(-1)]
    expect(first?.['created_at']).toBe(last?.['created_at'])
    expect(String(last?.['updated_at']) > String(first?.['updated_at'])).toBe(true)
    world.sandbox.sendTestEvents(world.hook())
    const moments = { created_at: expect.any(String), updated_at: expect.any(String) }
    for (const { event, data } of world.sandbox.events)
      if (!event.startsWith('widget.')) expect(data, event).toMatchObject(moments)
  })
})

describe('deliveries', () => {
  test('are attempted twelve times in three days, and each wait is twice as long as the previous one', async () => {
    const world = makeWorld()
    world.answer(() => 503)
    world.hook(SYNCED)
    await world.connectAndDeliver()
    await world.clock.advance(72 * HOUR - 1000)
    expect(world.received).toHaveLength(11)
    await world.clock.advance(2000)
    expect(world.received).toHaveLength(MAX_DELIVERY_ATTEMPTS)
    await world.clock.advance(1000 * HOUR)
    expect(world.received).toHaveLength(12)
    expect(world.sandbox.deliveries[0]?.status).toBe('failed')
    expect(RETRY_WAITS_MS).toHaveLength(11)
    for (const [retry, wait] of RETRY_WAITS_MS.entries())
      if (retry > 0) expect(wait / (RETRY_WAITS_MS[retry - 1] ?? 0)).toBeCloseTo(2, 3)
  })

  test('are listed with their responses and end after any 2xx response', async () => {
    const world = makeWorld()
    world.answer(nth => [302, 404, 500, 202][nth - 1] ?? 200)
    world.hook(SYNCED)
    await world.connectAndDeliver()
    await world.clock.advance(100 * HOUR)
    expect(world.sandbox.deliveries).toMatchObject([{ status: 'delivered', attempts: [302, 404, 500, 202] }])
    const [{ contentType, url } = { contentType: null, url: '' }] = world.received
    expect([url, contentType]).toEqual([HOOK, 'application/json'])
  })

  test('are reordered if requested', async () => {
    const world = makeWorld({ delivery: { reorder: true } })
    world.hook(STATUS)
    await world.connectAndDeliver()
    await world.clock.advance(1000)
    const order = world.received.map(({ event }) => event.data['status'])
    expect(order).toHaveLength(4)
    expect(order.indexOf('CONSENT_RECEIVED')).toBeLessThan(order.indexOf('CREATED'))
    expect(order.indexOf('COMPLETED')).toBeLessThan(order.indexOf('AUTHORIZED'))
  })

  test('are repeated with the same body if requested', async () => {
    const world = makeWorld({ delivery: { duplicates: 2 } })
    world.hook(SYNCED)
    await world.connectAndDeliver()
    expect(world.received).toHaveLength(3)
    expect(new Set(world.received.map(({ body }) => body)).size).toBe(1)
  })

  test('reach every endpoint registered for the event type, and test events match the service API', async () => {
    const world = makeWorld()
    const all = world.sandbox.registerWebhook({ url: `${HOOK}/all` })
    const some = world.hook('taxpayer.disconnected')
    expect(all.secret).not.toBe(some.secret)
    const { token } = await world.connect()
    await world.call('POST', '/disconnect', { token })
    await world.sandbox.idle()
    const listReceivedAt = (url: string) => world.received.filter(delivery => delivery.url === url)
    expect(listReceivedAt(HOOK).map(({ event }) => event.event)).toEqual(['taxpayer.disconnected'])
    expect(listReceivedAt(`${HOOK}/all`)).toHaveLength(world.sandbox.events.length)
    expect(() => world.hook('no.such')).toThrow(RangeError)
    const before = world.received.length
    world.sandbox.sendTestEvents(all)
    await world.sandbox.idle()
    expect(world.received).toHaveLength(before + EVENT_TYPES.length)
    for (const { event } of world.received) expect(checkEvent(event).ok, event.event).toBe(true)
  })
})
