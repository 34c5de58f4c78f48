import { describe, expect, test } from 'vitest'
import { BASE, makeWorld, type World } from './sandbox-world.js'

/** Creates a form for the first person. Returns a function that uploads the signed form and returns its token. */
async function prepareUpload(world: World): Promise<() => Promise<string>> {
  const { upload } = await world.form()
  return async () => (await upload()).json.access_token
}

/** Replaces the signed address of the form with a matcher, because the address is different in every response. */
const omitFile = (value: object) => (Array.isArray(value) ? value : { ...value, form8821: expect.any(String) })

const readStatus = async (world: World, token: string): Promise<string> => (await world.get('/tax-payer', token)).status
const countRecords = async (world: World, token: string): Promise<number> => (await world.get('/records', token)).length
const isTokenValid = async (world: World, token: string): Promise<boolean> =>
  (await world.call('GET', '/introspect', { token })).status === 200
const disconnect = (world: World, token: string) => world.call('POST', '/disconnect', { token })

describe('nothing changes before consent', () => {
  test.each([[], ['select'], ['select', 'close'], ['close']])('in a visit with the steps %j', async (...steps) => {
    const world = makeWorld()
    const { token, taxpayerId } = await world.connect('irs')
    const read = async () => [await world.get('/tax-payer', token), await world.get('/records', token)]
    const before = await read()
    const changes = world.dataOf('taxpayer.status_changed').length
    const visit = await world.openVisit()
    for (const step of steps) await (step === 'select' ? visit.select() : visit.step(step))
    expect(await read()).toMatchObject(before.map(value => omitFile(value)))
    expect(await isTokenValid(world, token)).toBe(true)
    expect(world.dataOf('taxpayer.status_changed')).toHaveLength(changes)
    // A person who was selected but did not consent has no taxpayer.
    const [selected] = world.dataOf('taxpayer.provider_selected')
    const id = String(selected?.['taxpayer_id'])
    expect(id).not.toBe(taxpayerId)
    expect((await world.call('GET', `/auth/tax-payer/${id}/token`, { client: true })).status).toBe(404)
  })
})

describe('two submissions of one person', () => {
  test('stay separate if each has its own link, even if their steps alternate', async () => {
    const world = makeWorld()
    const links = [await world.link({ metadata: { loan: 'A' } }), await world.link({ metadata: { loan: 'B' } })]
    const visits = [await world.openVisit(links[0]?.url), await world.openVisit(links[1]?.url)]
    for (const visit of visits) await visit.select()
    for (const visit of visits) await visit.step('consent')
    for (const visit of visits) expect(await (await visit.step('connect')).text()).toContain('Connected')
    await world.clock.advance(1000)
    const ids = [...new Set(world.dataOf('taxpayer.status_changed').map(data => String(data['taxpayer_id'])))]
    expect(ids).toHaveLength(2)
    const tokens = await Promise.all(
      ids.map(async id => (await world.call('GET', `/auth/tax-payer/${id}/token`, { client: true })).json),
    )
    expect(tokens.map(({ metadata }) => metadata)).toEqual([{ loan: 'A' }, { loan: 'B' }])
    const [first, second] = tokens.map(({ access_token }) => String(access_token)) as [string, string]
    const recordCount = await countRecords(world, first)
    expect(recordCount).toBeGreaterThan(0)
    // Changes to the second submission do not affect the first.
    await world.call('POST', '/tax-payer/clear-records', { token: second })
    await disconnect(world, second)
    expect([await readStatus(world, first), await countRecords(world, first)]).toEqual(['COMPLETED', recordCount])
  })

  test.each(['authorize', 'form'])('both succeed if one uses the page and the other uses %s', async tokenSource => {
    const world = makeWorld()
    const upload = await prepareUpload(world)
    const visit = await world.openVisit()
    await visit.select()
    const token = tokenSource === 'form' ? await upload() : (await world.connect('irs')).token
    await world.clock.advance(2000)
    const before = await countRecords(world, token)
    expect(before).toBeGreaterThan(0)
    await visit.step('consent')
    expect(await (await visit.step('connect')).text()).toContain('"event":"succeeded"')
    expect([await readStatus(world, token), await countRecords(world, token)]).toEqual(['COMPLETED', before])
  })
})

