/** Tests `merge` with taxpayers that appear several times in one or more files. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertFiles } from '../../../src/files/convert/convert.js'
import { mergeFiles } from '../../../src/files/merge/merge-files.js'
import {
  fixture,
  makeBorrowers,
  newFolder,
  readCsvRows,
  startCommand,
  taxtally,
  writeInput,
} from '../../cli/command.js'
import { mutate } from '../../support/mutate.js'
import { makeRandomDossier } from '../../support/random-dossier.js'
import type { Raw } from '../../support/run.js'

interface Dossier {
  readonly taxpayer: Raw
  readonly records: readonly Raw[]
}

/** Limits that are so small that the merge needs several levels of temporary files. */
const SMALL_SIZES = { maxBufferedBytes: 4096, runsPerMerge: 3 }

const readLines = (path: string): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1)

/** Writes lines to a file in a new folder and returns the path. */
const writeLines = (lines: readonly string[], name = 'in.ndjson'): string =>
  writeInput(lines.map(line => `${line}\n`).join(''), name)

/** Merges files and returns the output path, the lines of the output and the report. */
async function merge(paths: readonly string[], sizes = SMALL_SIZES) {
  const out = join(newFolder(), 'all.ndjson')
  const report = await mergeFiles(paths, { out, sizes })
  return { out, lines: readLines(out), report }
}

/** Converts a file and returns the JSON rows by table. Removes the source, line, path and message from issue rows. */
async function readTableRows(path: string): Promise<Record<string, readonly string[]>> {
  const out = newFolder()
  await convertFiles([path], { out, tables: ['all'], formats: ['ndjson'], keepRejected: false })
  const tables = readdirSync(out).filter(name => name.endsWith('.ndjson'))
  return Object.fromEntries(
    tables.map(name => {
      const lines = readLines(join(out, name))
      if (name !== 'issues.ndjson') return [name, lines]
      const issues = lines.map(line => {
        const { source, line: _line, path: _path, message, ...rest } = JSON.parse(line) as Raw
        return JSON.stringify(rest)
      })
      return [name, issues.toSorted()]
    }),
  )
}

/** Creates a dossier in which every third record is mutated. */
function makeDossier(seed: number, id: string): Dossier {
  const { taxpayer, records } = makeRandomDossier(seed, { documents: 6 }) as unknown as Dossier
  const faulty = records.map((record, i) => (i % 3 === 2 ? (mutate(record, seed + i) as Raw) : record))
  const named = faulty.map(record => ({ ...record, taxpayer_id: id }))
  return JSON.parse(JSON.stringify({ taxpayer: { ...taxpayer, id }, records: named })) as Dossier
}

test('gives the same rows for daily files of many taxpayers as for one file of dossiers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.array(fc.nat(), { minLength: 60 }), async (seed, cuts) => {
      // The ids are sorted by UTF-8 bytes, which differs from the order by UTF-16 code units.
      const ids = ['10', '9', 'B', 'a', 'b', 'é', '\uffee', '😀']
      const dossiers = ids.map((id, i) => makeDossier(seed + i, id))
      const parts = dossiers.flatMap(({ taxpayer, records }) => [
        ...[0, 1, 2].map(() => JSON.stringify(taxpayer)),
        ...records.map(record => JSON.stringify(record)),
      ])
      const days: string[][] = [[], [], []]
      const order = parts.map((part, i) => [cuts[i % cuts.length] as number, i, part] as const)
      for (const [cut, , part] of order.toSorted(([a, i], [b, j]) => a - b || i - j)) days[cut % 3]?.push(part)
      const { out, lines, report } = await merge(days.map((day, i) => writeLines(day, `day-${i}.ndjson`)))
      expect(lines.map(line => (JSON.parse(line) as Dossier).taxpayer['id'])).toEqual(ids)
      // Comparing the issues themselves shows their text if there are any.
      expect(report.issuesFile === null ? [] : readLines(join(dirname(out), report.issuesFile))).toEqual([])
      expect(report).toMatchObject({ taxpayers: ids.length, rejected: 0, issuesFile: null })
      const dossierFile = writeLines(dossiers.map(dossier => JSON.stringify(dossier)))
      expect(await readTableRows(out)).toEqual(await readTableRows(dossierFile))
    }),
    { numRuns: 8, seed: 25 },
  )
})

test('keeps the taxpayers and their order when a result is merged again', async () => {
  const dossiers = ['c', 'a', 'b'].map((id, i) => JSON.stringify(makeDossier(i, id)))
  const once = await merge([writeLines(dossiers)])
  const twice = await merge([once.out])
  expect(twice.lines).toEqual(once.lines)
  const large = await merge([writeLines(dossiers)], { maxBufferedBytes: 1 << 20, runsPerMerge: 64 })
  expect(large.lines).toEqual(once.lines)
})

