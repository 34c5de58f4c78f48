import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ISSUE_COLUMNS } from '../../src/tables/definitions/issues-table.js'
import { fixture, newFolder, parseLines, taxtally } from './command.js'

const inputs = ['ndjson-truncated-line.ndjson', 'broken-box.json'].map(name => fixture(`quirks/${name}`))

test('validate prints a line for each code, the most severe first: code, severity, count, first location and advice', () => {
  const { stdout, stderr } = taxtally(['validate', ...inputs])
  expect(stdout.split('\n')).toEqual([
    'json_malformed  error  1  ndjson-truncated-line.ndjson:2 $  Look at the line and column in the message. If the file is cut off there, send it again. The first: Line 2, column 151: the text ends before the value does.',
    "money_unreadable  error  1  broken-box.json $['records'][0]['forms'][0]['form_w2'][0]['wages_tips_other_compensation']  Check the document and correct the amount at its source. Sums that need it are incomplete. The first: Expected an amount; got text of 12 characters.",
    '',
  ])
  expect(stderr).toMatch(/^taxtally: 3 taxpayers; issues: 2 errors, 0 warnings, 0 notes\n/)
})

test('validate prints the first location and the count of a repeated code', () => {
  const records = [2, 1].map(n => ({
    id: `r${n}`,
    taxpayer_id: 't',
    tax_year: 2024,
    forms: [{ form_w2: Array.from({ length: n }, () => ({ wages_tips_other_compensation: 'x', 'a b': 1 })) }],
  }))
  const input = records.map(record => JSON.stringify(record)).join('\n')
  const lines = taxtally(['validate', '-'], input).stdout.trimEnd().split('\n')
  expect(lines.map(line => line.split('  ').slice(0, 3))).toEqual([
    ['money_unreadable', 'error', '3'],
    ['amount_unread', 'warning', '2'],
    ['field_unknown', 'info', '2'],
  ])
  expect(lines[0]).toMatch(/ {2}-:1 \$\['forms'\]\[0\]\['form_w2'\]\[0\]\['wages_/)
})

/** Creates a record with one W-2 that has these keys in addition to wages, and one entry of each additional form. */
const makeRecordWithKeys = (id: string, keys: readonly string[], forms: readonly string[] = []) =>
  JSON.stringify({
    ...{ id, taxpayer_id: 't', tax_year: 2024 },
    forms: [
      {
        form_w2: [{ wages_tips_other_compensation: 1, ...Object.fromEntries(keys.map(key => [key, 'x'])) }],
        ...Object.fromEntries(forms.map(form => [form, [{ a: 1 }]])),
      },
    ],
  })
const readKeys = (stdout: string, code: string): string | undefined =>
  stdout
    .split('\n')
    .find(line => line.startsWith(`${code}  `))
    ?.match(/ Keys: .*$/)?.[0]

test('the keys of a code are listed with their counts, the most frequent first, if they may be named', () => {
  const lines = [
    ['mood', 'remark', 'note on 900-12-3456', 'wages_tips_other_compensaton2024'],
    ['mood'],
    ['remark', 'mood'],
  ].map((keys, i) => makeRecordWithKeys(`r${i}`, keys, i === 0 ? ['form_zz', 'form_zy'] : ['form_zz']))
  const { stdout } = taxtally(['validate', '-'], lines.join('\n'))
  expect(readKeys(stdout, 'field_unknown')).toBe(" Keys: 'mood' 3, 'remark' 2; unnamed 1.")
  expect(readKeys(stdout, 'form_unknown')).toBe(" Keys: 'form_zz' 3, 'form_zy' 1.")
  expect(stdout).not.toMatch(/900|2024/)
})

test('a single key appears only in the first location, five of many keys are named, and the others are counted', () => {
  const validateAndReadKeys = (keys: readonly string[]) =>
    readKeys(taxtally(['validate', '-'], makeRecordWithKeys('r', keys)).stdout, 'field_unknown')
  expect(validateAndReadKeys(['mood'])).toBeUndefined()
  // Creates keys that contain only letters: aaaa, aaab, ...
  const makeKey = (n: number) =>
    [17576, 676, 26, 1].map(placeValue => String.fromCharCode(97 + (Math.floor(n / placeValue) % 26))).join('')
  const makeKeys = (count: number) => Array.from({ length: count }, (_, n) => makeKey(n))
  const five = " Keys: 'aaaa' 1, 'aaab' 1, 'aaac' 1, 'aaad' 1, 'aaae' 1"
  expect(validateAndReadKeys(makeKeys(5))).toBe(`${five}.`)
  expect(validateAndReadKeys(makeKeys(8))).toBe(`${five}, and 3 more.`)
  expect(validateAndReadKeys(makeKeys(1000))).toBe(`${five}, and 995 more.`)
  expect(validateAndReadKeys(makeKeys(1001))).toBe(`${five}, and more than 995 more.`)
})

test('the location of combined issues contains no keys', () => {
  // 10,000 keys are listed individually. The last record has two more keys, which are combined into one issue.
  const lines = Array.from({ length: 5000 }, (_, n) => makeRecordWithKeys(`r${n}`, ['mood', 'remark']))
  const form_w2 = [{ mood: 'x' }, { remark: 'x' }]
  lines.push(JSON.stringify({ id: 'last', taxpayer_id: 't', tax_year: 2024, forms: [{ form_w2 }] }))
  const { stdout } = taxtally(['validate', '-'], lines.join('\n'))
  expect(readKeys(stdout, 'field_unknown')).toBe(" Keys: 'mood' 5000, 'remark' 5000; unnamed 1.")
})

test('--json has the columns and rows of the table', () => {
  const out = newFolder()
  taxtally(['convert', ...inputs, '--out', out, '--tables', 'issues', '--raw-text'])
  const objects = parseLines(taxtally(['validate', ...inputs, '--json']).stdout)
  for (const object of objects) expect(Object.keys(object)).toEqual(ISSUE_COLUMNS.map(({ name }) => name))
  const lines = readFileSync(join(out, 'issues.csv'), 'utf8').trimEnd().split('\n').slice(1)
  expect(objects.map(object => Object.values(object).join())).toEqual(lines.map(line => line.replaceAll('"', '')))
})

test('the borrower has no issues', () => {
  const { code, stdout } = taxtally(['validate', fixture('borrower.ndjson')])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})
