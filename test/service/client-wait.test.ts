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

/** A description, the responses to a call, the call's options, and properties of its expected outcome. */
type Case = readonly [what: string, answers: Answers, options: object | undefined, expected: object]

const makeTaxpayerResponse = (status: string) => toJsonResponse({ ...TAXPAYER, status })
const makeJobResponse = (status: string) => toJsonResponse({ ...JOB, status })
const makeRetryLaterResponse = (status: number, seconds: number) =>
  toJsonResponse({}, status, { 'retry-after': String(seconds) })
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

  it.each([
    ...['COMPLETED', 'REJECTED'].map(
      (end): Case => [
        `polls until the status is ${end}`,
        [
          makeTaxpayerResponse('CREATED'),
          makeTaxpayerResponse('AUTHORIZED'),
          makeTaxpayerResponse('A_NEW_ONE'),
          makeTaxpayerResponse(end),
        ],
        undefined,
        { result: { ...TAXPAYER, status: end }, sent: Array(4).fill(READ), sleeps: [1000, 1500, 2250], pending: 0 },
      ],
    ),
    [
      'recovers from temporary faults',
      [makeTaxpayerResponse('CREATED'), unavailableResponse, networkError, makeTaxpayerResponse('COMPLETED')],
      undefined,
      { error: null, sent: Array(4).fill(READ) },
    ],
    [
      'ends after a permanent error',
      [makeTaxpayerResponse('CREATED'), toJsonResponse({}, 401)],
      undefined,
      { error: { status: 401, operation: 'getTaxpayer' }, sent: [READ, READ] },
    ],
    [
      'waits as long as the service requests if the deadline allows it',
      [makeRetryLaterResponse(429, 90), makeRetryLaterResponse(503, 700), makeTaxpayerResponse('COMPLETED')],
      undefined,
      // The client adds a random delay of at most a quarter of the wait or 20 seconds. The fake random number is 0.5.
      { sleeps: [100_000, 710_000], sent: Array(3).fill(READ) },
    ],
    [
      'does not wait beyond the deadline',
      [makeRetryLaterResponse(429, 901)],
      undefined,
      { error: { status: 429, retryAfterMs: 901_000, retryable: true }, sleeps: [] },
    ],
  ] satisfies Case[])('%s', async (_, responses, options, expected) => {
    expect(await runCall(responses, wait(options))).toMatchObject(expected)
  })

  it.each([[{ ...TAXPAYER, id: 9, name: [], analysis: 'new', details: { address: 7 } }], [{ status: 'COMPLETED' }]])(
    'needs only the status: %j',
    async response => {
      const { client, token } = makeFakeService([makeTaxpayerResponse('CREATED'), toJsonResponse(response)])
      expect(await client.waitForCompletion(token)).toEqual(response)
    },
  )

  it('does not wait if the status is not a string', async () => {
    const { error, sent } = await runCall([toJsonResponse({ ...TAXPAYER, status: 7 })], wait())
    expect(error).toMatchObject({ kind: 'body', path: "$['status']" })
    expect(sent).toHaveLength(1)
  })

  it('gives up immediately if requests are not repeated', async () => {
    const { error } = await runCall([makeRetryLaterResponse(429, 1)], wait(), { retry: { attempts: 1 } })
    expect(error).toMatchObject({ status: 429 })
  })

  it('ends at its deadline', async () => {
    const { error, elapsed, sleeps } = await runCall([makeTaxpayerResponse('AUTHORIZED')], wait({ deadlineMs: 60_000 }))
    expect(error).toMatchObject({ kind: 'timeout', operation: 'waitForCompletion', retryable: true })
    expect(elapsed).toBeGreaterThanOrEqual(60_000)
    expect(elapsed).toBeLessThan(95_000)
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(37_500)
  })

  it('ends if it is aborted, and sends no more requests', async () => {
    const controller = new AbortController()
    const { client, token, clock, seen } = makeFakeService([makeTaxpayerResponse('AUTHORIZED')])
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
    const { client, token, clock } = makeFakeService([
      makeTaxpayerResponse('A'),
      makeTaxpayerResponse('B'),
      makeTaxpayerResponse('C'),
      makeTaxpayerResponse('COMPLETED'),
    ])
    clock.chance = 0.999
    await client.waitForCompletion(token, { pace: { firstMs: 100, longestMs: 120 } })
    const [first = 0, second = 0, third = 0] = clock.sleeps
    expect(first).toBeCloseTo(125, 0)
    expect([second, third].every(ms => ms > 149 && ms < 150)).toBe(true)
  })
})

