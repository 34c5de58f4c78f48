// Checks the reference implementation against the specification's worked figures, which were computed by hand.
import { describe, expect, test } from 'vitest'
import { formatRows } from './cells.js'
import { readUnderwritingInput } from './underwriting/papers.js'
import { PRESETS, type Rules } from './underwriting/policies.js'
import { qualifyingIncome } from './underwriting/qualifying-income.js'
import type { Raw } from './values.js'

const policy = (name: string): Rules => PRESETS.find(rules => rules.name === name)!

type Box = readonly [year: number, form: string, issuer: string, boxes: Raw]

const KEYS: Readonly<Record<string, readonly [party: string, id: string]>> = {
  form_w2: ['employer', 'ein'],
  schedule_k1_1065: ['partnership', 'ein'],
}
const EINS: Readonly<Record<string, string>> = { A: '00-1111112', B: '00-2222223' }

function dossier(boxes: readonly Box[], provider = 'turbotax', dateSuffix = '-04-01'): Raw[] {
  const years = [...new Set(boxes.map(([year]) => year))]
  return years.map(year => {
    const form: Raw = { year: String(year), ssn: 'XXX-XX-1111' }
    for (const [, kind, issuer, fields] of boxes.filter(box => box[0] === year)) {
      const [party, id] = KEYS[kind] ?? ['payer', 'fin']
      const entry = { [party]: { [id]: EINS[issuer], name: `${issuer} COMPANY` }, ...fields }
      form[kind] = [...((form[kind] as Raw[] | undefined) ?? []), entry]
    }
    const date = `${year + 1}${dateSuffix}T00:00:00Z`
    return { id: `${provider}${year}`, tax_year: String(year), provider_id: provider, date, forms: [form] }
  })
}

const rowOf = (records: readonly Raw[], name: string, category = 'wages') => {
  const raw = { taxpayer: { id: 't' }, records }
  const { rows } = qualifyingIncome(readUnderwritingInput(raw, { taxpayer_id: 't' }), policy(name))
  return formatRows(rows).find(row => row['category'] === category)
}
type Wages = Readonly<Record<number, number>>
const pay = (issuer: string, amounts: Wages): Box[] =>
  Object.entries(amounts).map(([year, amount]) => [
    Number(year),
    'form_w2',
    issuer,
    { wages_tips_other_compensation: amount },
  ])
const month = (boxes: readonly Box[], name = 'fannie-2026-03'): string | undefined =>
  rowOf(dossier(boxes), name)?.['monthly_amount']

describe('qualifying wages', () => {
  const A = pay('A', { 2021: 73000, 2022: 75500, 2023: 79000 })
  test('excludes a second job that ended', () => {
    const row = rowOf(dossier([...A, ...pay('B', { 2021: 24000, 2022: 26000 })]), 'fannie-2026-03')
    expect([row?.['monthly_amount'], row?.['flags']]).toEqual(['6437.50', 'employer_ended;transcript_incomplete'])
  })
  test('excludes a second job whose wages fell and that has no replacement', () => {
    const boxes = [...A, ...pay('B', { 2021: 24000, 2022: 26000, 2023: 3100 })]
    const row = rowOf(dossier(boxes), 'fannie-2026-03')
    expect([row?.['monthly_amount'], row?.['supportable_if_stabilized']]).toEqual(['6437.50', '6695.83'])
    // 6,437.50 + 258.33
    expect(month(boxes, 'fha-4000.1')).toBe('6695.83')
  })
  test.each<[string, Wages, Wages, string]>([
    [
      'a job change with wages from both employers in one year',
      { 2021: 50000, 2022: 30000 },
      { 2022: 31000, 2023: 62000 },
      '5125.00',
    ],
    ['a job change at the turn of the year', { 2021: 66000, 2022: 22000 }, { 2023: 54000 }, '3166.67'],
    [
      'a job change in the middle of the latest year',
      { 2021: 60000, 2022: 60450, 2023: 36120 },
      { 2023: 27980 },
      '5189.58',
    ],
    ['a second job that ended without a replacement', { 2022: 75500, 2023: 98500 }, { 2022: 26000 }, '8208.33'],
  ])('handles %s', (_, first, second, expected) =>
    expect(month([...pay('A', first), ...pay('B', second)])).toBe(expected),
  )
})

test('flags or excludes a document that complete transcripts lack', () => {
  const metr = pay('A', { 2022: 48000, 2023: 50000 })
  const records = [...dossier(metr, 'irs', '-08-10'), ...dossier([...metr, ...pay('B', { 2022: 60000, 2023: 62000 })])]
  const fannie = rowOf(records, 'fannie-2026-03')
  expect([fannie?.['monthly_amount'], fannie?.['verified_monthly'], fannie?.['flags']]).toEqual([
    '9166.67',
    '4083.33',
    'not_on_transcript',
  ])
  expect(rowOf(records, 'conservative')?.['monthly_amount']).toBe('4083.33')
})

test('counts the loss of a partnership that turned negative', () => {
  for (const { name } of PRESETS) {
    const boxes: Box[] = [
      [2022, 'schedule_k1_1065', 'A', { ordinary_income_k1: 10000 }],
      [2023, 'schedule_k1_1065', 'A', { ordinary_income_k1: -5000 }],
    ]
    expect(rowOf(dossier(boxes), name, 'partnership')?.['monthly_amount'], name).toBe('-416.67')
  }
})
