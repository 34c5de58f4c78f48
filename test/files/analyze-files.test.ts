import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyzeFiles } from '../../src/files/index.js'
import { type Analysis, analyze } from '../../src/index.js'
import { sharedFolder } from '../support/folder.js'

const folder = sharedFolder()

test('analyzeFiles gives the same outcomes for a file as analyze gives for each of its lines', async () => {
  const lines = readFileSync('fixtures/dossiers.ndjson', 'utf8').trimEnd().split('\n')
  const expected = lines.map(line => JSON.stringify(analyze(JSON.parse(line))))
  const outcomes: string[] = []
  for await (const { status, issues, ...rest } of analyzeFiles(['fixtures/dossiers.ndjson'])) {
    // Only issues that come from files have an origin, which names the file and the line.
    const { origin: _, ...outcome } = { origin: null, ...rest }
    outcomes.push(
      JSON.stringify({ status, ...outcome, issues }).replaceAll(/,"origin":\{"source":"[^"]*","line":\d+\}/g, ''),
    )
  }
  expect(outcomes).toEqual(expected)
})

test('rejects a line that is not JSON and reads the other lines', async () => {
  const path = join(folder, 'broken.ndjson')
  writeFileSync(path, '{"id":"r-1","taxpayer_id":"a","forms":[]}\n{"id":\n{"id":"r-2","taxpayer_id":"b","forms":[]}\n')
  const results: string[] = []
  for await (const outcome of analyzeFiles([path])) {
    results.push(outcome.status === 'rejected' ? String(outcome.issues[0]?.code) : outcome.value.taxpayerId)
  }
  // The outcome of taxpayer `a` comes later because more of its records may follow.
  expect(results).toEqual(['json_malformed', 'a', 'b'])
})

test('checks of raw box values have the same findings for a file as for a parsed value', async () => {
  const share = 'partner_share_of_capital_beginning'
  const entries = [
    ['schedule_k1_1065', { [share]: 150 }],
    ['schedule_k1_1065', { partnerShareOfCapitalBeginning: 150 }],
    ['schedule_k1_1065', { [share]: 150, ordinary_business_income: '100' }],
    ['schedule_k1_1065', { partnerShareOfCapitalBeginning: 50, ordinary_business_income: '100' }],
    ['schedule_k1_1065', { [share]: 150, ordinary_business_income: '100', nobody: 'knows' }],
    ['schedule_k1_1065', { [share]: 0.5, ordinary_business_income: '100' }],
    [
      'form_1099_r',
      { gross_distribution: 100, taxable_amount: 90, tax_amount_undetermined_code: true, sepIndicator: 'maybe' },
    ],
  ] as const
  const checkIdsPerEntry: string[][] = []
  for (const [form, entry] of entries) {
    const dossier = {
      taxpayer: { id: 't' },
      records: [{ id: 'r', tax_year: '2023', forms: [{ year: '2023', [form]: [entry] }] }],
    }
    const path = join(folder, 'checks.ndjson')
    writeFileSync(path, `${JSON.stringify(dossier)}\n`)
    const listCheckIds = (value: Analysis | undefined): string[] | undefined => value?.checks.map(({ check }) => check)
    const expectedIds = listCheckIds(analyze(dossier).value)
    for await (const { value } of analyzeFiles([path])) expect(listCheckIds(value)).toEqual(expectedIds)
    checkIdsPerEntry.push(expectedIds ?? [])
  }
  expect(checkIdsPerEntry.map(ids => ids.includes('K-01'))).toEqual([true, true, true, true, true, false, false])
})

test('an extra key of a dossier, record or taxpayer does not change the figures', async () => {
  const w2 = { employer: { ein: '00-1234567' }, wages_tips_other_compensation: 100 }
  const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms: [{ year: '2023', form_w2: [w2] }] }
  const taxpayer = { id: 't', analysis: { total_liabilities: '5.00' } }
  const printFigures = ({ taxpayerId, income, liabilities }: Analysis): string =>
    JSON.stringify([taxpayerId, income, liabilities])
  const path = join(folder, 't.json')
  for (const raw of [{ taxpayer, records: [record] }, { ...record, taxpayer_id: 't' }, taxpayer]) {
    const expected = analyze(raw)
    if (expected.status === 'rejected') throw new Error('rejected')
    for (const extra of [{ date: '2024-05-01T00:00:00Z' }, { tax_year: '2023' }, { raw_file: 'x' }]) {
      const rawWithExtra = { ...extra, ...raw }
      const outcomes = [analyze(rawWithExtra)]
      writeFileSync(path, JSON.stringify(rawWithExtra))
      for await (const outcome of analyzeFiles([path])) outcomes.push(outcome)
      expect(
        outcomes.map(outcome => outcome.status !== 'rejected' && printFigures(outcome.value)),
        JSON.stringify(Object.keys(rawWithExtra)),
      ).toEqual([printFigures(expected.value), printFigures(expected.value)])
    }
  }
})
