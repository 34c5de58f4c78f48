// Tests unknown and misspelled keys of the dossier itself. Source: specification of records, sections 2 and 10.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { analyze, analyzeAll, readDossier } from '../../src/index.js'
import { newFolder } from '../cli/command.js'
import { expectSame } from '../files/jobs-command.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { listIssueLines, recordWith } from '../support/records.js'
import { expectAccepted } from '../support/run.js'

const record = (id: string, wages: number, otherFields: object = {}) =>
  recordWith(
    { form_w2: [{ employer: { name: 'ACME' }, wages_tips_other_compensation: wages }] },
    { id, ...otherFields },
  )
const taxpayer = { id: 't', name: 'N' }

/** Reads input and returns the issue codes with their paths, and the totals per year. */
function readIssuesAndYears(input: unknown): { issues: string[]; years: string[] } {
  const outcome = expectAccepted(analyze(input))
  return {
    issues: listIssueLines(outcome.issues).sort(),
    years: outcome.value.years.map(year => `${year.taxYear} ${year.totalIncome?.toFixed(2)} ${year.complete}`),
  }
}

test.each([
  ['the key of the records', { taxpayer, Records: [record('a', 5)] }, ["field_respelled $['Records']"]],
  ['the key of the taxpayer', { Taxpayer: taxpayer, records: [record('a', 5)] }, ["field_respelled $['Taxpayer']"]],
  [
    'both keys, with separators',
    { tax_payer: taxpayer, RECORDS: [record('a', 5)] },
    ["field_respelled $['RECORDS']", "field_respelled $['tax_payer']"],
  ],
  ['next to an absent key', { taxpayer, records: null, Records: [record('a', 5)] }, ["field_respelled $['Records']"]],
  // A key that may contain data is not printed.
  ['under a key that is not printed', { taxpayer, 'rec.ords': [record('a', 5)] }, ['field_respelled $[*]']],
])('a key in another spelling is read: %s', (_, input, expectedIssues) => {
  expect(readIssuesAndYears(input)).toEqual({ issues: expectedIssues, years: ['2023 5.00 true'] })
  expect(analyze(input)).toMatchObject({ value: { taxpayerId: 't', dossier: { taxpayer: { id: 't' } } } })
})

describe('data under an unknown key of a dossier is kept, reported, and makes years incomplete', () => {
  const both = (key: string) => [`dossier_key_unknown ${key}`, `field_unknown ${key}`]
  test.each([
    // The record has a year, so only this year becomes incomplete.
    [
      'a record',
      { record: record('a', 5, { tax_year: 2022 }) },
      both("$['record']"),
      ['2022 undefined false', '2023 7.00 true'],
    ],
    ['a record of the year', { record: record('a', 5) }, both("$['record']"), '2023 7.00 false'],
    ['a misspelled array', { recrods: [record('a', 5)] }, both("$['recrods']"), '2023 7.00 false'],
    ['next to the correct key', { Records: [record('a', 5)] }, both("$['Records']"), '2023 7.00 false'],
    ['forms', { forms: [{ year: 2023 }] }, both("$['forms']"), '2023 7.00 false'],
    ['a key that is not printed', { 'acct 123456789': { a: 1 } }, both('$[*]'), '2023 7.00 false'],
    [
      'what the service adds',
      { page: 3, cursor: 'x', more: true },
      ["field_unknown $['cursor']", "field_unknown $['more']", "field_unknown $['page']"],
      '2023 7.00 true',
    ],
    [
      'nothing',
      { empty: [], none: {}, nil: null },
      ["field_unknown $['empty']", "field_unknown $['nil']", "field_unknown $['none']"],
      '2023 7.00 true',
    ],
  ])('%s', (_, otherFields, expectedIssues, expectedYears) => {
    const input = { taxpayer, records: [record('b', 7)], ...otherFields }
    expect(readIssuesAndYears(input)).toEqual({ issues: expectedIssues, years: [expectedYears].flat() })
    // A dossier in an array has the same issues.
    const [first, second] = analyzeAll([input, { taxpayer: { id: 'u' }, records: [] }]).analyses
    const inArray = expectedIssues.map(issue => issue.replace('$', '$[0]'))
    expect(listIssueLines(first?.issues ?? []).sort()).toEqual(inArray)
    expect(second?.issues).toEqual([])
  })

  test('a misspelled taxpayer key', () => {
    const input = { taxpayers: taxpayer, records: [record('b', 7, { taxpayer_id: 't' })] }
    const expectedIssues = ["dossier_key_unknown $['taxpayers']", "field_misspelled $['taxpayers']"]
    expect(readIssuesAndYears(input)).toEqual({ issues: expectedIssues, years: ['2023 7.00 false'] })
  })

  test('of a dossier with several taxpayers is reported once', () => {
    const records = ['t', 'u'].map(id => record(id, 7, { taxpayer_id: id }))
    const { analyses, issues } = analyzeAll({ records, extra: [1], page: 2 })
    expect(analyses.map(({ taxpayerId }) => taxpayerId)).toEqual(['t', 'u'])
    const issueLines = listIssueLines([...issues, ...analyses.flatMap(analysis => analysis.issues)])
    expect(issueLines.sort()).toEqual([...both("$['extra']"), "field_unknown $['page']"])
  })

  test('is also reported by readDossier', () => {
    const { status, issues } = readDossier({ Taxpayer: 5, Records: [{}], extra: [3], page: 1 })
    expect(status).toBe('issues')
    expect(listIssueLines(issues)).toEqual([
      "taxpayer_not_object $['Taxpayer']",
      "record_id_missing $['Records'][0]['id']",
      "dossier_key_unknown $['extra']",
    ])
  })
})

test('convert keeps the original text of data under unknown keys, with one process and with several', () => {
  const path = join(newFolder(), 'odd.ndjson')
  const makeDossierLine = (id: string, key: string) =>
    `{"taxpayer": {"id":"${id}"}, "${key}": [ {"b":1.50} ], "Records": [${JSON.stringify(record('b', 7))}]}\n`
  writeFileSync(path, ['recrods', 'acct 123456789', 'x.y'].map((key, i) => makeDossierLine(`t${i}`, key)).join(''))
  const { out } = expectSame([path], { args: ['--format', 'csv'] })
  expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe('[ {"b":1.50} ]\n'.repeat(3))
  const income = readFileSync(join(out, 'income.csv'), 'utf8').trimEnd().split('\n').slice(1)
  expect(income.filter(line => line.includes('7.00'))).toHaveLength(3)
})

test('many unknown keys of a dossier are kept in near linear time', () =>
  expectNearLinear(
    count => {
      const extra = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [i]]))
      return () => analyze({ taxpayer, records: [], ...extra })
    },
    [10_000, 40_000],
  ))
