import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ISSUE_COLUMNS } from '../../src/export/issues-table.js'
import { fixture, newFolder, taxtally } from './command.js'

const inputs = ['ndjson-truncated-line.ndjson', 'broken-box.json'].map(name => fixture(`quirks/${name}`))

test('one issue a line: source, line, path, severity, code, message; the counts on standard error', () => {
  const { stdout, stderr } = taxtally(['validate', ...inputs])
  const [broken, box, ...rest] = stdout.split('\n')
  expect(broken).toBe(
    'ndjson-truncated-line.ndjson:2 $ error json_malformed The text is not one whole JSON value.',
  )
  expect(box).toMatch(
    /^broken-box\.json \$\['records'\]\[0\]\['forms'\]\[0\]\['form_w2'\]\[0\]\['wages_tips_/,
  )
  expect(box).toMatch(/\] error money_unreadable The amount cannot be read\. /)
  expect(rest).toEqual([''])
  expect(stderr).toMatch(/^taxtally: 3 taxpayers; issues: 2 errors, 0 warnings, 0 notes\n/)
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
