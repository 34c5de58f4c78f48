import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { newFolder, parseLines, readCsvRows, taxtally } from '../cli/command.js'
import { expectSame } from '../files/jobs-command.js'
import { measurePeak, peakOfScript } from './peak.js'

const list = (unit: string, count: number): string => `${`${unit},`.repeat(count - 1)}${unit}`
const headOf = (form: string): string => `{"id":"r","taxpayer_id":"t","tax_year":"2023","forms":[{"${form}":[`
const floodOf = (form: string, unit: string, count: number): string => `${headOf(form)}${list(unit, count)}]}]}`

/** Returns a memory limit in MB (2^20 bytes): 100 million bytes, plus ten times the text, plus 1000 bytes per entry. */
const memoryLimitOf = (text: string, entries: number): number => (100e6 + 10 * text.length + 1000 * entries) / 2 ** 20

const issuesOf = (out: string) => readCsvRows(join(out, 'issues.csv'))

describe('7 million empty entries in one form array, 20 MB', () => {
  const COUNT = 7_000_000
  const text = floodOf('form_1042_s', '{}', COUNT)
  const smallRecord =
    '{"id":"o","taxpayer_id":"t","tax_year":"2022","forms":[{"form_w2":[{"wages_tips_other_compensation":7}]}]}'
  // The form object is an element of the `forms` array, so it counts as one more entry.
  const message = `The value has ${COUNT + 1} entries, more than 1000000; maxValueEntries (--max-value-entries) raises that.`

  test.each([
    ['one process', []],
    ['two processes', ['--jobs', '2']],
  ])('are rejected before parsing and reported with their taxpayer by %s', async (_, args) => {
    const folder = newFolder()
    const paths = [smallRecord, text].map((line, i) => {
      const path = join(folder, `${i}.ndjson.gz`)
      writeFileSync(path, gzipSync(`${line}\n`))
      return path
    })
    const out = join(folder, 'out')
    const ran = await measurePeak(['convert', ...paths, '--out', out, ...args], [])
    expect(ran.code).toBe(4)
    expect(ran.peak).toBeLessThan(400)
    const [issue, ...otherIssues] = issuesOf(out)
    expect(otherIssues).toEqual([])
    expect(issue).toMatchObject({ source: '1.ndjson.gz', line: '1', taxpayer_id: 't', code: 'limit_reached' })
    expect(readFileSync(join(out, 'issues.csv'), 'utf8')).toContain(message)
    // The rejected text is kept verbatim. Its year, 2023, is incomplete, and 2022 is complete.
    expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe(`${text}\n`)
    const income = readCsvRows(join(out, 'income.csv'))
    const ofYear = (year: string) => income.filter(row => row['tax_year'] === year)
    expect(ofYear('2022').map(row => [row['amount'], row['complete']])).toEqual([['7.00', 'true']])
    // The rejected record may contain income of any category.
    expect(new Set(ofYear('2023').map(row => `${row['amount']} ${row['complete']}`))).toEqual(new Set([' false']))
    expect(readCsvRows(join(out, 'records.csv')).map(row => [row['tax_year'], row['rejected']])).toEqual([
      ['2022', 'false'],
      ['2023', 'true'],
    ])
  })

  test.each(['validate', 'summarize', 'normalize'])('are reported in bounded memory by %s', async command => {
    const ran = await measurePeak([command, '-'], [Buffer.from(text)])
    expect(ran.code).toBe(4)
    expect(ran.stderr).toContain('issues: 1 error,')
    expect(ran.peak).toBeLessThan(400)
  })

  test('are rejected by analyze in less than 1000 MB', async () => {
    const ran = await peakOfScript(
      `const text = ${JSON.stringify(headOf('form_1042_s'))} + '{},'.repeat(${COUNT - 1}) + '{}]}]}'
      const { status, issues } = analyze(JSON.parse(text))
      console.log(status, issues.length, issues[0].code, issues[0].message)`,
    )
    expect(ran.stdout).toMatch(/^rejected 1 limit_reached /)
    expect(ran.stdout).toContain(message)
    // Each parsed entry takes 64 bytes, so the input alone takes about 430 MB.
    expect(ran.peak).toBeLessThan(1000)
  })
})

