import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fixture, makeBorrowers, newFolder, readCsvRows, readManifest, writeInput } from '../cli/command.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import type { Raw } from '../support/run.js'
import { expectSame } from './jobs-command.js'

/** Writes each list of values to a file (NDJSON, a JSON array or gzip in rotation) and returns the paths. */
function writeFiles(files: readonly (readonly unknown[])[]): string[] {
  const folder = newFolder()
  return files.map((values, i) => {
    const path = join(folder, `f${i}${i % 3 === 1 ? '.json' : '.ndjson'}${i % 3 === 2 ? '.gz' : ''}`)
    const text =
      i % 3 === 1 ? JSON.stringify(values, null, 1) : values.map(value => `${JSON.stringify(value)}\n`).join('')
    writeFileSync(path, i % 3 === 2 ? gzipSync(text) : text)
    return path
  })
}

const makeDossier = (seed: number): { taxpayer: Raw; records: Raw[] } => {
  const { taxpayer, records } = makeRandomDossier(seed) as { taxpayer: Raw; records: Raw[] }
  return { taxpayer, records }
}
const makeDossiers = (from: number, count: number) => Array.from({ length: count }, (_, i) => makeDossier(from + i))

describe('several threads write the same bytes as one thread', () => {
  test('for NDJSON, JSON arrays and gzip', () => {
    const paths = writeFiles([makeDossiers(1, 12), makeDossiers(20, 9), makeDossiers(40, 14), makeDossiers(60, 3)])
    const { out } = expectSame(paths, { args: ['--format', 'csv,arrow,arrows', '--tables', 'all'], jobs: [3] })
    expect(readCsvRows(join(out, 'taxpayers.csv'))).toHaveLength(38)
  })

  test('for a large file with more batches than threads, including the line numbers of issues', () => {
    const lines = makeDossiers(500, 40).map(dossier => JSON.stringify(dossier))
    const texts: string[] = []
    for (let i = 0, size = 0; size < 9 << 20; i++) {
      const line = i % 50 === 7 ? '{"id":' : (lines[i % 40] as string).replaceAll('"tp-', `"tp-${i}-`)
      texts.push(`${line}${i % 30 === 3 ? '\n\n' : '\n'}`)
      size += line.length
    }
    const { out } = expectSame([writeInput(texts.join('')), fixture('dossiers.ndjson')])
    const last = readCsvRows(join(out, 'issues.csv')).findLast(row => row['code'] === 'json_malformed')
    expect(Number(last?.['line'])).toBeGreaterThan(texts.length - 50)
  })

  test('for the fixtures, every file in fixtures/quirks and empty files', () => {
    const empty = ['', '\n', '[]', '{"records":[]}'].map((text, i) => writeInput(text, `empty${i}.json`))
    const quirks = readdirSync(fixture('quirks')).filter(name => name !== 'expected.json')
    const names = ['dossiers.ndjson', ...quirks.map(name => `quirks/${name}`), 'borrower.ndjson']
    const paths = [...empty, ...names.map(fixture), ...empty.slice(1), fixture('liabilities-dossier.json')]
    const { out } = expectSame(paths)
    const codes = new Set(readCsvRows(join(out, 'issues.csv')).map(row => row['code']))
    expect(codes.size).toBeGreaterThan(6)
    expectSame(paths.toReversed(), { args: ['--strict'], jobs: [4] })
    expectSame(empty, { args: [] })
  })

  test('for record batches that continue from one file to the next', () => {
    // Each file has 66,240 rows of facts, more than the 65,536 that fit in one record batch.
    const paths = [0, 1].map(i => writeInput(makeBorrowers(460).replaceAll('"tp-', `"tp-${i}-`), `many${i}.ndjson`))
    const { out } = expectSame(paths, { args: ['--format', 'arrow,arrows', '--tables', 'facts,documents'] })
    const { rows } = readManifest(out).files.find(file => file.name === 'facts.arrow') ?? { rows: 0 }
    expect(rows).toBeGreaterThan(131_072)
  })

  test('for options that every thread needs', () => {
    const files = [makeDossiers(100, 8), makeDossiers(120, 8), makeDossiers(140, 8)]
    const lines = [files[0]?.[4], files[1]?.[4], files[2]?.[0], { taxpayer: { id: 'nobody' } }].map(dossier => ({
      taxpayer_id: dossier?.taxpayer['id'],
      obligations_monthly: 1250.5,
    }))
    const facts = writeInput(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const paths = writeFiles(files)
    const ran = expectSame(paths, {
      args: ['--known-facts', facts, '--policy', 'fannie-2026-08', '--as-of-year', '2024'],
    })
    expect(ran.stderr).toContain('--known-facts, line 4:')
    expect(ran.stderr).not.toContain('line 1:')
    expectSame(paths, { args: ['--identifiers', 'full', '--raw-text', '--no-rejected', '--strict', '--quiet'] })
    expectSame(paths, {
      args: ['--identifiers', 'pseudonym', '--tables', 'documents,form_w2,issues', '--max-value-bytes', '20000'],
      env: { TAXTALLY_PSEUDONYM_KEY: 'k'.repeat(40) },
    })
  })
})

// A law in jobs-batches.test.ts shows for random inputs that batches are joined like one run reads them.
describe('taxpayers in adjacent files', () => {
  test('joins dossiers, records and taxpayers that continue in the next two files', () => {
    const all = makeDossiers(2010, 7).flatMap(({ taxpayer, records }, i): unknown[] => {
      const id = taxpayer['id']
      if (i % 3 === 0) return records.map(record => ({ taxpayer, records: [record] }))
      return [taxpayer, ...records.map(record => ({ ...record, taxpayer_id: id }))]
    })
    const sliceStart = (i: number): number => Math.floor((all.length * i) / 5)
    const paths = writeFiles([0, 1, 2, 3, 4].map(i => all.slice(sliceStart(i), sliceStart(i + 1))))
    const { out } = expectSame(paths, { jobs: [2, 4] })
    expect(readCsvRows(join(out, 'taxpayers.csv'))).toHaveLength(7)
  })

  test('joins the records of one taxpayer from all files', () => {
    const { taxpayer, records } = makeDossier(7)
    const allRecords = [...records, ...records.map((record, i) => ({ ...record, id: `more-${i}` }))]
    const paths = [taxpayer, ...allRecords].map((value, i) => writeInput(JSON.stringify(value), `v${i}.json`))
    expectSame(paths.toReversed(), { args: [], jobs: [4] })
    expectSame(paths.slice(1), { args: ['--taxpayer-id', 'given'] })
  })
})

describe('files with faults', () => {
  const writeGoodFiles = () => writeFiles([makeDossiers(400, 5), makeDossiers(420, 5)]) as [string, string]

  test('rejects broken lines, and a taxpayer that returns later in the same file or in another file', () => {
    const [first, ...others] = makeDossiers(300, 12)
    const returningDossier = { taxpayer: first?.taxpayer, records: [{ ...first?.records[0], id: 'again' }] }
    const lines = makeDossiers(440, 6).map(dossier => JSON.stringify(dossier))
    const { code, stderr, out } = expectSame([
      ...writeFiles([
        [first, ...others.slice(0, 4), returningDossier, others[4]],
        others.slice(5, 8),
        [others[8], returningDossier, ...others.slice(9)],
      ]),
      writeInput(['{"cut', ...lines.slice(0, 3), '7', '{"cut', ...lines.slice(3), '{"cut'].join('\n')),
      fixture('borrower.ndjson'),
    ])
    expect(code).toBe(4)
    const issues = readFileSync(join(out, 'issues.csv'), 'utf8').split('\n')
    const refused = issues.filter(line => line.includes('taxpayer_not_contiguous'))
    expect(refused).toHaveLength(2)
    // The issue names the taxpayer whose figures are incomplete.
    for (const line of refused) expect(line.split(',')[2]).toBe(first?.taxpayer['id'])
    expect(stderr).toContain('rejected.ndjson')
    expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8').match(/^\{"cut$/gm)).toHaveLength(3)
  })

  test('exits with 3 if a file is one broken value, and writes the other files', () => {
    const [a, b] = writeGoodFiles()
    const { code, out } = expectSame([a, writeInput('{"cut', 'one.json'), b], { args: [] })
    expect(code).toBe(3)
    expect(readCsvRows(join(out, 'taxpayers.csv'))).toHaveLength(10)
  })

  test('exits with 3 if a file cannot be read, and replaces nothing', () => {
    const [a, b] = writeGoodFiles()
    const broken = writeInput(gzipSync('{"a":1}\n'.repeat(1000)).subarray(0, 30), 'broken.ndjson.gz')
    for (const third of [broken, join(newFolder(), 'none.json')]) {
      const { code, stderr, out } = expectSame([a, b, third], { args: [] })
      expect(code).toBe(3)
      expect(stderr).toContain('could not be read')
      expect(readdirSync(out)).toEqual([])
    }
  })

  test('reads standard input if it is given between files', () => {
    const [a, b] = writeGoodFiles()
    const { out } = expectSame([a, '-', b], { input: `${JSON.stringify(makeDossier(9))}\n` })
    expect(readCsvRows(join(out, 'taxpayers.csv'))).toHaveLength(11)
  })
})
