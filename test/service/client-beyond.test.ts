import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_OBJECT, RECORD, TAXPAYER as TAXPAYER_SHAPE } from '../../src/schema/record.js'
import { AccessToken, type ClientOptions, getResponseHead } from '../../src/service/client/index.js'
import {
  CALLS,
  CLIENT_ID,
  CLIENT_SECRET,
  catchError,
  GRANT,
  makeFakeService,
  makeFullObject,
  TAXPAYER,
  TOKEN,
  toJsonResponse,
} from './client-fake.js'

// Tests how the client handles parameters, requests and response fields that its version of the service API does not
// have. Also tests the listeners that it calls for each attempt.

describe('extra parameters', () => {
  it.each(CALLS)('are sent in the query of $name', async call => {
    const service = makeFakeService([toJsonResponse(call.answer)])
    await call.run(service, { query: { page: 2, all: true, 'a b': ['x&y', 'z'], none: undefined, nothing: null } })
    expect(service.seen[0]?.path).toBe(`${call.path}?page=2&all=true&a+b=x%26y&a+b=z`)
  })

  it('are sent in the body but do not replace an existing field', async () => {
    const { client, token, seen } = makeFakeService([toJsonResponse({ url: 'u', id: 'l' })])
    const extra = { locale: 'es', metadata: 'no' }
    await client.createClientLink({ metadata: { a: 1 } }, { extra })
    await client.disconnect(token, { extra: { reason: 'r' } })
    expect(seen.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
      { locale: 'es', metadata: { a: 1 } },
      { reason: 'r' },
    ])
    expect(seen[1]?.headers.get('content-type')).toBe('application/json')
    const file = makeFakeService([toJsonResponse(GRANT)])
    await file.client.uploadSignedForm('d-1', new Uint8Array([1]), { extra: { note: 'n', pages: [1] } })
    const form = file.seen[0]?.init.body as FormData
    expect([form.get('note'), form.get('pages')]).toEqual(['n', '[1]'])
    await expect(client.getTaxpayer(token, { extra })).rejects.toThrow(/as query/)
    const nested = { query: { a: {} as unknown as string } }
    await expect(client.getTaxpayer(token, nested)).rejects.toThrow(TypeError)
  })

  it('are redacted in service messages', async () => {
    for (const run of [
      ({ client, token }) => client.getTaxpayer(token, { query: { q: ['Quux', '1 Main Street'] } }),
      ({ client }) => client.createClientLink({}, { extra: { people: { Quux: ['1 Main Street'] } } }),
      ({ client, token }) =>
        client.uploadSignedForm('d', new Uint8Array([1]), { extra: { a: 'Quux', b: '1 Main Street', token } }),
      ({ client }) => client.request('POST', '/people/Quux', { json: { '1 Main Street': 1 } }),
    ] satisfies ((service: ReturnType<typeof makeFakeService>) => Promise<unknown>)[]) {
      const service = makeFakeService([toJsonResponse({ message: 'no Quux of 1 Main Street, nor Bo Ng' }, 404)])
      const serviceMessage = 'no [redacted] of [redacted], nor Bo Ng'
      expect(await catchError(run(service))).toMatchObject({ serviceMessage })
    }
  })
})

