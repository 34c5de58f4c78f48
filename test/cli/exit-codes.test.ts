import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  convert,
  fixture,
  MAIN,
  makeBorrowers,
  newFolder,
  parseLines,
  ROOT,
  readCsvRows,
  startCommand,
  taxtally,
  writeInput,
} from './command.js'

const borrower = fixture('borrower.ndjson')

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
    const zipped = writeInput(gzipSync(bytes), 'borrower.ndjson.gz')
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

test('a slow reader receives every line', async () => {
  const { child } = startCommand(['normalize', writeInput(makeBorrowers(40))])
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const ids = parseLines(text).map(({ taxpayerId }) => taxpayerId)
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
    for (const jobs of ['1', '2']) {
      const run = convert(['-', ...options, '--jobs', jobs], input)
      expect([run.code, run.readRows('taxpayers').length]).toEqual([0, 1])
    }
  })

  test('accepts several objects on a line, with any number of jobs', () => {
    const ids = ['a', 'b', 'c', 'd']
    const line = ids.map(id => JSON.stringify({ taxpayer: { id }, records: [] })).join('')
    const text = `${line}\n${line.replace(/"id":"/g, '"id":"x')}\n`
    for (const jobs of ['1', '2']) {
      const { code, readRows } = convert(['-', '--jobs', jobs], text)
      expect(code).toBe(0)
      expect(readRows('taxpayers').map(row => row['taxpayer_id'])).toEqual([...ids, ...ids.map(id => `x${id}`)])
    }
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
    const path = writeInput(text, 'value.json')
    const out = join(newFolder(), 'out')
    const commands = [['validate'], ['summarize'], ['convert', '--out', out], ['convert', '--out', out, '--jobs', '2']]
    for (const [command = '', ...options] of commands) {
      const ran = taxtally([command, path, '--max-value-bytes', '1000', ...options])
      expect([ran.code, ran.stderr], command).toEqual([4, expect.stringContaining('rejected: 1 record or value, ')])
    }
    expect(readCsvRows(join(out, 'issues.csv')).map(({ code }) => code)).toEqual([issue])
  })

  test('malformed input gives exit code 3, however large or deep a value is', () => {
    for (const text of [big.slice(0, 500), `[${big.slice(0, 500)}`, `${deep.slice(0, 100)}`])
      expect(taxtally(['validate', writeInput(text, 'value.json'), '--max-value-bytes', '1000']).code).toBe(3)
  })
})

test('a rejected entry of a form array is an error among the issues: it is kept and counted, and gives exit code 4 with --strict', () => {
  const path = fixture('quirks/entry-not-object.json')
  for (const [options, code] of [
    [[], 0],
    [['--jobs', '2'], 0],
    [['--strict'], 4],
  ] as const) {
    const ran = convert([path, ...options])
    expect(ran.code).toBe(code)
    expect(ran.stderr).toMatch(
      /^taxtally: rejected: \d records? or values?, \d entr(?:y|ies); kept in rejected\.ndjson/m,
    )
    expect(ran.readRows('issues').map(row => row['severity'])).toContain('error')
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
  const { code, readRows } = convert(inputs)
  const taxpayers = readRows('taxpayers')
  expect([code, taxpayers.length]).toEqual([0, 1])
  expect(Number(taxpayers[0]?.['records'])).toBeGreaterThan(0)
  expect(readRows('liabilities')).toHaveLength(1)
})

test('100,000 faults in an option file are incorrect usage, and the message counts them', () => {
  const keys = Array.from({ length: 100_000 }, (_, i) => i)
  const policy = writeInput(JSON.stringify(Object.fromEntries(keys.map(i => [`k${i}`, i]))), 'policy.json')
  const lines = writeInput(keys.map(i => `{"k":${i}}`).join('\n'))
  for (const option of [
    ['--policy', policy],
    ['--known-facts', lines],
    ['--stated', lines],
  ]) {
    const { code, stderr } = taxtally(['summarize', borrower, ...option])
    expect([option[0], code]).toEqual([option[0], 2])
    expect(stderr).toMatch(/99950 more like these|[0-9]{6} more like these/)
  }
})

test.skipIf(process.platform === 'win32')('too few open files end every command with exit code 3', () => {
  const large = writeInput(makeBorrowers(2500))
  const out = join(newFolder(), 'out')
  const commands = [
    `summarize "${borrower}"`,
    `explain "${borrower}"`,
    `normalize "${borrower}"`,
    `report "${borrower}" --format html,xlsx --out "${out}"`,
    `merge "${borrower}" --out "${out}.ndjson"`,
    `convert "${large}" --jobs 4 --tables income --out "${out}"`,
  ]
  const codes = new Set<number | null>()
  for (const limit of [21, 24, 27, 28, 30, 36])
    for (const command of commands) {
      const underLimit = (script: string) =>
        spawnSync('sh', ['-c', `ulimit -n ${limit}; ${script}`], { encoding: 'utf8' })
      // Node itself does not start under a very small limit.
      if (underLimit(`"${process.execPath}" -e 1`).status !== 0) continue
      const { status, stderr } = underLimit(`"${process.execPath}" "${MAIN}" ${command}`)
      expect([0, 3], `${command} with ${limit} files: ${stderr}`).toContain(status)
      if (status === 3) expect(stderr).toMatch(/^taxtally: .*EMFILE/)
      codes.add(status)
    }
  expect(codes).toEqual(new Set([0, 3]))
})
