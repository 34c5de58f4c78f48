import { describe, expect, it } from 'vitest'
import {
  AccessToken,
  type CollectOptions,
  createClient,
  type RefreshOptions,
  type WaitOptions,
} from '../../src/service/client/index.js'
import {
  catchError,
  JOB,
  makeFakeService,
  neverRespond,
  RECORD,
  runCall,
  SERVICE_URL,
  settle,
  TAXPAYER,
  toJsonResponse,
} from './client-fake.js'

type Answers = Parameters<typeof runCall>[0]
type Service = ReturnType<typeof makeFakeService>

/** A description, the responses to a call, properties of its expected outcome, and the call's options. */
type Case<Options> = [what: string, answers: Answers, expected: object, options?: Options]

/** Makes responses that contain a taxpayer with each of these statuses. */
const taxpayers = (...statuses: string[]) => statuses.map(status => toJsonResponse({ ...TAXPAYER, status }))
/** Makes the response to the start of a job, and then responses that contain the job with each of these statuses. */
const startJob = (...statuses: string[]) =>
  [JOB, ...statuses.map(status => ({ ...JOB, status }))].map(job => toJsonResponse(job))
const retryLater = (status: number, seconds: number) => toJsonResponse({}, status, { 'retry-after': String(seconds) })
const unavailableResponse = toJsonResponse({}, 503)
const networkError = new TypeError('x')
const TAXPAYER_OPTIONS = { taxpayerId: 't-1' }

const START = 'POST /tax-payer/t-1/refresh'
const POLL_REQUEST = 'GET /tax-payer/t-1/refresh/j-1'
const READ = 'GET /tax-payer'
const RECORDS = 'GET /records'
const UNKNOWN_OUTCOME_MESSAGE = 'the outcome of the refresh job is not known at its deadline'
const expectedNoSegment = (operation: string, key: string, jobId?: string) => ({
  name: 'ServiceError',
  kind: 'body',
  operation,
  status: 200,
  path: `$['${key}']`,
  retryable: false,
  jobId,
})

describe('waitForCompletion', () => {
  const wait = (options?: WaitOptions) => (service: Service) => service.client.waitForCompletion(service.token, options)

  it.each<Case<WaitOptions>>([
    ...['COMPLETED', 'REJECTED'].map(
      (end): Case<WaitOptions> => [
        `polls until the status is ${end}`,
        taxpayers('CREATED', 'AUTHORIZED', 'A_NEW_ONE', end),
        { result: { ...TAXPAYER, status: end }, sent: Array(4).fill(READ), sleeps: [1000, 1500, 2250], pending: 0 },
      ],
    ),
    [
      'recovers from temporary faults',
      [...taxpayers('CREATED'), unavailableResponse, networkError, ...taxpayers('COMPLETED')],
      { error: null, sent: Array(4).fill(READ) },
    ],
    [
      'ends after a permanent error',
      [...taxpayers('CREATED'), toJsonResponse({}, 401)],
      { error: { status: 401, operation: 'getTaxpayer' }, sent: [READ, READ] },
    ],
    [
      'waits as long as the service requests if the deadline allows it',
      [retryLater(429, 90), retryLater(503, 700), ...taxpayers('COMPLETED')],
      // The client adds a random delay of at most a quarter of the wait or 20 seconds. The fake random number is 0.5.
      { sleeps: [100_000, 710_000], sent: Array(3).fill(READ) },
    ],
    [
      'does not wait beyond the deadline',
      [retryLater(429, 901)],
      { error: { status: 429, retryAfterMs: 901_000, retryable: true }, sleeps: [] },
    ],
    [
      'does not wait if the status is not a string',
      [toJsonResponse({ ...TAXPAYER, status: 7 })],
      { error: { kind: 'body', path: "$['status']" }, sent: [READ] },
    ],
  ])('%s', async (_, responses, expected) => {
    expect(await runCall(responses, wait())).toMatchObject(expected)
  })

  it.each([[{ ...TAXPAYER, id: 9, name: [], analysis: 'new', details: { address: 7 } }], [{ status: 'COMPLETED' }]])(
    'needs only the status: %j',
    async response => {
      const { client, token } = makeFakeService([...taxpayers('CREATED'), toJsonResponse(response)])
      expect(await client.waitForCompletion(token)).toEqual(response)
    },
  )

  it('gives up immediately if requests are not repeated', async () => {
    const { error } = await runCall([retryLater(429, 1)], wait(), { retry: { attempts: 1 } })
    expect(error).toMatchObject({ status: 429 })
  })

  it('ends at its deadline', async () => {
    const { error, elapsed, sleeps } = await runCall(taxpayers('AUTHORIZED'), wait({ deadlineMs: 60_000 }))
    expect(error).toMatchObject({ kind: 'timeout', operation: 'waitForCompletion', retryable: true })
    expect(elapsed).toBeGreaterThanOrEqual(60_000)
    expect(elapsed).toBeLessThan(95_000)
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(37_500)
  })

  it('ends if it is aborted, and sends no more requests', async () => {
    const controller = new AbortController()
    const { client, token, clock, seen } = makeFakeService(taxpayers('AUTHORIZED'))
    const { sleep } = clock
    clock.sleep = async (ms, signal) => {
      if (clock.sleeps.length === 2) controller.abort()
      await sleep(ms, signal)
    }
    const error = await catchError(client.waitForCompletion(token, { signal: controller.signal }))
    expect(error).toMatchObject({ kind: 'aborted', operation: 'waitForCompletion' })
    await settle()
    expect(seen).toHaveLength(3)
  })

  it('follows the given intervals, with random variation', async () => {
    const { client, token, clock } = makeFakeService(taxpayers('A', 'B', 'C', 'COMPLETED'))
    clock.chance = 0.999
    await client.waitForCompletion(token, { pace: { firstMs: 100, longestMs: 120 } })
    const [first = 0, second = 0, third = 0] = clock.sleeps
    expect(first).toBeCloseTo(125, 0)
    expect([second, third].every(ms => ms > 149 && ms < 150)).toBe(true)
  })
})

