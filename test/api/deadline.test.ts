import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { analyzeFiles, convert } from '../../src/files/index.js'
import { analyze, analyzeAll, normalizeDossier, normalizeDossiers } from '../../src/index.js'
import { readCsvRows } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { expectAccepted } from '../support/run.js'

const folder = sharedFolder()
afterEach(() => void vi.restoreAllMocks())

const makeDossier = (id: string) => ({
  taxpayer: { id },
  records: ['2022', '2023'].map(year => ({
    id: `${id}-${year}`,
    tax_year: year,
    forms: [{ year, form_w2: [{ wages_tips_other_compensation: 50_000 }] }],
  })),
})
const expectedIssue = {
  code: 'limit_reached',
  severity: 'error',
  message:
    'A limit was reached. Everything beyond it was left out. The taxpayer took more than 5 milliseconds; deadline raises that.',
}

/** Replaces the clock with one that advances by one millisecond at each read. `readCount` counts the reads. */
function makeTickingClock(): { readonly readCount: number } {
  const clock = { readCount: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.readCount++)
  return clock
}

test('no clock is read without a deadline, and a distant deadline changes nothing', () => {
  const clock = makeTickingClock()
  const without = analyze(makeDossier('a'))
  expect(clock.readCount).toBe(0)
  expect(JSON.stringify(analyze(makeDossier('a'), { deadline: 1000 }))).toBe(JSON.stringify(without))
  // The clock is read while records, documents, facts, sums and each part of the analysis are processed.
  expect(clock.readCount).toBeGreaterThan(10)
})

test('a taxpayer that takes too long is rejected, with its input and the limit', () => {
  const input = makeDossier('a')
  for (let deadline = 0; deadline < 15; deadline++) {
    vi.restoreAllMocks()
    makeTickingClock()
    expect(analyze(input, { deadline })).toMatchObject({
      status: 'rejected',
      rejected: input,
      issues: [{ code: 'limit_reached', path: '$' }],
    })
  }
  makeTickingClock()
  expect(analyze(input, { deadline: 5 }).issues).toEqual([{ ...expectedIssue, path: '$' }])
  expect(normalizeDossier(input, { deadline: 1 })).toMatchObject({ status: 'rejected', rejected: input })
  expect(normalizeDossier(input, { deadline: 50 }).status).toBe('valid')
})

test('each of several taxpayers has its own deadline', () => {
  // While the second taxpayer is read, the clock advances ten times as fast.
  let [now, taxpayer] = [0, '']
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += taxpayer === 'b' ? 10 : 1
    return now
  })
  const all = ['a', 'b', 'c'].map(id => {
    const dossier = makeDossier(id)
    return {
      get taxpayer() {
        taxpayer = id
        return dossier.taxpayer
      },
      records: dossier.records.map(record => ({
        ...record,
        get id() {
          taxpayer = id
          return record.id
        },
      })),
    }
  })
  const { analyses, issues } = analyzeAll(all, { deadline: 60 })
  expect(analyses.map(({ taxpayerId }) => taxpayerId)).toEqual(['a', 'c'])
  expect(issues.map(({ code, path }) => [code, path])).toEqual([['limit_reached', "$[1]['taxpayer']"]])
  const { dossiers } = normalizeDossiers(all, { deadline: 15 })
  expect(dossiers.map(({ value }) => value.taxpayerId)).toEqual(['a', 'c'])
})

test('a late taxpayer in files is rejected, and its input values are kept', async () => {
  const path = join(folder, 'in.ndjson')
  const lines = [makeDossier('a'), makeDossier('b')].map(dossier => JSON.stringify(dossier))
  writeFileSync(path, `${lines.join('\n')}\n`)
  const outcomes: unknown[] = []
  for await (const outcome of analyzeFiles([path], { deadline: 0 })) outcomes.push(outcome)
  expect(outcomes).toMatchObject(
    ['a', 'b'].map(id => ({ status: 'rejected', rejected: makeDossier(id), issues: [{ code: 'limit_reached' }] })),
  )
  const out = join(folder, 'out')
  const report = await convert([path], { out, deadline: 0 })
  // Each of the two rejected taxpayers has three values: the taxpayer object and two records.
  expect(report).toMatchObject({ taxpayers: 0, rejected: 6, issues: { error: 2 } })
  const rows = readCsvRows(join(out, 'issues.csv'))
  expect(rows.map(row => [row['line'], row['taxpayer_id'], row['code']])).toEqual([
    ['1', 'a', 'limit_reached'],
    ['2', 'b', 'limit_reached'],
  ])
  const { taxpayer, records } = makeDossier('a')
  expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8').split('\n').slice(0, 3)).toEqual(
    [taxpayer, ...records].map(value => JSON.stringify(value)),
  )
  expect(readCsvRows(join(out, 'taxpayers.csv'))).toEqual([])
})

test('an invalid deadline is an error', () => {
  for (const options of [
    { deadline: -1 },
    { deadline: Number.NaN },
    { maxValueEntries: 0 },
    { maxTaxpayerDocuments: 1.5 },
    { maxValueIssues: -1 },
  ])
    expect(() => analyze(makeDossier('a'), options)).toThrow(RangeError)
})

test('the whole input of a library call counts as one value for the limits', () => {
  const input = makeDossier('a')
  // Six entries: two records, each with one form object and one entry.
  expect(analyze(input, { maxValueEntries: 6 }).status).toBe('valid')
  const { status, issues } = analyze(input, { maxValueEntries: 5 })
  expect([status, issues.map(({ message }) => message)]).toEqual([
    'rejected',
    [
      'A limit was reached. Everything beyond it was left out. The value has 6 entries, more than 5; maxValueEntries (--max-value-entries) raises that.',
    ],
  ])
  const outcome = expectAccepted(analyze(input, { maxTaxpayerDocuments: 3 }))
  expect(outcome.issues.map(({ code, path }) => [code, path])).toEqual([['limit_reached', "$['records'][1]"]])
  expect(outcome.value.years.map(row => [row.taxYear, row.complete])).toEqual([
    [2022, true],
    [2023, false],
  ])
  expect(outcome.value.dossier.rejected).toEqual([input.records[1]])
  const entries = [1, 2, 3, 4]
  const flood = { id: 'r', tax_year: '2022', forms: [{ form_w2: entries }] }
  expect(analyze(flood, { maxValueIssues: 2 }).issues.map(({ path }) => path)).toEqual([
    "$['forms'][0]['form_w2'][0]",
    "$['forms'][0]['form_w2'][1]",
    "$['forms'][0]['form_w2']",
  ])
})
