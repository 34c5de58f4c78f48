import { describe, expect, it } from 'vitest'
import { AccessToken, createClient } from '../../src/service/client/index.js'
import { BASE, errorOf, fakeService, JOB, json, RECORD, TAXPAYER } from './client-fake.js'

const at = (status: string) => json({ ...TAXPAYER, status })
const job = (status: string) => json({ ...JOB, status })

describe('waitForCompletion', () => {
  it.each(['COMPLETED', 'REJECTED'])('asks until %s', async end => {
    const { client, token, clock, seen } = fakeService([
      at('CREATED'),
      at('AUTHORIZED'),
      at('A_NEW_ONE'),
      at(end),
    ])
    expect(await client.waitForCompletion(token)).toEqual({ ...TAXPAYER, status: end })
    expect(seen.map(each => `${each.method} ${each.path}`)).toEqual(Array(4).fill('GET /tax-payer'))
    expect(clock.sleeps).toEqual([1000, 1500, 2250])
    expect(clock.pending).toBe(0)
  })

  it('outlives faults that pass', async () => {
    const { client, token, seen } = fakeService([
      at('CREATED'),
      json({}, 503),
      new TypeError('x'),
      at('COMPLETED'),
    ])
    await client.waitForCompletion(token)
    expect(seen).toHaveLength(4)
  })

  it('ends at its deadline', async () => {
    const { client, token, clock } = fakeService([at('AUTHORIZED')])
    const started = clock.time
    expect(await errorOf(client.waitForCompletion(token, { deadlineMs: 60_000 }))).toMatchObject({
      kind: 'timeout',
      operation: 'waitForCompletion',
      retryable: true,
    })
    expect(clock.time - started).toBeGreaterThanOrEqual(60_000)
    expect(clock.time - started).toBeLessThan(95_000)
    expect(Math.max(...clock.sleeps)).toBeLessThanOrEqual(37_500)
  })

  it('ends when given up, and asks no more', async () => {
    const controller = new AbortController()
    const { client, token, clock, seen } = fakeService([at('AUTHORIZED')])
    const { sleep } = clock
    clock.sleep = async (ms, signal) => {
      if (clock.sleeps.length === 2) controller.abort()
      await sleep(ms, signal)
    }
    const error = await errorOf(client.waitForCompletion(token, { signal: controller.signal }))
    expect(error).toMatchObject({ kind: 'aborted', operation: 'waitForCompletion' })
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(seen).toHaveLength(3)
  })

  it('ends on an error that does not pass', async () => {
    const { client, token, seen } = fakeService([at('CREATED'), json({}, 401)])
    expect(await errorOf(client.waitForCompletion(token))).toMatchObject({
      status: 401,
      operation: 'getTaxpayer',
    })
    expect(seen).toHaveLength(2)
  })

  it('waits as long as the service asks for, where the whole has the time', async () => {
    const { client, token, clock, seen } = fakeService([
      json({}, 429, { 'retry-after': '90' }),
      json({}, 503, { 'retry-after': '700' }),
      at('COMPLETED'),
    ])
    await client.waitForCompletion(token)
    expect(clock.sleeps).toEqual([90_000, 700_000])
    expect(seen).toHaveLength(3)
    const late = fakeService([json({}, 429, { 'retry-after': '901' })])
    expect(await errorOf(late.client.waitForCompletion(late.token))).toMatchObject({
      status: 429,
      retryAfterMs: 901_000,
      retryable: true,
    })
    expect(late.clock.sleeps).toEqual([])
    const once = fakeService([json({}, 429, { 'retry-after': '1' })], { retry: { attempts: 1 } })
    expect(await errorOf(once.client.waitForCompletion(once.token))).toMatchObject({ status: 429 })
  })

  it('keeps the pace it is given, with chance in it', async () => {
    const { client, token, clock } = fakeService([at('A'), at('B'), at('C'), at('COMPLETED')])
    clock.chance = 0.999
    await client.waitForCompletion(token, { pace: { firstMs: 100, longestMs: 120 } })
    const [first = 0, second = 0, third = 0] = clock.sleeps
    expect(first).toBeCloseTo(125, 0)
    expect([second, third].every(ms => ms > 149 && ms < 150)).toBe(true)
  })
})

