import { describe, expect, it, vi } from 'vitest'
import { AccessToken, ClientCredentials, createClient, ServiceError } from '../../src/service/client/index.js'
import {
  CALLS,
  catchError,
  GRANT,
  getTaxpayer,
  makeFakeService,
  neverRespond,
  runCall,
  SERVICE_URL,
  settle,
  TAXPAYER,
  TOKEN,
  toJsonResponse,
} from './client-fake.js'

/** Creates a response body that sends some text and then either hangs or breaks off. */
const slowBody = (text: string, end: 'hangs' | 'breaks') =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      if (end === 'breaks') controller.error(new TypeError('terminated'))
    },
  })

describe('faults', () => {
  it("of the network are reported with the system's code and nothing else", async () => {
    const fault = Object.assign(new TypeError(`failed for Bearer ${TOKEN}`), { cause: { code: 'ECONNREFUSED' } })
    const { client, token } = makeFakeService([fault])
    const error = (await catchError(client.introspect(token))) as ServiceError
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({
      kind: 'network',
      operation: 'introspect',
      status: undefined,
      retryable: true,
      code: 'ECONNREFUSED',
      message: 'introspect: the service could not be reached',
    })
    expect(error.cause).toBeUndefined()
  })

  it('of a body that breaks off are retried like network faults', async () => {
    const responses = [() => new Response(slowBody('{"id"', 'breaks')), toJsonResponse(TAXPAYER)]
    const { result, sent } = await runCall(responses, getTaxpayer)
    expect([result, sent.length]).toEqual([TAXPAYER, 2])
  })

  it.each([
    ['', 'the body is not JSON'],
    ['{"id": "t-', 'the body is not JSON'],
    ['<html>', 'the body is not JSON'],
    ['[]', 'the body does not fit at $: expected object; got an array of 0 items'],
    ['{}', "the body does not fit at $['id']: expected string; got missing"],
    ['{"id": 9}', "the body does not fit at $['id']: expected string; got a whole number"],
  ])('in a body are reported with the reason: %s', async (body, reason) => {
    const { error } = await runCall([() => new Response(body)], getTaxpayer)
    expect(error).toMatchObject({ kind: 'body', status: 200, message: `getTaxpayer: ${reason}` })
  })

  it('are reported for bytes that are not UTF-8', async () => {
    const { client, token } = makeFakeService([() => new Response(new Uint8Array([0x22, 0xff, 0x22]))])
    expect(await catchError(client.listProviders(token))).toMatchObject({ kind: 'body' })
  })

  it('are reported for a body that is too large, whether or not its length is declared', async () => {
    const big = 'x'.repeat(2000)
    for (const body of [
      () => new Response(JSON.stringify({ id: big })),
      () => new Response(JSON.stringify({ id: big }), { headers: { 'content-length': '2009' } }),
      () => new Response(slowBody(`{"id":"${big}"`, 'hangs')),
    ]) {
      const { error, sent } = await runCall([body], getTaxpayer, { maxBodyBytes: 1000 })
      const message = 'getTaxpayer: the body is larger than 1000 bytes'
      expect(error).toMatchObject({ kind: 'body', retryable: false, message })
      expect(sent).toHaveLength(1)
    }
  })

  it("with an error status include the service's message and request id", async () => {
    const failWith = (body: unknown, headers = {}) => {
      const { client } = makeFakeService([toJsonResponse(body, 400, headers)])
      return catchError(client.createClientLink({}))
    }
    expect(await failWith({ message: 'No such\nthing' }, { 'x-request-id': 'req-7' })).toMatchObject({
      kind: 'status',
      status: 400,
      serviceMessage: 'No such thing',
      requestId: 'req-7',
      message: 'createClientLink: the service answered 400',
    })
    expect(await failWith({ error: 'Wrong' })).toMatchObject({ serviceMessage: 'Wrong' })
    expect(await failWith({ error: { message: 'Wrong' } })).toMatchObject({ serviceMessage: 'Wrong' })
    for (const body of [null, 7, [], 'text', { message: 7 }, { error: [] }])
      expect(await failWith(body)).toMatchObject({ kind: 'status', serviceMessage: undefined })
    expect(await failWith({}, { 'request-id': 'not safe;' })).toMatchObject({ requestId: undefined })
  })

  it("with an error status include the service's code unless it may be data", async () => {
    const readCode = async (body: unknown) =>
      ((await catchError(makeFakeService([toJsonResponse(body, 404)]).client.retrieveToken('smith'))) as ServiceError)
        .code
    expect(await readCode({ message: 'm', code: 'not_found' })).toBe('not_found')
    expect(await readCode({ error: { code: 'provider_timeout', message: 'm' } })).toBe('provider_timeout')
    for (const code of [7, null, '', 'two words', 'smith', 'no_smith', 'c123456789', `c${'x'.repeat(64)}`])
      expect(await readCode({ code }), String(code)).toBeUndefined()
  })

  it('are reported for a token that is not valid in a header', async () => {
    const { client } = makeFakeService([toJsonResponse({ ...GRANT, access_token: 'CANARY\ntoken' })])
    const error = await catchError(client.exchangeCode({ code: 'c' }))
    expect(error).toMatchObject({ kind: 'body', path: "$['access_token']" })
  })
})

