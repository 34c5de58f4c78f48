import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { Privacy } from '../../src/ingest/privacy.js'
import { toCsv } from '../../src/tables/csv.js'
import { createTable } from '../../src/tables/table.js'
import { findTable, resultOfDossier } from '../support/run.js'
import { readArrow, readWithDuckDb } from './readers.js'
import { readBytes } from './reading.js'

/** A number as JSON text, the expected amount in dollars (null if unreadable), and the expected issue code. */
const AMOUNTS: readonly (readonly [json: string, amount: string | null, code: string | null])[] = [
  ...readFileSync(new URL('amounts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const [, amount, code, json] = /^(\S+) (\S+) (.+)$/.exec(line) as unknown as [string, string, string, string]
      return [json, amount === '-' ? null : amount, code === '-' ? null : code] as const
    }),
  [`"${'9'.repeat(400)}"`, null, 'money_out_of_range'],
  [`"0.${'3'.repeat(10_000)}"`, '0.33', 'money_rounded'],
  [`"${'0'.repeat(10_000)}7"`, '7.00', 'money_coerced'],
  [`0.1${'0'.repeat(100_000)}`, '0.10', null],
]

const recordOf = (json: string): string =>
  `{"id":"r","tax_year":"2024","forms":[{"year":"2024","form_w2":[{"wages_tips_other_compensation":${json}}]}]}`

/** The results in the order of `AMOUNTS`, and the amounts that each reader returns, by taxpayer id. */
const results: TaxpayerResult[] = []
let amounts: Record<string, Map<string | null, string | null>> = {}

beforeAll(async () => {
  for (const [json] of AMOUNTS) {
    // Read the number from a file, so that it passes through the splitter and the parser.
    const { records } = await readBytes('t.json', recordOf(json))
    results.push(resultOfDossier({ taxpayer: { id: `t-${results.length}` }, records: records['t'] }))
  }
  const privacy = new Privacy()
  const scopes = results.map(result => ({ result, taxpayerId: result.dossier.taxpayerId, privacy }))
  const table = createTable(findTable('facts'), scopes)
  const index = table.columns.findIndex(({ name }) => name === 'amount')
  const read = { duckdb: await readWithDuckDb(table, toCsv(table)), flechette: readArrow(table)['flechette'] }
  amounts = Object.fromEntries(
    Object.entries(read).map(([reader, rows]) => [
      reader,
      new Map(rows?.map(row => [row[0] as string, row[index] as string])),
    ]),
  )
})

describe('an amount', () => {
  test.each(AMOUNTS.map(([json, amount, code], i) => [json.slice(0, 40), i, amount, code] as const))(
    '%s',
    (_, i, amount, code) => {
      const { issues, income } = results[i] as TaxpayerResult
      for (const rows of Object.values(amounts)) expect(rows.get(`t-${i}`) ?? null).toBe(amount)
      const wageIssues = issues.filter(({ path }) => path.endsWith("['wages_tips_other_compensation']"))
      expect(wageIssues.map(issue => issue.code).slice(-1)).toEqual(code === null ? [] : [code])
      // An unreadable amount leaves its sum incomplete and never becomes zero.
      const isUnreadable = code === 'money_unreadable' || code === 'money_out_of_range'
      const wages = income.filter(({ category }) => category === 'wages')
      expect(wages.map(({ complete }) => complete)).toEqual(isUnreadable || amount !== null ? [!isUnreadable] : [])
    },
  )
})

test('sums beyond 2^53 cents are exact', () => {
  const entries = Array.from({ length: 123 }, () => ({ wages_tips_other_compensation: 89999999999999.98 }))
  const records = [{ id: 'r', tax_year: '2024', forms: [{ year: '2024', form_w2: entries }] }]
  const result = resultOfDossier({ taxpayer: { id: 't' }, records })
  expect(String(result.income[0]?.amount)).toBe(String(8999999999999998n * 123n))
})
