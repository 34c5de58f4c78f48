import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_OBJECT, RECORD, TAXPAYER } from '../../src/schema/record.js'
import {
  canonicalProvider,
  checkEvent,
  checkValue,
  EVENT_TYPES,
  isFinalStatus,
  isKnownType,
  KNOWN_STATUSES,
  makeSamplePayload,
  refreshJobSchema,
  refreshOutcome,
  taxpayerSchema,
  taxpayerTokenRecordSchema,
  taxRecordSchema,
} from '../../src/service/contract/index.js'
import { form8821RequestSchema, linkRequestSchema, tokenRequestSchema } from '../../src/service/contract/requests.js'
import { makeFullObject } from './client-fake.js'

describe('the shapes of the core', () => {
  const makeWrong = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'another')

  /** Lists the path of every value inside a value, as an array of keys. */
  const listPaths = (value: unknown, keyPath: readonly string[] = []): string[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [[...keyPath, key], ...listPaths(inner, [...keyPath, key])])
      : []

  it.each([
    ['taxpayer', taxpayerSchema, makeFullObject(TAXPAYER)],
    ['record', taxRecordSchema, { ...makeFullObject(RECORD), forms: [makeFullObject(FORM_OBJECT)] }],
  ] as const)(
    'are used to check a %s: most fields may be null, and no field may have another type',
    (_, schema, full) => {
      expect(checkValue<unknown>(schema, full).ok).toBe(true)
      for (const keyPath of listPaths(full)) {
        const copy = structuredClone(full) as Record<string, unknown>
        const last = keyPath.at(-1) as string
        const holder = keyPath.slice(0, -1).reduce((inner, key) => inner[key] as typeof copy, copy)
        holder[last] = makeWrong(holder[last])
        const path = `$${keyPath.map(key => (/^\d+$/.test(key) ? `[${key}]` : `['${key}']`)).join('')}`
        expect(checkValue<unknown>(schema, copy)).toMatchObject({ ok: false, path })
        holder[last] = null
        expect(checkValue<unknown>(schema, copy).ok).toBe(keyPath.length > 1 ? !Array.isArray(holder) : last !== 'id')
      }
    },
  )
})

describe('the known providers and statuses', () => {
  it('have one spelling for the tax professional account', () => {
    expect(canonicalProvider('irs-tax-pro')).toBe('irs_tax_pro')
    expect(canonicalProvider('service-sandbox')).toBe('service-sandbox')
    expect(canonicalProvider('a-new-one')).toBe('a-new-one')
  })

  it('include the statuses that end a wait', () => {
    expect(KNOWN_STATUSES.filter(isFinalStatus)).toEqual(['REJECTED', 'COMPLETED'])
    expect([refreshOutcome('processing'), refreshOutcome('In Progress'), refreshOutcome('')]).toEqual([
      'running',
      'running',
      'unknown',
    ])
  })
})

describe('checkValue', () => {
  it('returns the value itself', () => {
    const value = JSON.parse('{"id":"t","__proto__":{"a":1},"b":[{}]}')
    const checked = checkValue(taxpayerSchema, value)
    expect(checked).toEqual({ ok: true, value })
    expect(checked.ok && checked.value).toBe(value)
  })

  it('names the location and the shape, never the value', () => {
    expect(checkValue(taxRecordSchema, { id: 'r', forms: [{}, { ssn: 123456789 }] })).toEqual({
      ok: false,
      path: "$['forms'][1]['ssn']",
      expected: 'string',
      received: 'a whole number',
    })
  })

  it('never throws, and never prints its input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const schema of [taxpayerSchema, taxRecordSchema, tokenRequestSchema]) {
          const checked = checkValue<unknown>(schema, value)
          if (!checked.ok) expect(checked.expected).toMatch(/^[a-z ]+$/)
        }
        checkEvent(value)
      }),
    )
  })
})

describe('an optional field', () => {
  it.each([
    [{ metadata: {} }, true, true],
    [{ unknown: 1 }, true, true],
    [{ metadata: null }, true, false],
    [{ metadata: 'text' }, false, false],
    [null, false, false],
  ])('in %j is accepted in a response, where null means missing: %s, in a request: %s', (value, response, request) => {
    const record = { ...value, taxpayer_id: 't', access_token: 'a' }
    expect(checkValue<unknown>(taxpayerTokenRecordSchema, value && record).ok).toBe(response)
    expect(checkValue<unknown>(linkRequestSchema, value).ok).toBe(request)
  })
})

describe('a required field', () => {
  it.each([{ jobId: 'j' }, { jobId: '' }, { jobId: null }, {}, { jobId: 1 }])(
    'of %j must be a string that is not empty',
    value => {
      expect(checkValue<unknown>(refreshJobSchema, value).ok).toBe((value as { jobId?: unknown }).jobId === 'j')
    },
  )
})

