/** Tests of the `tables` command, a filter that reads records and writes rows. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  fixture,
  makeBorrowers,
  newFolder,
  parseLines,
  readManifest,
  startCommand,
  taxtally,
  writeInput,
} from './command.js'

const TAG = /^\{"table":"([a-z0-9_]+)",/

/** Groups the output lines by table, and removes the table name from each line. */
function groupByTable(stdout: string): Record<string, string> {
  const linesByTable: Record<string, string> = {}
  for (const line of stdout.split('\n').slice(0, -1)) {
    const name = TAG.exec(line)?.[1] ?? 'of no table'
    linesByTable[name] = `${linesByTable[name] ?? ''}${line.replace(TAG, '{')}\n`
  }
  expect(stdout === '' || stdout.endsWith('\n')).toBe(true)
  return linesByTable
}

/** Runs `convert` on the same input and returns its tables that have rows. */
function convertToTables(
  extraOptions: readonly string[],
  tables: string,
  input: string | Buffer,
): Record<string, string> {
  const out = newFolder()
  const options = ['--out', out, '--format', 'ndjson', '--tables', tables, '--no-rejected']
  expect(taxtally(['convert', '-', ...options, ...extraOptions], input).code).toBeTypeOf('number')
  const namesWithRows = readManifest(out)
    .files.filter(({ rows }) => rows > 0)
    .map(({ name }) => name)
  return Object.fromEntries(
    namesWithRows.map(name => [name.replace('.ndjson', ''), readFileSync(join(out, name), 'utf8')]),
  )
}

const dossiers = readFileSync(fixture('dossiers.ndjson'), 'utf8')
const broken = `${dossiers}{"id":"r","forms":[]}\n[1]\n{"id": nothing\n\u0000\n${makeBorrowers(1)}${dossiers}`

test.each([
  ['every table', ['all'], dossiers, 0],
  ['gzip', ['income,issues'], gzipSync(dossiers), 0],
  ['unusable lines, and taxpayers that appear again', ['issues,income,facts'], broken, 4],
  ['other policies', ['qualifying_income', '--policy', 'conservative'], dossiers, 0],
  ['complete identifiers', ['form_w2', '--identifiers', 'full'], dossiers, 0],
  ['an empty input', ['all', '--allow-empty'], '', 0],
])('%s: writes the rows of convert, with its exit code', (_, [tables = '', ...options], input, code) => {
  const ran = taxtally(['tables', '--tables', tables, ...options], input)
  expect(ran.code).toBe(code)
  expect(groupByTable(ran.stdout)).toEqual(convertToTables(options, tables, input))
  expect(taxtally(['tables', '--tables', tables, ...options], input).stdout).toBe(ran.stdout)
})

test('rows have the order of the taxpayers, and for each taxpayer the order of the tables', () => {
  const { stdout } = taxtally(['tables', '--tables', 'income,taxpayers'], makeBorrowers(3))
  const taxpayersAndTables = parseLines(stdout).map(({ table, taxpayer_id }) => `${taxpayer_id} ${table}`)
  expect([...new Set(taxpayersAndTables)]).toEqual(
    ['tp-0', 'tp-1', 'tp-2'].flatMap(id => [`${id} taxpayers`, `${id} income`]),
  )
})

test('unreadable lines become rows of the issues table with their line numbers', () => {
  const { stdout, stderr, code } = taxtally(['tables', '--tables', 'issues'], `{"id":\n7\n${dossiers}`)
  const rows = parseLines(stdout)
  expect(rows.slice(0, 2).map(({ table, source, line, code }) => [table, source, line, code])).toEqual([
    ['issues', '-', 1, 'json_malformed'],
    ['issues', '-', 2, 'record_not_object'],
  ])
  expect(stderr).toContain('8 taxpayers')
  expect([code, stderr.split('\n')[1]]).toEqual([4, 'taxtally: rejected: 2 records or values, 0 entries'])
  expect(taxtally(['tables', '--tables', 'income', '--quiet'], dossiers).stderr).toBe('')
})