describe('a raw request', () => {
  it('is authenticated, versioned and retried like every operation', async () => {
    const { client, token, seen, clock } = makeFakeService([
      toJsonResponse({}, 503),
      toJsonResponse([1], 200, { 'x-request-id': 'req-1' }),
    ])
    const response = await client.request('GET', '/records/r-1/pages', { credential: token, query: { page: 1 } })
    expect(response).toMatchObject({ status: 200, requestId: 'req-1', json: [1] })
    expect(new TextDecoder().decode(response.bytes)).toBe('[1]')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill('GET /records/r-1/pages?page=1'))
    expect(seen[1]?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
    expect(seen[1]?.headers.get('service-api-version')).toBe('2024-01-01')
    expect(seen[1]?.init.redirect).toBe('manual')
    expect([clock.sleeps, clock.pending]).toEqual([[375], 0])
  })

  it('sends the given body and headers', async () => {
    const { client, seen } = makeFakeService([toJsonResponse({ made: true }, 201)])
    const headers = { 'Service-API-Version': '2025-01-01', 'x-new': 'v' }
    const made = await client.request('POST', '/things', { credential: 'client', json: { a: 1 }, headers })
    expect(made).toMatchObject({ status: 201, json: { made: true } })
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`)
    expect(seen[0]?.headers.get('service-api-version')).toBe('2025-01-01')
    expect([seen[0]?.headers.get('x-new'), seen[0]?.init.body]).toEqual(['v', '{"a":1}'])
    await client.request('GET', '/public')
    expect(seen[1]?.headers.get('authorization')).toBeNull()
  })

  it('is retried only if a second attempt is safe', async () => {
    const countSent = async (method: string, options = {}, status = 503) => {
      const { client, seen } = makeFakeService([toJsonResponse({}, status)])
      const error = await catchError(client.request(method, '/things', options))
      expect(error).toMatchObject({ name: 'ServiceError', operation: 'request', status })
      return seen.length
    }
    expect(await countSent('HEAD')).toBe(4)
    expect(await countSent('DELETE')).toBe(1)
    expect(await countSent('DELETE', {}, 429)).toBe(4)
    expect(await countSent('PUT', { repeatable: true })).toBe(4)
    expect(await countSent('GET', { repeatable: false })).toBe(1)
  })

  it('returns bodies that are not JSON', async () => {
    const { client } = makeFakeService([() => new Response(new Uint8Array([1, 2]))])
    expect(await client.request('GET', '/file')).toMatchObject({ json: undefined, bytes: new Uint8Array([1, 2]) })
  })

  it.each([
    ...['', 'records', '//other.test/x', '/a?b', '/a#b', '/../b', '/a/..', '/./a', '/%2e%2e/a', '/a/%2E%2e'],
    ...['/a%2fb', '/a\\b', '/a b', '/a%zz', '/\u00e9', 'https://other.test/'],
  ])('rejects an address outside of the service: %j', async path => {
    const { client, seen } = makeFakeService([toJsonResponse({})])
    await expect(client.request('GET', path)).rejects.toThrow(TypeError)
    expect(seen).toEqual([])
  })

  it('throws a TypeError for invalid arguments without quoting them', async () => {
    const { client, seen } = makeFakeService([toJsonResponse({})])
    const invalidRequests = [
      client.request('get', '/a'),
      client.request('GET', '/a', { headers: { Authorization: 'Bearer CANARY' } }),
      client.request('GET', '/a', { headers: { 'x-a': 'CANARY\n' } }),
      client.request('POST', '/a', { json: 1, form: new FormData() }),
      client.request('POST', '/a', { json: 1n }),
      client.request('POST', '/a', { credential: 'CANARY' as unknown as AccessToken }),
    ]
    for (const call of invalidRequests) {
      const error = await catchError(call)
      expect(error).toBeInstanceOf(TypeError)
      expect(inspect(error)).not.toContain('CANARY')
    }
    expect(seen).toEqual([])
  })
})

describe('the status and headers of a response', () => {
  it('are part of every result', async () => {
    for (const call of CALLS) {
      const service = makeFakeService([toJsonResponse(call.answer, 200, { 'x-request-id': 'req-9', 'x-new': 'v' })])
      const head = getResponseHead(await call.run(service))
      expect([head?.status, head?.requestId, head?.headers.get('x-new')]).toEqual([200, 'req-9', 'v'])
    }
    const { client, token } = makeFakeService([toJsonResponse(TAXPAYER), toJsonResponse([])])
    const dossier = await client.collect(token)
    for (const none of [dossier, null, undefined, 'x']) expect(getResponseHead(none)).toBeUndefined()
    expect(getResponseHead(dossier.taxpayer)?.status).toBe(200)
  })
})

describe('listeners', () => {
  const makeServiceWithListeners = (
    responses: Parameters<typeof makeFakeService>[0],
    overrides: Partial<ClientOptions> = {},
  ) => {
    const notes: [string, object][] = []
    const service = makeFakeService(responses, {
      onRequest: note => notes.push(['request', note]),
      onResponse: note => notes.push(['response', note]),
      onDrift: note => notes.push(['drift', note]),
      ...overrides,
    })
    return { ...service, notes }
  }

  it('are called for every attempt, with its result', async () => {
    const networkError = new TypeError('x', { cause: { code: 'ECONNRESET' } })
    const responses = [
      networkError,
      toJsonResponse({ code: 'busy' }, 503),
      toJsonResponse({ any: 1 }, 200, { 'x-request-id': 'r-2' }),
    ]
    const { client, token, notes } = makeServiceWithListeners(responses)
    await client.getRecord(token, 'CANARY-record')
    const about = { operation: 'getRecord', method: 'GET', route: '/records/{id}' }
    expect(notes.map(([kind]) => kind)).toEqual(Array(3).fill(['request', 'response']).flat())
    expect(notes[0]?.[1]).toMatchObject({
      ...about,
      attempt: 1,
      headers: { authorization: '[redacted]', 'service-api-version': '2024-01-01' },
    })
    expect(notes[1]?.[1]).toMatchObject({ attempt: 1, status: undefined, tookMs: 0, error: { code: 'ECONNRESET' } })
    expect(notes[3]?.[1]).toMatchObject({ attempt: 2, status: 503, error: { code: 'busy' } })
    expect(notes[5]?.[1]).toMatchObject({ ...about, attempt: 3, status: 200, requestId: 'r-2', error: undefined })
    expect(inspect(notes, { depth: 9 })).not.toContain('CANARY')
  })

  it('receive no secrets from headers and bodies', async () => {
    const echo = `${TOKEN} ${CLIENT_SECRET} CANARY-record https://files.test/CANARY 900-12-1234`
    const headers = {
      'x-echo': echo,
      'set-cookie': 'CANARY=1',
      location: 'https://x.test/CANARY',
      'x-api-key': 'CANARY',
    }
    const { client, token, notes } = makeServiceWithListeners([toJsonResponse({ message: echo }, 400, headers)])
    await catchError(client.getRecord(token, 'CANARY-record', { query: { q: 'CANARY-query' } }))
    await catchError(
      client.request('POST', '/records/CANARY-record/x', { json: 'CANARY', headers: { 'x-a': 'CANARY' } }),
    )
    expect(notes).toHaveLength(4)
    expect(notes[2]?.[1]).toMatchObject({ route: '/records/{}/{}', headers: { 'x-a': '[redacted]' } })
    expect(inspect(notes, { depth: 9 })).not.toMatch(/CANARY|900-12/)
  })

  it('do not affect the call if they throw', async () => {
    const throwError = () => {
      throw new Error('a bad listener')
    }
    const options = { onRequest: throwError, onResponse: throwError, onDrift: throwError }
    const { client, token } = makeFakeService([toJsonResponse({ ...TAXPAYER, name: 7 })], options)
    expect(await client.getTaxpayer(token)).toEqual({ ...TAXPAYER, name: 7 })
  })
})

