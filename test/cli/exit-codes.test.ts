import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fixture, MAIN, makeBorrowers, newFolder, ROOT, readCsvRows, taxtally } from './command.js'

const borrower = fixture('borrower.ndjson')

describe('exit code 2: incorrect usage', () => {
  test.each([
    [],
    ['nothing'],
    ['convert', borrower],
    ['convert', '--out', 'x'],
    ['convert', borrower, '--out', 'x', '--format', 'xml'],
    ['summarize'],
    ['validate'],
    ['normalize'],
    ['summarize', borrower, '--bogus'],
    ['summarize', borrower, '--identifiers', 'pseudonym'],
    ['forms', 'form_nope'],
    ['forms', 'w2', 'w2g'],
    ['schema', 'nope'],
    ['schema', '../package'],
  ])('%s %s %s %s %s %s', (...args) => {
    const { code, stdout, stderr } = taxtally(args, '', { TAXTALLY_PSEUDONYM_KEY: undefined })
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^taxtally: /)
  })
})

test('--strict makes a figure that does not fit its column an error, in every command that computes it', () => {
  // 12,000 times the largest amount is 1.08e18 dollars. A column has at most 18 digits, including cents.
  const form_w2 = Array.from({ length: 12_000 }, (_, i) => ({
    employer: { ein: `12-${1_000_000 + i}` },
    wages_tips_other_compensation: 89_999_999_999_999,
  }))
  const record = { id: 'r', tax_year: '2023', provider_id: 'irs', forms: [{ year: 2023, form_w2 }] }
  const text = JSON.stringify({ taxpayer: { id: 't' }, records: [record] })
  for (const command of ['summarize', 'explain', 'validate'])
    expect([command, taxtally([command, '-', '--strict'], text).code]).toEqual([command, 4])
  expect(taxtally(['convert', '-', '--strict', '--out', newFolder()], text).code).toBe(4)
})

describe.each(['summarize', 'validate', 'normalize'])('%s', command => {
  test.each([
    ['a missing file', fixture('no-such-file.json'), 3],
    ['a file that is one broken value', fixture('quirks/json-malformed.json'), 3],
    ['a file that is one value, nested too deep', fixture('quirks/nested-too-deep.json'), 4],
    ['a broken line among valid ones', fixture('quirks/ndjson-truncated-line.ndjson'), 4],
    ['a record that is not an object', fixture('quirks/record-not-object.json'), 4],
    ['a broken box', fixture('quirks/broken-box.json'), 0],
    ['a rejected entry', fixture('quirks/entry-not-object.json'), 0],
  ])('%s', (_, path, code) => {
    expect(taxtally([command, path]).code).toBe(code)
  })

  test('exits with 4 with --strict if a box is unreadable or an amount is text', () => {
    expect(taxtally([command, fixture('quirks/broken-box.json'), '--strict']).code).toBe(4)
    expect(taxtally([command, fixture('quirks/money-as-text.json'), '--strict']).code).toBe(4)
    expect(taxtally([command, fixture('quirks/money-as-text.json')]).code).toBe(0)
  })

  test('prints the valid values before a broken line', () => {
    const { stdout } = taxtally([command, fixture('quirks/ndjson-truncated-line.ndjson')])
    expect(stdout).not.toBe('')
  })

  test('gives the same output for standard input and gzip as for the file', () => {
    // Only `validate` prints the name of the source, and only in issues. The borrower has no issues.
    const plainRun = taxtally([command, borrower])
    const bytes = readFileSync(borrower)
    const zipped = join(newFolder(), 'borrower.ndjson.gz')
    writeFileSync(zipped, gzipSync(bytes))
    expect(taxtally([command, '-'], bytes)).toEqual(plainRun)
    expect(taxtally([command, '-'], gzipSync(bytes))).toEqual(plainRun)
    expect(taxtally([command, zipped])).toEqual(plainRun)
    expect(plainRun.code).toBe(0)
  })

  test('prints nothing about success with --quiet', () => {
    expect(taxtally([command, borrower, '--quiet']).stderr).toBe('')
    expect(taxtally([command, borrower]).stderr).toMatch(/^taxtally: 1 taxpayer; issues: 0 errors, /)
  })
})