test('the shards together are the complete output, and the hash of a taxpayer selects its shard', () => {
  const listIds = (stdout: string) => [...new Set(stdout.match(/(?<="taxpayer_id":)(?:"tp-\d+"|null)/g) ?? [])]
  const input = `${makeBorrowers(3)}[[]]\n${makeBorrowers(1)}`
  const runShard = (share: string) => taxtally(['tables', '--quiet', '--shard', share], input)
  // The first four bytes of SHA-256 modulo 5 (printf %s tp-0 | sha256sum): tp-0 66b7ba64, 1; tp-1 0b648221, 4; tp-2
  // c721de55, 4. Values without a taxpayer use the hash of the empty id: e3b0c442, 0.
  const runs = ['1/5', '2/5', '3/5', '4/5', '5/5'].map(runShard)
  expect(runs.map(({ stdout }) => listIds(stdout))).toEqual([['"tp-0"'], [], [], ['"tp-1"', '"tp-2"'], ['null']])
  expect(runShard('0/5').stdout).toBe(runs[4]?.stdout)
  // The first shard has an error because tp-0 appears again, and the last because an array element has no taxpayer.
  expect(runs.map(({ code }) => code)).toEqual([4, 0, 0, 0, 4])
  const lines = (stdout: string) => stdout.split('\n').sort()
  expect(lines(runs.map(({ stdout }) => stdout).join(''))).toEqual(
    expect.arrayContaining(lines(runShard('1/1').stdout)),
  )
  expect(runs.map(({ stdout }) => stdout.split('\n').length - 1).reduce((a, b) => a + b)).toBe(
    runShard('1/1').stdout.split('\n').length - 1,
  )
  expect(runShard('1/1').stdout).toBe(taxtally(['tables', '--quiet'], input).stdout)
})

test('facts about a taxpayer in another shard are not reported as unused', () => {
  const facts = writeInput('{"taxpayer_id":"tp-0"}\n{"taxpayer_id":"tp-9"}\n')
  const args = ['tables', '--tables', 'income', '--shard', '4/5', '--known-facts', facts, '--quiet']
  expect(taxtally(args, makeBorrowers(2)).stderr).toBe(
    'taxtally: --known-facts, line 2: its taxpayer is not in the inputs\n',
  )
})

test.each([
  ['--shard', '6/5', '--shard takes K/N, the shard and how many there are, such as 2/8.'],
  ['--shard', '1', '--shard takes K/N, the shard and how many there are, such as 2/8.'],
  ['--shard', '0/0', '--shard takes K/N, the shard and how many there are, such as 2/8.'],
  [
    '--jobs',
    '2',
    '--jobs cannot be used with tables, which works in one thread. To use more, start it several times, each with another --shard K/N.',
  ],
  [
    '--out',
    'x',
    '--out is an option of convert, merge and report, not of tables. tables writes to standard output: add > FILE to keep it.',
  ],
])('%s %s is incorrect usage', (option, value, message) => {
  const { code, stdout, stderr } = taxtally(['tables', option, value], dossiers)
  expect([code, stdout, stderr]).toEqual([2, '', `taxtally: ${message}\n`])
})

test('the filter ends quietly if its reader closes the pipe', async () => {
  const { child, closed, output } = startCommand(['tables', '--quiet'])
  child.stdin.write(makeBorrowers(200))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.end(makeBorrowers(200))
  expect([await closed, output.stderr]).toEqual([[0, null], ''])
})

test.each([
  ['while it waits for more input', false],
  ['while its reader is slow', true],
])('SIGTERM %s ends the filter with that signal, after a complete line', async (_, isSlow) => {
  const { child, closed } = startCommand(['tables', '--quiet'])
  child.stdin.write(makeBorrowers(isSlow ? 300 : 5))
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child.stdout, 'data')
  if (isSlow) {
    child.stdout.pause()
    await wait(500)
  }
  child.kill('SIGTERM')
  await wait(isSlow ? 200 : 0)
  child.stdout.resume()
  expect(await closed).toEqual([null, 'SIGTERM'])
  const text = Buffer.concat(chunks).toString('utf8')
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.slice(0, -1).split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})
