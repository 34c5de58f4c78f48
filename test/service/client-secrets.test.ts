import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AccessToken, ClientCredentials, createClient, type ServiceError } from '../../src/service/client/index.js'
import { redactText } from '../../src/service/client/redact.js'
import {
  AUTHORIZATION_CODE,
  CALLS,
  CLIENT_ID,
  CLIENT_SECRET,
  catchError,
  GRANT,
  makeFakeService,
  TOKEN,
  toJsonResponse,
} from './client-fake.js'

const BASIC = btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)
const SIGNED = 'https://files.test/f.pdf?signature=CANARY-signature'
const ALWAYS_ECHOED_TEXT = `${CLIENT_ID} ${CLIENT_SECRET} ${BASIC} ${encodeURIComponent(BASIC)} 123-45-6789 123456789 ${SIGNED}`

/** Returns one text with all that a service could echo: secrets of the request, and text that looks like a secret. */
const joinSentTexts = (call: (typeof CALLS)[number]) =>
  [
    ALWAYS_ECHOED_TEXT,
    call.auth === 'token' ? TOKEN : '',
    call.auth === 'none' ? AUTHORIZATION_CODE : '',
    call.name === 'createClientLink' ? 'CANARY-ref' : '',
    call.name === 'createUnsignedForm' ? 'CANARY-first' : '',
  ].join(' ')

/** Formats a value in every way that may reach a log. */
function formatForLogs(value: unknown): string {
  const error = value as Error
  return [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    error?.message,
    error?.stack,
    inspect(error?.cause, { depth: 20, showHidden: true }),
    JSON.stringify(Object.getOwnPropertyDescriptors(Object(value))),
  ].join('\n')
}

function expectNoSecret(text: string) {
  expect(text).not.toMatch(/CANARY/i)
  expect(text).not.toContain(BASIC)
  expect(text).not.toMatch(/123-?45-?6789/)
}

describe('errors contain no secret', () => {
  const makeFetchError = (text: string) =>
    Object.assign(new TypeError(text), { code: text, cause: Object.assign(new Error(text), { code: text }) })
  const cases: [string, (text: string) => Response | Error][] = [
    ['thrown by fetch', makeFetchError],
    ['said by the service', text => toJsonResponse({ message: text }, 400, { 'x-request-id': CLIENT_SECRET })],
    [
      'said as an error',
      text => toJsonResponse({ error: { message: text.repeat(50) } }, 500, { 'request-id': CLIENT_ID }),
    ],
    ['in a body that is not JSON', text => new Response(text)],
    ['in a body of the wrong type', text => toJsonResponse(text)],
    [
      'as keys of a body',
      text => toJsonResponse({ [text]: 1, access_token: { [text]: text }, jobId: [text], url: {} }),
    ],
    ['in a body that is cut off', text => new Response(`{"access_token":"${text}`)],
    ['where a redirect leads', text => new Response(text, { status: 302, headers: { location: SIGNED } })],
  ]
  for (const call of CALLS) {
    it.each(cases)(`${call.name}: %s`, async (_, response) => {
      const service = makeFakeService([response(joinSentTexts(call))])
      try {
        await call.run(service)
      } catch (error) {
        expectNoSecret(formatForLogs(error))
      }
      expectNoSecret(formatForLogs(service.client))
      expect(service.seen.length).toBeGreaterThan(0)
    })
  }

  it('even if a text contains several secrets', () => {
    expect(redactText('token=abc.def for ssn XXX-XX-1234', ['abc.def'])).toBe('token=[redacted] for ssn [redacted]')
    expect(redactText('a b', ['', 'a'])).toBe('[redacted] b')
    expect(redactText('Bearer abc123', [])).toBe('[redacted]')
  })
})

