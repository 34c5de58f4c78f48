import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyzeAll } from '../../src/api/analyze.js'
import { normalizeDossier, normalizeRecord, normalizeTaxpayer } from '../../src/api/normalize.js'
import { readDossier, readRecord, readTaxpayer } from '../../src/api/read.js'
import { ParseContext } from '../../src/ingest/fields/parse-context.js'
import { readCell } from '../../src/ingest/fields/read-shape.js'
import { FIELD_TYPES, type Field, memo } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { RECORD, TAXPAYER } from '../../src/schema/record.js'
import { arbitraryDossier, arbitraryEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { analyzeEverything } from '../support/everything.js'

/** Calls the public functions that read, normalize and analyze data. */
function callAll(value: unknown): void {
  for (const read of [readRecord, readTaxpayer, readDossier]) expect(read(value).issues).toBeDefined()
  for (const normalize of [normalizeRecord, normalizeTaxpayer, normalizeDossier])
    expect(JSON.stringify(normalize(value))).toBeTypeOf('string')
  expect(JSON.stringify(analyzeAll(value))).toBeTypeOf('string')
}

/** Also computes every table. */
function callAllAndTables(value: unknown): void {
  callAll(value)
  analyzeEverything(value).csv()
}

/** Replaces the value at one position of a JSON value. */
function putAt(target: unknown, position: number, value: unknown): unknown {
  const places: (() => void)[] = []
  const walk = (container: unknown): void => {
    if (typeof container !== 'object' || container === null) return
    for (const key of Object.keys(container)) {
      places.push(() => {
        ;(container as Raw)[key] = value
      })
      walk((container as Raw)[key])
    }
  }
  walk(target)
  places[position % Math.max(places.length, 1)]?.()
  return target
}

/** Keys that every object inherits, as own keys of a parsed JSON object. */
const inherited = JSON.parse(
  '{"__proto__": {"id": "x"}, "constructor": 1, "toString": null, "hasOwnProperty": [], "length": -1}',
) as Raw

describe('no function throws', () => {
  test('on any JSON', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), callAllAndTables), { numRuns: 300 })
  })

  test('on any JSON at any position of a dossier', () => {
    fc.assert(
      fc.property(
        arbitraryDossier(),
        fc.nat(),
        fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(inherited), fc.constant(-0)),
        (dossier, position, value) => {
          callAllAndTables(putAt(structuredClone(dossier), position, value))
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each(FORMS.map(form => [form.key, form] as const))('on any JSON in every box of %s', (_, form) => {
    const boxes = fc.record<Raw>(Object.fromEntries(form.fields.map(field => [field.key, fc.jsonValue()])))
    const record = fc.array(boxes, { maxLength: 3 }).map(entries => makeRecord(form, entries))
    fc.assert(fc.property(record, callAllAndTables), { numRuns: 40 })
  })

  test('on keys that objects inherit', () => {
    const record = { ...inherited, id: 'r', forms: [{ ...inherited, form_w2: [inherited, { employer: inherited }] }] }
    callAll({ ...inherited, taxpayer: inherited, records: [record, inherited] })
    analyzeEverything({ taxpayer: { id: 't', ...inherited }, records: [record] }).csv()
  })
})

describe('deep values', () => {
  const nest = (wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 'bottom'
    for (let i = 0; i < 50_000; i++) value = wrap(value)
    return value
  }
  const shapes = [
    ['arrays', nest(inner => [inner])],
    ['objects', nest(inner => ({ a: inner }))],
    ['form arrays', nest(inner => ({ forms: [inner] }))],
  ] as const

  test.each(shapes)('do not throw as %s at any position', (_, deep) => {
    const [form] = FORMS
    const entry = { employer: { ein: deep, more: deep }, code_q: deep, more: deep }
    const places: unknown[] = [
      deep,
      [deep],
      { id: deep, forms: [] },
      { id: 'r', forms: deep },
      { id: 'r', forms: [deep] },
      { id: 'r', forms: [{ [form.key]: deep, form_new: [deep], year: deep }] },
      makeRecord(form, [entry, entry]),
      { taxpayer: { id: 't', metadata: deep, analysis: deep, details: { address: deep } }, records: [] },
      // Two records with the same id and date are distinguished by their text.
      { taxpayer: { id: 't' }, records: [makeRecord(form, [entry]), makeRecord(form, [entry, deep])] },
      { taxpayer: deep, records: deep },
    ]
    for (const input of places) {
      for (const call of [readRecord, readTaxpayer, readDossier, normalizeRecord, normalizeTaxpayer, normalizeDossier])
        expect(() => call(input)).not.toThrow()
      expect(() => analyzeAll(input)).not.toThrow()
    }
  })
})

describe('huge values', () => {
  const fields: readonly Field[] = [
    ...RECORD.fields,
    ...TAXPAYER.fields,
    ...FORMS.flatMap(form => form.fields as readonly Field[]),
  ]
  /** Texts of about N characters. */
  const texts: readonly (readonly [name: string, make: (N: number) => string])[] = [
    ['digits', N => `${'1'.repeat(N)}x`],
    ['commas', N => `${'1,'.repeat(N / 2)}x`],
    ['groups', N => `${'123,'.repeat(N / 4)}x`],
    ['points', N => `${'.'.repeat(N)}x`],
    ['spaces', N => `x${' '.repeat(N)}x${' '.repeat(N)}x`],
    ['line breaks', N => `${'\n\t '.repeat(N / 3)}`],
    ['signs', N => `${'-+'.repeat(N / 2)}1`],
    ['parentheses', N => `${'('.repeat(N)}1${')'.repeat(N)}`],
    ['a phrase in spaces', N => `${' '.repeat(N)}Not${' '.repeat(N)}Set`],
    ['checked', N => `${'not checked '.repeat(N / 12)}`],
    ['lone surrogates', N => '\ud800'.repeat(N)],
  ]

  test.each(FIELD_TYPES)('read text of 50,000 characters in a box of type %s in near linear time', async type => {
    const field = fields.find(candidate => candidate.type === type) as Field
    for (const [name, make] of texts)
      await expectNearLinear(
        N => {
          const text = make(N)
          return () => readCell(text, field, new ParseContext(), null, null)
        },
        [5000, 50_000],
        `${name}:`,
      )
  })

  test.each(texts)('read %s with the wire contract in near linear time', (_, make) =>
    expectNearLinear(
      N => {
        const text = make(N)
        const entry = { wages_tips_other_compensation: text, statutory_employee: text, employer: { ein: text } }
        const record = { id: 'r', forms: [{ form_w2: [entry], year: text, ssn: text }] }
        return () => readRecord(record)
      },
      [5000, 50_000],
    ),
  )

  test('read the largest and smallest numbers of JSON', () => {
    const field = memo('a', null, 'A.')
    for (const value of [1e308, -1e308, 5e-324, Number.MAX_SAFE_INTEGER, 9e13, -9e13, Number.POSITIVE_INFINITY]) {
      const reading = new ParseContext()
      const cell = readCell(value, field, reading, null, null)
      expect(cell === null || Number.isSafeInteger(cell)).toBe(true)
    }
  })

  test('read 20,000 entries, 20,000 keys and 20,000 form objects', () => {
    const [form] = FORMS
    const [entry] = fc.sample(arbitraryEntry(form), { numRuns: 1, seed: 7 })
    const many = makeRecord(
      form,
      Array.from({ length: 20_000 }, (_, i) => ({ ...entry, wages_tips_other_compensation: i })),
    )
    expect(analyzeEverything(many).rows('documents')).toHaveLength(20_000)
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key_${'a'.repeat(i % 50)}_${i}`, i]))
    callAll({ id: 'r', ...wide, forms: [{ ...wide, form_w2: [wide] }] })
    callAll({ id: 'r', forms: Array.from({ length: 20_000 }, () => ({ year: '2023' })) })
  })
})
