import { afterEach, describe, expect, test } from 'vitest'
import type { Analysis } from '../../src/api/analysis.js'
import { analyze, analyzeAll } from '../../src/api/analyze.js'
import { normalizeDossier } from '../../src/api/normalize.js'
import { readDossier } from '../../src/api/read.js'
import { tablesOf } from '../../src/api/tables-of.js'
import type { Field } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { analyzeEverything } from '../support/everything.js'
import { expectAccepted } from '../support/run.js'
import { listRecordIds, makeRecordLine, readBytes } from './reading.js'

/** Keys that every object inherits, and keys that change the prototype or the conversion of an object. */
const KEYS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then', 'hasOwnProperty'],
  ...['isPrototypeOf', '__defineGetter__', '__lookupSetter__', 'length', '0'],
]

const VALUES = [
  ...['{"polluted":"yes"}', '[{"polluted":"yes"}]', '"yes"', 'null', '1'],
  ...['{"prototype":{"polluted":"yes"}}'],
]

/** Returns a dossier as JSON text with the key and value added to every object that may have unknown keys. */
const dossierWith = (key: string, value: string): string => {
  const member = `${JSON.stringify(key)}:${value}`
  const entry = `{"wages_tips_other_compensation":100,"employer":{"name":"A",${member}},"employee":{${member}},${member}}`
  const codes = `{"gross_distribution":5,"distribution_codes":[{"code":"7",${member}}],${member}}`
  const record = `{"id":"r","tax_year":"2024","provider_id":"irs",${member},"forms":[
    {"year":"2024",${member},"form_w2":[${entry}],"form_1099_r":[${codes}]}]}`
  return `{${member},"taxpayer":{"id":"t",${member},"metadata":{${member}},"analysis":{${member},"total_liabilities":"5",
    "employment_history":[{"year":"2024",${member},"employer":{${member}}}]},"details":{${member},"address":{${member}},
    "balance_summary":{${member},"tax_years":[{"amount":1,"year":"2024",${member}}]}}},"records":[${record}]}`.replaceAll(
    /\n */g,
    '',
  )
}

/**
 * Removes the form names from rows of `conditions` and `gaps`. For a form of an unknown kind, the name is the key under test,
 * or it is left out.
 */
const removeFormNames = (rows = ''): string[] =>
  rows
    .replaceAll(/,unread_form,([^,]*,[^,]*),[^,]*,/g, ',unread_form,$1,,')
    .replaceAll(/,form_unknown,([^,]*),[^,]*,/g, ',form_unknown,$1,,')
    .split('\n')
    .sort()

const before = Object.getOwnPropertyNames(Object.prototype)
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect((Object.getPrototypeOf([]) as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

describe.each(KEYS)('%s', key => {
  test.each(VALUES)('with the value %s in every object changes no figure and is reported', value => {
    const raw: unknown = JSON.parse(dossierWith(key, value))
    const everything = analyzeEverything(raw)
    // Only the issues and the form names in `conditions` and `gaps` depend on the key. All other tables are unchanged.
    const { issues, conditions, gaps, ...tables } = everything.csv()
    const {
      issues: _,
      conditions: expectedConditions,
      gaps: expectedGaps,
      ...expectedTables
    } = analyzeEverything(JSON.parse(dossierWith('plain_key', value))).csv()
    expect(tables).toEqual(expectedTables)
    expect(removeFormNames(conditions)).toEqual(removeFormNames(expectedConditions))
    expect(removeFormNames(gaps)).toEqual(removeFormNames(expectedGaps))
    expect(issues).toContain('field_unknown')
    for (const call of [readDossier, normalizeDossier, analyze, analyzeAll]) {
      const printed = JSON.stringify(call(raw))
      expect(JSON.parse(printed)).toEqual(JSON.parse(printed))
    }
    // Metadata belongs to the caller and is returned unchanged.
    const outcome = expectAccepted(normalizeDossier(raw))
    const taxpayer = JSON.parse(JSON.stringify(outcome.value)) as { taxpayer: { metadata?: unknown } }
    expect(JSON.stringify(taxpayer.taxpayer.metadata)).toBe(`{${JSON.stringify(key)}:${value}}`)
  })

  test('works as the name of a form, a file, a record and a taxpayer', async () => {
    const forms = `[{"year":"2024",${JSON.stringify(key)}:[{"wages_tips_other_compensation":7}]}]`
    const id = JSON.stringify(key)
    const lines = [makeRecordLine('a'), `{"id":${id},"taxpayer_id":${id},"forms":${forms}}`, makeRecordLine('c')].join(
      '\n',
    )
    const read = await readBytes(`${key}.ndjson`, lines)
    expect(read.refused).toEqual([])
    expect(listRecordIds(read)).toEqual([key, 'a', 'c'].sort())
    expect(read.issueCodes).toEqual(['form_unknown'])
    const alone = await readBytes(`${key}.json`, `{"id":"r","forms":${forms}}`)
    expect(alone).toMatchObject({ refused: [], issueCodes: ['form_unknown'] })
    expect(Object.keys(alone.records)).toEqual([key])
  })

  test('works as the value of every box', () => {
    for (const form of FORMS) {
      const fields = form.fields as readonly Field[]
      const entry = Object.fromEntries(fields.map(field => [field.key, key]))
      const record = { id: key, provider_id: key, date: key, forms: [{ type: key, year: key, [form.key]: [entry] }] }
      const raw = { taxpayer: { id: key, status: key, provider_id: key }, records: [record] }
      const [row] = analyzeEverything(raw).rows('documents')
      expect(row).toMatchObject({ taxpayer_id: key, record_id: key, status: 'counted', transcript_type: key })
    }
  })
})

test('a record whose only key is __proto__ is rejected and kept', async () => {
  const line = '{"__proto__":{"id":"x","forms":[],"taxpayer_id":"t"}}'
  const read = await readBytes('lines.ndjson', `${line}\n${makeRecordLine('a')}`)
  expect(read.refused).toMatchObject([{ code: 'value_unrecognized', line: 1, text: line }])
  expect(listRecordIds(read)).toEqual(['a'])
})

test('inherited names in the boxes of every form do not find inherited properties', () => {
  for (const value of KEYS) {
    for (const { key, fields } of FORMS) {
      const entry = Object.fromEntries(fields.map(({ key: box, type }) => [box, type === 'money' ? 100 : value]))
      const raw = { records: [{ id: 'r', tax_year: '2023', forms: [{ year: '2023', [key]: [entry] }] }] }
      for (const { columns, rows } of tablesOf([analysisOf(raw).dossier])) {
        columns.forEach(({ type, name }, i) => {
          if (type !== 'text') return
          for (const row of rows)
            expect([null, 'string'], `${key} ${name}`).toContain(row[i] === null ? null : typeof row[i])
        })
      }
    }
  }
})

const analysisOf = (raw: unknown): Analysis => expectAccepted(analyze(raw)).value