describe('service messages do not repeat the request', () => {
  const failWithMessage = async (
    message: string,
    run: (service: ReturnType<typeof makeFakeService>) => Promise<unknown>,
  ) => (await catchError(run(makeFakeService([toJsonResponse({ message }, 404)])))) as ServiceError

  it('including short texts, keys and parts of the path', async () => {
    const message = 'no match for BO Ng, TX, record 77-a of bonnie at 7'
    const person = { personalInfo: { firstName: 'Bo', lastName: 'Ng' }, address: { state: 'TX', zip: '7' } }
    const form = await failWithMessage(message, ({ client }) => client.createUnsignedForm(person))
    expect(form.serviceMessage).toBe(
      'no match for [redacted] [redacted], [redacted], record 77-a of bonnie at [redacted]',
    )
    const link = { metadata: { 'Bo Ng': true, n: 7, more: [{ TX: null }] } }
    const keys = await failWithMessage(message, ({ client }) => client.createClientLink(link))
    expect(keys.serviceMessage).toBe('no match for [redacted], [redacted], record 77-a of bonnie at [redacted]')
    const record = await failWithMessage(message, ({ client, token }) => client.getRecord(token, '77-a'))
    expect(record.serviceMessage).toBe('no match for BO Ng, TX, record [redacted] of bonnie at 7')
  })

  it('but they keep the field names of the service API, so that they stay readable', async () => {
    const message = 'personalInfo.ssn is missing; prefillData is not an object'
    const form = await failWithMessage(message, ({ client }) =>
      client.createUnsignedForm({ personalInfo: { ssn: '-' } }),
    )
    expect(form.serviceMessage).toBe(message)
    const link = { settings: { prefillData: { missing: 1 } } }
    expect((await failWithMessage(message, ({ client }) => client.createClientLink(link))).serviceMessage).toBe(
      'personalInfo.ssn is [redacted]; prefillData is not an object',
    )
  })

  it('even in a language that is written without spaces', () => {
    expect(redactText('没有李四的记录', ['李', '四'])).toBe('没有[redacted]的记录')
  })

  it('for requests and messages of any size', async () => {
    const scan = Buffer.alloc(25_000, 'A person 900-11-2222 ').toString('base64')
    for (const long of [scan, 'é'.repeat(50_000), 'CANARY(b'.repeat(200_000)]) {
      const link = { metadata: { long, borrower: 'CANARY Quux' } }
      const refused = await failWithMessage('no CANARY Quux', ({ client }) => client.createClientLink(link))
      expect(refused).toMatchObject({ name: 'ServiceError', status: 404, serviceMessage: 'no [redacted]' })
      expectNoSecret(formatForLogs(refused))
      const { client } = makeFakeService([toJsonResponse({ url: 'u', id: 'l' }, 200, { 'x-request-id': 'r-1' })])
      expect(await client.createClientLink(link)).toEqual({ url: 'u', id: 'l' })
    }
  })

  it('even if the service truncates a long text', () => {
    const long = `Pat Quux of 1 Main Street, who called on Monday, ${'and again '.repeat(100)}`
    expect(redactText(`too long: ${long.slice(0, 60)}…`, [long])).toBe('too long: [redacted]…')
  })

  it('even if redaction takes too long, because the message is then dropped', async () => {
    const started = performance.now()
    const texts = Array.from({ length: 30_000 }, (_, i) => `Quux ${i} ${'x'.repeat(20)}`)
    const refused = await failWithMessage('Quux 7 is too large', ({ client }) =>
      client.createClientLink({ metadata: { texts } }),
    )
    expect(refused).toMatchObject({ status: 404, serviceMessage: undefined })
    const hostile = ['a'.repeat(60_000), `b${'a'.repeat(60_000)}`, 'a'.repeat(30_000), 'a']
    expect(redactText('a'.repeat(60_000), hostile)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('for any secret and any surrounding text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: 'binary' }), fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(secret.trim().length > 2)
        for (const spelling of [secret, JSON.stringify(secret).slice(1, -1)]) {
          const text = redactText(before + spelling + after, [secret]) ?? ''
          expect('[redacted]'.includes(secret) || !text.includes(secret)).toBe(true)
        }
      }),
    )
  })

  // The test would time out if redaction took quadratic time.
  it('and long texts without a secret are shortened in linear time', () => {
    for (const text of ['a'.repeat(1e6), '1 '.repeat(5e5), 'http://'.repeat(2e5), 'X'.repeat(1e6)])
      expect(redactText(text, ['secret'])?.length).toBeLessThanOrEqual(300)
  })
})

describe('credentials', () => {
  const credentials = new ClientCredentials(CLIENT_ID, CLIENT_SECRET)
  const token = new AccessToken(TOKEN)

  it.each([credentials, token])('are printed as [redacted]', credential => {
    expect(String(credential)).toBe('[redacted]')
    expect(`${credential}`).toBe('[redacted]')
    expect(JSON.stringify({ each: credential })).toBe('{"each":"[redacted]"}')
    expect(inspect({ each: credential })).toBe('{ each: [redacted] }')
    expectNoSecret(inspect(credential, { showHidden: true, customInspect: false, depth: 9 }))
    expect(Object.keys(credential)).toEqual([])
    expect(structuredClone(credential)).toEqual({})
  })

  it('are not strings: a stored token must be wrapped first, as the error says', async () => {
    const service = makeFakeService([toJsonResponse(GRANT)])
    const grant = await service.client.exchangeCode({ code: AUTHORIZATION_CODE })
    for (const invalidToken of [TOKEN, grant, null, { bearer: TOKEN }]) {
      const stored = invalidToken as unknown as AccessToken
      for (const call of CALLS.filter(({ auth }) => auth === 'token')) {
        const error = await catchError(call.run({ ...service, token: stored }))
        expect(error).toBeInstanceOf(TypeError)
        expect(String(error)).toBe(`TypeError: ${call.name} needs an access token: new AccessToken(text)`)
      }
      for (const operation of ['collect', 'refresh', 'waitForCompletion'] as const)
        expect(String(await catchError(service.client[operation](stored)))).toMatch(/new AccessToken\(text\)$/)
    }
    expect(service.seen).toHaveLength(1)
    const credentials = BASIC as unknown as ClientCredentials
    expect(() => createClient({ baseUrl: 'https://service.test', credentials })).toThrow(
      new TypeError('credentials is new ClientCredentials(id, secret)'),
    )
  })

  it('return their secret only through a method', () => {
    expect(token.reveal()).toBe(TOKEN)
    expect(credentials.reveal()).toEqual({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
  })

  it('are the base64 of the UTF-8 bytes', () => {
    const bearer = new ClientCredentials('ä', '✓').bearer()
    expect(Buffer.from(bearer, 'base64').toString('utf8')).toBe('ä:✓')
  })

  it('stay wrapped in a grant', async () => {
    const { client } = makeFakeService([toJsonResponse(GRANT)])
    const grant = await client.exchangeCode({ code: AUTHORIZATION_CODE })
    expectNoSecret(formatForLogs(grant))
    expectNoSecret(formatForLogs(await client.retrieveToken('t-1')))
    expect(grant.access_token.reveal()).toBe(GRANT.access_token)
  })
})