describe('the content of a line', () => {
  test('keeps the text of values, the order of the records and repeated records', async () => {
    const record = '{"id":"r","taxpayer_id":"a","x":1.50,"y":12345678901234567890}'
    const { lines } = await merge([
      writeLines([
        record,
        '{"id":"z","taxpayer_id":"b"}',
        '{"taxpayer": {"id" : "a"} , "records":[ 7,{"id":"s"} ]}',
        record,
      ]),
    ])
    expect(lines).toEqual([
      `{"taxpayer":{"id" : "a"},"records":[${record},7,{"id":"s"},${record}]}`,
      '{"records":[{"id":"z","taxpayer_id":"b"}]}',
    ])
  })

  test('keeps a taxpayer without records and uses the file name as the id of a missing taxpayer', async () => {
    const records = join(newFolder(), 'tp-7.json')
    writeFileSync(records, '{"id":"r","tax_year":"2024",\n"forms":[]}')
    const { lines } = await merge([writeLines(['{"id":"tp-1","status":"COMPLETED"}']), records])
    expect(lines).toEqual([
      '{"taxpayer":{"id":"tp-1","status":"COMPLETED"},"records":[]}',
      '{"taxpayer":{"id":"tp-7"},"records":[{"id":"r","tax_year":"2024", "forms":[]}]}',
    ])
  })

  test('joins taxpayers that return in the same line, even if their ids have unusual characters', async () => {
    const makeRecord = (id: string) => `{"id":"r","taxpayer_id":${id},"forms":[]}`
    const ids = ['"\\ud800"', '"\\udc00"', '"\\ufffd"', '5', '"a\\tb"']
    const { lines, report } = await merge([
      writeLines([`[${[...ids, ...ids].map(makeRecord).join()},[1]]`, ...ids.map(makeRecord)]),
    ])
    expect(lines).toHaveLength(5)
    for (const line of lines) expect((JSON.parse(line) as Dossier).records).toHaveLength(3)
    expect(report).toMatchObject({ rejected: 1, codes: { record_not_object: 1 } })
  })

  test('merges values that are larger than the sort buffer', async () => {
    const record = (id: string, i: number) => `{"id":"r${i}","taxpayer_id":"${id}","x":"${'é'.repeat(5000 * i)}"}`
    const { lines } = await merge([
      writeLines([record('b', 1), record('a', 2), record('b', 0)]),
      writeLines([record('a', 0), record('b', 3)]),
    ])
    expect(lines).toEqual([
      `{"records":[${record('a', 2)},${record('a', 0)}]}`,
      `{"records":[${record('b', 1)},${record('b', 0)},${record('b', 3)}]}`,
    ])
  })
})

test('uses the taxpayer object whose canonical JSON sorts last and reports the others, in any order', async () => {
  // The canonical JSON sorts as {"a":1,"id":"t"}, {"a":2,"id":"t"}, {"id":"t","z":0}. The last object is used.
  const objects = ['{"id":"t","a":2}', '{"z":0,"id":"t"}', '{"id":"t","a":1}', '{"id":"t", "z":0}']
  for (const firstIndex of [0, 1, 2, 3]) {
    const lines = [...objects.slice(firstIndex), ...objects.slice(0, firstIndex)].map(
      taxpayer => `{"taxpayer":${taxpayer},"records":[]}`,
    )
    const { out, lines: mergedLines, report } = await merge([writeLines(lines)])
    expect(mergedLines.map(line => (JSON.parse(line) as Dossier).taxpayer)).toEqual([{ id: 't', z: 0 }])
    expect(report).toMatchObject({ rejected: 0, codes: { taxpayer_other_used: 2 }, issuesFile: 'all.issues.ndjson' })
    const issues = readLines(out.replace('.ndjson', '.issues.ndjson')).map(line => JSON.parse(line) as Raw)
    const expectedLines = lines.flatMap((line, i) => (line.includes('"a"') ? [i + 1] : []))
    expect(issues.map(({ line }) => line).toSorted()).toEqual(expectedLines)
    expect(issues.every(({ taxpayer_id, severity }) => taxpayer_id === 't' && severity === 'warning')).toBe(true)
  }
})

