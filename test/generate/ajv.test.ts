import { readdirSync, readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { normalizeDossier, normalizeRecord } from '../../src/api/normalize.js'
import type { Outcome } from '../../src/core/issues/issue.js'
import { isAbsent } from '../../src/core/text.js'
import { ParseContext } from '../../src/ingest/fields/parse-context.js'
import { readCell } from '../../src/ingest/fields/read-shape.js'
import { FIELD_TYPES, type Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { RECORD, TAXPAYER } from '../../src/schema/record.js'
import { wireSchemas } from '../../src/schema/wire/wire.js'
import { selectTables } from '../../src/tables/tables.js'
import { buildNormalizedDocumentSchema, buildNormalizedSchema } from '../../src/tools/generate/document-schema.js'
import { buildJsonSchemas } from '../../src/tools/generate/json-schema.js'
import { buildTableSchema, type JsonObjectValue, toJsonSchema } from '../../src/tools/generate/schema-parts.js'
import type { StatedIncome } from '../../src/underwriting/tie-out/stated.js'
import { ABSENT, arbitraryBroken, arbitraryDossier, arbitraryReadable, makeRecord } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { expectAccepted } from '../support/run.js'
import { compile, listErrors } from './schemas.js'

const root = new URL('../../fixtures/', import.meta.url)
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const readJsonLines = (path: string): readonly unknown[] =>
  readFileSync(new URL(path, root), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as unknown)

const { tables } = selectTables(['all'])
const wire = wireSchemas(FORMS)
const validateRecord = compile(toJsonSchema(wire.record))
const validateDossier = compile(toJsonSchema(wire.dossier))
const validateTaxpayer = compile(toJsonSchema(wire.taxpayer))

describe('every schema', () => {
  const schemas = buildJsonSchemas(FORMS, tables)

  test.each(schemas)('%s compiles and has its path in its id', (path, schema) => {
    expect(compile(schema as JsonObjectValue)).toBeTypeOf('function')
    expect(schema['$id']).toBe(`https://taxtally.dev/schemas/${path}`)
  })

  test('the zod schemas describe every box of every form', () => {
    const { $defs } = z.toJSONSchema(wire.record)
    for (const { key, fields } of FORMS)
      for (const field of fields) {
        const schema = $defs?.[`wire_${key}`]?.properties?.[field.key]
        expect(schema).toMatchObject({ description: field.doc })
        if (field.type !== 'list') expect(schema).toMatchObject({ $ref: `#/$defs/wire_${field.type}` })
      }
  })

  test('has its own path', () => {
    expect(new Set(schemas.map(([path]) => path)).size).toBe(7 + FORMS.length + tables.length)
  })
})

describe('inputs', () => {
  test.each(readdirSync(new URL('forms/', root)))('fixtures/forms/%s matches the schema of a record', name => {
    expect(listErrors(validateRecord, readJson(`forms/${name}`))).toEqual([])
  })

  const spellings = readFileSync(new URL('../core/spellings.txt', import.meta.url), 'utf8').split(/^== /m)
  test.each([
    ['readDate', 'form_1098', 'mortgage_origination_date'],
    ['readPeriod', 'schedule_k1_1065', 'tax_period_beginning'],
  ])('values that %s reads match the schemas', (reader, form, key) => {
    const section = spellings.find(candidate => candidate.startsWith(`${reader}\n`)) ?? ''
    const read = [...section.matchAll(/^[0-9-]+ <- (.+)$/gm)].flatMap(([, texts = '']) => JSON.parse(texts))
    expect(read.length).toBeGreaterThan(5)
    for (const text of read)
      expect(listErrors(validateRecord, { id: 'r', forms: [{ [form]: [{ [key]: text }] }] })).toEqual([])
  })

  test.each(['dossiers.ndjson', 'borrower.ndjson'])('the lines of fixtures/%s match the schema of a dossier', name => {
    for (const dossier of readJsonLines(name)) expect(listErrors(validateDossier, dossier)).toEqual([])
  })

  test('the fixtures with liabilities match the schemas of a taxpayer and a dossier', () => {
    expect(listErrors(validateTaxpayer, readJson('liabilities.json'))).toEqual([])
    expect(listErrors(validateDossier, readJson('liabilities-dossier.json'))).toEqual([])
  })

  test.each([
    ['no id', { forms: [] }],
    ['an id without an answer', { id: 'Not Set', forms: [] }],
    ['no forms', { id: 'r' }],
    ['forms that are not an array', { id: 'r', forms: {} }],
    ['a form that is not an object', { id: 'r', forms: [1] }],
    ['a form array that is not an array', { id: 'r', forms: [{ form_w2: {} }] }],
    ['an entry that is not an object', { id: 'r', forms: [{ form_w2: ['x'] }] }],
    ['a party that is not an object', { id: 'r', forms: [{ form_w2: [{ employer: 'x' }] }] }],
  ])('a record with %s is rejected', (_, record) => {
    expect(listErrors(validateRecord, record)).not.toEqual([])
  })

  test('unknown keys are allowed everywhere', () => {
    const entry = { employer: { name: 'A', more: 1 }, more: [] }
    const record = { id: 'r', forms: [{ form_w2: [entry], form_1099_zz: [1], more: {} }], more: 1 }
    expect(listErrors(validateRecord, record)).toEqual([])
  })

  test('the phrases for an unanswered box are those that the library reads as absent', () => {
    const validate = compile({
      $ref: '#/$defs/wire_absent',
      $defs: toJsonSchema(wireSchemas([]).record)['$defs'] as JsonObjectValue,
    })
    fc.assert(
      fc.property(ABSENT, value => {
        expect(listErrors(validate, value)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('nothing', 'not', 'n / a', 'none at all')), text => {
        expect(listErrors(validate, text).length === 0).toBe(isAbsent(text))
      }),
    )
  })
})

/** One field of each type, with the form that has it, or null for a field of a taxpayer or record. */
const fieldsByType = new Map<string, { readonly field: Field; readonly form: FormTable | null }>()
for (const field of [...TAXPAYER.fields, ...RECORD.fields]) fieldsByType.set(field.type, { field, form: null })
for (const form of FORMS) for (const field of form.fields) fieldsByType.set(field.type, { field, form })

describe.each(FIELD_TYPES)('a field of type %s', type => {
  const { field, form } = fieldsByType.get(type) ?? { field: undefined, form: null }
  const makeRecordWith = (value: unknown): unknown =>
    form === null
      ? { id: 'r', forms: [], [field?.key ?? '']: value }
      : makeRecord(form, [{ [field?.key ?? '']: value }])

  test('is accepted if the library reads it', () => {
    fc.assert(
      fc.property(arbitraryReadable(field as Field), value => {
        const reading = new ParseContext()
        readCell(value, field as Field, reading, null, null)
        fc.pre(reading.issues.every(issue => issue.severity !== 'error'))
        // An unreadable flag is only a warning in the library, but the schema rejects it.
        fc.pre(reading.issues.every(issue => issue.code !== 'flag_unreadable'))
        expect(listErrors(validateRecord, makeRecordWith(value))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('is rejected if its value has another type', () => {
    fc.assert(
      fc.property(arbitraryBroken(field as Field), value => {
        // A pattern cannot check the number of days in a month, or the range of a number that is written as text.
        fc.pre(typeof value !== 'string')
        expect(listErrors(validateRecord, makeRecordWith(value))).not.toEqual([])
      }),
    )
  })
})

test('the schema of a record accepts only the text formats of amounts that the library reads', () => {
  const accepts = (value: unknown): boolean =>
    validateRecord({ id: 'r', forms: [{ form_w2: [{ wages_tips_other_compensation: value }] }] })
  for (const text of '5000|1,234.56|$1,234.56|(12.34)|($5)|-$600.00|.50|5.|+5| 7 |N/A'.split('|'))
    expect(accepts(text), text).toBe(true)
  for (const text of '$-5|(-5)|1,23|1234,567|.|$|()|1e5|12 34|(5|USD 5|５'.split('|'))
    expect(accepts(text), text).toBe(false)
})

const statedIncomes = readJsonLines('loan-files/stated.ndjson') as StatedIncome[]

describe.each(['last4', 'full'] as const)('rows of tables, identifiers %s', identifiers => {
  const inputs = [
    ...readdirSync(new URL('forms/', root)).map(name => [readJson(`forms/${name}`)]),
    readJsonLines('dossiers.ndjson'),
    [readJson('liabilities-dossier.json')],
    [readJson('loan-files/dossier.json')],
    ...readdirSync(new URL('quirks/', root))
      .filter(name => /\.json$/.test(name) && !/^(expected|json-malformed)/.test(name))
      .map(name => [readJson(`quirks/${name}`)]),
  ]
  const all = inputs.map(input =>
    analyzeEverything(input.length === 1 ? input[0] : input, FORMS, { identifiers }, { stated: statedIncomes }),
  )

  test.each(tables.map(table => [table.name, table] as const))('the rows of %s match its schema', (name, table) => {
    const validate = compile(buildTableSchema(table))
    const rows = all.flatMap(everything => everything.rows(name))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(listErrors(validate, row), JSON.stringify(row)).toEqual([])
    expect(listErrors(validate, { ...rows[0], more: 1 })).not.toEqual([])
    expect(listErrors(validate, {})).not.toEqual([])
  })
})

describe('normalized values', () => {
  const unwrap = <T>(outcome: Outcome<T>): T => expectAccepted(outcome).value
  const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  const modes = [
    { identifiers: 'last4' },
    { identifiers: 'full' },
    { identifiers: 'pseudonym', pseudonymKey: new Uint8Array(32).fill(7) },
  ] as const

  test.each(FORMS.map(form => [form.key, form] as const))('of a %s match the schema of a document', (key, form) => {
    const validate = compile(buildNormalizedDocumentSchema(form))
    for (const options of modes) {
      const { documents } = unwrap(normalizeRecord(readJson(`forms/${key}.json`), options))
      expect(documents.length).toBeGreaterThan(0)
      for (const document of documents) expect(listErrors(validate, toJson(document))).toEqual([])
    }
  })

  test('of a dossier match the schema of a dossier', () => {
    const validate = compile(buildNormalizedSchema(FORMS))
    const dossiers = [
      ...readJsonLines('dossiers.ndjson'),
      readJson('liabilities-dossier.json'),
      readJson('liabilities.json'),
    ]
    for (const dossier of dossiers) {
      for (const options of modes) {
        const value = unwrap(normalizeDossier(dossier, options))
        expect(listErrors(validate, toJson(value))).toEqual([])
      }
    }
  })

  test('of a document with any readable values match the schema of a document', () => {
    const validators = new Map(FORMS.map(form => [form.key, compile(buildNormalizedDocumentSchema(form))]))
    fc.assert(
      fc.property(arbitraryDossier(), fc.constantFrom(...modes), ({ records }, options) => {
        for (const record of records as readonly unknown[]) {
          const { documents } = unwrap(normalizeRecord(record, options))
          for (const document of documents) {
            expect(listErrors(validators.get(document.form) as ValidateFunction, toJson(document))).toEqual([])
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