test.each(['summarize', 'normalize'])('%s ends quietly if its reader closes the pipe', async command => {
  const path = join(newFolder(), 'many.ndjson')
  writeFileSync(path, makeBorrowers(300))
  const child = spawn(process.execPath, [MAIN, command, path], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += String(chunk)
  })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
})

test('a slow reader receives every line', async () => {
  const path = join(newFolder(), 'many.ndjson')
  writeFileSync(path, makeBorrowers(40))
  const child = spawn(process.execPath, [MAIN, 'normalize', path], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const ids = text
    .trimEnd()
    .split('\n')
    .map(line => (JSON.parse(line) as { taxpayerId: string }).taxpayerId)
  expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => `tp-${i}`))
})

test('--taxpayer-id sets the taxpayer of records that have no id', () => {
  const path = fixture('quirks/bare-record.json')
  const [line = ''] = taxtally(['summarize', path, '--json', '--taxpayer-id', 'tp-given']).stdout.split('\n')
  expect(JSON.parse(line)).toMatchObject({ taxpayer_id: 'tp-given', records: 1 })
  const stdin = taxtally(['summarize', '-', '--json', '--taxpayer-id', 'tp-given'], readFileSync(path))
  expect(stdin.stdout.trimEnd()).toBe(line)
})

describe('unusual formats of inputs', () => {
  const dossier = JSON.parse(readFileSync(borrower, 'utf8')) as unknown
  const plainOutput = taxtally(['summarize', borrower, '--json']).stdout

  test.each([
    ['pretty-printed', [], `${JSON.stringify(dossier, null, 2)}\n`, 0],
    ['in UTF-16', [], Buffer.from(`\ufeff${JSON.stringify(dossier)}`, 'utf16le'), 0],
    ['in an envelope', ['--records-at', '/data'], JSON.stringify({ data: [dossier], next: null }), 0],
  ])('%s', (_, options, input, code) => {
    const ran = taxtally(['summarize', '-', '--json', ...options], input)
    expect([ran.code, ran.stdout]).toEqual([code, plainOutput])
    const out = newFolder()
    for (const jobs of ['1', '2']) {
      const run = taxtally(['convert', '-', ...options, '--out', out, '--jobs', jobs], input)
      expect([run.code, readCsvRows(join(out, 'taxpayers.csv')).length]).toEqual([0, 1])
    }
  })

  test('accepts several objects on a line, with any number of jobs', () => {
    const ids = ['a', 'b', 'c', 'd']
    const line = ids.map(id => JSON.stringify({ taxpayer: { id }, records: [] })).join('')
    const text = `${line}\n${line.replace(/"id":"/g, '"id":"x')}\n`
    for (const jobs of ['1', '2']) {
      const out = newFolder()
      expect(taxtally(['convert', '-', '--out', out, '--jobs', jobs], text).code).toBe(0)
      const taxpayers = readCsvRows(join(out, 'taxpayers.csv')).map(row => row['taxpayer_id'])
      expect(taxpayers).toEqual([...ids, ...ids.map(id => `x${id}`)])
    }
  })

  test('input that is not JSON gives exit code 3 and one issue that describes it', () => {
    const csv = `name,ssn\n${'A B,900-12-3456\n'.repeat(1000)}`
    const { code, stdout } = taxtally(['validate', '-', '--json'], csv)
    const [issue, ...otherLines] = stdout.trimEnd().split('\n')
    expect([code, otherLines]).toEqual([3, []])
    expect(issue).toContain('Line 1, column 1: it looks like CSV')
    expect(issue).not.toContain('900')
  })
})

