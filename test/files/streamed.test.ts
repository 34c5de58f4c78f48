import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { convert } from '../../src/files/convert/convert.js'
import { normalizeDossiers, tablesOf } from '../../src/index.js'
import { toArrow } from '../../src/tables/arrow.js'
import { toCsv } from '../../src/tables/csv.js'
import type { TableData } from '../../src/tables/table.js'
import { selectTables } from '../../src/tables/tables.js'
import { parseUnderwritingOptions } from '../../src/underwriting/facts/options.js'
import { newFolder } from '../cli/command.js'
import { mutate } from '../support/mutate.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import type { Raw } from '../support/run.js'

fc.configureGlobal({ seed: 1040 })
afterEach(() => {
  vi.restoreAllMocks()
})

/** Characters of two, three and four bytes, and text that CSV must quote or escape. */
const HARD_TEXTS = ['é', '日本', '😀', '", "', '=1', '\r\n', '\u2028', '＝']

/** Creates a dossier with faults in which every name begins with one of `HARD_TEXTS`. */
function makeDossier(seed: number, index: number): Raw {
  const { taxpayer, records } = makeRandomDossier(seed, { documents: 8 }) as { taxpayer: Raw; records: Raw[] }
  let textIndex = seed
  const addHardText = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map(element => addHardText(element))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, addHardText(member, name)]))
    return typeof value === 'string' && /name/.test(key)
      ? `${HARD_TEXTS[textIndex++ % HARD_TEXTS.length]}${value}`
      : value
  }
  const faulty = records.map((record, i) => (i % 2 === 1 ? mutate(record, seed + i) : record))
  // A mutation may create a number that JSON cannot represent, so convert the dossier to JSON and back.
  return JSON.parse(
    JSON.stringify({ taxpayer: { ...taxpayer, id: `tp-${index}` }, records: addHardText(faulty) }),
  ) as Raw
}

const SHAPES = ['lines', 'array', 'pretty array', 'one'] as const

interface Input {
  readonly bytes: Buffer
  /** The tables that the in-memory functions create from the same values. */
  readonly tables: readonly TableData[]
}

function makeInput(dossiers: readonly Raw[], shape: (typeof SHAPES)[number], end: string, full: boolean): Input {
  const options = { identifiers: full ? ('full' as const) : ('last4' as const) }
  const values = shape === 'one' ? dossiers.slice(0, 1) : dossiers
  const texts = values.map(dossier => JSON.stringify(dossier))
  const text = {
    lines: () => texts.map(text => `${text}${end}`).join(''),
    array: () => `[${texts.join(`,${end}`)}]`,
    'pretty array': () => JSON.stringify(values, null, 1).replaceAll('\n', end),
    one: () => JSON.stringify(values[0], null, 2).replaceAll('\n', end),
  }[shape]()
  const normalized =
    shape === 'lines' || shape === 'one'
      ? values.flatMap(dossier => normalizeDossiers(dossier, options).dossiers)
      : normalizeDossiers(values, options).dossiers
  const tables = tablesOf(
    normalized.map(({ value }) => value),
    ['all'],
  )
  // A stream of only one line and without a file name is read as one value, so its issues have no line.
  const lineOf = (taxpayerId: unknown): number | null =>
    shape === 'lines' && values.length > 1 ? Number(String(taxpayerId).slice(3)) + 1 : null
  // The in-memory functions do not know the file. Replace the source and the line, the first two columns of issues.
  const tablesWithOrigin = tables.map(table =>
    table.name === 'issues' ? { ...table, rows: table.rows.map(row => ['-', lineOf(row[2]), ...row.slice(2)]) } : table,
  )
  return { bytes: Buffer.from(text), tables: tablesWithOrigin }
}

/** Yields bytes in chunks whose lengths repeat. */
function* chunkBytes(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] as number
    yield bytes.subarray(at, at + length)
    at += length
  }
}

async function expectTables({ tables }: Input, pieces: Iterable<Buffer>, full: boolean): Promise<void> {
  const out = newFolder()
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(pieces) as never)
  await convert(['-'], {
    out,
    formats: ['csv', 'arrow', 'arrows'],
    tables: selectTables(['all']).tables,
    identifiers: full ? 'full' : 'last4',
    getUnderwritingInputs: () => parseUnderwritingOptions(),
  })
  const readOutput = (name: string): Buffer => readFileSync(join(out, name))
  for (const table of tables) {
    const lines = readOutput(`${table.name}.csv`).toString('utf8').split('\n')
    const expected = toCsv(table).split('\n')
    const firstDifference = lines.findIndex((line, i) => line !== expected[i])
    expect([table.name, lines.length, lines[firstDifference]]).toEqual([
      table.name,
      expected.length,
      expected[firstDifference],
    ])
    for (const [format, name] of [['file', 'arrow'] as const, ['stream', 'arrows'] as const])
      expect(readOutput(`${table.name}.${name}`).equals(toArrow(table, format)), `${table.name}.${name}`).toBe(true)
  }
}

const chunkLength = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 }))

test('streams the same bytes as the in-memory functions return, for chunks of any size', async () => {
  let rows = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(100_000), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...SHAPES),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      fc.array(chunkLength, { minLength: 1, maxLength: 6 }),
      async (seeds, shape, end, gzip, full, lengths) => {
        const input = makeInput(seeds.map(makeDossier), shape, end, full)
        rows += input.tables.reduce((sum, table) => sum + table.rows.length, 0)
        await expectTables(input, chunkBytes(gzip ? gzipSync(input.bytes) : input.bytes, lengths), full)
      },
    ),
    { numRuns: 25 },
  )
  expect(rows).toBeGreaterThan(3000)
})
