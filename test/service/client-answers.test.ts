import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { ServiceError } from '../../src/service/client/index.js'
import { redactText } from '../../src/service/client/redact.js'
import { VERSION } from '../../src/version.js'
import { CALLS, catchError, getTaxpayer, makeFakeService, runCall, TAXPAYER, toJsonResponse } from './client-fake.js'

const UNAUTHORIZED = toJsonResponse({}, 401)
const RESET = new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })

describe.each(['disconnect', 'clearRecords'] as const)('%s', operation => {
  const run = (responses: Parameters<typeof runCall>[0]) =>
    runCall(responses, ({ client, token }) => client[operation](token))

  it('succeeds on any response without content', async () => {
    for (const response of [() => new Response(null, { status: 204 }), () => new Response('')])
      expect(await run([response])).toMatchObject({ result: {}, error: null })
  })

  it('is repeated after a reset and 5xx', async () => {
    const { result, sent } = await run([RESET, toJsonResponse({}, 503), toJsonResponse({ status: 'success' })])
    expect([result, sent.length]).toEqual([{ status: 'success' }, 3])
  })
})

describe('a token that the service rejects', () => {
  const disconnect = async (responses: Parameters<typeof runCall>[0]) =>
    (await runCall(responses, ({ client, token }) => client.disconnect(token))).error as ServiceError | null

  it('shows that an earlier attempt to disconnect was done', async () => {
    expect(await disconnect([RESET, UNAUTHORIZED])).toBeNull()
    expect(await disconnect([toJsonResponse({}, 502), toJsonResponse({}, 429), UNAUTHORIZED])).toBeNull()
  })

  it('is an error if the service cannot have done anything before', async () => {
    expect(await disconnect([UNAUTHORIZED])).toMatchObject({ status: 401 })
    expect(await disconnect([toJsonResponse({}, 429), UNAUTHORIZED])).toMatchObject({ status: 401 })
    const { error } = await runCall([RESET, UNAUTHORIZED], ({ client, token }) => client.clearRecords(token))
    expect(error).toMatchObject({ status: 401 })
  })
})

describe('a response that is not from the service API', () => {
  it.each([301, 302, 307, 308])('with the status %d is a redirect, as the error says', async status => {
    const { error, sent } = await runCall([new Response(null, { status })], getTaxpayer)
    const reason = `the service answered ${status}, and the client does not follow redirects`
    expect([(error as Error).message, sent.length]).toEqual([`getTaxpayer: ${reason}`, 1])
  })

  it('is a redirect whose status a browser hides', async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    const { error } = await runCall([() => opaque], getTaxpayer)
    expect((error as Error).message).toContain('the service answered with a redirect, and the client does not follow')
  })

  it.each(['text/html', 'text/html; charset=utf-8', 'application/xhtml+xml', 'text/xml'])(
    'with the content type %s is named, and not requested again',
    async type => {
      const page = () => new Response('<html>CANARY</html>', { headers: { 'content-type': type } })
      const { error, sent, sleeps } = await runCall([page], getTaxpayer)
      expect((error as Error).message).toBe(`getTaxpayer: the body is ${type.split(';')[0]}, not JSON`)
      expect([sent.length, sleeps]).toEqual([1, []])
    },
  )
})

describe('a message of the service', () => {
  const message = 'Marisol Quenby, born 1985-02-03, has wages of 61,234.50'

  it('is readable, but neither enumerable nor part of a log', async () => {
    const { error } = await runCall([toJsonResponse({ message, code: 'invalid' }, 422)], getTaxpayer)
    expect(error).toMatchObject({ code: 'invalid', serviceMessage: message })
    for (const text of [
      inspect(error, { depth: 9 }),
      JSON.stringify(error),
      String(error),
      Object.keys(error as object).join(),
    ])
      expect(text).not.toMatch(/Marisol|1985|61,234|serviceMessage/)
    expect({ ...(error as object) }).not.toHaveProperty('serviceMessage')
  })

  it('stays in the error of a call that combines several', async () => {
    const job = toJsonResponse({ jobId: 'j-1' })
    const { error } = await runCall([job, toJsonResponse({ message }, 422)], ({ client, token }) =>
      client.refresh(token, { taxpayerId: 't-1' }),
    )
    expect(error).toMatchObject({ jobId: 'j-1', serviceMessage: message })
    expect(JSON.stringify(error)).not.toContain('Marisol')
  })

  it.each([
    ['12-3456', 'no 123456 found', 'no [redacted] found'],
    ['123456', 'no 12-3456, 12.34.56 found', 'no [redacted], [redacted] found'],
    ['(555) 010-99', 'no 55501099, 555 010 99', 'no [redacted], [redacted]'],
    ["Ann-Marie O'Neil", 'no ann.marie oneil; AnnMarie ONeil', 'no [redacted]; [redacted]'],
    ['a-b', 'able to absorb', 'able to absorb'],
    ['𐀀-12-34', 'no 𐀀1234 found', 'no [redacted] found'],
  ])('does not repeat %s in another spelling', (secret, text, expected) => {
    expect(redactText(text, [secret])).toBe(expected)
  })
})

describe('request headers', () => {
  it.each(CALLS)('can be added to $name', async call => {
    const service = makeFakeService([toJsonResponse(call.answer)])
    await call.run(service, { headers: { traceparent: '00-CANARY', 'user-agent': 'app/1' } })
    const { headers } = service.seen[0] ?? {}
    expect([headers?.get('traceparent'), headers?.get('user-agent')]).toEqual(['00-CANARY', 'app/1'])
    for (const headers of [{ Authorization: 'Bearer x' }, { 'x-a': 'b\n' }])
      expect(await catchError(call.run(service, { headers }))).toBeInstanceOf(TypeError)
  })

  it('name the library and its version', async () => {
    const { client, token, seen } = makeFakeService([toJsonResponse(TAXPAYER)])
    await client.getTaxpayer(token)
    expect(seen[0]?.headers.get('user-agent')).toBe(`taxtally/${VERSION}`)
  })
})
