import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ISSUES } from '../../src/core/issues/issue-table.js'
import { newFolder, taxtally, writeInput } from './command.js'

const makeRecord = (id: string, entry: object): string =>
  JSON.stringify({ id, taxpayer_id: `t-${id}`, tax_year: 2024, provider_id: 'irs', forms: [{ form_w2: [entry] }] })

const WARNING = makeRecord('a', { bonus: 5 })
const ERROR = makeRecord('b', { wages_tips_other_compensation: 'x' })
const NO_ISSUE = makeRecord('c', { wages_tips_other_compensation: 5 })

describe('--fail-on makes the exit code 4', () => {
  test.each<[words: string | null, lines: readonly string[], code: number]>([
    [null, [WARNING, ERROR], 0],
    ['error', [WARNING, NO_ISSUE], 0],
    ['error', [WARNING, ERROR], 4],
    ['warning', [NO_ISSUE], 0],
    ['warning', [WARNING], 4],
    // The threshold "warning" includes errors, which are more severe.
    ['warning', [ERROR], 4],
    ['amount_unread', [ERROR, NO_ISSUE], 0],
    ['amount_unread', [WARNING], 4],
    ['field_unknown', [WARNING], 4],
    ['form_unknown, money_unreadable', [ERROR], 4],
  ])('%s', (codes, lines, code) => {
    const input = lines.join('\n')
    const options = codes === null ? [] : ['--fail-on', codes]
    expect(taxtally(['validate', '-', ...options], input).code).toBe(code)
  })

  test('in every command that reads inputs, with any number of processes', () => {
    const input = [NO_ISSUE, WARNING].join('\n')
    for (const command of ['summarize', 'validate', 'normalize', 'explain'])
      expect([command, taxtally([command, '-', '--fail-on', 'amount_unread'], input).code]).toEqual([command, 4])
    const path = writeInput(input)
    for (const jobs of ['1', '2']) {
      const args = ['convert', path, '--out', join(newFolder(), 'out'), '--jobs', jobs]
      expect(taxtally([...args, '--fail-on', 'amount_unread']).code).toBe(4)
      expect(taxtally([...args, '--fail-on', 'error']).code).toBe(0)
    }
  })

  test('if any of several --fail-on options names an issue of the input', () => {
    expect(taxtally(['validate', '-', '--fail-on', 'error', '--fail-on', 'amount_unread'], WARNING).code).toBe(4)
  })
})

test('an unknown value is a usage error that suggests a similar one and does not repeat the value', () => {
  const { code, stderr } = taxtally(['validate', '-', '--fail-on', 'error,amount_unraed'], NO_ISSUE)
  expect(code).toBe(2)
  expect(stderr).toBe(
    'taxtally: --fail-on takes the words error and warning and the codes of issues; word 2 is none of them. Did you mean amount_unread?\n',
  )
  expect(taxtally(['validate', '-', '--fail-on', ''], NO_ISSUE).code).toBe(2)
  expect(taxtally(['forms', '--fail-on', 'error']).code).toBe(2)
})

test('every issue code has its own advice', () => {
  for (const [code, [, sentence, advice]] of Object.entries(ISSUES)) {
    expect([code, advice]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)])
    expect(advice).not.toBe(sentence)
  }
})
