import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { describe, expect, test } from 'vitest'
import { MAX_MEMBERS } from '../../src/files/split/piece.js'
import { ArrowWriter, toArrow } from '../../src/tables/arrow.js'
import type { CellValue, TableData } from '../../src/tables/table.js'
import { newFolder, readCsvRows } from '../cli/command.js'
import { generateMegabytes, measurePeak } from './peak.js'
import { inFolder, listRecordIds, makeRecordLine, readBytes } from './reading.js'

/** The length of the long line in MB. The default is slightly above the limit for one value. A long run uses 1024. */
const LONG_LINE_MB = Number(process.env['LONG_MB'] ?? 300)
/** The memory limit in MB: 256 for the largest value, and 200 for the current chunks and Node itself. */
const MAX_PEAK_MB = 256 + 200

const HEAD = '{"id":"b","taxpayer_id":"taxpayer-b","forms":[],"name":"'
const TAIL = `"}\n${makeRecordLine('c')}\n`

const issuesIn = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const { line: lineNumber, path, code } = JSON.parse(line) as Record<string, unknown>
      return [code, path, lineNumber]
    })

describe(`one line of ${LONG_LINE_MB} MB`, () => {
  test.each([
    ['plain', false],
    ['as a gzip bomb', true],
  ])('%s is one issue with its line, in bounded memory', async (_, zipped) => {
    const input = generateMegabytes(`${makeRecordLine('a')}\n${HEAD}`, 'z', LONG_LINE_MB, TAIL)
    const ran = await measurePeak(['validate', '-', '--json'], input, zipped)
    expect(issuesIn(ran.stdout)).toEqual([['value_too_large', '$', 2]])
    expect(ran.stderr).toMatch(/^taxtally: 2 taxpayers; .*\ntaxtally: rejected: 1 record or value/)
    expect(ran.code).toBe(4)
    console.log(`${LONG_LINE_MB} MB in one line${zipped ? ', zipped' : ''}: peak ${ran.peak.toFixed(0)} MB`)
    expect(ran.peak).toBeLessThan(MAX_PEAK_MB)
  })

  test('is one issue as the first line, as an array element, and without an end', async () => {
    const first = await measurePeak(['validate', '-', '--json'], generateMegabytes(HEAD, 'z', LONG_LINE_MB, TAIL))
    expect([issuesIn(first.stdout), first.code]).toEqual([[['value_too_large', '$', 1]], 4])
    const elements = generateMegabytes(`[${HEAD}`, 'z', LONG_LINE_MB, `"},${makeRecordLine('c')}]`)
    const element = await measurePeak(['validate', '-', '--json'], elements)
    expect([issuesIn(element.stdout), element.code]).toEqual([[['value_too_large', '$[0]', null]], 4])
    const endless = await measurePeak(['validate', '-', '--json'], generateMegabytes('{"x":', ' ', LONG_LINE_MB, ''))
    expect([issuesIn(endless.stdout), endless.code]).toEqual([[['value_too_large', '$', null]], 4])
    for (const { peak } of [first, element, endless]) expect(peak).toBeLessThan(MAX_PEAK_MB)
  })
})

test.each([
  ['words of a provider', '{"id":"b","taxpayer_id":"b","forms":[],"provider_id":"', '- ', '"}', 0],
  [
    'distribution codes',
    '{"id":"b","taxpayer_id":"b","forms":[{"form_1099_r":[{"gross_distribution":5,"distribution_codes":[{"code":"',
    '1-',
    '"}]}]}]}',
    0,
  ],
  ['line ends of a record without an id', '{"forms":[', '\n', ']}', 4],
])('60 MB of %s take less than 1000 MB of memory', async (_, head, unit, tail, code) => {
  const ran = await measurePeak(
    ['convert', '-', '--out', join(newFolder(), 'out')],
    generateMegabytes(head, unit, 60, tail),
  )
  expect(ran.code).toBe(code)
  console.log(`60 MB of ${JSON.stringify(unit)}: peak ${ran.peak.toFixed(0)} MB`)
  // Replacing all 30 million matches in one step would take about 60 bytes per match, or 2 GB.
  expect(ran.peak).toBeLessThan(1000)
})

