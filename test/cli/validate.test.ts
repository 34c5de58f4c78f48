import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ISSUE_COLUMNS } from '../../src/export/issues-table.js'
import { fixture, newFolder, taxtally } from './command.js'

const inputs = ['ndjson-truncated-line.ndjson', 'broken-box.json'].map(name => fixture(`quirks/${name}`))

test('a line for each code, the worst first: code, severity, number, first place, what to do', () => {
  const { stdout, stderr } = taxtally(['validate', ...inputs])
  expect(stdout.split('\n')).toEqual([
    'json_malformed  error  1  ndjson-truncated-line.ndjson:2 $  Look at the place that the message names; where the text ends there, send the file again whole. The first: Line 2, column 151: the text ends before the value does.',
    "money_unreadable  error  1  broken-box.json $['records'][0]['forms'][0]['form_w2'][0]['wages_tips_other_compensation']  Look at the document, and correct the amount at its source; sums that need it are incomplete. The first: Expected an amount; received string, 12 characters.",
    '',
  ])
  expect(stderr).toMatch(/^taxtally: 3 taxpayers; issues: 2 errors, 0 warnings, 0 notes\n/)
})

test('of a code met often the first place, and how often', () => {
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

test('--json has the columns and rows of the table', () => {
  const out = newFolder()
  taxtally(['convert', ...inputs, '--out', out, '--tables', 'issues', '--raw-text'])
  const objects = taxtally(['validate', ...inputs, '--json'])
    .stdout.trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  for (const object of objects) expect(Object.keys(object)).toEqual(ISSUE_COLUMNS.map(({ name }) => name))
  const lines = readFileSync(join(out, 'issues.csv'), 'utf8').trimEnd().split('\n').slice(1)
  expect(objects.map(object => Object.values(object).join())).toEqual(
    lines.map(line => line.replaceAll('"', '')),
  )
})

test('nothing is the matter with the borrower', () => {
  const { code, stdout } = taxtally(['validate', fixture('borrower.ndjson')])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})
