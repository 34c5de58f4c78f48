import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/options/commands.js'
import { countWithNoun, findPageLayout, formatForPage } from '../../src/cli/output/text.js'
import { fixture, newFolder, readCsvRows, taxtally, writeInput } from './command.js'

const EXAMPLE = JSON.parse(readFileSync(fixture('example.json'), 'utf8'))
const printed = JSON.stringify(EXAMPLE)

describe('taxtally example', () => {
  test('prints a dossier without an issue', () => {
    const { code, stdout } = taxtally(['example'])
    expect([code, JSON.parse(stdout)]).toEqual([0, EXAMPLE])
    expect(taxtally(['validate', '-', '--strict'], stdout)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'taxtally: 1 taxpayer; issues: 0 errors, 0 warnings, 0 notes\n',
    })
  })

  test('has the result computed by hand: the monthly average of two years of wages', () => {
    // Wages: (60,000.00 + 63,000.00) / 24 = 5,125.00. Interest would be (120.50 + 131.25) / 24 = 10.489583...
    const { stdout } = taxtally(['explain', '-', '--figure', 'wages.qualifying_monthly'], printed)
    expect(stdout).toContain('wages.qualifying_monthly = 5125.00')
  })

  test('is accepted by every command that reads inputs', () => {
    for (const [name, command] of Object.entries(COMMANDS)) {
      if ('ownOptions' in command || !command.reads) continue
      const isWritten = (command.options as readonly string[]).includes('out')
      const options = isWritten ? ['--out', join(newFolder(), 'out')] : []
      expect([name, taxtally([name, '-', ...options], printed).code]).toEqual([name, 0])
    }
  })
})

describe('the message at the end of a run', () => {
  test('of convert says where the tables are and how many rows they have', () => {
    const out = join(newFolder(), 'tables')
    const args = ['convert', '-', '--out', out, '--tables', 'income,years,issues', '--format', 'csv,ndjson']
    const { stderr } = taxtally(args, printed)
    const rows = ['income', 'years', 'issues'].reduce(
      (sum, name) => sum + (existsSync(join(out, `${name}.csv`)) ? readCsvRows(join(out, `${name}.csv`)).length : 0),
      0,
    )
    // Two years of wages and of interest, and two rows in the years table.
    expect(rows).toBe(6)
    expect(stderr.split('\n')[1]).toBe(`taxtally: 6 rows of 3 tables in ${out}`)
    expect(taxtally([...args, '--quiet'], printed).stderr).toBe('')
  })

  test('uses the singular for one', () => {
    expect([0, 1, 2].map(count => countWithNoun(count, 'entry', 'entries'))).toEqual([
      '0 entries',
      '1 entry',
      '2 entries',
    ])
    const { stderr } = taxtally(['validate', fixture('quirks/ndjson-truncated-line.ndjson')])
    expect(stderr).toMatch(/issues: 1 error, 0 warnings/)
    expect(stderr).toContain('rejected: 1 record or value, 0 entries')
  })
})

describe('the location of the first rejected value', () => {
  // The taxpayer in line 1 has an invalid record. Line 2 is not JSON, which is found before that taxpayer is complete.
  const lines = [
    `{"taxpayer":{"id":"tp-1"},"records":[7,${JSON.stringify(EXAMPLE.records[0])}]}`,
    '{"tin": 900-12-3456',
  ]
  const put = (...texts: string[]): string => writeInput(`${texts.join('\n')}\n`, 'people.ndjson')
  const [record = '', broken = ''] = lines

  test.each([
    ['summarize', [record, broken], "people.ndjson:1 $['records'][0]"],
    ['explain', [broken, record], 'people.ndjson:1 $'],
    ['normalize', [printed.replaceAll('\n', ''), broken], 'people.ndjson:2 $'],
    ['report', [record], "people.ndjson:1 $['records'][0]"],
  ])('is printed by %s, with the command that explains it', (command, texts, location) => {
    const options = command === 'report' ? ['--out', newFolder()] : []
    const { stderr } = taxtally([command, put(...texts), ...options])
    const stderrLines = stderr.split('\n')
    expect(stderrLines[1]).toMatch(/^taxtally: rejected: [12] records? or values?, 0 entries$/)
    expect(stderrLines[2]).toBe(`taxtally: the first: ${location}; taxtally validate FILE lists what is wrong`)
    expect(stderr).not.toContain('900')
    expect(taxtally([command, put(...texts), ...options, '--quiet']).stderr).toBe(`${stderrLines[1]}\n`)
  })

  test('is that of the record for a rejected entry, and is not printed if nothing is rejected or by validate', () => {
    const entry = fixture('quirks/entry-not-object.json')
    expect(taxtally(['summarize', entry]).stderr).toContain(
      "\ntaxtally: the first: entry-not-object.json $['records'][0]; taxtally validate FILE lists what is wrong\n",
    )
    for (const args of [
      ['validate', entry],
      ['summarize', fixture('borrower.ndjson')],
    ])
      expect(taxtally(args).stderr).not.toContain('the first')
  })
})

describe('helpful errors', () => {
  test('taxpayer_unknown and the issues about limits name the option that helps', () => {
    const record = JSON.stringify(EXAMPLE.records[0])
    const readIssues = (options: readonly string[], input: string): string =>
      taxtally(['validate', '-', '--json', ...options], input).stdout
    expect(readIssues([], record)).toContain('(--taxpayer-id)')
    expect(readIssues(['--max-value-bytes', '99'], record)).toContain('(--max-value-bytes)')
    expect(readIssues(['--max-value-entries', '1'], record)).toContain('(--max-value-entries)')
    expect(readIssues(['--max-taxpayer-documents', '1'], printed)).toContain('(--max-taxpayer-documents)')
  })

  test('validate prints the first location of each code and the advice', () => {
    const path = writeInput('name,ssn\nA,900-12-3456\nB,900-12-3457\n', 'people.json')
    const { code, stdout } = taxtally(['validate', path])
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^json_malformed {2}error {2}1 {2}people\.json \$ {2}Look at the line and column in the message\. .*it looks like CSV/,
    )
    expect(stdout).not.toContain('900')
  })
})

describe('a help page', () => {
  const text = 'Taxpayer a\nRecords: 1. And more words than fit.\n\nIncome\n  Wages  1.00\n'

  test('is styled only on a terminal, and not if NO_COLOR is set', () => {
    expect(findPageLayout({}, {})).toEqual({ width: null, isStyled: false })
    expect(findPageLayout({ isTTY: true, columns: 80 }, {})).toEqual({ width: 80, isStyled: true })
    expect(findPageLayout({ isTTY: true, columns: 80 }, { NO_COLOR: '1' }).isStyled).toBe(false)
    expect(findPageLayout({ isTTY: true, columns: 80 }, { NO_COLOR: '' }).isStyled).toBe(true)
    expect(findPageLayout({ isTTY: true, columns: 80 }, { TERM: 'dumb' }).isStyled).toBe(false)
  })

  test('is wrapped at its width and keeps every word', () => {
    expect(formatForPage(text, { width: null, isStyled: false })).toBe(text)
    const wrapped = formatForPage(text, { width: 20, isStyled: false })
    expect(wrapped).toBe('Taxpayer a\nRecords: 1. And more\n    words than fit.\n\nIncome\n  Wages  1.00\n')
    expect(formatForPage(text, { width: null, isStyled: true })).toContain('\u001b[1mTaxpayer a\u001b[22m\n')
    expect(formatForPage(text, { width: null, isStyled: true })).toContain('\n\u001b[1mIncome\u001b[22m\n  Wages')
  })
})