describe('one taxpayer who authorizes again', () => {
  test('has newer timestamps than before, even if the clock does not advance', async () => {
    const world = makeWorld()
    let { token, taxpayerId } = await world.connect('irs')
    for (let time = 0; time < 2; time++) {
      await disconnect(world, token)
      token = (await world.connect('irs', 0, taxpayerId)).token
    }
    await disconnect(world, token)
    const moments = world.sandbox.events.flatMap(({ data }) => data['updated_at'] ?? []) as string[]
    // Each of the three rounds has seven events: four statuses, the synced records, COMPLETED and the disconnection.
    expect(moments).toHaveLength(3 * 7)
    expect(moments).toEqual([...new Set(moments)].toSorted())
  })

  test('keeps the records, which both tokens can read', async () => {
    const world = makeWorld()
    const { token, taxpayerId } = await world.connect('irs')
    const recordCount = await countRecords(world, token)
    const { code } = world.sandbox.authorize({ provider: 'irs', taxpayerId })
    const headers = { 'x-service-async': 'true' }
    const second = (await world.exchange(code, { headers })).json.access_token
    for (const accessToken of [token, second])
      expect([await readStatus(world, accessToken), await countRecords(world, accessToken)]).toEqual([
        'COMPLETED',
        recordCount,
      ])
  })

  test('is rejected if it is unknown or belongs to another application', () => {
    const { sandbox } = makeWorld()
    const { taxpayerId } = sandbox.authorize({ client: sandbox.registerClient({}) })
    for (const id of ['none', taxpayerId]) expect(() => sandbox.authorize({ taxpayerId: id })).toThrow(RangeError)
  })

  test('can upload a form that was uploaded before', async () => {
    const world = makeWorld()
    const upload = await prepareUpload(world)
    const first = await upload()
    await world.clock.advance(2000)
    expect(await upload()).toBe(first)
    await disconnect(world, first)
    const second = await upload()
    expect(second).not.toBe(first)
    expect(await readStatus(world, second)).toBe('TAX_AUTHORIZATION_SUBMITTED')
    expect(await countRecords(world, second)).toBe(0)
    await world.clock.advance(2000)
    expect(await readStatus(world, second)).toBe('COMPLETED')
    expect(await countRecords(world, second)).toBeGreaterThan(0)
  })
})

describe('a visit', () => {
  test('stays closed after it ends', async () => {
    const world = makeWorld()
    const visit = await world.openVisit()
    await visit.select()
    await visit.step('consent')
    await visit.step('connect')
    await world.connect('irs')
    expect(await visit.look()).toContain('This visit is over')
    expect((await visit.select()).status).toBe(409)
  })

  test('is not changed by an unreadable step', async () => {
    const world = makeWorld()
    const { path } = await world.openVisit()
    const broken = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=a' }, body: '--a' }
    const events = world.sandbox.events.length
    expect((await world.sandbox.fetch(`${BASE}${path}`, broken)).status).toBe(303)
    expect(world.sandbox.events).toHaveLength(events)
    expect((await world.sandbox.fetch(`${BASE}/visit/none`, broken)).status).toBe(409)
  })

  test('ends once even if its page is submitted twice', async () => {
    const world = makeWorld()
    const visit = await world.openVisit()
    const responses = await Promise.all([visit.step('close'), visit.step('close')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(world.dataOf('widget.closed')).toHaveLength(1)
  })

  test('can complete a client link only once even if the link is opened twice', async () => {
    const world = makeWorld()
    const { url } = await world.link()
    const [first, second] = [await world.openVisit(url), await world.openVisit(url)]
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