describe('a field with a changed type', () => {
  const JOB = { jobId: 'j-1', taxpayerId: 7, name: [] }
  const cases = {
    getTaxpayer: [
      { id: 't', details: { balance_summary: { tax_years: [{ amount: 'CANARY' }] } }, status: 9 },
      ["$['status']", "$['details']['balance_summary']['tax_years'][0]['amount']"],
    ],
    disconnect: [{ status: true }, ["$['status']"]],
    clearRecords: [{}, []],
    introspect: [{ taxpayer_id: 't', name: 7 }, ["$['name']"]],
    startRefresh: [JOB, ["$['taxpayerId']", "$['name']"]],
    getRefresh: [{ ...JOB, status: 'processing' }, ["$['taxpayerId']", "$['name']"]],
    listRecords: [
      [
        { id: 'r-1', tax_year: 2024 },
        { id: 'r-2', forms: 'CANARY' },
      ],
      ["$[0]['tax_year']", "$[1]['forms']"],
    ],
    createClientLink: [{ url: 'u', id: 7 }, ["$['id']"]],
  } as const

  it.each(Object.entries(cases))(
    'is returned unchanged and reported if %s does not depend on the field',
    async (name, [response, paths]) => {
      const drifts: { path: string }[] = []
      const call = CALLS.find(candidate => candidate.name === name)
      for (const options of [{}, { onDrift: (drift: { path: string }) => drifts.push(drift) }])
        expect(await call?.run(makeFakeService([toJsonResponse(response)], options))).toEqual(response)
      expect(drifts.map(({ path }) => path).sort()).toEqual([...paths].sort())
      for (const drift of drifts)
        expect(drift).toEqual({
          operation: name,
          path: drift.path,
          expected: expect.any(String),
          received: expect.any(String),
          requestId: undefined,
        })
      expect(JSON.stringify(drifts)).not.toContain('CANARY')
    },
  )

  it('does not prevent the client from returning the token of the same response', async () => {
    const { client } = makeFakeService([toJsonResponse({ access_token: 'at', taxpayer_id: 7, provider_id: null })])
    for (const call of [
      client.exchangeCode({ code: 'c' }),
      client.retrieveToken('t'),
      client.uploadSignedForm('d', new Uint8Array([1])),
    ])
      expect((await call).access_token.reveal()).toBe('at')
  })

  it('causes an error if the client needs the field', async () => {
    const bodiesWithoutNeededField = [
      ['introspect', { taxpayer_id: 7 }, "$['taxpayer_id']"],
      ['getTaxpayer', { id: 7 }, "$['id']"],
      ['startRefresh', { jobId: 7 }, "$['jobId']"],
      ['getRefresh', { status: 7 }, "$['status']"],
      ['listRecords', [{ id: 'r' }, null], '$[1]'],
      ['createClientLink', { url: 7 }, "$['url']"],
      ['exchangeCode', { ...GRANT, access_token: 7 }, "$['access_token']"],
      ['disconnect', 'done', '$'],
    ] as const
    for (const [name, response, path] of bodiesWithoutNeededField) {
      const call = CALLS.find(candidate => candidate.name === name)
      const error = await catchError(call?.run(makeFakeService([toJsonResponse(response)])) ?? Promise.resolve())
      expect(error, name).toMatchObject({ kind: 'body', path })
    }
  })
})