describe('refresh', () => {
  const refresh = (options?: RefreshOptions) => (service: Service) => service.client.refresh(service.token, options)

  it.each<Case<RefreshOptions>>([
    [
      'starts one job and polls it',
      startJob('processing', 'Processing', 'completed'),
      {
        result: { job: JOB, status: { ...JOB, status: 'completed' }, outcome: 'completed' },
        sent: [START, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST],
      },
    ],
    [
      'requests the taxpayer id of the token if the caller does not pass one',
      [toJsonResponse({ taxpayer_id: 't-9' }), ...startJob('done')],
      { sent: ['GET /introspect', 'POST /tax-payer/t-9/refresh', 'GET /tax-payer/t-9/refresh/j-1'] },
      {},
    ],
    ...Object.entries({
      failed: 'failed',
      ERROR: 'failed',
      success: 'completed',
      DONE: 'completed',
      timed_out: 'failed',
      Aborted: 'failed',
    }).map(
      ([status, outcome]): Case<RefreshOptions> => [
        `has the outcome ${outcome} if the status is ${status}`,
        startJob(status),
        { result: { outcome } },
      ],
    ),
    [
      'continues to poll after an unknown status',
      startJob('active', 'COMPLETED_WITH_ERRORS', '', 'completed'),
      { result: { outcome: 'completed' }, sent: [START, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST] },
    ],
    [
      'reports that the deadline passed if the last status was known',
      startJob('baking', 'processing'),
      { error: { message: 'refresh: not done by its deadline' } },
    ],
    ...['', '.', '..', '\ud800'].map(
      (id): Case<RefreshOptions> => [
        'does not start a job for a taxpayer id that a URL path cannot contain',
        [toJsonResponse({ taxpayer_id: id })],
        { error: expectedNoSegment('introspect', 'taxpayer_id'), sent: ['GET /introspect'] },
        {},
      ],
    ),
    ...(
      [
        [503, unavailableResponse],
        [undefined, networkError],
        [429, retryLater(429, 1000)],
      ] as const
    ).map(
      ([status, fault]): Case<RefreshOptions> => [
        'must not be repeated after its job starts, and names the job',
        [...startJob(), fault],
        {
          error: {
            operation: 'refresh',
            status,
            retryable: false,
            jobId: 'j-1',
            message: expect.stringMatching(/^refresh: getRefresh: the service /),
          },
        },
      ],
    ),
    [
      'may be repeated if its job was not started',
      [unavailableResponse],
      { error: { operation: 'introspect', retryable: true, jobId: undefined } },
      {},
    ],
    [
      "interprets a status with the caller's function",
      startJob('baking', 'eaten'),
      { result: { outcome: 'failed' } },
      { ...TAXPAYER_OPTIONS, readOutcome: (status: string) => (status === 'baking' ? 'running' : 'failed') },
    ],
    ['is never started twice', [unavailableResponse], { error: { status: 503, retryable: false }, sent: [START] }],
    [
      'ends at its deadline',
      startJob('processing'),
      { error: { kind: 'timeout', operation: 'refresh', retryable: false } },
      { ...TAXPAYER_OPTIONS, deadlineMs: 30_000 },
    ],
  ])('%s', async (_, responses, expected, options: RefreshOptions = TAXPAYER_OPTIONS) => {
    const outcome = await runCall(responses, refresh(options))
    expect(outcome).toMatchObject(expected)
    expect(outcome.sent.filter(request => request.startsWith('POST')).length).toBeLessThanOrEqual(1)
  })

  it('throws if the last status at the deadline is unknown', async () => {
    const { error, elapsed } = await runCall(startJob('processing', 'CANARY'), refresh(TAXPAYER_OPTIONS))
    const expectedError = { kind: 'timeout', operation: 'refresh', retryable: false, jobId: 'j-1' }
    expect(error).toMatchObject({ ...expectedError, message: `refresh: ${UNKNOWN_OUTCOME_MESSAGE}` })
    expect(elapsed).toBeGreaterThanOrEqual(900_000)
  })

  it.each(['.', '..', '\ud800'])('names a job if a URL path cannot contain its id: %j', async jobId => {
    const { client, token, seen } = makeFakeService([toJsonResponse({ ...JOB, jobId })])
    for (const call of [
      client.startRefresh(token, 't-1'),
      client.refresh(token, TAXPAYER_OPTIONS),
      client.collect(token, { refresh: TAXPAYER_OPTIONS }),
    ])
      expect(await catchError(call)).toMatchObject(expectedNoSegment('startRefresh', 'jobId', jobId))
    expect(seen.map(request => request.method)).toEqual(['POST', 'POST', 'POST'])
  })

  it.each(['deadline', 'poll', 'signal'])('names its job if it hangs or is aborted: %s', async end => {
    const { client, token, clock } = makeFakeService([...startJob(), neverRespond])
    const controller = new AbortController()
    const deadline = end === 'deadline' ? { deadlineMs: 100 } : {}
    const call = catchError(client.refresh(token, { ...TAXPAYER_OPTIONS, signal: controller.signal, ...deadline }))
    await settle()
    if (end === 'signal') controller.abort()
    else clock.advance(end === 'poll' ? 60_000 : 100)
    expect(await call).toMatchObject({ operation: 'refresh', retryable: false, jobId: 'j-1' })
  })
})

