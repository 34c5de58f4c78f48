import { describe, expect, test } from 'vitest'
import type { Delays } from '../../src/service/sandbox/index.js'
import { makeWorld, PEOPLE, REQUEST, type World } from './sandbox-world.js'

const DAY = 86_400_000

const makeWorldWith = (delays: Partial<Delays> = {}) => makeWorld({ delays })

/** Creates a form for a taxpayer and uploads the signed form. Returns the access token. */
async function upload(world: World, lastName: string): Promise<string> {
  const { upload } = await world.form({ personalInfo: { ...REQUEST.personalInfo, lastName } })
  return (await upload()).json.access_token
}

const clear = (world: World, token: string) => world.call('POST', '/tax-payer/clear-records', { token })

/** Starts a refresh job. Returns a function that reads the status of the job. */
async function refresh(world: World, token: string): Promise<() => Promise<string>> {
  const { id } = await world.get('/tax-payer', token)
  const { jobId } = (await world.call('POST', `/tax-payer/${id}/refresh`, { token })).json
  return async () => (await world.get(`/tax-payer/${id}/refresh/${jobId}`, token)).status
}

/** Reads with a token: the status, how many records exist and how many have forms, and whether there is an analysis. */
async function readVisibleData(world: World, token: string) {
  const { status, analysis } = await world.get('/tax-payer', token)
  const records: { forms: unknown[] }[] = await world.get('/records', token)
  const withForms = records.filter(({ forms }) => forms.length > 0).length
  return { status, records: records.length, withForms, analysis: analysis !== undefined }
}

/** Returns the number of records in each `taxpayer.records_synced` event. */
const countSynced = (world: World): number[] =>
  world.dataOf('taxpayer.records_synced').map(({ records }) => (records as unknown[]).length)

const ALL = PEOPLE[0]?.records.length ?? -1
const NO_DATA = { records: 0, withForms: 0, analysis: false }
const UNPARSED = { records: ALL, withForms: 0, analysis: false }
const COMPLETE_DATA = { records: ALL, withForms: ALL, analysis: true }

describe('there are no records without an authorization', () => {
  test('after a rejection, and a refresh job fails', async () => {
    const world = makeWorldWith()
    const token = await upload(world, 'Rejected')
    await world.clock.advance(DAY)
    const job = await refresh(world, token)
    await world.clock.advance(DAY)
    expect(await readVisibleData(world, token)).toEqual({ status: 'REJECTED', ...NO_DATA })
    expect(await job()).toBe('failed')
    expect(countSynced(world)).toEqual([])
  })

  test('before the IRS answers, and a refresh job fails', async () => {
    const world = makeWorldWith({ authorization: DAY, refresh: 10 })
    const token = await upload(world, 'Quenby')
    const job = await refresh(world, token)
    await world.clock.advance(10)
    expect(await readVisibleData(world, token)).toEqual({ status: 'TAX_AUTHORIZATION_SUBMITTED', ...NO_DATA })
    expect(await job()).toBe('failed')
    await world.clock.advance(DAY + 1000)
    expect(await readVisibleData(world, token)).toMatchObject({ status: 'COMPLETED', analysis: true })
    expect(await (await refresh(world, token))()).toBe('processing')
  })

  test('but a second pending or rejected authorization does not affect the records of the first', async () => {
    const world = makeWorldWith({ authorization: DAY })
    const { token } = await world.connect('irs')
    const before = await readVisibleData(world, token)
    expect(before.records).toBeGreaterThan(0)
    const second = await upload(world, 'Quenby')
    expect(await readVisibleData(world, second)).toEqual({ status: 'TAX_AUTHORIZATION_SUBMITTED', ...NO_DATA })
    await world.walk(world.embeddedPath, 'authorization_rejected', 'irs')
    expect(await readVisibleData(world, token)).toEqual(before)
  })
})

describe('before parsing ends, there are no forms and no analysis', () => {
  test('not even after a faster refresh', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    const job = await refresh(world, token)
    await world.clock.advance(10)
    expect(await job()).toBe('completed')
    expect(await readVisibleData(world, token)).toEqual({ status: 'AUTHORIZED', ...UNPARSED })
    expect(countSynced(world)).toEqual([])
    await world.clock.advance(990)
    expect(await readVisibleData(world, token)).toEqual({ status: 'COMPLETED', ...COMPLETE_DATA })
    expect(countSynced(world)).toEqual([ALL])
  })
})

describe('cleared records do not return before the next refresh', () => {
  test('not even if a refresh started before they were cleared', async () => {
    const world = makeWorldWith({ refresh: 1000 })
    const token = (await world.exchange(world.sandbox.authorize().code)).json.access_token
    const job = await refresh(world, token)
    await clear(world, token)
    await world.clock.advance(DAY)
    expect(await job()).toBe('failed')
    expect(await readVisibleData(world, token)).toMatchObject(NO_DATA)
  })

  test('not even if they were still being parsed', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    await clear(world, token)
    await world.clock.advance(DAY)
    expect(await readVisibleData(world, token)).toEqual({ status: 'COMPLETED', ...NO_DATA })
    expect(countSynced(world)).toEqual([])
    await refresh(world, token)
    await world.clock.advance(10)
    expect(await readVisibleData(world, token)).toEqual({ status: 'COMPLETED', ...COMPLETE_DATA })
    expect(countSynced(world)).toEqual([ALL])
  })

  test('but a refresh before parsing ends restores them', async () => {
    const world = makeWorldWith({ parsing: 1000, refresh: 10 })
    const token = (await world.connectAsync()).token
    await clear(world, token)
    await refresh(world, token)
    await world.clock.advance(1000)
    expect(await readVisibleData(world, token)).toEqual({ status: 'COMPLETED', ...COMPLETE_DATA })
    expect(countSynced(world)).toEqual([ALL])
  })
})