describe('almost as many entries as the default limit allows, and a higher limit of documents', () => {
  const ENTRY_COUNT = 999_990
  const LIMIT_ARGS = ['--max-taxpayer-documents', '1000000']
  test.each([
    ['form_1042_s', '{}'],
    ['form_w2', '{"wages_tips_other_compensation":"x"}'],
    ['form_1099_b', '{"proceeds":8,"gross_proceeds":7}'],
  ])(
    'of %s with the content %s take at most 100 MB plus ten times their text plus a kilobyte each',
    async (form, unit) => {
      const text = floodOf(form, unit, ENTRY_COUNT)
      const out = newFolder()
      const ran = await measurePeak(['convert', '-', '--out', out, ...LIMIT_ARGS], [Buffer.from(text)])
      expect(ran.code).toBe(0)
      expect(ran.stderr).toMatch(/^taxtally: 1 taxpayer; /)
      console.log(`${ENTRY_COUNT} of ${form} ${unit}: peak ${ran.peak.toFixed(0)} MB`)
      expect(ran.peak).toBeLessThan(memoryLimitOf(text, ENTRY_COUNT))
    },
    300_000,
  )

  test('of Form 1042-S are too long for a line of normalize, which reports this without making the line', async () => {
    const text = floodOf('form_1042_s', '{}', ENTRY_COUNT)
    const ran = await measurePeak(['normalize', '-', ...LIMIT_ARGS], [Buffer.from(text)])
    expect([ran.code, ran.stdout]).toEqual([4, ''])
    expect(ran.stderr).toContain('longer than a text can be')
    expect(ran.peak).toBeLessThan(memoryLimitOf(text, ENTRY_COUNT))
  })

  test.each(['form_w2', 'form_1042_s'])('of %s take no more memory in analyze', async form => {
    const ran = await peakOfScript(
      `const text = ${JSON.stringify(headOf(form))} + '{},'.repeat(${ENTRY_COUNT - 1}) + '{}]}]}'
      const { status, value } = analyze(JSON.parse(text), { maxTaxpayerDocuments: 1_000_000 })
      console.log(status, value.years.length)`,
    )
    expect(ran.stdout).toBe('valid 1\n')
    expect(ran.peak).toBeLessThan(memoryLimitOf('{},'.repeat(ENTRY_COUNT), ENTRY_COUNT))
  })
})

test('the number of entries includes array elements and the members of an object beyond its first thousand', () => {
  const validate = (text: string, maxEntries: number): string =>
    taxtally(['validate', '-', '--json', '--max-value-entries', String(maxEntries)], text).stdout
  const members = (count: number): string => `{"id":"r","taxpayer_id":"t","forms":[],"x":{${list('"a":[]', count)}}}`
  const counts: readonly [string, number][] = [
    ['{"id":"r","taxpayer_id":"t","forms":[{"x":[1,[2,3],{"a":[ ]},"[,"]}]}', 7],
    ['{"id":"r","taxpayer_id":"t","forms":[ ],"x":[[],[[]]],"y":"\\\\\\",[[","z":["\\\\"]}', 4],
    // Of these 1,200 members, the 200 beyond the first thousand count. Their empty arrays add nothing.
    [members(1200), 200],
  ]
  for (const [text, count] of counts) {
    expect(validate(text, count)).not.toContain('limit_reached')
    expect(validate(text, count - 1)).toContain(`The value has ${count} entries, more than ${count - 1};`)
  }
})

