import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, newFolder, OWN_POLICY, taxtally } from './command.js'

const borrower = fixture('borrower.ndjson')
const missing = fixture('no-such-file')

/** What a call says that is wrong usage. */
function complaintOf(words: readonly string[]): string {
  const { code, stdout, stderr } = taxtally(words)
  expect([code, stdout], words.join(' ')).toEqual([2, ''])
  return stderr
}

describe('a message says which option is wrong, and what it takes', () => {
  test.each([
    [
      ['explain', borrower, '--year', '2022', '--as-of-year', '2023'],
      '--year and --as-of-year are one option; give one of them.',
    ],
    [['explain', borrower, '--year', '20x4'], '--year takes a year from 1900 to 2100.'],
    [
      ['explain', borrower, '--year', '2024', '--as-of-year', '24'],
      '--as-of-year takes a year from 1900 to 2100.',
    ],
    [['summarize', borrower, '--as-of-year', '2101'], '--as-of-year takes a year from 1900 to 2100.'],
    [['summarize', borrower, '--jobs', '0'], '--jobs takes a whole number from 1 to 9999.'],
    [['summarize', borrower, '--jobs', '99999'], '--jobs takes a whole number from 1 to 9999.'],
    [
      ['summarize', borrower, '--max-value-bytes', '0'],
      '--max-value-bytes takes a whole number from 1 to 999999999999.',
    ],
  ])('%j', (words, message) => {
    expect(complaintOf(words)).toBe(`taxtally: ${message}\n`)
  })

  test('a table that is none, by its place, and the tables that there are', () => {
    const complaint = complaintOf(['convert', borrower, '--out', 'x', '--tables', 'income, nope,facts'])
    expect(complaint).toMatch(
      /^taxtally: --tables: name 2 is no table's; there are all, taxpayers, .*, income, .*form_w2, .*\.\n$/,
    )
  })
})

describe('an option of another command is wrong usage', () => {
  test.each([
    ['validate', ['--out', 'x'], 'convert'],
    ['validate', ['--figure', 'wages'], 'explain'],
    ['summarize', ['--tables', 'income'], 'convert'],
    ['summarize', ['--format', 'csv'], 'convert'],
    ['convert', ['--out', 'x', '--figure', 'wages'], 'explain'],
    ['convert', ['--out', 'x', '--taxpayer', 't'], 'explain'],
    ['convert', ['--out', 'x', '--year', '2024'], 'explain'],
    ['convert', ['--out', 'x', '--json'], 'summarize and validate'],
    ['normalize', ['--json'], 'summarize and validate'],
    ['explain', ['--json'], 'summarize and validate'],
    ['forms', ['--json'], 'summarize and validate'],
    ['schema', ['--out', 'x'], 'convert'],
  ])('%s %j', (command, words, owner) => {
    const input = command === 'forms' || command === 'schema' ? [] : [borrower]
    const option = words.at(words[0] === '--out' && words.length > 2 ? 2 : 0)
    const message = `taxtally: ${option} is an option of ${owner}, not of ${command}.\n`
    expect(complaintOf([command, ...input, ...words])).toBe(message)
  })

  test('before anything else: a command that is none, help and the version', () => {
    expect(complaintOf(['nothing', '--out', 'x'])).toMatch(/^taxtally: There is no such command/)
    expect(taxtally(['validate', '--out', 'x', '--help']).code).toBe(0)
    expect(taxtally(['validate', '--out', 'x', '--version']).code).toBe(0)
  })
})

const COMMANDS = [
  ['summarize', borrower],
  ['validate', borrower],
  ['normalize', borrower],
  ['explain', borrower],
  ['forms'],
  ['schema'],
]

describe.each(COMMANDS)('%s: options that all commands have', (...command) => {
  test('are taken', () => {
    const folder = newFolder()
    const [facts, key] = [join(folder, 'facts.ndjson'), join(folder, 'key')]
    writeFileSync(facts, '{"taxpayer_id":"tp-borrower-quenby"}\n')
    writeFileSync(key, 'k'.repeat(32))
    const { code, stderr } = taxtally([
      ...command,
      ...['--taxpayer-id', 't', '--policy', 'fannie-2026-03', '--as-of-year', '2024', '--facts-of', facts],
      ...['--strict', '--identifiers', 'last4', '--pseudonym-key-file', key, '--raw-text', '--no-rejected'],
      ...['--jobs', '2', '--max-value-bytes', '1000000', '--quiet'],
    ])
    expect([code, stderr]).toEqual([0, ''])
  })

  test.each([
    ['--policy', 'typo'],
    ['--facts-of', missing],
    ['--pseudonym-key-file', missing],
    ['--as-of-year', '20x4'],
    ['--jobs', '0'],
    ['--identifiers', 'some'],
    ['--max-value-bytes', 'x'],
  ])('are looked at where they are not used: %s %s', (...words) => {
    expect(complaintOf([...command, ...words])).toContain(words[0])
  })
})

test('a byte order mark before a policy and before known facts', () => {
  const folder = newFolder()
  const [facts, policy] = [join(folder, 'facts.ndjson'), join(folder, 'own.json')]
  writeFileSync(facts, '\ufeff{"taxpayer_id":"tp-borrower-quenby"}\n')
  writeFileSync(policy, `\ufeff${JSON.stringify(OWN_POLICY)}`)
  const { code, stdout, stderr } = taxtally(['explain', borrower, '--facts-of', facts, '--policy', policy])
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^taxtally: 1 taxpayers/)])
  expect(stdout).toContain('own')
  writeFileSync(facts, '{"taxpayer_id":"tp-borrower-quenby"}\n\ufeff{"taxpayer_id":"t"}\n')
  expect(complaintOf(['summarize', borrower, '--facts-of', facts])).toContain('--facts-of, line 2')
})
