import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  analyze,
  Decimal,
  type FormTable,
  type NormalizedDocument,
  normalizeDossier,
  normalizeRecord,
} from '../../src/index.js'
import type { w2 } from '../../src/schema/forms/w2.js'
import { expectAccepted } from '../support/run.js'

const borrower: unknown = JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8'))

const dossier = () => expectAccepted(normalizeDossier(borrower)).value

describe('normalized objects', () => {
  it('have a decimal or null for money', () => {
    expectTypeOf<NormalizedDocument<typeof w2>['fields']['wages']>().toEqualTypeOf<Decimal | null>()
    expectTypeOf<NormalizedDocument<typeof w2>['fields']['statutoryEmployee']>().toEqualTypeOf<boolean | null>()
    const [document] = dossier().records.flatMap(record => record.documents)
    expect(document?.form === 'form_w2' && document.fields.wages instanceof Decimal).toBe(true)
  })

  it('have fields of any type if the form kind is unknown', () => {
    expectTypeOf<string | number | boolean | Decimal | null>().toExtend<
      NormalizedDocument<FormTable>['fields'][string]
    >()
  })

  it('have typed items in their lists', () => {
    const form = {
      form_1099_r: [{ distribution_codes: [{ code: 7, value: null }] }],
      form_ssa_1099: [{ payments: [{ year: '2021', payment: '5.00' }] }],
      schedule_k1_1041: [{ other_information_codes: ['A'] }],
    }
    const { value } = expectAccepted(normalizeRecord({ id: 'r-1', tax_year: '2023', forms: [form] }))
    const codes: unknown[] = []
    for (const document of value.documents) {
      if (document.form === 'form_1099_r') {
        const code = document.fields.distributionCodes?.[0]?.code
        expectTypeOf(code).toEqualTypeOf<string | null | undefined>()
        codes.push(code)
        // @ts-expect-error an item does not have this field
        document.fields.distributionCodes?.[0]?.cod
      }
      if (document.form === 'form_ssa_1099') {
        const item = document.fields.paymentsByYear?.[0]
        expectTypeOf(item).toEqualTypeOf<
          { readonly year: number | null; readonly payment: Decimal | null } | undefined
        >()
        codes.push(item?.year, item?.payment?.toFixed(2))
      }
      if (document.form === 'schedule_k1_1041') {
        expectTypeOf(document.fields.otherInformationCodes).toEqualTypeOf<readonly string[] | null>()
        codes.push(document.fields.otherInformationCodes?.[0])
      }
    }
    expect(codes.sort()).toEqual(['5.00', '7', 'A', 2021].sort())
  })

  it('survive spread, JSON.stringify and structuredClone of their JSON', () => {
    for (const record of dossier().records) {
      const json = JSON.stringify(record)
      expect(
        JSON.stringify({
          ...record,
          documents: record.documents.map(document => ({ ...document, fields: { ...document.fields } })),
        }),
      ).toBe(json)
      expect(structuredClone(JSON.parse(json))).toEqual(JSON.parse(json))
    }
    // Box 1 of the first IRS W-2, read by hand from the fixture.
    expect(JSON.stringify(dossier().records[0]?.documents[0])).toContain('"wages":"66120"')
  })

  it('are created once, and list their own properties', () => {
    const records = dossier().records
    expect(records.length).toBeGreaterThan(1)
    for (const record of records) {
      expect(record.documents).toBe(record.documents)
      expect(record.documents[0]?.fields).toBe(record.documents[0]?.fields)
      expect(Object.keys(record).join()).toBe('id,name,taxpayerId,taxYear,providerId,date,rawFile,documents')
      expect(Object.keys(record.documents[0] as object)).toContain('fields')
      expect(record.unrecognized).toEqual([])
    }
    const unknown = { id: 'r', forms: [{ type: 'WAID', form_9999: [{ a: 1 }] }] }
    const outcome = normalizeRecord(unknown)
    expect(outcome.status !== 'rejected' && outcome.value.unrecognized).toEqual([
      { path: ['forms', 0, 'form_9999'], value: [{ a: 1 }] },
    ])
  })

  it('reject unusable input and never throw', () => {
    const objects = [[], [[]], {}, { records: 5 }, { taxpayer: 'x' }]
    for (const input of [null, undefined, 1, 'x', ...objects, () => 0, Symbol('s')])
      expect(() => analyze(input)).not.toThrow()
  })
})

describe('the core', () => {
  it('bundles for a browser, without a Node builtin, zod, fast-csv or apache-arrow', async () => {
    const { metafile } = await build({
      entryPoints: ['src/index.ts'],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const inputs = Object.keys(metafile.inputs)
    expect(inputs.some(name => name.includes('node_modules/decimal.js/'))).toBe(true)
    expect(inputs.filter(name => /\/zod\/|fast-csv|apache-arrow|^node:/.test(name))).toEqual([])
  })
})