describe('refresh', () => {
  const refresh = (options?: RefreshOptions) => (service: Service) => service.client.refresh(service.token, options)

  const afterStart = (fault: Answers[number], status: number | undefined): Case => [
    'must not be repeated after its job starts, and names the job',
    [toJsonResponse(JOB), fault],
    TAXPAYER_OPTIONS,
    {
      error: {
        operation: 'refresh',
        status,
        retryable: false,
        jobId: 'j-1',
        message: expect.stringMatching(/^refresh: getRefresh: the service /),
      },
    },
  ]

  it.each([
    [
      'starts one job and polls it',
      [toJsonResponse(JOB), makeJobResponse('processing'), makeJobResponse('Processing'), makeJobResponse('completed')],
      TAXPAYER_OPTIONS,
      {
        result: { job: JOB, status: { ...JOB, status: 'completed' }, outcome: 'completed' },
        sent: [START, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST],
      },
    ],
    [
      'requests the taxpayer id of the token if the caller does not pass one',
      [toJsonResponse({ taxpayer_id: 't-9' }), toJsonResponse(JOB), makeJobResponse('done')],
      undefined,
      { sent: ['GET /introspect', 'POST /tax-payer/t-9/refresh', 'GET /tax-payer/t-9/refresh/j-1'] },
    ],
    ...Object.entries({
      failed: 'failed',
      ERROR: 'failed',
      success: 'completed',
      DONE: 'completed',
      timed_out: 'failed',
      Aborted: 'failed',
    }).map(
      ([status, outcome]): Case => [
        `has the outcome ${outcome} if the status is ${status}`,
        [toJsonResponse(JOB), makeJobResponse(status)],
        TAXPAYER_OPTIONS,
        { result: { outcome } },
      ],
    ),
    [
      'continues to poll after an unknown status',
      [
        toJsonResponse(JOB),
        makeJobResponse('active'),
        makeJobResponse('COMPLETED_WITH_ERRORS'),
        makeJobResponse(''),
        makeJobResponse('completed'),
      ],
      TAXPAYER_OPTIONS,
      { result: { outcome: 'completed' }, sent: [START, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST, POLL_REQUEST] },
    ],
    [
      'reports that the deadline passed if the last status was known',
      [toJsonResponse(JOB), makeJobResponse('baking'), makeJobResponse('processing')],
      TAXPAYER_OPTIONS,
      { error: { message: 'refresh: not done by its deadline' } },
    ],
    ...['', '.', '..', '\ud800'].map(
      (id): Case => [
        'does not start a job for a taxpayer id that a URL path cannot contain',
        [toJsonResponse({ taxpayer_id: id })],
        undefined,
        { error: expectedNoSegment('introspect', 'taxpayer_id'), sent: ['GET /introspect'] },
      ],
    ),
    afterStart(unavailableResponse, 503),
    afterStart(networkError, undefined),
    afterStart(makeRetryLaterResponse(429, 1000), 429),
    [
      'may be repeated if its job was not started',
      [unavailableResponse],
      undefined,
      { error: { operation: 'introspect', retryable: true, jobId: undefined } },
    ],
    [
      "interprets a status with the caller's function",
      [toJsonResponse(JOB), makeJobResponse('baking'), makeJobResponse('eaten')],
      { ...TAXPAYER_OPTIONS, readOutcome: (status: string) => (status === 'baking' ? 'running' : 'failed') },
      { result: { outcome: 'failed' } },
    ],
    [
      'is never started twice',
      [unavailableResponse],
      TAXPAYER_OPTIONS,
      { error: { status: 503, retryable: false }, sent: [START] },
    ],
    [
      'ends at its deadline',
      [toJsonResponse(JOB), makeJobResponse('processing')],
      { ...TAXPAYER_OPTIONS, deadlineMs: 30_000 },
      { error: { kind: 'timeout', operation: 'refresh', retryable: false } },
    ],
  ] satisfies Case[])('%s', async (_, responses, options, expected) => {
    const outcome = await runCall(responses, refresh(options as RefreshOptions))
    expect(outcome).toMatchObject(expected)
    expect(outcome.sent.filter(request => request.startsWith('POST')).length).toBeLessThanOrEqual(1)
  })

  it('throws if the last status at the deadline is unknown', async () => {
    const { error, elapsed } = await runCall(
      [toJsonResponse(JOB), makeJobResponse('processing'), makeJobResponse('CANARY')],
      refresh(TAXPAYER_OPTIONS),
    )
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
    const { client, token, clock } = makeFakeService([toJsonResponse(JOB), neverRespond])
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

  it.each([
    [
      'returns the dossier that the core analyzes',
      [toJsonResponse(TAXPAYER), toJsonResponse([RECORD])],
      undefined,
      { result: { taxpayer: TAXPAYER, records: [RECORD] }, sent: [READ, RECORDS] },
    ],
    [
      'returns flawed data unchanged so that the core can report the flaws',
      [toJsonResponse(flawed.taxpayer), toJsonResponse(flawed.records)],
      undefined,
      { result: flawed },
    ],
    [
      'throws if there is no taxpayer',
      [toJsonResponse([]), toJsonResponse([])],
      undefined,
      { error: { kind: 'body', path: '$' } },
    ],
    [
      'throws if the records are not a list',
      [toJsonResponse({}), toJsonResponse({})],
      undefined,
      { error: { kind: 'body', path: '$' } },
    ],
    [
      'refreshes first if requested',
      [toJsonResponse(JOB), makeJobResponse('completed'), toJsonResponse(TAXPAYER), toJsonResponse([])],
      { refresh: TAXPAYER_OPTIONS },
      { sent: [START, POLL_REQUEST, READ, RECORDS] },
    ],
    [
      'does not return records whose refresh failed',
      [toJsonResponse({ taxpayer_id: 't-1' }), toJsonResponse(JOB), makeJobResponse('failed')],
      { refresh: true },
      { error: { operation: 'refresh', jobId: 'j-1' }, sent: ['GET /introspect', START, POLL_REQUEST] },
    ],
    [
      'must not be repeated after a refresh job starts',
      [toJsonResponse(JOB), unavailableResponse],
      { refresh: TAXPAYER_OPTIONS },
      { error: { ...collectError, status: 503 } },
    ],
    [
      'must not be repeated after a refresh job ended',
      [toJsonResponse(JOB), makeJobResponse('completed'), unavailableResponse],
      { refresh: TAXPAYER_OPTIONS },
      { error: { ...collectError, status: 503 } },
    ],
    [
      'waits if requested, and reads records only after that',
      [makeTaxpayerResponse('AUTHORIZED'), makeTaxpayerResponse('COMPLETED'), toJsonResponse([RECORD])],
      { wait: true },
      { result: { taxpayer: { status: 'COMPLETED' } }, sent: [READ, READ, RECORDS] },
    ],
  ] satisfies Case[])('%s', async (_, responses, options, expected) => {
    const collect = ({ client, token }: Service) => client.collect(token, options as CollectOptions)
    expect(await runCall(responses, collect)).toMatchObject(expected)
  })

  it('does not return records if the outcome of the refresh is unknown', async () => {
    const collect = ({ client, token }: Service) => client.collect(token, { refresh: TAXPAYER_OPTIONS })
    const { error, sent } = await runCall([toJsonResponse(JOB), makeJobResponse('waiting')], collect)
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
    await settle()
    clock.advance(100)
    expect(await end).toMatchObject({ kind: 'timeout' })
    expect(clock.pending).toBe(0)
  })
})