describe('deadlines', () => {
  for (const call of CALLS) {
    it(`end ${call.name} if the service hangs`, async () => {
      for (const response of [neverRespond, () => new Response(slowBody('{', 'hangs'))]) {
        const service = makeFakeService([response], { deadlineMs: 5000 })
        const pendingError = catchError(call.run(service))
        await service.clock.pass(4999)
        expect(service.seen[0]?.init.signal?.aborted).toBe(false)
        service.clock.advance(1)
        const error = await pendingError
        expect(error).toMatchObject({ kind: 'timeout', operation: call.name, retryable: call.isRepeatable })
        expect(service.seen[0]?.init.signal?.aborted).toBe(true)
        expect(service.clock.pending).toBe(0)
      }
    })
  }

  it('can be set for one call and must be greater than 0', async () => {
    const { client, token, clock } = makeFakeService([neverRespond])
    const pendingError = catchError(client.introspect(token, { deadlineMs: 10 }))
    await clock.pass(10)
    expect(await pendingError).toMatchObject({ kind: 'timeout' })
    for (const deadlineMs of [0, -1, Number.NaN])
      await expect(client.introspect(token, { deadlineMs })).rejects.toThrow(TypeError)
  })

  it('use the real clock by default', async () => {
    const client = createClient({ baseUrl: SERVICE_URL, fetch: neverRespond })
    const error = await catchError(client.introspect(new AccessToken('t'), { deadlineMs: 20 }))
    expect(error).toMatchObject({ kind: 'timeout' })
  })
})

describe('an abort signal', () => {
  it('ends the call immediately and does not report the abort reason', async () => {
    const { client, token, clock, seen } = makeFakeService([neverRespond])
    const controller = new AbortController()
    const pendingError = catchError(client.introspect(token, { signal: controller.signal }))
    await settle()
    controller.abort(new Error('CANARY reason'))
    const error = (await pendingError) as ServiceError
    expect(error).toMatchObject({ kind: 'aborted', retryable: false })
    expect(JSON.stringify(error) + error.stack).not.toContain('CANARY')
    expect([seen[0]?.init.signal?.aborted, clock.pending]).toEqual([true, 0])
  })

  it('prevents all requests if it is aborted before the call', async () => {
    const { client, token, seen } = makeFakeService([toJsonResponse(TAXPAYER)])
    const error = await catchError(client.getTaxpayer(token, { signal: AbortSignal.abort() }))
    expect([(error as ServiceError).kind, seen]).toEqual(['aborted', []])
  })

  it('ends the wait between attempts', async () => {
    const controller = new AbortController()
    const client = createClient({
      baseUrl: SERVICE_URL,
      retry: { firstMs: 60_000, longestMs: 60_000 },
      deadlineMs: 600_000,
      fetch: async () => toJsonResponse({}, 503),
    })
    const pendingError = catchError(client.introspect(new AccessToken('t'), { signal: controller.signal }))
    await settle()
    controller.abort()
    expect(await pendingError).toMatchObject({ kind: 'aborted' })
  })

  it('has no listener after the call ends', async () => {
    const { client, token } = makeFakeService([toJsonResponse(TAXPAYER)])
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    for (const calls of [1, 60]) {
      await Promise.all(Array.from({ length: calls }, () => client.getTaxpayer(token, { signal })))
      expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
      add.mockClear()
      remove.mockClear()
    }
  })

  it('ends every running call that uses it but does not affect completed calls', async () => {
    const { client, token } = makeFakeService([toJsonResponse(TAXPAYER), neverRespond])
    const controller = new AbortController()
    const { signal } = controller
    await client.getTaxpayer(token, { signal })
    const pendingErrors = [1, 2, 3].map(() => catchError(client.introspect(token, { signal })))
    await settle()
    controller.abort()
    expect(await Promise.all(pendingErrors)).toMatchObject(Array(3).fill({ kind: 'aborted' }))
  })
})