describe('the command', () => {
  const good = '{"id":"r","taxpayer_id":"a","forms":[]}'

  test('reads gzip and standard input, and reports unusable lines like convert', () => {
    const lines = `${good}\n{"id":"x","forms":[]}\n{"taxpayer":{"id":"a"},"records":[],"more":[1]}\n`
    const zipped = writeInput(gzipSync(lines), 'day.ndjson.gz')
    const folder = newFolder()
    const out = join(folder, 'all.ndjson')
    const ran = taxtally(['merge', zipped, '-', '--out', out], `${good}\n{"id":\n${good}\n`)
    expect([ran.code, ran.stdout]).toEqual([4, ''])
    expect(ran.stderr).toBe(
      'taxtally: issues are listed in all.issues.ndjson\n' +
        'taxtally: 1 taxpayer; issues: 3 errors, 0 warnings, 1 note\n' +
        'taxtally: rejected: 3 records or values, 0 entries; kept in all.rejected.ndjson (may contain full identifiers)\n',
    )
    expect(readLines(out)).toEqual([`{"taxpayer":{"id":"a"},"records":[${good},${good},${good}]}`])
    expect(readLines(join(folder, 'all.rejected.ndjson'))).toEqual(['{"id":"x","forms":[]}', '[1]', '{"id":'])
    const issues = readLines(join(folder, 'all.issues.ndjson')).map(line => JSON.parse(line) as Raw)
    expect(issues.map(({ source, line, code }) => [source, line, code])).toEqual([
      ['day.ndjson.gz', 2, 'taxpayer_unknown'],
      ['day.ndjson.gz', 3, 'field_unknown'],
      ['day.ndjson.gz', 3, 'dossier_key_unknown'],
      ['-', 2, 'json_malformed'],
    ])
    // Only the owner may read these files, because they contain input data with full identifiers.
    for (const name of ['all.ndjson', 'all.rejected.ndjson'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    // This input has no issues.
    expect(taxtally(['merge', '-', '--out', out, '--quiet'], good)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readdirSync(folder)).toEqual(['all.ndjson'])
  })

  test('converting the result and the rejected lines reports the same issues as converting the input', () => {
    const bad = ['{"id":"x","forms":[]}', '{"id":', '7']
    const input = writeLines([good, ...bad])
    const folder = newFolder()
    const out = join(folder, 'all.ndjson')
    expect(taxtally(['merge', input, '--out', out]).code).toBe(4)
    const [after, before] = [join(folder, 'after'), join(folder, 'before')]
    const rejected = join(folder, 'all.rejected.ndjson')
    expect(taxtally(['convert', out, rejected, '--out', after]).code).toBe(4)
    expect(taxtally(['convert', input, '--out', before]).code).toBe(4)
    for (const name of readdirSync(before).filter(name => !/^(?:manifest|issues)/.test(name)))
      expect(readLines(join(after, name)), name).toEqual(readLines(join(before, name)))
    const readIssueCodes = (outputFolder: string) =>
      readCsvRows(join(outputFolder, 'issues.csv')).map(({ code }) => code)
    expect(readIssueCodes(after)).toEqual(['taxpayer_unknown', 'json_malformed', 'record_not_object'])
    expect(readIssueCodes(after)).toEqual(readIssueCodes(before))
  })

  test.each([
    ['no input', ['merge', '--out', 'x'], 2, 'merge needs at least one INPUT: a file, or - for standard input.'],
    ['no output', ['merge', '-'], 2, 'merge needs --out FILE, the file to write.'],
    [
      'an input that is not there',
      ['merge', fixture('none'), '--out', 'OUT'],
      3,
      `${fixture('none')} could not be read (ENOENT): there is no such file. Check the path.`,
    ],
    [
      'an output that it reads',
      ['merge', 'IN', '--out', 'IN'],
      3,
      'in.ndjson could not be written: this run reads it (in.ndjson).',
    ],
    ['a folder in its place', ['merge', 'IN', '--out', 'FOLDER'], 3, /could not be written \(EISDIR\)/],
  ])('%s', (_, args, code, message) => {
    const input = writeLines([good])
    const folder = newFolder()
    const places: Record<string, string> = { IN: input, OUT: join(folder, 'out.ndjson'), FOLDER: folder }
    const ran = taxtally(args.map(arg => places[arg] ?? arg))
    expect(ran.code).toBe(code)
    expect(ran.stderr).toMatch(message)
    expect(readLines(input)).toEqual([good])
    expect(readdirSync(folder)).toEqual([])
    expect(readdirSync(join(input, '..'))).toEqual(['in.ndjson'])
  })

  test('removes its private temporary files if a signal ends it', async () => {
    const folder = newFolder()
    const out = join(folder, 'all.ndjson')
    writeFileSync(out, 'older\n')
    const { child, closed } = startCommand(['merge', '-', '--out', out])
    child.stdin.write(makeBorrowers(1000))
    const parts = () => readdirSync(folder).filter(name => name !== 'all.ndjson')
    while (parts().length < 2) await wait(5)
    for (const name of parts()) {
      expect(name).toMatch(/^\.all\.ndjson\.[0-9a-f]{12}\.part$/)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    }
    child.kill('SIGTERM')
    expect(await closed).toEqual([null, 'SIGTERM'])
    expect(readdirSync(folder)).toEqual(['all.ndjson'])
    expect(readFileSync(out, 'utf8')).toBe('older\n')
  })
})
