import { describe, expect, it, test } from 'vitest'
import {
  analyze,
  analyzeAll,
  normalizeDossier,
  normalizeDossiers,
  normalizeTaxpayer,
  readDossier,
  readRecord,
  readTaxpayer,
} from '../../src/index.js'
import { describeUnrecognized } from '../../src/ingest/group/unrecognized.js'
import { TAXPAYER_STATUSES } from '../../src/schema/providers.js'
import { INCOME_CATEGORIES } from '../../src/schema/role.js'

const record = {
  id: 'r-1',
  tax_year: '2024',
  provider_id: 'irs',
  forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: 1000 }] }],
}
const taxpayer = { id: 't-1', name: 'Robin Example', provider_id: 'irs', status: 'COMPLETED' }
const error = { message: 'Unauthorized' }

/** Error responses in the format of the API document, and in the formats of gateways and frameworks. */
const ERRORS: readonly object[] = [
  error,
  { code: 'provider_timeout', message: 'The provider did not answer.' },
  { error: { code: 'provider_timeout', message: 'The provider did not answer.' } },
  { error: 'invalid_grant', error_description: 'The code has expired.' },
  { errors: [{ title: 'Not found' }] },
  { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' },
  { type: 'about:blank', title: 'Not found', status: 404 },
  { detail: 'Not authenticated' },
  { id: 'req-1', message: 'Unauthorized' },
  { id: 'req-1', name: 'Error', message: 'Unauthorized', details: [] },
  { id: 'req-1', status: 'error', message: 'Unauthorized' },
  { message: 'Unauthorized', details: { reason: 'expired' } },
  { taxpayer_id: 't-1', error: 'not found' },
  { message: 'Unauthorized', forms: null, data: null },
  { id: 'req-1', error: true },
  { id: 'req-1', errors: 2 },
  { id: 'req-1', message: { text: 'Unauthorized' } },
  { id: 'req-1', created_at: '2026-11-01T00:00:00Z', message: 'Unauthorized' },
  { id: 'req-1', provider_id: 'irs', code: 'provider_timeout', message: 'The provider did not answer.' },
  { id: 'req-1', metadata: {}, error: 'not found' },
  { taxpayer_id: 't-1', detail: [{ msg: 'field required' }] },
  { error: 'not found', data: [] },
]

/** Other responses of the service. */
const OTHER_RESPONSES: readonly (readonly [object, RegExp])[] = [
  [
    { event: 'taxpayer.status_changed', id: 'ev_1', data: { taxpayer_id: 't-1' }, created_at: '2024-01-01T00:00:00Z' },
    /event/,
  ],
  [{ taxpayer_id: 't-1', provider_id: 'irs', access_token: 'x' }, /token/],
  [{ access_token: 'x', taxpayer_id: 't-1', name: 'N', metadata: {}, status: 'COMPLETED' }, /token/],
  [{ taxpayer_id: 't-1', client_id: 'c', name: 'N', provider_id: 'irs' }, /introspection/],
  [{ jobId: 'j-1', taxpayerId: 't-1', name: 'N', status: 'processing' }, /refresh job/],
  [{ url: 'https://connect.example/link', id: 'l-1' }, /client link/],
  [{ status: 'success' }, /confirmation/],
  [{ message: 'OK', data: [] }, /^a response without records$/],
  [{ statusCode: 200, items: [] }, /^a response without records$/],
]

const expectRejection = (outcome: { status: string; issues: readonly { code: string }[] }, code: string): void => {
  expect(outcome.status).toBe('rejected')
  expect(outcome.issues.map(issue => issue.code)).toEqual([code])
}

describe('an error response is not a taxpayer without income', () => {
  it.each(ERRORS.map(body => [body]))('%j', body => {
    expect(describeUnrecognized(body)?.looksLike).toBe('an error response')
    for (const input of [body, [body]]) {
      expectRejection(analyze(input), 'value_unrecognized')
      expectRejection(analyze(input, { taxpayerId: 'given' }), 'value_unrecognized')
      expectRejection(normalizeDossier(input), 'value_unrecognized')
      expect(analyzeAll(input, { taxpayerId: 'given' }).analyses).toEqual([])
      expect(normalizeDossiers(input).dossiers).toEqual([])
    }
    expectRejection(readRecord(body), 'value_unrecognized')
    expectRejection(readTaxpayer(body), 'value_unrecognized')
    expectRejection(normalizeTaxpayer(body), 'value_unrecognized')
    expectRejection(readDossier(body), 'value_unrecognized')
  })

  it.each(ERRORS.map(body => [body]))(
    'a dossier that contains only an error response is not a taxpayer either: %j',
    body => {
      const dossiers = [
        { taxpayer: body, records: [] },
        { taxpayer: body, records: body },
        { taxpayer: body, records: [body, 5] },
        { taxpayer: body },
        { records: [body] },
        { records: body },
      ]
      for (const dossier of dossiers) {
        expectRejection(analyze(dossier), 'value_unrecognized')
        expectRejection(analyze(dossier, { taxpayerId: 'given' }), 'value_unrecognized')
        expectRejection(readDossier(dossier), 'value_unrecognized')
      }
    },
  )
})

describe('an error response among valid values is rejected, and its year is incomplete', () => {
  it.each(ERRORS.map(body => [body]))('in place of a record: %j', body => {
    const { value, issues } = analyze({ taxpayer, records: [body, record] })
    expect(issues.map(({ code, path }) => [code, path])).toEqual([['value_unrecognized', "$['records'][0]"]])
    // The error response may hide any category.
    expect(value?.income.map(({ category }) => category).sort()).toEqual([...INCOME_CATEGORIES].sort())
    expect(value?.income.filter(({ complete }) => complete)).toEqual([])
    expect(value?.dossier.rejected).toEqual([body])
  })

  it.each(ERRORS.map(body => [body]))('in place of the taxpayer: %j', body => {
    const { value, issues } = analyze({ taxpayer: body, records: [{ ...record, taxpayer_id: 't-1' }] })
    expect(issues.map(({ code, path }) => [code, path])).toEqual([['value_unrecognized', "$['taxpayer']"]])
    expect(value?.dossier.taxpayer).toBeNull()
    expect(value?.dossier.rejected).toEqual([body])
    expect(value?.income).toHaveLength(1)
  })

  it('in place of all records: the taxpayer is read, and every year is incomplete', () => {
    const { value, issues } = analyze({ taxpayer, records: error })
    expect(issues.map(({ code }) => code)).toEqual(['records_not_array'])
    expect(issues[0]?.message).toContain('It looks like an error response.')
    expect(value?.underwriting.total.qualifyingMonthly.toFixed(2)).toBe('0.00')
  })
})

describe('other responses of the service are not taxpayers either', () => {
  it.each(OTHER_RESPONSES)('%j', (body, pattern) => {
    expect(describeUnrecognized(body)?.looksLike).toMatch(pattern)
    expectRejection(analyze(body), 'value_unrecognized')
    expectRejection(analyze([body], { taxpayerId: 'given' }), 'value_unrecognized')
    expectRejection(readTaxpayer(body), 'value_unrecognized')
  })
})

describe('an envelope is reported with the JSON pointer to its records', () => {
  it.each<[object, string | null | undefined]>([
    [{ data: [record] }, '/data'],
    [{ data: record, next: null }, '/data'],
    [{ status: 'success', result: { taxpayer, records: [record] } }, '/result'],
    [{ id: 'request-1', data: [record] }, '/data'],
    [{ response: { body: { items: [{ ...taxpayer, analysis: {} }] } } }, '/response/body/items'],
    [{ error: null, message: 'OK', data: [record] }, '/data'],
    [{ records: { data: [record] } }, '/records/data'],
    [{ taxpayer: { data: [record] }, records: [] }, '/taxpayer/data'],
    // Only keys that are common in envelopes are named in the issue. Any other key may be personal data.
    [{ '900-12-3456': [record] }, null],
    [{ 'Robin.Example': { 2024: record } }, null],
    [{ 'Robin Example': [record] }, null],
    [{ data: { Robin: [record] } }, null],
    [{ Records: { data: [record] } }, undefined],
    [{ records: [{ data: [record] }] }, undefined],
  ])('%j', (body, pointer) => {
    const description = describeUnrecognized(body)
    expect(description?.looksLike).toMatch(/an object that contains the records$/)
    expect(description?.recordsAt).toBe(pointer)
    expectRejection(analyze(body), 'value_unrecognized')
    const [issue] = analyze(body, { taxpayerId: 'given' }).issues
    expect(issue?.message).toContain(
      `The records seem to be ${typeof pointer === 'string' ? `under ${pointer}` : 'inside it'}.`,
    )
    // `analyze` has no option for the path of the records, so the message does not suggest one.
    expect(issue?.message).not.toMatch(/900|Robin|r-1|records-at|recordsAt/)
  })

  test('the search for records reads only a limited part of a large value', () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, { a: 1 }]))
    const deep = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, wide]))
    let reads = 0
    const count = (value: object): object =>
      new Proxy(value, {
        get: (target, key) => {
          reads++
          const inner: unknown = Reflect.get(target, key)
          return typeof inner === 'object' && inner !== null ? count(inner) : inner
        },
      })
    expect(describeUnrecognized(count(deep))?.looksLike).toMatch(/^an object without/)
    expect(reads).toBeLessThan(10_000)
  })
})

