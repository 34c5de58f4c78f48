import { describe, expect, test } from 'vitest'
import type { Delays } from '../../src/service/sandbox/index.js'
import { embeddedPath, makeWorld, PEOPLE, REQUEST, type World } from './sandbox-world.js'

const DAY = 86_400_000

const makeWorldWith = (delays: Partial<Delays> = {}) => makeWorld({ delays })

/** Uploads a signed form of a taxpayer; gives the access token. */
async function upload(world: World, lastName: string): Promise<string> {
  const { upload } = await world.form({ personalInfo: { ...REQUEST.personalInfo, lastName } })
  return (await upload()).json.access_token
}

const clear = (world: World, token: string) => world.call('POST', '/tax-payer/clear-records', { token })

/** Starts a refresh; gives what reads its status. */
async function refresh(world: World, token: string): Promise<() => Promise<string>> {
  const { id } = await world.get('/tax-payer', token)
  const { jobId } = (await world.call('POST', `/tax-payer/${id}/refresh`, { token })).json
  return async () => (await world.get(`/tax-payer/${id}/refresh/${jobId}`, token)).status
}

/** What can be read with a token: the status, how many records, how many of them have forms, and the analysis. */
async function readable(world: World, token: string) {
  const { status, analysis } = await world.get('/tax-payer', token)
  const records: { forms: unknown[] }[] = await world.get('/records', token)
  const withForms = records.filter(({ forms }) => forms.length > 0).length
  return { status, records: records.length, withForms, analysis: analysis !== undefined }
}

/** How many records each `taxpayer.records_synced` named. */
const synced = (world: World): number[] =>
  world.dataOf('taxpayer.records_synced').map(({ records }) => (records as unknown[]).length)

const ALL = PEOPLE[0]?.records.length ?? -1
const NOTHING = { records: 0, withForms: 0, analysis: false }
const UNPARSED = { records: ALL, withForms: 0, analysis: false }
const WHOLE = { records: ALL, withForms: ALL, analysis: true }

describe('without an authorization there are no records', () => {
  test('a refresh of one that was rejected fails', async () => {
    const world = makeWorldWith()
    const token = await upload(world, 'Rejected')
    await world.clock.advance(DAY)
    const job = await refresh(world, token)
    await world.clock.advance(DAY)
    expect(await readable(world, token)).toEqual({ status: 'REJECTED', ...NOTHING })
    expect(await job()).toBe('failed')
    expect(synced(world)).toEqual([])
  })

  test('a refresh before the authority answers fails', async () => {
    const world = makeWorldWith({ authorization: DAY, refresh: 10 })
    const token = await upload(world, 'Quenby')
    const job = await refresh(world, token)
    await world.clock.advance(10)
    expect(await readable(world, token)).toEqual({ status: 'TAX_AUTHORIZATION_SUBMITTED', ...NOTHING })
    expect(await job()).toBe('failed')
    await world.clock.advance(DAY + 1000)
    expect(await readable(world, token)).toMatchObject({ status: 'COMPLETED', analysis: true })
    expect(await (await refresh(world, token))()).toBe('processing')
  })

  test('who authorizes again is another submission, and loses nothing', async () => {
    const world = makeWorldWith({ authorization: DAY })
    const { token } = await world.connect('irs')
    const before = await readable(world, token)
    expect(before.records).toBeGreaterThan(0)
    const second = await upload(world, 'Quenby')
    expect(await readable(world, second)).toEqual({ status: 'TAX_AUTHORIZATION_SUBMITTED', ...NOTHING })
    await world.walk(embeddedPath(world), 'authorization_rejected', 'irs')
    expect(await readable(world, token)).toEqual(before)
  })
})

describe('before parsing is done there are no forms and no analysis', () => {
  test('not even after a refresh that is faster', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    const job = await refresh(world, token)
    await world.clock.advance(10)
    expect(await job()).toBe('completed')
    expect(await readable(world, token)).toEqual({ status: 'AUTHORIZED', ...UNPARSED })
    expect(synced(world)).toEqual([])
    await world.clock.advance(990)
    expect(await readable(world, token)).toEqual({ status: 'COMPLETED', ...WHOLE })
    expect(synced(world)).toEqual([ALL])
  })
})

describe('what was cleared stays away until the next refresh', () => {
  test('a refresh that had begun before brings nothing back', async () => {
    const world = makeWorldWith({ refresh: 1000 })
    const token = (await world.exchange(world.sandbox.authorize().code)).json.access_token
    const job = await refresh(world, token)
    await clear(world, token)
    await world.clock.advance(DAY)
    expect(await job()).toBe('failed')
    expect(await readable(world, token)).toMatchObject(NOTHING)
  })

  test('also where it was being parsed', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    await clear(world, token)
    await world.clock.advance(DAY)
    expect(await readable(world, token)).toEqual({ status: 'COMPLETED', ...NOTHING })
    expect(synced(world)).toEqual([])
    await refresh(world, token)
    await world.clock.advance(10)
    expect(await readable(world, token)).toEqual({ status: 'COMPLETED', ...WHOLE })
    expect(synced(world)).toEqual([ALL])
  })

  test('a refresh before parsing is done brings it back', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    await clear(world, token)
    await refresh(world, token)
    await world.clock.advance(1000)
    expect(await readable(world, token)).toEqual({ status: 'COMPLETED', ...WHOLE })
    expect(synced(world)).toEqual([ALL])
  })
})
