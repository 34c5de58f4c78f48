import { readdirSync, readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { normalizeDossier, normalizeRecord } from '../../src/api/normalize.js'
import type { NormalizedRecord } from '../../src/api/normalized-types.js'
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
import type { StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import { ABSENT, arbitraryBroken, arbitraryDossier, arbitraryReadable, makeRecord } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { readSections } from '../support/records.js'
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

  const spellings = readSections(new URL('../core/spellings.txt', import.meta.url))
  test.each([
    ['readDate', 'form_1098', 'mortgage_origination_date'],
    ['readPeriod', 'schedule_k1_1065', 'tax_period_beginning'],
  ])('values that %s reads match the schemas', (reader, form, key) => {
    const lines = spellings.find(([head]) => head === reader) ?? []
    const read = lines.flatMap(line => JSON.parse(/^[0-9-]+ <- (.+)$/.exec(line)?.[1] ?? '[]') as string[])
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

describe('rows of tables', () => {
  const inputs = [
    ...readdirSync(new URL('forms/', root)).map(name => readJson(`forms/${name}`)),
    readJsonLines('dossiers.ndjson'),
    readJson('liabilities-dossier.json'),
    readJson('loan-files/dossier.json'),
    ...readdirSync(new URL('quirks/', root))
      .filter(name => /\.json$/.test(name) && !/^(expected|json-malformed)/.test(name))
      .map(name => readJson(`quirks/${name}`)),
  ]
  const all = (['last4', 'full'] as const).flatMap(identifiers =>
    inputs.map(input => analyzeEverything(input, FORMS, { identifiers }, { statedIncome: statedIncomes })),
  )

  test.each(tables)('the rows of $name match its schema', table => {
    const validate = compile(buildTableSchema(table))
    const rows = all.flatMap(everything => everything.rows(table.name))
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

  const validators = new Map<string, ValidateFunction>()
  for (const form of FORMS) validators.set(form.key, compile(buildNormalizedDocumentSchema(form)))
  const expectValid = ({ documents }: NormalizedRecord): void => {
    for (const document of documents)
      expect(listErrors(validators.get(document.form) as ValidateFunction, toJson(document))).toEqual([])
  }

  test.each(FORMS)('of a $key match the schema of a document', ({ key }) => {
    for (const options of modes) {
      const record = unwrap(normalizeRecord(readJson(`forms/${key}.json`), options))
      expect(record.documents.length).toBeGreaterThan(0)
      expectValid(record)
    }
  })

  test('of a dossier match the schema of a dossier', () => {
    const validate = compile(buildNormalizedSchema(FORMS))
    const others = ['liabilities-dossier.json', 'liabilities.json'].map(readJson)
    for (const dossier of [...readJsonLines('dossiers.ndjson'), ...others])
      for (const options of modes)
        expect(listErrors(validate, toJson(unwrap(normalizeDossier(dossier, options))))).toEqual([])
  })

  test('of a document with any readable values match the schema of a document', () => {
    fc.assert(
      fc.property(arbitraryDossier(), fc.constantFrom(...modes), ({ records }, options) => {
        for (const record of records as readonly unknown[]) expectValid(unwrap(normalizeRecord(record, options)))
      }),
      { numRuns: 60 },
    )
  })
})
