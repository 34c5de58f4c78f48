/** Tests tables that are written in parts: each table is a folder of files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { readParquet } from 'parquet-wasm/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseByteSize } from '../../src/cli/options/options.js'
import { convertFiles } from '../../src/files/convert/convert.js'
import type { ConvertOptions } from '../../src/files/convert/convert-options.js'
import { FORMATS, type Format } from '../../src/files/formats/names.js'
import { fixture, makeBorrowers, newFolder, readManifest, taxtally, writeInput } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { expectSame, listFiles } from './jobs-command.js'

const shared = sharedFolder()

/** Valid and broken lines, returning taxpayers, and records without a taxpayer. */
const LINES = [
  readFileSync(fixture('dossiers.ndjson'), 'utf8'),
  '{"id":"r","forms":[]}\n{"id": nothing\n',
  makeBorrowers(6),
  '{"id":"s","taxpayer_id":"tp-2","forms":[]}\n',
].join('')

/** Reads the rows of a file and returns them as text, one row per line. */
function readRows(path: string, format: Format): string {
  const bytes = readFileSync(path)
  if (format === 'ndjson') return bytes.toString('utf8')
  // No header or cell of these tables contains a line break.
  if (format === 'csv') return bytes.toString('utf8').slice(bytes.indexOf('\n') + 1)
  const table = tableFromIPC(format === 'parquet' ? readParquet(bytes).intoIPCStream() : bytes)
  const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
  return table
    .toArray()
    .map(row => `${JSON.stringify((row as { toJSON: () => unknown }).toJSON(), text)}\n`)
    .join('')
}

/** Converts a text to a new folder of the shared folder, and returns its path. */
async function convertText(options: Partial<ConvertOptions>, text = LINES) {
  const out = mkdtempSync(join(shared, 'out-'))
  const path = join(shared, 'in.ndjson')
  writeFileSync(path, text)
  await convertFiles([path], { out, tables: ['all'], ...options })
  return out
}

describe('the parts together contain the rows of the table', () => {
  let [unsplit, parts] = ['', '']
  beforeAll(async () => {
    unsplit = await convertText({ formats: FORMATS })
    parts = await convertText({ formats: FORMATS, partBytes: 40_000 })
  })

  test.each(FORMATS)('%s', format => {
    const tables = listFiles(unsplit).filter(name => name.endsWith(`.${format}`) && name !== 'rejected.ndjson')
    expect(tables.length).toBeGreaterThan(30)
    for (const table of tables) {
      const folder = join(parts, table.slice(0, -format.length - 1))
      const files = readdirSync(folder).filter(name => name.endsWith(`.${format}`))
      expect(files.sort()).toEqual([0, 1, 2, 3, 4].map(n => `part-0000${n}.${format}`))
      expect(files.map(file => readRows(join(folder, file), format)).join(''), table).toBe(
        readRows(join(unsplit, table), format),
      )
    }
  })

  test('the rejected values', () => {
    const [rejected, expected] = [parts, unsplit].map(out => readFileSync(join(out, 'rejected.ndjson'), 'utf8'))
    expect(rejected).toBe(expected)
  })
})

test('a part ends after the taxpayer that reaches the size, and no taxpayer is split', async () => {
  const record = (id: string, length: number) => {
    const text = `{"id":"r","taxpayer_id":"${id}","forms":[],"x":"`
    return `${text}${'x'.repeat(length - text.length - 2)}"}\n`
  }
  // Bytes of input: a 250 + 100, b 100, c 350, d 100. A part ends once it has 200 bytes: a | b c | d.
  const text = [record('a', 250), record('a', 100), record('b', 100), record('c', 350), record('d', 100)]
  const out = await convertText({ tables: ['taxpayers'], partBytes: 200 }, text.join(''))
  const readIdsOfPart = (part: number): string[] =>
    readRows(join(out, `taxpayers/part-0000${part}.csv`), 'csv')
      .split('\n')
      .slice(0, -1)
      .map(line => line.slice(0, 1))
  expect(readdirSync(join(out, 'taxpayers'))).toHaveLength(3)
  expect([0, 1, 2].map(readIdsOfPart)).toEqual([['a'], ['b', 'c'], ['d']])
})

test('writes the same bytes with any number of threads', () => {
  const input = writeInput(`${LINES}${makeBorrowers(100).replaceAll('tp-', 'more-')}`)
  const { out } = expectSame([input], { args: ['--parts', '300KB', '--format', FORMATS.join()], jobs: [3] })
  expect(listFiles(out).length).toBeGreaterThan(500)
})