describe('refresh', () => {
  it('starts one job and asks for it', async () => {
    const { client, token, seen } = fakeService([
      json(JOB),
      job('processing'),
      job('Processing'),
      job('completed'),
    ])
    const result = await client.refresh(token, { taxpayerId: 't-1' })
    expect(result).toEqual({ job: JOB, status: { ...JOB, status: 'completed' }, outcome: 'completed' })
    expect(seen.map(each => `${each.method} ${each.path}`)).toEqual([
      'POST /tax-payer/t-1/refresh',
      ...Array(3).fill('GET /tax-payer/t-1/refresh/j-1'),
    ])
  })

  it('asks whose the token is where it is not told', async () => {
    const { client, token, seen } = fakeService([json({ taxpayer_id: 't-9' }), json(JOB), job('done')])
    await client.refresh(token)
    expect(seen.map(each => each.path)).toEqual([
      '/introspect',
      '/tax-payer/t-9/refresh',
      '/tax-payer/t-9/refresh/j-1',
    ])
  })

  it.each([
    ['failed', 'failed'],
    ['ERROR', 'failed'],
    ['success', 'completed'],
    ['DONE', 'completed'],
    ['timed_out', 'failed'],
    ['Aborted', 'failed'],
  ])('that ends %s is %s', async (word, outcome) => {
    const { client, token } = fakeService([json(JOB), job(word)])
    expect(await client.refresh(token, { taxpayerId: 't-1' })).toMatchObject({ outcome })
  })

  it('asks on where the word is not known, which is no end', async () => {
    const words = [job('active'), job('COMPLETED_WITH_ERRORS'), job(''), job('completed')]
    const { client, token, seen } = fakeService([json(JOB), ...words])
    expect(await client.refresh(token, { taxpayerId: 't-1' })).toMatchObject({ outcome: 'completed' })
    expect(seen).toHaveLength(5)
  })

  it('is an error where no word that is known comes', async () => {
    const { client, token, clock } = fakeService([json(JOB), job('processing'), job('CANARY')])
    const started = clock.time
    const error = await errorOf(client.refresh(token, { taxpayerId: 't-1' }))
    expect(error).toMatchObject({
      kind: 'timeout',
      operation: 'refresh',
      retryable: false,
      jobId: 'j-1',
      message: 'refresh: the outcome of the refresh job is not known at its deadline',
    })
    expect(clock.time - started).toBeGreaterThanOrEqual(900_000)
    const slow = fakeService([json(JOB), job('baking'), job('processing')])
    expect(await errorOf(slow.client.refresh(slow.token, { taxpayerId: 't-1' }))).toMatchObject({
      message: 'refresh: not done by its deadline',
    })
  })

  it.each(['', '.', '..', '\ud800'])(
    'starts no job for a taxpayer id that no address can hold: %j',
    async id => {
      const { client, token, seen } = fakeService([json({ taxpayer_id: id })])
      expect(await errorOf(client.refresh(token))).toMatchObject({
        name: 'ServiceError',
        kind: 'body',
        operation: 'introspect',
        status: 200,
        path: "$['taxpayer_id']",
        retryable: false,
        jobId: undefined,
      })
      expect(seen.map(each => each.path)).toEqual(['/introspect'])
    },
  )

  it.each(['.', '..', '\ud800'])('names a job whose id no address can hold: %j', async jobId => {
    const { client, token, seen } = fakeService([json({ ...JOB, jobId })])
    const calls = [
      client.startRefresh(token, 't-1'),
      client.refresh(token, { taxpayerId: 't-1' }),
      client.collect(token, { refresh: { taxpayerId: 't-1' } }),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        name: 'ServiceError',
        kind: 'body',
        operation: 'startRefresh',
        status: 200,
        path: "$['jobId']",
        retryable: false,
        jobId,
      })
    expect(seen.map(each => each.method)).toEqual(['POST', 'POST', 'POST'])
  })

  it('is not to be made again once its job runs, which it names', async () => {
    for (const [answer, status] of [
      [json({}, 503), 503],
      [new TypeError('x'), undefined],
      [json({}, 429, { 'retry-after': '1000' }), 429],
    ] as const) {
      const { client, token, seen } = fakeService([json(JOB), answer])
      expect(await errorOf(client.refresh(token, { taxpayerId: 't-1' }))).toMatchObject({
        operation: 'refresh',
        status,
        retryable: false,
        jobId: 'j-1',
        message: expect.stringMatching(/^refresh: getRefresh: the service /),
      })
      expect(seen.filter(each => each.method === 'POST')).toHaveLength(1)
    }
  })

  it('that hangs, or is given up, names its job', async () => {
    for (const end of ['deadline', 'poll', 'signal'] as const) {
      const { client, token, clock } = fakeService([json(JOB), () => new Promise<Response>(() => {})])
      const controller = new AbortController()
      const how = { taxpayerId: 't-1', signal: controller.signal }
      const call = errorOf(client.refresh(token, end === 'deadline' ? { ...how, deadlineMs: 100 } : how))
      await new Promise(resolve => setTimeout(resolve, 5))
      if (end === 'signal') controller.abort()
      else clock.advance(end === 'poll' ? 60_000 : 100)
      expect(await call, end).toMatchObject({ operation: 'refresh', retryable: false, jobId: 'j-1' })
    }
  })

  it('may be made again where its job was not started', async () => {
    const { client, token } = fakeService([json({}, 503)])
    expect(await errorOf(client.refresh(token))).toMatchObject({
      operation: 'introspect',
      retryable: true,
      jobId: undefined,
    })
  })

  it('reads the words as it is told', async () => {
    const { client, token } = fakeService([json(JOB), job('baking'), job('eaten')])
    const readOutcome = (word: string) => (word === 'baking' ? 'running' : 'failed')
    expect(await client.refresh(token, { taxpayerId: 't-1', readOutcome })).toMatchObject({
      outcome: 'failed',
    })
  })

  it('is never started twice', async () => {
    const { client, token, seen } = fakeService([json({}, 503)])
    expect(await errorOf(client.refresh(token, { taxpayerId: 't-1' }))).toMatchObject({
      status: 503,
      retryable: false,
    })
    expect(seen).toHaveLength(1)
  })

  it('ends at its deadline', async () => {
    const { client, token } = fakeService([json(JOB), job('processing')])
    const end = client.refresh(token, { taxpayerId: 't-1', deadlineMs: 30_000 })
    expect(await errorOf(end)).toMatchObject({ kind: 'timeout', operation: 'refresh', retryable: false })
  })
})

