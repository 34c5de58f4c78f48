import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_OBJECT, RECORD, TAXPAYER } from '../../src/schema/record.js'
import { AccessToken } from '../../src/service/client/index.js'
import { CALLS, makeFakeService, makeFullObject, TAXPAYER as PAT, toJsonResponse } from './client-fake.js'

type Json = Record<string, unknown>

/** Responses with every known field. The tests add unknown fields to every object in them. */
const FULL: Record<string, unknown> = {
  getTaxpayer: makeFullObject(TAXPAYER),
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
        const response = toJsonResponse({ ...PAT, provider_id: text, status: text })
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