describe('the folder of the outputs', () => {
  const input = fixture('dossiers.ndjson')
  const convert = (out: string, partBytes?: number, formats: readonly Format[] = ['csv']) =>
    convertFiles([input], { out, tables: ['income', 'years'], formats, partBytes })

  test('the manifest lists the parts, with their rows', async () => {
    const out = newFolder()
    await convert(out, 20_000)
    expect(
      readManifest(out)
        .files.map(({ name }) => name)
        .toSorted(),
    ).toEqual(listFiles(out).filter(name => name !== 'manifest.json'))
    for (const { name, rows } of readManifest(out).files)
      expect(readRows(join(out, name), 'csv').split('\n').length - 1, name).toBe(rows)
    expect(readManifest(out).files.some(({ name }) => name === 'income/part-00001.csv')).toBe(true)
  })

  test('removes the files that the older manifest lists and the folders that become empty', async () => {
    const out = newFolder()
    await convert(out, 1)
    expect(listFiles(out).length).toBeGreaterThan(10)
    writeFileSync(join(out, 'income/notes.csv'), 'mine\n')
    await convert(out, 1_000_000)
    expect(listFiles(out)).toEqual([
      ...['income/notes.csv', 'income/part-00000.csv', 'manifest.json', 'years/part-00000.csv'],
    ])
    await convert(out)
    expect(listFiles(out)).toEqual(['income.csv', 'income/notes.csv', 'manifest.json', 'years.csv'])
    expect(existsSync(join(out, 'years'))).toBe(false)
    await convert(out, 1_000_000, ['ndjson'])
    expect(listFiles(out)).toEqual([
      ...['income/notes.csv', 'income/part-00000.ndjson', 'manifest.json', 'years/part-00000.ndjson'],
    ])
  })

  test('does not write through a link that has the name of a table folder', async () => {
    const elsewhere = newFolder()
    const out = newFolder()
    await convert(out)
    const before = listFiles(out)
    symlinkSync(elsewhere, join(out, 'years'))
    await expect(convert(out, 1000)).rejects.toThrow(
      'years could not be written (ENOTDIR): a part of its path is a file.',
    )
    expect([listFiles(out), readdirSync(elsewhere)]).toEqual([before, []])
    expect(readdirSync(out).sort()).toEqual([...before, 'years'].sort())
  })

  test('does not remove parts through a link', async () => {
    const elsewhere = newFolder()
    const out = newFolder()
    await convert(elsewhere, 1_000_000)
    await convert(out, 1_000_000)
    const path = join(out, 'manifest.json')
    const manifest = readFileSync(path, 'utf8').replaceAll('years/', 'facts/')
    writeFileSync(path, manifest)
    symlinkSync(join(elsewhere, 'years'), join(out, 'facts'))
    await convertFiles([input], { out, tables: ['income'] })
    expect(existsSync(join(elsewhere, 'years/part-00000.csv'))).toBe(true)
  })

  test('refuses to overwrite an input with a part', async () => {
    const out = newFolder()
    mkdirSync(join(out, 'income'))
    const inputPath = join(out, 'income/part-00001.csv')
    writeFileSync(inputPath, readFileSync(input))
    await expect(convertFiles([inputPath], { out, tables: ['income'], partBytes: 1 })).rejects.toThrow(
      'this run reads it',
    )
    expect(readFileSync(inputPath).equals(readFileSync(input))).toBe(true)
    expect(listFiles(out)).toEqual(['income/part-00001.csv'])
  })
})

test('parses sizes with units', () => {
  // KB and MB are powers of 1000. KiB and MiB are powers of 1024.
  expect(['7B', '20KB', '256MB', '1gb', '2MiB', '1KiB'].map(parseByteSize)).toEqual([
    ...[7, 20_000, 256_000_000, 1_000_000_000, 2_097_152, 1024],
  ])
  expect(['', '0', '-1', '1.5MB', 'MB', '10 MB', '5XB', '1e6', '256'].map(parseByteSize)).toEqual(Array(9).fill(null))
  const { code, stderr } = taxtally(['convert', 'x', '--out', 'y', '--parts', 'some'])
  expect([code, stderr]).toEqual([
    2,
    'taxtally: --parts takes a size with a unit, such as 256MB; KB, MB, GB and TB are powers of 1000, KiB and so on of 1024.\n',
  ])
})

test('rejects an invalid part size', async () => {
  for (const partBytes of [0, -1, 1.5, Number.NaN])
    await expect(convertFiles([], { out: 'x', partBytes })).rejects.toThrow(RangeError)
})