describe('millions of rejected values in a small gzip file', () => {
  const COUNT = 5_000_000
  const zipped = gzipSync('1\n'.repeat(COUNT))

  test('are listed up to a hundred thousand, and all are counted and kept', async () => {
    expect(zipped.length).toBeLessThan(20_000)
    const out = newFolder()
    const ran = await measurePeak(['convert', '-', '--out', out, '--allow-empty'], [zipped])
    expect(ran.code).toBe(4)
    expect(ran.stderr).toContain(`issues: ${COUNT} errors`)
    expect(ran.stderr).toContain(`rejected: ${COUNT} records or values`)
    expect(statSync(join(out, 'issues.csv')).size).toBeLessThan(50e6)
    expect(statSync(join(out, 'rejected.ndjson')).size).toBe(2 * COUNT)
    const rows = issuesOf(out)
    expect(rows).toHaveLength(100_001)
    expect(rows.at(-1)).toMatchObject({ source: "'-", line: '', code: 'limit_reached', severity: 'error' })
    expect(rows.at(-1)?.['message']).toContain(
      `Not listed: record_not_object ${COUNT - 100_000}; maxSourceIssues (--max-source-issues) raises that.`,
    )
    expect(ran.peak).toBeLessThan(300)
  })

  test('validate lists only as many issues as its limit allows', async () => {
    const args = ['validate', '-', '--json', '--max-source-issues', '3']
    const { stdout } = await measurePeak(args, [gzipSync('1\n'.repeat(10))])
    const codes = parseLines(stdout).map(({ code }) => code)
    expect(codes).toEqual([...Array(3).fill('record_not_object'), 'limit_reached'])
  })
})

test('one thread and three threads list and count the same issues', () => {
  const folder = newFolder()
  const w2 = (taxpayerId: string): string =>
    `{"id":"r","taxpayer_id":"${taxpayerId}","pad":"${'z'.repeat(1500)}","tax_year":"2023","forms":[{"form_w2":[{"wages_tips_other_compensation":"$5"},{"wages_tips_other_compensation":"x"}]}]}\n`
  // The first file exceeds 8 MB, so it is read in batches. Taxpayers continue on the next line and in the next file.
  const lines = Array.from({ length: 6000 }, (_, i) => (i % 7 === 0 ? '5\n' : w2(`a${i >> 1}`)))
  const paths = [lines.join(''), `${w2('a2999').replace('"r"', '"s"')}7\n${w2('b')}`].map((text, i) => {
    const path = join(folder, `${i}.ndjson`)
    writeFileSync(path, text)
    return path
  })
  for (const maxIssues of ['1', '1000', '7000']) {
    const { out } = expectSame(paths, { args: ['--format', 'csv,arrow', '--max-source-issues', maxIssues], jobs: [3] })
    const issues = issuesOf(out)
    expect(issues.at(-1)?.['code']).toBe('limit_reached')
    expect(issues.filter(row => row['source'] === '0.ndjson')).toHaveLength(Number(maxIssues) + 1)
  }
})

test('limit_reached has the highest severity of the unlisted issues, so notes do not fail a strict run', () => {
  const folder = newFolder()
  const path = join(folder, 'in.ndjson')
  writeFileSync(path, [1, 2, 3].map(i => `{"id":"${i}","taxpayer_id":"t${i}","forms":[],"strange":"x"}\n`).join(''))
  const args = ['convert', path, '--out', join(folder, 'out'), '--strict', '--max-source-issues', '1']
  const { code, stderr } = taxtally(args)
  expect([code, stderr.split('\n')[0]]).toEqual([0, 'taxtally: 3 taxpayers; issues: 0 errors, 0 warnings, 3 notes'])
  expect(issuesOf(join(folder, 'out')).map(row => [row['code'], row['severity']])).toEqual([
    ['field_unknown', 'info'],
    ['limit_reached', 'info'],
  ])
})