test.each([
  ['entries of a form', '{"id":"r","taxpayer_id":"t","forms":[{"form_w2":[', '1,', '1]}]}', 0],
  ['form objects', '{"id":"r","taxpayer_id":"t","forms":[', '1,', '1]}', 0],
  ['records', '{"taxpayer":{"id":"t"},"records":[', '{},', '1]}', 4],
  ['elements of a line', `${makeRecordLine('a')}\n[`, '{},', '1]\n', 4],
])('6 MB of invalid %s are counted and kept in less than 700 MB of memory', async (_, head, unit, tail, code) => {
  const out = newFolder()
  const args = [
    ...['convert', '-', '--out', out, '--max-value-entries', '10000000', '--max-taxpayer-documents'],
    ...['10000000'],
  ]
  const ran = await measurePeak(args, generateMegabytes(head, unit, 6, tail))
  expect(ran.code).toBe(code)
  const count = 6 * Math.floor((1 << 20) / unit.length) + 1
  expect(ran.stderr).toMatch(new RegExp(`rejected: .*\\b${count} `))
  const lines = readFileSync(join(out, 'rejected.ndjson'), 'utf8').split('\n')
  const [longest = ''] = lines.toSorted((a, b) => b.length - a.length)
  expect((JSON.parse(longest) as unknown[]).length).toBe(count)
  // An issue for each value would take about 5 GB.
  expect(ran.peak).toBeLessThan(700)
})

test('reads many lines of a small gzip file in the memory of one line', async () => {
  const lines = generateMegabytes(
    `${makeRecordLine('a')}\n`,
    `${' '.repeat(1023)}\n`,
    LONG_LINE_MB,
    makeRecordLine('c'),
  )
  const { code, stderr, peak } = await measurePeak(['validate', '-'], lines, true)
  expect([code, stderr.split(';')[0]]).toEqual([0, 'taxtally: 2 taxpayers'])
  expect(peak).toBeLessThan(256)
})

describe('nesting of a million levels', () => {
  const MILLION = 1_000_000
  const deep = {
    arrays: `${'['.repeat(MILLION)}1${']'.repeat(MILLION)}`,
    objects: `${'{"a":'.repeat(MILLION)}1${'}'.repeat(MILLION)}`,
    both: `${'[{"a":'.repeat(MILLION)}1${'}]'.repeat(MILLION)}`,
  }
  test.each(Object.entries(deep))('in %s is rejected and kept, and the lines around it are read', async (_, text) => {
    const inside = `{"id":"d","taxpayer_id":"t","forms":[{"form_w2":[${text}]}]}`
    const read = await readBytes('l.ndjson', [makeRecordLine('a'), text, inside, makeRecordLine('c')].join('\n'))
    expect(read.refused).toEqual([
      { code: 'nesting_too_deep', path: '$', line: 2, text },
      { code: 'nesting_too_deep', path: '$', line: 3, text: inside },
    ])
    expect(listRecordIds(read)).toEqual(['a', 'c'])
    const alone = await readBytes('file.json', `[${makeRecordLine('a')},${text}]`)
    expect(alone.refused).toEqual([{ code: 'nesting_too_deep', path: '$[1]', line: null, text }])
  })

  test('is rejected even if the brackets are never closed', async () => {
    for (const open of ['[', '{"a":', '[{"a":']) {
      const read = await readBytes(
        'l.ndjson',
        `${makeRecordLine('a')}\n${open.repeat(MILLION)}\n${makeRecordLine('c')}`,
      )
      expect(read.refused.map(({ line }) => line)).toEqual([2])
      expect(listRecordIds(read)).toEqual(['a', 'c'])
      expect((await readBytes('f.json', open.repeat(MILLION))).refused).toHaveLength(1)
    }
  })
})

test('a text with too many values is rejected before parsing and kept', async () => {
  const members = `{${'"":0,'.repeat(999)}"":0},`
  const flood = `{"id":"b","taxpayer_id":"t","forms":[],"x":[${members.repeat(Math.ceil(MAX_MEMBERS / 1000))}{}]}`
  const read = await readBytes('l.ndjson', `${makeRecordLine('a')}\n${flood}\n${makeRecordLine('c')}`)
  expect(read.refused.map(({ code, line, text }) => [code, line, text === flood])).toEqual([
    ['value_too_large', 2, true],
  ])
  expect(listRecordIds(read)).toEqual(['a', 'c'])
  // Commas inside a string do not count as values.
  const text = `{"id":"b","taxpayer_id":"taxpayer-b","forms":[],"x":"${',['.repeat(MAX_MEMBERS)}"}`
  expect(listRecordIds(await readBytes('l.ndjson', text))).toEqual(['b'])
})