describe('options', () => {
  it('call fetch as a function, which browsers require', async () => {
    const fetchWithoutReceiver = async function (this: unknown) {
      if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
      return toJsonResponse(TAXPAYER)
    }
    const client = createClient({ baseUrl: SERVICE_URL, fetch: fetchWithoutReceiver, retry: { attempts: 1 } })
    expect(await client.getTaxpayer(new AccessToken('t'))).toEqual(TAXPAYER)
  })

  it.each([
    ...['nowhere', 'http://service.test', 'ftp://service.test', 'https://user:pass@service.test'],
    ...['https://service.test/?a=1', 'https://service.test/#a', 'http://localhost.evil.test'],
    ...['http://127.0.0.1.evil.test', 'http://service.localhost', 'http://127.0.0.2'],
  ])('are rejected: %s', baseUrl => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError)
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1', 'https://service.test/api/'])(
    'are accepted: %s',
    async baseUrl => {
      const addresses: string[] = []
      const fetch = async (address: string) => {
        addresses.push(address)
        return toJsonResponse([])
      }
      await createClient({ baseUrl, fetch }).listProviders()
      expect(addresses).toEqual([`${baseUrl.replace(/\/$/, '')}/providers`])
      createClient({ baseUrl: 'http://sandbox:3000', allowInsecure: true })
    },
  )

  it('can set another API version, which must be a date', async () => {
    const { client, seen } = makeFakeService([toJsonResponse([])], { version: '2025-02-03' })
    await client.listProviders()
    expect(seen[0]?.headers.get('service-api-version')).toBe('2025-02-03')
    expect(() => createClient({ baseUrl: SERVICE_URL, version: 'latest' })).toThrow(TypeError)
  })

  it('allow the data operations even without credentials', async () => {
    const client = createClient({ baseUrl: SERVICE_URL, fetch: async () => toJsonResponse(TAXPAYER) })
    expect(await client.getTaxpayer(new AccessToken('t'))).toEqual(TAXPAYER)
    await expect(client.exchangeCode({ code: 'c' })).rejects.toThrow(TypeError)
    await expect(client.createClientLink()).rejects.toThrow(TypeError)
  })

  it.each([
    { retry: { attempts: Number.NaN } },
    { retry: { attempts: 2, firstMs: -1 } },
    { retry: { longestMs: Number.NaN } },
    { waitMs: Number.NaN },
    { deadlineMs: -1 },
    { attemptMs: -1 },
    { maxBodyBytes: Number.NaN },
  ])('reject invalid numbers: %j', options => {
    expect(() => createClient({ baseUrl: SERVICE_URL, ...options })).toThrow(TypeError)
  })

  it('reject invalid credentials without quoting them', () => {
    for (const make of [
      () => new ClientCredentials('', 'CANARY'),
      () => new ClientCredentials('a:b', 'CANARY'),
      () => new ClientCredentials('a', ''),
      () => new AccessToken(''),
      () => new AccessToken('CANARY token'),
      () => new AccessToken('CANARY\r\nx: y'),
    ]) {
      expect(make).toThrow(TypeError)
      expect(make).not.toThrow(/CANARY/)
    }
  })
})