describe('a value that may be a record, a taxpayer or a dossier is not unrecognized', () => {
  it.each<[object]>([
    [record],
    [taxpayer],
    [{ id: 't-1' }],
    [{ id: 't-1', name: 'Robin Example' }],
    [{ ...taxpayer, message: 'The transcripts are being parsed.' }],
    ...TAXPAYER_STATUSES.map((status): [object] => [{ id: 't-1', status, message: 'x', error: { code: 'x' } }]),
    [{ id: 't-1', name: 'Robin Example', message: '', error: null, errors: [], detail: {} }],
    [{ id: 't-1', name: 'Robin Example', error: false }],
    [{ id: 't-1', provider_id: 'irs', created_at: '2024-01-01T00:00:00Z', url: 'https://example.com' }],
    [{ Taxpayer: taxpayer, Records: [record] }],
    [{ Records: [{ ...record, taxpayer_id: 't-1' }] }],
    [{ id: 't-1', analysis: { tin: '900-12-3456' }, error: 'x' }],
    [{ id: 't-1', details: { address: {} }, message: 'x' }],
    [{ id: 't-1', metadata: { records: [record], error: 'x' } }],
    [{ taxpayer, records: [], message: 'x' }],
    [{ id: 'r-1', tax_year: '2024', forms: [], message: 'x' }],
    [{ id: 'r-1', forms: 5, error: 'x' }],
    [{ ...taxpayer, url: 'https://example.com', client_id: 'c' }],
    [{ id: 't-1', name: 'Robin Example', statistics: { records: [{ year: 2024 }] } }],
    [{ taxpayer_id: 't-1' }],
    [{ name: 'x', date: '2024-01-01' }],
    [{ taxpayer: {}, records: [] }],
    [{ records: [] }],
    [[record, error]],
    [[]],
  ])('%j', value => expect(describeUnrecognized(value)).toBeNull())
})