describe('documents of one taxpayer', () => {
  const record = (id: string, year: string, otherEntries = ''): string =>
    `{"id":"${id}","taxpayer_id":"t","tax_year":"${year}","forms":[{"form_w2":[${otherEntries}{"wages_tips_other_compensation":100}]}]}`
  const run = (maxDocuments: number, lines: readonly string[]) => {
    const out = newFolder()
    const args = ['convert', '-', '--out', out, '--max-taxpayer-documents', String(maxDocuments)]
    return { ran: taxtally(args, `${lines.join('\n')}\n`), out }
  }
  // Each record counts as three documents: the record, its form object and one entry.
  const lines = [record('a', '2022'), record('b', '2023'), record('c', '2023'), record('d', '2024')]

  test('beyond the limit are rejected, reported and kept, and leave their year incomplete', () => {
    const { ran, out } = run(6, lines)
    expect(ran.code).toBe(4)
    expect(ran.stderr).toContain('rejected: 2 records or values')
    expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe(`${lines[2]}\n${lines[3]}\n`)
    const codes = issuesOf(out).map(row => [row['record_id'], row['taxpayer_id'], row['code']])
    expect(codes).toEqual([
      ['c', 't', 'limit_reached'],
      ['d', 't', 'limit_reached'],
    ])
    const income = readCsvRows(join(out, 'income.csv'))
    expect(income.filter(row => row['tax_year'] === '2022').map(row => row['complete'])).toEqual(['true'])
    expect(income.filter(row => row['amount'] !== '').map(row => [row['tax_year'], row['amount']])).toEqual([
      ['2022', '100.00'],
      ['2023', '100.00'],
    ])
    const isIncomplete = (row: Readonly<Record<string, unknown>>) => row['complete'] === 'false'
    expect(income.filter(row => row['tax_year'] === '2023').every(isIncomplete)).toBe(true)
    expect(run(12, lines).ran.code).toBe(0)
  })

  test('are at most 250,000 by default', () => {
    const text = floodOf('form_1042_s', '{}', 250_000)
    const { code, stdout, stderr } = taxtally(['validate', '-'], text)
    expect(code).toBe(4)
    expect(stdout + stderr).toContain('more than 250000 documents')
  })

  test('beyond the limit take no additional memory, even for 390,000 records', async () => {
    const flood = Array.from({ length: 400_000 }, (_, i) => `{"id":${i},"taxpayer_id":"t","forms":[]}`)
    const args = ['validate', '-', '--quiet', '--max-taxpayer-documents', '10000']
    const ran = await measurePeak(args, [Buffer.from(flood.join('\n'))])
    expect([ran.code, ran.stderr]).toEqual([4, 'taxtally: rejected: 390000 records or values, 0 entries\n'])
    expect(ran.peak).toBeLessThan(250)
  })
})

describe('the unpacked size of a gzip file', () => {
  test('may be up to a gigabyte unless an option sets a lower limit', async () => {
    const out = newFolder()
    const zipped = gzipSync(`${' '.repeat(999)}\n`.repeat(3000))
    const args = ['convert', '-', '--out', out, '--quiet', '--allow-empty']
    expect((await measurePeak(args, [zipped])).code).toBe(0)
    const ran = await measurePeak([...args, '--max-unpacked-bytes', '2000000'], [zipped])
    expect(ran.code).toBe(3)
    expect(readFileSync(join(out, 'issues.csv'), 'utf8').split('\n')[1]).toMatch(
      /limit_reached,error,.*The input unpacks to more than 2000000 bytes; maxUnpackedBytes \(--max-unpacked-bytes\) raises that\./,
    )
    expect((await measurePeak([...args, '--max-unpacked-bytes', '3000000'], [zipped])).code).toBe(0)
  })

  test('may be up to a gigabyte for blank lines, but not three megabytes more', async () => {
    const path = join(newFolder(), 'blank.ndjson.gz')
    // The file consists of 1,003 gzip members of one megabyte each.
    const part = gzipSync(`${' '.repeat(1_000_000 - 1)}\n`)
    writeFileSync(path, Buffer.concat(Array(1003).fill(part)))
    const ran = await measurePeak(['validate', path, '--quiet', '--allow-empty'], [])
    expect(ran.code).toBe(3)
    expect(ran.stdout).toMatch(/^limit_reached/m)
    expect(ran.stdout).toContain('more than 1000000000 bytes')
    expect(ran.peak).toBeLessThan(300)
  }, 300_000)
})

test('an invalid limit is a usage error', () => {
  for (const name of ['value-entries', 'taxpayer-documents', 'value-issues', 'source-issues', 'unpacked-bytes'])
    for (const limit of ['0', '-1', '1.5', 'x', '']) {
      const { code, stderr } = taxtally(['validate', '-', `--max-${name}=${limit}`], '')
      expect([code, stderr]).toEqual([2, `taxtally: --max-${name} takes a whole number from 1 to 999999999999.\n`])
    }
})