describe('collect', () => {
  const flawed = { taxpayer: { id: 7, analysis: [] }, records: [{ id: 'r', tax_year: 2023 }, null, 'x'] }
  const collectError = { operation: 'collect', retryable: false, jobId: 'j-1' }

  const collect = (options?: CollectOptions) => (service: Service) => service.client.collect(service.token, options)
  const bodyError = { error: { kind: 'body', path: '$' } }

  it.each<Case<CollectOptions>>([
    [
      'returns the dossier that the core analyzes',
      [toJsonResponse(TAXPAYER), toJsonResponse([RECORD])],
      { result: { taxpayer: TAXPAYER, records: [RECORD] }, sent: [READ, RECORDS] },
    ],
    [
      'returns flawed data unchanged so that the core can report the flaws',
      [toJsonResponse(flawed.taxpayer), toJsonResponse(flawed.records)],
      { result: flawed },
    ],
    ['throws if there is no taxpayer', [toJsonResponse([]), toJsonResponse([])], bodyError],
    ['throws if the records are not a list', [toJsonResponse({}), toJsonResponse({})], bodyError],
    [
      'refreshes first if requested',
      [...startJob('completed'), toJsonResponse(TAXPAYER), toJsonResponse([])],
      { sent: [START, POLL_REQUEST, READ, RECORDS] },
      { refresh: TAXPAYER_OPTIONS },
    ],
    [
      'does not return records whose refresh failed',
      [toJsonResponse({ taxpayer_id: 't-1' }), ...startJob('failed')],
      { error: { operation: 'refresh', jobId: 'j-1' }, sent: ['GET /introspect', START, POLL_REQUEST] },
      { refresh: true },
    ],
    ...[startJob(), startJob('completed')].map(
      (started): Case<CollectOptions> => [
        'must not be repeated after a refresh job starts or ends',
        [...started, unavailableResponse],
        { error: { ...collectError, status: 503 } },
        { refresh: TAXPAYER_OPTIONS },
      ],
    ),
    [
      'waits if requested, and reads records only after that',
      [...taxpayers('AUTHORIZED', 'COMPLETED'), toJsonResponse([RECORD])],
      { result: { taxpayer: { status: 'COMPLETED' } }, sent: [READ, READ, RECORDS] },
      { wait: true },
    ],
  ])('%s', async (_, responses, expected, options) => {
    expect(await runCall(responses, collect(options))).toMatchObject(expected)
  })

  it('does not return records if the outcome of the refresh is unknown', async () => {
    const { error, sent } = await runCall(startJob('waiting'), collect({ refresh: TAXPAYER_OPTIONS }))
    expect(error).toMatchObject({ ...collectError, kind: 'timeout', message: `collect: ${UNKNOWN_OUTCOME_MESSAGE}` })
    expect(sent).not.toContain(RECORDS)
  })

  it('sends no more requests after one request fails', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const client = createClient({
      baseUrl: SERVICE_URL,
      retry: { firstMs: 20, longestMs: 20 },
      fetch: async (address, { signal }) => {
        signals.push(signal)
        return toJsonResponse({}, address.endsWith('/records') ? 503 : 401)
      },
    })
    expect(await catchError(client.collect(new AccessToken('t')))).toMatchObject({ status: 401 })
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(signals.map(signal => signal?.aborted)).toEqual([true, true])
  })

  it('has one deadline for all of its requests', async () => {
    const { client, token, clock } = makeFakeService([neverRespond])
    const end = catchError(client.collect(token, { deadlineMs: 100 }))
    await clock.pass(100)
    expect(await end).toMatchObject({ kind: 'timeout' })
    expect(clock.pending).toBe(0)
  })
})