describe('values that are not objects', () => {
  it.each<[unknown, string]>([
    [5, 'a number'],
    ['text', 'a string'],
    [true, 'a Boolean'],
    [null, 'the value null'],
    [{}, 'an empty object'],
    [[1, 2], 'an array whose first element is a number'],
    [[[record]], 'an array whose first element is an array'],
    [{ rows: 5, columns: 3 }, 'an object without a key of a record, a taxpayer or a dossier'],
    [{ statusCode: 200, body: '[]' }, 'an object without a key of a record, a taxpayer or a dossier'],
    [{ status: 200 }, 'an object without a key of a record, a taxpayer or a dossier'],
  ])('%j looks like %s', (value, looksLike) => expect(describeUnrecognized(value)?.looksLike).toBe(looksLike))
})

test('no pointer is suggested for records inside an element of an array', () => {
  expect(describeUnrecognized([{ data: [record] }])).toEqual({
    looksLike: 'an array whose first element is an object that contains the records',
    advice: 'The records seem to be inside it.',
  })
})

describe('an error response in place of one of two taxpayer objects does not replace the other', () => {
  const dossiers = [
    { taxpayer: { id: 't-1', message: 'x' }, records: [record] },
    { taxpayer: { id: 't-1', provider_id: 'irs' }, records: [{ ...record, id: 'r-2' }] },
  ]

  it.each([[dossiers], [dossiers.toReversed()]])('%j', input => {
    const { value, issues } = analyze(input)
    expect(value?.dossier.taxpayer?.providerId).toBe('irs')
    expect(issues.map(({ code }) => code)).toEqual(['value_unrecognized'])
  })
})