describe('collect', () => {
  const paths = (seen: readonly { method: string; path: string }[]) => seen.map(each => each.path)

  it('gives the dossier that the core analyzes', async () => {
    const { client, token, seen } = fakeService([json(TAXPAYER), json([RECORD])])
    expect(await client.collect(token)).toEqual({ taxpayer: TAXPAYER, records: [RECORD] })
    expect(paths(seen)).toEqual(['/tax-payer', '/records'])
  })

  it('hands on flaws inside, which the core reports', async () => {
    const flawed = { taxpayer: { id: 7, analysis: [] }, records: [{ id: 'r', tax_year: 2023 }, null, 'x'] }
    const { client, token } = fakeService([json(flawed.taxpayer), json(flawed.records)])
    expect(await client.collect(token)).toEqual(flawed)
  })

  it('is an error where there is no taxpayer or no list', async () => {
    for (const answers of [
      [json([]), json([])],
      [json({}), json({})],
    ]) {
      const { client, token } = fakeService(answers)
      expect(await errorOf(client.collect(token))).toMatchObject({ kind: 'body', path: '$' })
    }
  })

  it('refreshes first where asked', async () => {
    const { client, token, seen } = fakeService([json(JOB), job('completed'), json(TAXPAYER), json([])])
    await client.collect(token, { refresh: { taxpayerId: 't-1' } })
    expect(paths(seen)).toEqual([
      '/tax-payer/t-1/refresh',
      '/tax-payer/t-1/refresh/j-1',
      '/tax-payer',
      '/records',
    ])
  })

  it('does not hand on records whose refresh failed', async () => {
    const { client, token, seen } = fakeService([json({ taxpayer_id: 't-1' }), json(JOB), job('failed')])
    expect(await errorOf(client.collect(token, { refresh: true }))).toMatchObject({
      operation: 'refresh',
      jobId: 'j-1',
    })
    expect(seen).toHaveLength(3)
  })

  it('does not hand on records whose refresh has no known outcome', async () => {
    const { client, token, seen } = fakeService([json(JOB), job('waiting')])
    expect(await errorOf(client.collect(token, { refresh: { taxpayerId: 't-1' } }))).toMatchObject({
      kind: 'timeout',
      operation: 'collect',
      retryable: false,
      jobId: 'j-1',
      message: 'collect: the outcome of the refresh job is not known at its deadline',
    })
    expect(paths(seen)).not.toContain('/records')
  })

  it('is not to be made again once a refresh job runs', async () => {
    for (const answers of [
      [json(JOB), json({}, 503)],
      [json(JOB), job('completed'), json({}, 503)],
    ]) {
      const { client, token } = fakeService(answers)
      expect(await errorOf(client.collect(token, { refresh: { taxpayerId: 't-1' } }))).toMatchObject({
        operation: 'collect',
        status: 503,
        retryable: false,
        jobId: 'j-1',
      })
    }
  })

  it('asks for nothing more once a part of it failed', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    let requests = 0
    const client = createClient({
      baseUrl: BASE,
      retry: { firstMs: 20, longestMs: 20 },
      fetch: async (address, { signal }) => {
        requests++
        signals.push(signal)
        return json({}, address.endsWith('/records') ? 503 : 401)
      },
    })
    expect(await errorOf(client.collect(new AccessToken('t')))).toMatchObject({ status: 401 })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(requests).toBe(2)
    expect(signals.map(signal => signal?.aborted)).toEqual([true, true])
  })

  it('waits where asked, and reads records only then', async () => {
    const { client, token, seen } = fakeService([at('AUTHORIZED'), at('COMPLETED'), json([RECORD])])
    expect(await client.collect(token, { wait: true })).toMatchObject({ taxpayer: { status: 'COMPLETED' } })
    expect(paths(seen)).toEqual(['/tax-payer', '/tax-payer', '/records'])
  })

  it('has one deadline for all of it', async () => {
    const { client, token, clock } = fakeService([() => new Promise<Response>(() => {})])
    const end = errorOf(client.collect(token, { deadlineMs: 100 }))
    await new Promise(resolve => setTimeout(resolve, 5))
    clock.advance(100)
    expect(await end).toMatchObject({ kind: 'timeout' })
    expect(clock.pending).toBe(0)
  })
})