test('reports a value that is too large and converts everything else', async () => {
  const out = newFolder()
  const line = `{"id":"b","x":"${'z'.repeat(5000)}"}`
  const input = Buffer.from(`${makeRecordLine('a')}\n${line}\n{"id":"k"\n${makeRecordLine('c')}\n`)
  const ran = await measurePeak(['convert', '-', '--out', out, '--max-value-bytes', '1000'], [input])
  expect(ran.code).toBe(4)
  expect(readCsvRows(join(out, 'taxpayers.csv')).map(row => row['taxpayer_id'])).toEqual(['taxpayer-a', 'taxpayer-c'])
  const issues = readCsvRows(join(out, 'issues.csv')).map(row => [row['line'], row['path'], row['code']])
  expect(issues).toEqual([
    ['2', '$', 'value_too_large'],
    ['3', '$', 'json_malformed'],
  ])
  // The value that is too large is not kept, but the malformed line is kept verbatim.
  expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe('{"id":"k"\n')
  expect(existsSync(join(out, 'manifest.json'))).toBe(true)
})

test('an id of two megabytes is written in hundreds of rows', async () => {
  const entries = Array.from({ length: 280 }, (_, i) => ({ wages_tips_other_compensation: i + 1 }))
  const id = 'q'.repeat(1 << 21)
  const record = { taxpayer_id: 't', id, tax_year: '2024', forms: [{ year: '2024', form_w2: entries }] }
  const out = newFolder()
  // The rows together are longer than the longest string that V8 allows.
  const args = ['convert', '-', '--out', out, '--tables', 'documents', '--quiet']
  const { code, stderr, peak } = await measurePeak(args, [Buffer.from(JSON.stringify(record))])
  expect([code, stderr]).toEqual([0, ''])
  expect(peak).toBeLessThan(600)
})

test('a record batch of Arrow ends early if its texts are long', () => {
  const column = { name: 'a', type: 'text', nullable: true, doc: '' } as const
  const rows = Array.from({ length: 100 }, (_, i) => [String.fromCharCode(97 + (i % 26)).repeat(1 << 20)])
  const table: TableData = { name: 't', doc: '', columns: [column], rows }
  const read = tableFromIPC(toArrow(table))
  expect(read.batches.map(({ numRows }) => numRows).every(count => count < 70)).toBe(true)
  expect(rows.every(([text], i) => read.getChild('a')?.get(i) === text)).toBe(true)
  let largestBytes = 0
  const writer = new ArrowWriter(table, 'stream', bytes => {
    largestBytes = Math.max(largestBytes, bytes.length)
  })
  for (const row of rows) writer.addRow(row)
  writer.finish()
  expect(largestBytes).toBeLessThan(70 << 20)
})

test('a record batch that ends early has the same number of cells in every column', () => {
  const types = ['bool', 'int', 'text', 'money', 'text', 'bool'] as const
  const columns = types.map((type, i) => ({ name: `c${i}`, type, nullable: true, doc: '' }))
  const long = 'q'.repeat(1 << 20)
  const cell = (row: number, i: number): CellValue => {
    const values = [row % 3 === 0, row, `row ${row}`, row * 1e8, long.slice(row), row % 5 > 1]
    return (row + i) % 4 === 1 ? null : (values[i] as CellValue)
  }
  const rows = Array.from({ length: 200 }, (_, row) => columns.map((_, i) => cell(row, i)))
  const table: TableData = { name: 't', doc: '', columns, rows }
  const read = tableFromIPC(toArrow(table))
  expect(read.batches.length).toBeGreaterThan(1)
  for (const [i, { name, type }] of columns.entries())
    if (type !== 'money')
      expect(Array.from(read.getChild(name) ?? []).every((value, row) => value === cell(row, i))).toBe(true)
  // Adding the rows one at a time to the writer gives the same bytes.
  const chunks: Buffer[] = []
  const writer = new ArrowWriter(table, 'file', bytes => chunks.push(Buffer.from(bytes)))
  for (const row of rows) writer.addRow(row)
  writer.finish()
  expect(Buffer.concat(chunks).equals(toArrow(table))).toBe(true)
})

test('reports an input that is a folder or missing with its path and error code', async () => {
  await inFolder(async folder => {
    const { code, stderr } = await measurePeak(['validate', folder, '--quiet'], [])
    expect([code, stderr]).toEqual([
      3,
      `taxtally: ${folder} could not be read (EISDIR): it is a folder, not a file. Name the files in it, such as FOLDER/*.ndjson.\n`,
    ])
  })
})