describe('requests', () => {
  it('are checked against the service API', () => {
    const link = { metadata: {}, settings: { transcripts: { '1095-A': ['2023'] }, prefillData: { a: 1 } }, new: 1 }
    expect(checkValue(linkRequestSchema, link).ok).toBe(true)
    expect(checkValue(linkRequestSchema, { settings: { transcripts: { W2: '2023' } } })).toMatchObject({
      path: "$['settings']['transcripts']['W2']",
    })
    const form = {
      personalInfo: { firstName: 'a', lastName: 'b', ssn: 'c' },
      address: { street: 'a', city: 'b', state: 'c', zip: 'd', other: 'e' },
      form56: {
        authority: { '1gDesc': 'a', '2a': 'b', '2b': 'c' },
        tax: { '5': 'a', types: ['x', 1], typeDesc: 'b', forms: [], formDesc: 'c' },
        proceedings: { name: 'a', address: { zip: '1' }, time: { text: 'noon' } },
        title: 'executor',
      },
      extraDesignees: [{ name: 'a', address: {}, cafNumber: '1', monitorIRSNotices: true }],
    }
    expect(checkValue(form8821RequestSchema, form).ok).toBe(true)
    expect(checkValue(form8821RequestSchema, { extraDesignees: [{ monitorIRSNotices: 'yes' }] }).ok).toBe(false)
  })
})

describe('events', () => {
  const envelope = { id: 'ev_1', created_at: '2024-01-01T00:00:00Z' }

  it.each<[type: string, data: unknown]>([
    ...EVENT_TYPES.map((type): [string, unknown] => [type, makeSamplePayload(type)]),
    ['taxpayer.consent_accepted', 7],
    ['taxpayer.provider_selected', null],
    ['taxpayer.provider_connected', undefined],
    ['client_link.failed', { error: { code: 'a_new_code', message: 'm' } }],
    ['taxpayer.status_changed', { taxpayer_id: 't', status: 'A_NEW_ONE', provider_id: 'new' }],
  ])('%s', (type, data) => {
    const value = { event: type, data, ...envelope }
    expect(checkEvent(value)).toEqual({ ok: true, value })
  })

  it.each([
    ['taxpayer.status_changed', ['taxpayer_id', 'status'], ['provider_id', 'status_description']],
    ['taxpayer.records_synced', ['taxpayer_id', 'records'], ['provider_id']],
    ['taxpayer.disconnected', ['taxpayer_id'], ['provider_id', 'name']],
    ['taxpayer.consent_accepted', [], ['taxpayer_id', 'provider_id']],
    ['widget.closed', [], []],
    ['widget.failed', ['error'], []],
    ['client_link.opened', ['url'], []],
    ['client_link.failed', ['error'], []],
    ['client_link.succeeded', ['provider_id'], []],
  ] as const)(
    '%s requires %j, a test event requires nothing else, and the sample also has %j',
    (type, needed, optional) => {
      const sample = makeSamplePayload(type)
      // Widget events do not concern a stored object, so they have no timestamps.
      const moments = type.startsWith('widget.') ? [] : ['created_at', 'updated_at']
      expect(Object.keys(sample).sort()).toEqual([...needed, ...optional, ...moments].sort())
      const isNeeded = (key: string) =>
        !checkEvent({ event: type, ...envelope, data: { ...sample, [key]: undefined } }).ok
      expect(Object.keys(sample).filter(isNeeded).sort()).toEqual([...needed].sort())
    },
  )

  it('of unknown types are accepted with any content', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (type, data) => {
        fc.pre(!isKnownType(type))
        expect(checkEvent({ event: type, id: 'ev_1', created_at: '', data }).ok).toBe(true)
      }),
    )
  })
})

/** Matches names that exist only in Node. */
const NODE_GLOBALS = /\b(?:Buffer|process|require|__dirname)\b(?=[.(])/

describe('the client and the webhooks', () => {
  it('import nothing from Node, so that they run in browsers and on edge servers', () => {
    for (const folder of ['contract', 'client', 'webhooks']) {
      const folderUrl = new URL(`../../src/service/${folder}/`, import.meta.url)
      // Only the entry point `taxtally/webhook-stores`, which is not for browsers, imports the store in a file.
      const nodeFiles = ['file-store.ts', 'stores.ts']
      for (const file of readdirSync(folderUrl).filter(name => !nodeFiles.includes(name))) {
        const text = readFileSync(new URL(file, folderUrl), 'utf8')
        expect(text, file).not.toMatch(/\/(?:file-store|stores)\.js'/)
        // Imports in docstring examples do not count.
        expect(text, file).not.toMatch(/^(?! \*).*from '(?!\.{1,2}\/|zod'|content-disposition'|@noble\/hashes\/)/m)
        expect(text, file).not.toMatch(NODE_GLOBALS)
      }
    }
    const parser = readFileSync('node_modules/content-disposition/dist/index.js', 'utf8')
    expect(parser).not.toMatch(NODE_GLOBALS)
  })
})
