import { describe, expect, test } from 'vitest'
import { BASE, embeddedPath, makeWorld, redirectPath, type World } from './sandbox-world.js'

/** Makes a form of the first person; gives what uploads it, signed, and answers with the access token. */
async function makeForm(world: World): Promise<() => Promise<string>> {
  const { upload } = await world.form()
  return async () => (await upload()).json.access_token
}

/** Opens a visit to a hosted page; gives what takes its steps. */
async function open(world: World, path = embeddedPath(world)) {
  const visit = (await world.page(path)).headers.get('location') ?? ''
  const step = (action: string, more = {}) => world.page(visit, { action, ...more })
  const select = (person = '0') => step('select', { provider_id: 'irs', person })
  return { step, select, look: async () => (await world.page(visit)).text() }
}

const statusOf = async (world: World, token: string): Promise<string> =>
  (await world.get('/tax-payer', token)).status
const recordsOf = async (world: World, token: string): Promise<number> =>
  (await world.get('/records', token)).length
const inForce = async (world: World, token: string): Promise<boolean> =>
  (await world.call('GET', '/introspect', { token })).status === 200
const disconnect = (world: World, token: string) => world.call('POST', '/disconnect', { token })

describe('who connects again after disconnecting', () => {
  test('has newer changes than before, though the clock stands still', async () => {
    const world = makeWorld()
    for (let time = 0; time < 3; time++) await disconnect(world, (await world.connect('irs')).token)
    const moments = world.sandbox.events.flatMap(({ data }) => data['updated_at'] ?? []) as string[]
    // Four statuses, the records, COMPLETED and the end, three times.
    expect(moments).toHaveLength(3 * 7)
    expect(moments).toEqual([...new Set(moments)].toSorted())
  })

  test('authorizes anew with a form that was filed before', async () => {
    const world = makeWorld()
    const upload = await makeForm(world)
    const first = await upload()
    await world.clock.advance(2000)
    expect(await upload()).toBe(first)
    await disconnect(world, first)
    const second = await upload()
    expect(second).not.toBe(first)
    expect(await statusOf(world, second)).toBe('TAX_AUTHORIZATION_SUBMITTED')
    expect(await recordsOf(world, second)).toBe(0)
    await world.clock.advance(2000)
    expect(await statusOf(world, second)).toBe('COMPLETED')
    const held = await recordsOf(world, second)
    expect(held).toBeGreaterThan(0)
    // One pair of taxpayer and provider: what is done with one token is done to the other.
    const third = (await world.connect('irs')).token
    expect(await recordsOf(world, second)).toBe(held)
    await world.call('POST', '/tax-payer/clear-records', { token: third })
    expect(await recordsOf(world, second)).toBe(0)
    await disconnect(world, third)
    expect(await inForce(world, second)).toBe(false)
  })

  test('gets from a second upload the token of the form, not that of a visit since', async () => {
    const world = makeWorld()
    const upload = await makeForm(world)
    const token = await upload()
    await world.clock.advance(2000)
    await world.connect('irs')
    expect(await upload()).toBe(token)
  })

  test('chooses anew where the visit was under way', async () => {
    const world = makeWorld()
    for (const steps of [[], ['consent']]) {
      const { token } = await world.connect('irs')
      const visit = await open(world, redirectPath(world))
      await visit.select()
      for (const action of steps) await visit.step(action)
      await disconnect(world, token)
      const before = world.sandbox.events.length
      for (const action of ['consent', 'connect']) expect((await visit.step(action)).status).toBe(303)
      expect(world.sandbox.events).toHaveLength(before)
      expect(await visit.look()).toContain('Choose your provider')
    }
  })
})

describe('two authorizations of one person at one provider', () => {
  test('the visit that selects last goes on, the other chooses anew', async () => {
    const world = makeWorld()
    const [first, second] = [await open(world), await open(world)]
    await first.select()
    await first.step('consent')
    await second.select()
    expect((await first.step('connect')).status).toBe(303)
    expect(world.dataOf('taxpayer.provider_connected')).toEqual([])
    expect(await first.look()).toContain('Choose your provider')
    await second.step('consent')
    // What the other one consented to is not the first one's.
    expect((await first.step('connect')).status).toBe(303)
    expect(await (await second.step('connect')).text()).toContain('"event":"succeeded"')
    expect(world.dataOf('taxpayer.provider_connected')).toHaveLength(1)
    await first.select()
    await first.step('consent')
    expect(await (await first.step('connect')).text()).toContain('"event":"succeeded"')
  })

  test.each(['authorize', 'form'])('a visit beside another way to authorize: %s', async way => {
    const world = makeWorld()
    const upload = await makeForm(world)
    const visit = await open(world)
    await visit.select()
    const token = way === 'form' ? await upload() : (await world.connect('irs')).token
    await world.clock.advance(2000)
    const before = await recordsOf(world, token)
    for (const action of ['consent', 'connect']) expect((await visit.step(action)).status).toBe(303)
    expect(await statusOf(world, token)).toBe('COMPLETED')
    expect(await recordsOf(world, token)).toBe(before)
  })

  test('a visit that is over stays over', async () => {
    const world = makeWorld()
    const visit = await open(world)
    await visit.select()
    await visit.step('consent')
    await visit.step('connect')
    await world.connect('irs')
    expect(await visit.look()).toContain('This visit is over')
    expect((await visit.select()).status).toBe(409)
  })

  test('a step that cannot be read changes nothing', async () => {
    const world = makeWorld()
    const visit = (await world.page(embeddedPath(world))).headers.get('location') ?? ''
    const broken = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
      body: '--a',
    }
    const events = world.sandbox.events.length
    expect((await world.sandbox.fetch(`${BASE}${visit}`, broken)).status).toBe(303)
    expect(world.sandbox.events).toHaveLength(events)
    expect((await world.sandbox.fetch(`${BASE}/visit/none`, broken)).status).toBe(409)
  })

  test('a visit ends once, though its page is sent twice', async () => {
    const world = makeWorld()
    const visit = await open(world)
    const answers = await Promise.all([visit.step('close'), visit.step('close')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(world.dataOf('widget.closed')).toHaveLength(1)
  })

  test('a client link is used once, though it was opened twice', async () => {
    const world = makeWorld()
    const { url } = await world.link()
    const [first, second] = [await open(world, url), await open(world, url)]
    for (const [visit, person] of [
      [first, '0'],
      [second, '1'],
    ] as const) {
      await visit.select(person)
      await visit.step('consent')
      await visit.step('connect')
    }
    expect(world.dataOf('client_link.succeeded')).toHaveLength(1)
    expect(world.dataOf('client_link.closed')).toHaveLength(2)
  })
})
