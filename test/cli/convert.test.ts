import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/schema/forms/index.js'
import { TABLES } from '../../src/tables/tables.js'
import { CUSTOM_POLICY, fixture, newFolder, readManifest, taxtally } from './command.js'

const borrower = fixture('borrower.ndjson')

describe('outputs', () => {
  test('include every table except the wide ones, in each format, and the manifest', () => {
    const out = newFolder()
    const { code } = taxtally(['convert', borrower, '--out', out, '--format', 'csv,arrow,arrows'])
    expect(code).toBe(0)
    const expected = TABLES.flatMap(({ name }) => ['csv', 'arrow', 'arrows'].map(format => `${name}.${format}`))
    expect(readdirSync(out).sort()).toEqual([...expected, 'manifest.json'].sort())
  })

  test('include a table for each form with --tables all, or only the tables that --tables names', () => {
    const [all, some] = [newFolder(), newFolder()]
    expect(taxtally(['convert', borrower, '--out', all, '--tables', 'all']).code).toBe(0)
    for (const { key } of FORMS) expect(existsSync(join(all, `${key}.csv`)), key).toBe(true)
    expect(taxtally(['convert', borrower, '--out', some, '--tables', 'form_w2,income']).code).toBe(0)
    expect(readdirSync(some).sort()).toEqual(['form_w2.csv', 'income.csv', 'manifest.json'])
  })

  test('end with the manifest, which has the hash and the row count of every file', () => {
    const out = newFolder()
    taxtally(['convert', fixture('quirks/record-not-object.json'), '--out', out])
    const { files, inputs } = readManifest(out)
    expect(files.map(({ name }) => name).sort()).toEqual(
      readdirSync(out)
        .filter(name => name !== 'manifest.json')
        .sort(),
    )
    const last = statSync(join(out, 'manifest.json'), { bigint: true }).ctimeNs
    for (const { name, sha256, rows } of files) {
      const bytes = readFileSync(join(out, name))
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256)
      const lines = bytes.toString('utf8').split('\n').length - 1
      expect(rows, name).toBe(name.endsWith('.csv') ? lines - 1 : lines)
      expect(statSync(join(out, name), { bigint: true }).ctimeNs <= last, name).toBe(true)
    }
    const size = statSync(fixture('quirks/record-not-object.json')).size
    expect(inputs).toEqual([{ name: 'record-not-object.json', bytes: size }])
  })

  test('records in the manifest how figures and rows were computed, with hashes of input files and none of their content', () => {
    const [out, inputFolder] = [newFolder(), newFolder()]
    const facts = join(inputFolder, 'known.ndjson')
    const policy = join(inputFolder, 'own.json')
    writeFileSync(facts, '{"taxpayer_id":"tp-borrower-quenby","borrowers":[{"id":"4321"}]}\n')
    writeFileSync(policy, JSON.stringify(CUSTOM_POLICY))
    const describeFile = (path: string, name: string) => ({
      name,
      bytes: statSync(path).size,
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    })
    const generalOptions = ['--as-of-year', '2024', '--known-facts', facts, '--taxpayer-id', 'tp-given']
    const limits = ['--max-value-bytes', '1000000', '--max-value-entries', '999999']
    const moreOptions = [...limits, '--policy', policy, '--policy', 'fannie-2026-08']
    expect(taxtally(['convert', borrower, '--out', out, ...generalOptions, ...moreOptions]).code).toBe(0)
    const { options, policies } = readManifest(out)
    expect(options).toEqual({
      formats: ['csv'],
      strict: false,
      identifiers: 'last4',
      rawText: false,
      keepRejected: true,
      taxpayerId: 'tp-given',
      asOfYear: 2024,
      // Known facts have no hash in the manifest, because four digits can be guessed quickly from a hash.
      factsOf: { name: 'known.ndjson', bytes: statSync(facts).size },
      stated: null,
      maxValueBytes: 1_000_000,
      maxValueEntries: 999_999,
      maxTaxpayerDocuments: null,
      maxValueIssues: null,
      maxSourceIssues: null,
      maxUnpackedBytes: null,
    })
    expect(policies).toEqual([
      { name: 'own', rule_version: '1', file: describeFile(policy, 'own.json') },
      expect.objectContaining({ name: 'fannie-2026-08' }),
    ])
    const text = readFileSync(join(out, 'manifest.json'), 'utf8')
    // A hash may have the digits by chance.
    expect(text.replace(/[0-9a-f]{64}/g, '')).not.toContain('4321')
    expect(text).not.toContain(inputFolder)
    expect(taxtally(['convert', borrower, '--out', out]).code).toBe(0)
    const none = { taxpayerId: null, asOfYear: null, factsOf: null, maxValueBytes: null }
    expect(readManifest(out).options).toMatchObject(none)
  })
})

describe('rejected.ndjson', () => {
  const path = fixture('quirks/ndjson-truncated-line.ndjson')

  test('contains the rejected values, is readable only by its owner, and is named on standard error', () => {
    const out = newFolder()
    const { code, stderr } = taxtally(['convert', path, '--out', out])
    expect(code).toBe(4)
    const rejected = join(out, 'rejected.ndjson')
    expect(statSync(rejected).mode & 0o777).toBe(0o600)
    expect(statSync(join(out, 'income.csv')).mode & 0o777).toBe(0o666 & ~process.umask())
    expect(readFileSync(rejected, 'utf8').trimEnd()).toBe(readFileSync(path, 'utf8').split('\n')[1]?.trim())
    expect(stderr).toContain('rejected.ndjson')
  })

  test('is not written with --no-rejected, and the issue stays', () => {
    const out = newFolder()
    expect(taxtally(['convert', path, '--out', out, '--no-rejected']).code).toBe(4)
    expect(existsSync(join(out, 'rejected.ndjson'))).toBe(false)
    expect(readFileSync(join(out, 'issues.csv'), 'utf8')).toContain('json_malformed')
  })

  test('is removed by a run that rejected nothing', () => {
    const out = newFolder()
    taxtally(['convert', path, '--out', out])
    expect(taxtally(['convert', borrower, '--out', out]).code).toBe(0)
    expect(existsSync(join(out, 'rejected.ndjson'))).toBe(false)
  })
})

describe('existing files', () => {
  test('are replaced by a complete run', () => {
    const out = newFolder()
    writeFileSync(join(out, 'income.csv'), 'older')
    expect(taxtally(['convert', borrower, '--out', out]).code).toBe(0)
    expect(readFileSync(join(out, 'income.csv'), 'utf8')).toMatch(/^taxpayer_id,/)
  })

  test.each(['income.csv', 'manifest.json'])('are replaced, not followed, if %s is a symbolic link', name => {
    const [out, elsewhere] = [newFolder(), newFolder()]
    const target = join(elsewhere, 'precious')
    writeFileSync(target, 'precious')
    symlinkSync(target, join(out, name))
    expect(taxtally(['convert', borrower, '--out', out]).code).toBe(0)
    expect(lstatSync(join(out, name)).isFile()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })

  test('cause an error if the folder is a file, or if an output is a folder', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(taxtally(['convert', borrower, '--out', join(folder, 'file')]).code).toBe(3)
    const out = join(folder, 'out')
    mkdirSync(join(out, 'income.csv', 'inner'), { recursive: true })
    expect(taxtally(['convert', borrower, '--out', out]).code).toBe(3)
    expect(readdirSync(out).filter(name => name.endsWith('.part') || name === 'manifest.json')).toEqual([])
  })
})
