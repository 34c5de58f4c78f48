import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newFolder, readCsvRows, taxtally } from '../cli/command.js'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const text = (name: string): string => readFileSync(path(name), 'utf8')
const toOneLine = (name: string): string => JSON.stringify(JSON.parse(text(name)))
const FROM_FDX = ['--from', 'fdx']

/** Converts FDX inputs. Returns the exit code, the output folder and the income rows that have an amount, as text. */
function readIncome(inputs: readonly string[], ...options: readonly string[]) {
  const out = newFolder()
  const { code } = taxtally(['convert', ...inputs, ...FROM_FDX, '--out', out, ...options])
  const rows = readCsvRows(join(out, 'income.csv'))
  return {
    code,
    out,
    // `version-5.json` has an unknown form, so each category without income has a row with no amount.
    rows: rows
      .filter(row => row['amount'] !== '')
      .map(row => `${row['taxpayer_id']} ${row['tax_year']} ${row['category']} ${row['amount']}`),
  }
}

const VERSION_5_INCOME = ['2023 capital_gains 20.25', '2023 retirement 12000.00', '2023 wages 61234.10']
// Interest 310.07 + 20.20 from the bank, dividends 1,000 with code 6, and 5,000.50 and 30.30 from the partnership.
const VERSION_6_INCOME = [
  '2024 dividends 1000.00',
  '2024 interest 330.27',
  '2024 other 30.30',
  '2024 partnership 5000.50',
]

test('convert reads a file of either version, plain, zipped and on standard input', () => {
  expect(readIncome([path('version-5.json')]).rows).toEqual(VERSION_5_INCOME.map(row => `version-5 ${row}`))
  expect(readIncome([path('version-6.json'), '--taxpayer-id', 'kit']).rows).toEqual(
    VERSION_6_INCOME.map(row => `kit ${row}`),
  )
  const zipped = join(newFolder(), 'pull.json.gz')
  writeFileSync(zipped, gzipSync(text('version-6.json')))
  expect(readIncome([zipped]).rows).toEqual(VERSION_6_INCOME.map(row => `pull ${row}`))
})

test('each line of NDJSON is a pull of its taxpayer_id or of --taxpayer-id, and --jobs gives the same bytes', () => {
  const file = join(newFolder(), 'pulls.ndjson')
  const named = (name: string, id: string): string =>
    JSON.stringify({ ...(JSON.parse(text(name)) as object), taxpayer_id: id })
  writeFileSync(file, `${named('version-5.json', 'a')}\n${named('version-6.json', 'b')}\n`)
  const expected = [...VERSION_5_INCOME.map(row => `a ${row}`), ...VERSION_6_INCOME.map(row => `b ${row}`)]
  const one = readIncome([file])
  expect(one.rows).toEqual(expected)
  const three = readIncome([file], '--jobs', '3')
  for (const table of ['issues.csv', 'facts.csv', 'manifest.json'])
    expect(readFileSync(join(three.out, table), 'utf8')).toBe(readFileSync(join(one.out, table), 'utf8'))
  // Lines without an id are rejected, because their taxpayer is unknown.
  writeFileSync(file, `${toOneLine('version-5.json')}\n${toOneLine('version-6.json')}\n`)
  expect(readIncome([file])).toMatchObject({ code: 4, rows: [] })
  expect(readIncome([file], '--taxpayer-id', 'c').rows).toEqual(
    [...VERSION_5_INCOME, ...VERSION_6_INCOME].map(row => `c ${row}`),
  )
})

test('an array of statements is one pull', () => {
  const file = join(newFolder(), 'kit.json')
  const w2 = (wages: number): object => ({ forms: [{ taxW2: { taxYear: 2024, employerTin: '00-1112223', wages } }] })
  writeFileSync(file, JSON.stringify([w2(100.5), w2(200)], null, 1))
  expect(readIncome([file]).rows).toEqual(['kit 2024 wages 300.50'])
})

test('issues have the path in the FDX file, and rejected values are kept unchanged', () => {
  const file = join(newFolder(), 'x.json')
  writeFileSync(
    file,
    `{"forms":[{"taxW2":{"taxYear":2024,"wages":"many","employerTin":"12"}},{"taxW2":  [5 , {"codes":[{"code":"W","amount":"?"}]}]},
    {"tax1099B":{"securityDetails":[{"salesPrice":1},{"salesPrice":"?","correctedCostBasis":4}]}},7]}`,
  )
  const { out } = readIncome([file])
  const issues = taxtally(['validate', file, ...FROM_FDX, '--json'])
    .stdout.trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, string>)
  const shownIssues = issues.map(issue => `${issue['code']} ${issue['path']}`)
  expect(shownIssues).toEqual(
    expect.arrayContaining([
      "money_unreadable $['forms'][0]['taxW2']['wages']",
      "identifier_unreadable $['forms'][0]['taxW2']['employerTin']",
      "document_not_object $['forms'][1]['taxW2'][0]",
      "money_unreadable $['forms'][1]['taxW2'][1]['codes']",
      "money_unreadable $['forms'][2]['tax1099B']['securityDetails'][1]['salesPrice']",
      "amount_unread $['forms'][2]['tax1099B']['securityDetails'][1]['correctedCostBasis']",
      "form_not_object $['forms'][3]",
    ]),
  )
  expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8').trim().split('\n').sort()).toEqual(['5', '7'])
})

test('a value that is not a statement is rejected completely, and an unknown --from format is incorrect usage', () => {
  const file = join(newFolder(), 'records.ndjson')
  writeFileSync(file, `{"id":"r","records":[]}\n${JSON.stringify({ taxpayer_id: 'a', forms: [] })}\n`)
  const { stdout, stderr } = taxtally(['validate', file, ...FROM_FDX, '--json'])
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ code: 'fdx_unreadable', line: 1, path: '$' })
  expect(stderr).toContain('1 taxpayer;')
  expect(taxtally(['validate', file, '--from', 'pdf'])).toMatchObject({ code: 2, stdout: '' })
  for (const command of ['summarize', 'normalize', 'explain'])
    expect(taxtally([command, path('version-6.json'), ...FROM_FDX]).code).toBe(0)
})