describe('a file with one value that is rejected, but not malformed, gives exit code 4', () => {
  const big = JSON.stringify({ id: 'r', taxpayer_id: 't', forms: [], extra: 'x'.repeat(2000) })
  const deep = `{"id":"r","taxpayer_id":"t","forms":[],"extra":${'['.repeat(100)}${']'.repeat(100)}}`
  test.each([
    ['too large', 'value_too_large', big],
    ['too large, over several lines', 'value_too_large', big.replaceAll(',', ',\n')],
    ['too large, the element of an array', 'value_too_large', `[${big}]`],
    ['too large and cut short in an array', 'value_too_large', `[${big.slice(0, -2)}`],
    ['too deep', 'nesting_too_deep', deep],
    ['too deep, over several lines', 'nesting_too_deep', deep.replaceAll(',', ',\n')],
    ['too deep, the element of an array', 'nesting_too_deep', `[${deep}]`],
    ['too deep, a line', 'nesting_too_deep', `${deep}\n`],
  ])('%s', (_, issue, text) => {
    const path = join(newFolder(), 'value.json')
    writeFileSync(path, text)
    const out = join(newFolder(), 'out')
    const commands = [['validate'], ['summarize'], ['convert', '--out', out], ['convert', '--out', out, '--jobs', '2']]
    for (const [command = '', ...options] of commands) {
      const ran = taxtally([command, path, '--max-value-bytes', '1000', ...options])
      expect([ran.code, ran.stderr], command).toEqual([4, expect.stringContaining('rejected: 1 record or value, ')])
    }
    expect(readCsvRows(join(out, 'issues.csv')).map(({ code }) => code)).toEqual([issue])
  })

  test('malformed input gives exit code 3, however large or deep a value is', () => {
    const path = join(newFolder(), 'value.json')
    for (const text of [big.slice(0, 500), `[${big.slice(0, 500)}`, `${deep.slice(0, 100)}`]) {
      writeFileSync(path, text)
      expect(taxtally(['validate', path, '--max-value-bytes', '1000']).code).toBe(3)
    }
  })
})

test('a rejected entry of a form array is an error among the issues: it is kept and counted, and gives exit code 4 with --strict', () => {
  const path = fixture('quirks/entry-not-object.json')
  const out = newFolder()
  for (const [options, code] of [
    [[], 0],
    [['--jobs', '2'], 0],
    [['--strict'], 4],
  ] as const) {
    const ran = taxtally(['convert', path, '--out', out, ...options])
    expect(ran.code).toBe(code)
    expect(ran.stderr).toMatch(
      /^taxtally: rejected: \d records? or values?, \d entr(?:y|ies); kept in rejected\.ndjson/m,
    )
    expect(readCsvRows(join(out, 'issues.csv')).map(row => row['severity'])).toContain('error')
  }
})

test.each([
  ['an input could not be read or an output could not be written', ['README.md']],
  ['records or values were rejected, --strict found errors, or --fail-on found an issue that it names', ['README.md']],
])('the pages and --help agree: %s', (sentence, pages) => {
  const texts = pages.map(name => readFileSync(join(ROOT, name), 'utf8'))
  for (const text of [...texts, taxtally(['--help']).stdout])
    expect(text.replaceAll('`', '').replace(/\s+/g, ' ')).toContain(sentence)
})

test('a bare record on standard input without a taxpayer id is rejected', () => {
  const { code, stdout } = taxtally(['validate', '-'], readFileSync(fixture('quirks/bare-record.json')))
  expect(code).toBe(4)
  expect(stdout).toContain('taxpayer_unknown')
})

test('a taxpayer and its records in two files are one dossier', () => {
  const inputs = ['taxpayer', 'records'].map(name => fixture(`quirks/two-files-${name}.json`))
  const out = newFolder()
  expect(taxtally(['convert', ...inputs, '--out', out]).code).toBe(0)
  const taxpayers = readCsvRows(join(out, 'taxpayers.csv'))
  expect(taxpayers).toHaveLength(1)
  expect(Number(taxpayers[0]?.['records'])).toBeGreaterThan(0)
  expect(readCsvRows(join(out, 'liabilities.csv'))).toHaveLength(1)
})
