import { describe, expect, test } from 'vitest'
import { createSandbox, manualClock, type SandboxOptions } from '../../src/service/sandbox/index.js'
import { BASE, HOOK, HOUR, makeBearer, makeWorld, PEOPLE } from './sandbox-world.js'

/** Saves a sandbox as JSON text, and creates another one from the text, as after a restart. */
function restart({ sandbox }: Pick<ReturnType<typeof makeWorld>, 'sandbox'>, options: SandboxOptions = {}) {
  const state: unknown = JSON.parse(JSON.stringify(sandbox.save()))
  return makeWorld({ client: {}, state, ...options })
}

describe('a sandbox that continues with a saved state', () => {
  test('has the same application, tokens, taxpayers, records, links and endpoints', async () => {
    const world = makeWorld()
    const webhook = world.hook('widget.opened')
    const irs = await world.connect('irs')
    const software = await world.connect('turbotax', 0, irs.taxpayerId)
    const cleared = await world.connect('irs', 1)
    await world.call('POST', '/tax-payer/clear-records', { token: cleared.token })
    const { url } = await world.link({ metadata: { loan: 'A-17' } })
    const paths = ['/introspect', '/records', '/providers']
    const tokens = [irs.token, software.token, cleared.token]
    const readAll = ({ get }: typeof world) => Promise.all(tokens.flatMap(token => paths.map(path => get(path, token))))
    const before = await readAll(world)
    const form8821 = (await world.get('/tax-payer', irs.token)).form8821
    const { id, secret } = world.sandbox.client

    const next = restart(world)
    expect(next.sandbox.client).toMatchObject({ id, secret, redirectUris: world.sandbox.client.redirectUris })
    expect(next.sandbox.client.webhooks).toEqual([webhook])
    expect(await readAll(next)).toEqual(before)
    expect((await next.call('GET', `/auth/tax-payer/${irs.taxpayerId}/token`, { client: true })).json).toMatchObject({
      access_token: software.token,
    })
    // Addresses that were signed before the restart still work, and links can still be used.
    expect((await next.call('GET', form8821.slice(BASE.length))).headers.get('content-type')).toBe('application/pdf')
    await next.walk(url)
    expect(next.dataOf('client_link.succeeded')).toHaveLength(1)
    expect(next.sandbox.events.length).toBeGreaterThan(world.sandbox.events.length)
    expect(next.sandbox.events.slice(0, world.sandbox.events.length)).toEqual(world.sandbox.events)
  })

  test('accepts unused codes, and ends a connection for good', async () => {
    const world = makeWorld()
    const { code } = world.sandbox.authorize({ provider: 'irs' })
    const { token } = await world.connect('irs')
    const next = restart(world)
    expect((await next.exchange(code)).status).toBe(200)
    expect((await next.call('POST', '/disconnect', { token })).status).toBe(200)
    const last = restart(next)
    expect((await last.call('GET', '/introspect', { token })).status).toBe(401)
    expect((await last.exchange(code)).status).toBe(400)
  })

  test('finishes parsing, refresh jobs and the authorization of a form that were in progress', async () => {
    const world = makeWorld()
    const asynchronous = await world.connectAsync()
    const { token, taxpayerId } = await world.connect('turbotax')
    const job = (await world.call('POST', `/tax-payer/${taxpayerId}/refresh`, { token })).json
    const { json: uploaded } = await (await world.form()).upload()
    const next = restart(world)
    const jobPath = `/tax-payer/${taxpayerId}/refresh/${job.jobId}`
    expect((await next.get('/tax-payer', asynchronous.token)).status).toBe('AUTHORIZED')
    expect((await next.get(jobPath, token)).status).toBe('processing')
    expect((await next.get('/tax-payer', uploaded.access_token)).status).toBe('TAX_AUTHORIZATION_SUBMITTED')
    await next.clock.advance(5_000)
    expect((await next.get('/tax-payer', asynchronous.token)).status).toBe('COMPLETED')
    expect((await next.get(jobPath, token)).status).toBe('completed')
    expect((await next.get('/tax-payer', uploaded.access_token)).status).toBe('COMPLETED')
    expect(await next.get('/records', uploaded.access_token)).toEqual(
      PEOPLE[0]?.records.filter(record => record['provider_id'] === 'irs'),
    )
  })

  test('keeps the clock, the attempts of a delivery and the time of its next attempt', async () => {
    const world = makeWorld()
    world.answer(() => 500)
    world.hook('widget.opened')
    world.sandbox.trigger('widget.opened')
    await world.sandbox.idle()
    // The second attempt is made after 127 seconds, and the third one 253 seconds later.
    await world.clock.advance(200_000)
    await world.sandbox.idle()
    expect(world.sandbox.deliveries[0]?.attempts).toEqual([500, 500])
    const next = restart(world)
    expect(next.clock.now()).toBe(world.clock.now())
    await next.clock.advance(170_000)
    expect(next.received).toEqual([])
    await next.clock.advance(20_000)
    await next.sandbox.idle()
    expect(next.received.map(({ url, signature }) => [url, signature])).toEqual([[HOOK, world.received[0]?.signature]])
    expect(next.sandbox.deliveries).toMatchObject([{ status: 'delivered', attempts: [500, 500, 200] }])
  })

  test('gives each change of a taxpayer a later time than before', async () => {
    const world = makeWorld()
    const { taxpayerId } = await world.connect('irs')
    const next = restart(world)
    next.sandbox.authorize({ provider: 'irs', taxpayerId })
    next.sandbox.trigger('taxpayer.status_changed', { taxpayer_id: taxpayerId, provider_id: 'irs' })
    const times = next.dataOf('taxpayer.status_changed').map(data => data['updated_at'])
    expect(times).toEqual([...new Set(times)].toSorted())
  })

  test('uses the options for the first application, and keeps the other applications', async () => {
    const world = makeWorld()
    const otherClient = world.sandbox.registerClient({ id: 'other', secret: 'cs_other' })
    const { id } = world.sandbox.client
    const redirectUris = ['https://new.example.invalid/']
    const next = restart(world, { client: { id, secret: 'cs_new', redirectUris } })
    expect(next.sandbox.client).toEqual({ id, secret: 'cs_new', redirectUris, webhooks: [] })
    const { code } = next.sandbox.authorize({ redirectUri: redirectUris[0] as string })
    expect((await next.exchange(code, { body: { redirect_uri: redirectUris[0] } })).status).toBe(200)
    expect((await next.call('POST', '/client-links', { token: makeBearer(otherClient), body: {} })).status).toBe(200)
  })

  test('continues after several restarts, and saves the same state', async () => {
    const world = makeWorld()
    world.hook()
    await world.connectAndDeliver()
    await world.clock.advance(HOUR)
    expect(restart(restart(world)).sandbox.save()).toEqual(world.sandbox.save())
  })

  test('does not accept anything else as a state', () => {
    for (const state of [null, [], 'text', {}, { format: 'taxtally sandbox, 0' }, { format: 'taxtally sandbox, 2' }])
      expect(() => createSandbox({ state, clock: manualClock() }), JSON.stringify(state)).toThrow(TypeError)
  })
})