type Json = Record<string, unknown>

/** Responses with every known field. The tests add unknown fields to every object in them. */
const FULL: Record<string, unknown> = {
  getTaxpayer: makeFullObject(TAXPAYER_SHAPE),
  listRecords: [
    { ...makeFullObject(RECORD), forms: [{ ...makeFullObject(FORM_OBJECT), form_w2: [{ employer: {} }] }] },
  ],
}

/** Lists every object in a value, including the value itself. Arrays are not listed. */
function listObjects(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(listObjects)
  return Array.isArray(value) ? inner : [value as Json, ...inner]
}

const KEYS = fc.oneof(
  fc.string(),
  fc.constantFrom(...['__proto__', 'constructor', 'name', 'toString', 'hasOwnProperty']),
  fc.constantFrom('then', 'toJSON', 'length', ''),
)

const defineField = (object: Json, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })

describe('unknown fields', () => {
  for (const call of CALLS.filter(candidate => candidate.name !== 'createUnsignedForm')) {
    it(`anywhere in the response of ${call.name} are kept`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), KEYS, fc.jsonValue()), { minLength: 1, maxLength: 6 }),
          async additions => {
            const response = structuredClone(FULL[call.name] ?? call.answer)
            const objects = listObjects(response)
            for (const [objectIndex, key, value] of additions) {
              const object = objects[objectIndex % Math.max(objects.length, 1)]
              if (object !== undefined && !Object.hasOwn(object, key)) defineField(object, key, value)
            }
            const expected = JSON.parse(JSON.stringify(response)) as Json
            const result = await call.run(makeFakeService([new Response(JSON.stringify(response))]))
            const token = (result as Json | null)?.['access_token']
            if (token instanceof AccessToken) defineField(expected, 'access_token', '[redacted]')
            expect(JSON.parse(JSON.stringify(result))).toEqual(expected)
          },
        ),
        { numRuns: 60 },
      )
    })
  }

  it('next to the unsigned form in JSON are ignored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async others => {
        const body = { ...others, documentId: 'd-1', file: btoa('%PDF') }
        const { client } = makeFakeService([toJsonResponse(body)])
        expect((await client.createUnsignedForm({})).documentId).toBe('d-1')
      }),
      { numRuns: 60 },
    )
  })

  it('and unknown values of provider_id and status are kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async text => {
        const response = toJsonResponse({ ...TAXPAYER, provider_id: text, status: text })
        const { client, token } = makeFakeService([response])
        expect(await client.getTaxpayer(token)).toMatchObject({ provider_id: text, status: text })
      }),
      { numRuns: 60 },
    )
  })

  it('are accepted, as are missing and null fields that the client does not need', async () => {
    const sparse = { id: 't', name: null, analysis: null, details: { address: null } }
    const { client, token } = makeFakeService([toJsonResponse(sparse)])
    expect(await client.getTaxpayer(token)).toEqual(sparse)
  })
})

describe('any JSON value', () => {
  for (const call of CALLS) {
    it(`as the response of ${call.name} leads to a result or a service error`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.jsonValue(), fc.constantFrom(200, 201, 400, 404), async (value, status) => {
          const service = makeFakeService([toJsonResponse(value, status)])
          await call.run(service).catch(error => expect(error).toMatchObject({ name: 'ServiceError' }))
        }),
        { numRuns: 60 },
      )
    })
  }
})
