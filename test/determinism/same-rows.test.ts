/** Tests that tables have the same rows in CSV, Arrow, Parquet and NDJSON, with one thread and with three. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from '@uwdata/flechette'
import { parseString } from 'fast-csv'
import { readParquet } from 'parquet-wasm/node'
import { describe, expect, test } from 'vitest'
import { generateDossiers } from '../../dist/service/sandbox/index.js'
import { MAIN, parseLines, ROOT } from '../cli/command.js'
import { formatDecimal, type Texts } from '../support/cells.js'
import { findShared } from '../support/requirements.mjs'
import { folder } from './runs.js'

const ndjson = (name: string, values: readonly unknown[]): string => {
  const path = join(folder, name)
  writeFileSync(path, values.map(value => `${JSON.stringify(value)}\n`).join(''))
  return path
}

/** The fixture files that a user may pass to the command. */
const fixtures = readdirSync(join(ROOT, 'fixtures'), { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(?:nd)?json(?:\.gz)?$/.test(name) && !name.endsWith('expected.json'))
  .toSorted()
  .map(name => join(ROOT, 'fixtures', name))

const RETURNS = findShared('the rows of filed returns', 'cases/returns.ndjson')
const filedDossiers =
  RETURNS === undefined
    ? []
    : parseLines<{ dossier: unknown }>(readFileSync(RETURNS, 'utf8')).map(({ dossier }) => dossier)

const INPUTS: readonly (readonly [string, readonly string[]])[] = [
  ['the shipped fixtures', fixtures],
  ['what the sandbox serves', [ndjson('sandbox.ndjson', generateDossiers(40))]],
  ...(RETURNS === undefined ? [] : [['filed returns', [ndjson('filed.ndjson', filedDossiers)]] as const]),
]

/** Reads a Parquet file with a Rust reader. Returns the column names, then the cells of each row as text. */
const parquetTexts = (path: string): Texts => arrowTexts(readParquet(readFileSync(path)).intoIPCStream())

/** Reads JSON lines. Returns the column names, then the cells of each row as text. */
function ndjsonTexts(path: string, names: (string | null)[]): Texts {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  const rows = lines.map(line => {
    const row = JSON.parse(line) as Readonly<Record<string, unknown>>
    expect(Object.keys(row)).toEqual(names)
    return Object.values(row).map(value => (value === null || value === '' ? null : String(value)))
  })
  return [names, ...rows]
}

/** Reads an Arrow file. Returns the column names, then the cells of each row as text. An empty text becomes null. */
function arrowTexts(bytes: Uint8Array): Texts {
  const read = tableFromIPC(bytes, { useDecimalInt: true, useBigInt: true })
  const columns = read.schema.fields.map(({ name, type }) => {
    const { scale, unit } = type as { scale?: number; unit?: number }
    return Array.from(read.getChild(name) as Iterable<unknown>, cell => {
      if (cell === null || cell === '') return null
      if (scale !== undefined) return formatDecimal(cell as bigint, scale)
      return unit === undefined ? String(cell) : new Date(cell as number).toISOString().slice(0, 10)
    })
  })
  const rows = Array.from({ length: read.numRows }, (_, i) => columns.map(cells => cells[i] ?? null))
  return [read.names, ...rows]
}

const csvTexts = (path: string): Promise<Texts> =>
  new Promise((resolve, reject) => {
    const rows: (string | null)[][] = []
    parseString<string[], string[]>(readFileSync(path, 'utf8'))
      .on('data', row => rows.push(row.map((text: string) => (text === '' ? null : text))))
      .on('error', reject)
      .on('end', () => resolve(rows))
  })

const convert = (name: string, paths: readonly string[], jobs: string): string => {
  const out = join(folder, `${name}-${jobs}`.replaceAll(' ', '-'))
  mkdirSync(out)
  const args = ['--tables', 'all', '--format', 'csv,arrow,parquet,ndjson', '--raw-text', '--jobs', jobs]
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'convert', ...paths, '--out', out, ...args])
  // Some fixtures have faults on purpose. Exit code 4 means issues, and 3 means an unusable input.
  expect([0, 3, 4], String(stderr)).toContain(status)
  return out
}

describe.each(INPUTS)('%s', (name, paths) => {
  test('have the same rows in CSV, Arrow, Parquet and NDJSON, with one thread and with three', {
    timeout: 600_000,
  }, async () => {
    const [one, three] = [convert(name, paths, '1'), convert(name, paths, '3')]
    expect(readdirSync(three)).toEqual(readdirSync(one))
    for (const file of readdirSync(one))
      expect(readFileSync(join(three, file)).equals(readFileSync(join(one, file))), file).toBe(true)
    const tables = readdirSync(one).filter(file => file.endsWith('.csv'))
    expect(tables.length).toBeGreaterThan(25)
    let rows = 0
    for (const file of tables) {
      const cells = await csvTexts(join(one, file))
      const as = (format: string) => join(one, file.replace(/csv$/, format))
      expect(arrowTexts(readFileSync(as('arrow'))), file).toEqual(cells)
      expect(parquetTexts(as('parquet')), file).toEqual(cells)
      expect(ndjsonTexts(as('ndjson'), cells[0] as Texts[number]), file).toEqual(cells)
      rows += cells.length - 1
    }
    expect(rows).toBeGreaterThan(500)
  })
})
