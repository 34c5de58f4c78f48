import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printPath } from '../../src/core/json-value.js'
import { assembleDossiersAndCuts, type Cut, markCuts } from '../../src/files/convert/parts.js'
import { DossierAssembler } from '../../src/files/read/dossier-assembler.js'
import type { DossierOptions } from '../../src/files/read/dossier-options.js'
import { findOriginalText, type InputResult } from '../../src/files/read/input-result.js'
import { parsePiece } from '../../src/files/read/parse-piece.js'
import { readDossiers, readPieces } from '../../src/files/read/read-files.js'
import type { SourcePiece } from '../../src/files/split/split.js'
import { type BatchSizes, joinBatches, makeBatches } from '../../src/files/threads/read-in-threads.js'
import { sharedFolder } from '../support/folder.js'

fc.configureGlobal({ seed: 1040 })

const folder = sharedFolder()

// ------------------------------------------------------------------------------------------------ generated inputs

let serial = 0
const record = (id?: string) => ({
  id: `r${serial++}`,
  ...(id === undefined ? {} : { taxpayer_id: id }),
  tax_year: '2023',
  forms: [],
})

/** Functions that create values of one taxpayer, one for each shape that the reader accepts. */
const VALUES_OF_TAXPAYER: readonly ((id: string) => unknown)[] = [
  id => ({ taxpayer: { id }, records: [record(), record()] }),
  id => ({ taxpayer: { id }, records: [record()] }),
  id => ({ taxpayer: { id, status: `s${serial++}` }, records: 7 }),
  id => ({ id, status: 'COMPLETED' }),
  id => record(id),
  id => record(id),
  id => [record(id), record(id)],
  id => ({ records: [record(id), record(id)] }),
]

/** Functions that create values without a taxpayer, values with several taxpayers, and text that is not JSON. */
const OTHER_VALUES: readonly (() => unknown)[] = [
  () => record(),
  () => 7,
  () => [],
  () => ({}),
  () => ({ taxpayer: {}, records: [] }),
  () => 'no JSON',
  () => 'no JSON',
  () => [record('a'), record('b')],
  () => [7, record('a')],
  () => [[record('a')]],
  () => ({ records: [record('b'), record(), record('c')] }),
]

const values = fc
  .array(
    fc.record({
      id: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      kinds: fc.array(fc.nat(VALUES_OF_TAXPAYER.length - 1), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .chain(taxpayers =>
    fc.record({
      groups: fc.boolean().map(sorted => (sorted ? keepFirstPerId(taxpayers) : taxpayers)),
      otherValues: fc.array(fc.record({ at: fc.nat(20), kind: fc.nat(OTHER_VALUES.length - 1) }), { maxLength: 2 }),
    }),
  )
  .map(({ groups, otherValues }) => {
    const all = groups.flatMap(({ id, kinds }) =>
      kinds.map(kind => (VALUES_OF_TAXPAYER[kind] as (typeof VALUES_OF_TAXPAYER)[0])(id)),
    )
    for (const { at: position, kind } of otherValues)
      all.splice(position % (all.length + 1), 0, (OTHER_VALUES[kind] as (typeof OTHER_VALUES)[0])())
    return all
  })

/** Generates no limits, or limits so low that ordinary values reach them. */
const limits = fc.oneof(
  fc.constant({}),
  fc.record({
    maxValueEntries: fc.integer({ min: 1, max: 4 }),
    maxTaxpayerDocuments: fc.integer({ min: 1, max: 6 }),
    maxValueIssues: fc.integer({ min: 1, max: 2 }),
  }),
)

function keepFirstPerId<T extends { id: string }>(groups: readonly T[]): T[] {
  const ids = new Set<string>()
  return groups.filter(({ id }) => !ids.has(id) && ids.add(id))
}

const toJsonText = (value: unknown): string => (value === 'no JSON' ? '{"id":"cut' : JSON.stringify(value))

/** Splits the values at `cuts`, writes each group to an NDJSON or JSON file (sometimes gzip) and returns the paths. */
function writeFiles(all: readonly unknown[], cuts: readonly number[], asArray: readonly boolean[]): string[] {
  const ends = [...new Set(cuts.map(cut => cut % (all.length + 1)))].sort((a, b) => a - b)
  return [...ends, all.length].map((end, i) => {
    const texts = all.slice(ends[i - 1] ?? 0, end).map(toJsonText)
    const isArray = asArray[i % asArray.length] as boolean
    const path = join(folder, `f${i}.${isArray ? 'json' : 'ndjson'}`)
    const bytes = Buffer.from(isArray ? `[${texts.join()}]` : texts.map(text => `${text}\n`).join(''))
    writeFileSync(path, i % 3 === 2 ? gzipSync(bytes) : bytes)
    return path
  })
}

// ------------------------------------------------------------------------------------------------ results

/** Converts a result to a plain value for comparison. A dossier's value contains each record's path and text. */
function describeResult(result: InputResult | Cut): unknown {
  if ('issue' in result || 'cut' in result) return result
  const { records, taxpayerPath, ...dossier } = result.dossier
  return {
    ...dossier,
    taxpayerPath: printPath(taxpayerPath),
    records: records.map(({ path, ...record }) => ({
      ...record,
      at: printPath(path),
      text: findOriginalText(record.origin, path),
    })),
  }
}

const describeResults = (results: readonly InputResult[] | Cut): unknown[] =>
  'cut' in results ? [describeResult(results)] : results.map(describeResult)

async function readInOneRun(paths: readonly string[], options: DossierOptions): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const result of readDossiers(paths, options)) all.push(describeResult(result))
  return all
}

async function readInParts(
  paths: readonly string[],
  options: DossierOptions & { readonly partBytes: number },
): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const results of assembleDossiersAndCuts(markCuts(readPieces(paths, options), options), options))
    all.push(...describeResults(results))
  return all
}

const counts = { cuts: 0, batchResults: 0, again: 0, uncut: 0, limits: 0 }

/** Reads each batch separately and joins the results. Batches may end out of order. Some fail and are read again. */
async function readInBatches(
  paths: readonly string[],
  options: DossierOptions & { readonly partBytes?: number | undefined },
  sizes: BatchSizes,
): Promise<unknown[]> {
  let started = 0
  const convertBatch = async (pieces: readonly SourcePiece[]) => {
    const index = started++
    const results: InputResult[] = []
    const assembler = new DossierAssembler(options)
    assembler.skip([])
    for (const sourcePiece of structuredClone(pieces))
      for (const value of parsePiece(sourcePiece, options)) assembler.add(value)
    results.push(...assembler.end())
    if (index % 2 === 0) await new Promise(setImmediate)
    if (index % 7 === 3) return null
    return { ids: results.flatMap(result => ('dossier' in result ? [result.dossier.identity] : [])), made: results }
  }
  async function* batches() {
    const pieces = markCuts(readPieces(paths, options), options)
    for await (const batch of makeBatches(pieces, options, sizes)) {
      if (!batch.isComplete) counts.uncut++
      yield batch
    }
  }
  const all: unknown[] = []
  let batchResults = 0
  for await (const joined of joinBatches(batches(), convertBatch, options, 3)) {
    if ('batchResult' in joined) {
      batchResults++
      all.push(...joined.batchResult.made.map(describeResult))
    } else all.push(...describeResults(joined))
  }
  counts.batchResults += batchResults
  counts.again += started - batchResults
  return all
}

const sizes = fc.record({
  firstSize: fc.integer({ min: 1, max: 1000 }),
  usualSize: fc.integer({ min: 1, max: 4000 }),
  maxSize: fc.integer({ min: 700, max: 10_000 }),
})

test('joined batches give the same results in the same order as one run', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.array(fc.nat(40), { maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      fc.option(fc.constant('given'), { nil: undefined }),
      limits,
      sizes,
      async (all, cuts, asArray, taxpayerId, bounds, size) => {
        const paths = writeFiles(all, cuts, asArray)
        const options = { taxpayerId, ...bounds }
        const expected = await readInOneRun(paths, options)
        expect(await readInBatches(paths, options, size)).toEqual(expected)
        if (JSON.stringify(expected).includes('"limit_reached"')) counts.limits++
      },
    ),
    { numRuns: 250 },
  )
  // Make sure that the generated inputs reached every code path.
  expect(counts.batchResults).toBeGreaterThan(200)
  expect(counts.again).toBeGreaterThan(50)
  expect(counts.uncut).toBeGreaterThan(50)
  expect(counts.limits).toBeGreaterThan(50)
})

test('parts end at the same taxpayers in one run and in batches, and together match a run without parts', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.array(fc.nat(40), { maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      limits,
      sizes,
      fc.integer({ min: 1, max: 1000 }),
      async (all, cuts, asArray, bounds, size, partBytes) => {
        const paths = writeFiles(all, cuts, asArray)
        const options = { ...bounds, partBytes }
        const parts = await readInParts(paths, options)
        expect(await readInBatches(paths, options, size)).toEqual(parts)
        const isCut = (result: unknown): boolean => Object.hasOwn(result as object, 'cut')
        expect(parts.filter(result => !isCut(result))).toEqual(await readInOneRun(paths, bounds))
        counts.cuts += parts.filter(isCut).length
        expect(parts.length === 0 || !isCut(parts.at(-1))).toBe(true)
      },
    ),
    { numRuns: 250 },
  )
  expect(counts.cuts).toBeGreaterThan(200)
})

test('reports a file as unreadable if it is one broken value and blank lines', async () => {
  const path = join(folder, 'broken.ndjson')
  for (const text of [`{"id":\n${'\n'.repeat(2000)}`, `{"id":\n${' \n'.repeat(2000)}`]) {
    writeFileSync(path, text)
    const all = await readInOneRun([path], {})
    expect(all).toEqual([expect.objectContaining({ unreadable: true })])
    expect(await readInBatches([path], {}, { firstSize: 1, usualSize: 1, maxSize: 100 })).toEqual(all)
  }
})

test('reads at most one batch more at a time than the limit', async () => {
  const path = join(folder, 'many.ndjson')
  const line = (id: number) => `${JSON.stringify({ taxpayer: { id: `t${id}` }, records: [record(), record()] })}\n`
  writeFileSync(path, Array.from({ length: 500 }, (_, i) => line(i)).join(''))
  let [runningCount, largestCount] = [0, 0]
  const batches = makeBatches(readPieces([path]), {}, { firstSize: 1, usualSize: 3000, maxSize: 30_000 })
  const convertBatch = async (pieces: readonly unknown[]) => {
    largestCount = Math.max(largestCount, ++runningCount)
    await new Promise(resolve => setTimeout(resolve, 1))
    return { ids: [`${serial++} of ${pieces.length}`] }
  }
  for await (const joined of joinBatches(batches, convertBatch, {}, 4)) if ('batchResult' in joined) runningCount--
  expect(largestCount).toBe(5)
})

test('starts with small batches, ends them between taxpayers and splits a taxpayer that is too large', async () => {
  const path = join(folder, 'cut.ndjson')
  const splitIntoBatches = async (recordsById: Readonly<Record<string, number>>) => {
    const lines = Object.entries(recordsById).flatMap(([id, count]) =>
      Array.from({ length: count }, () => `${JSON.stringify(record(id))}\n`),
    )
    writeFileSync(path, lines.join(''))
    const all: [string, boolean][] = []
    const batchSizes = { firstSize: 1, usualSize: 1200, maxSize: 4000 }
    for await (const { pieces, isComplete } of makeBatches(readPieces([path]), {}, batchSizes))
      all.push([pieces.map(({ latin1 }) => JSON.parse(latin1 as string)['taxpayer_id']).join(''), isComplete])
    return all
  }
  // A record counts as about 320 bytes.
  expect(await splitIntoBatches({ a: 2, b: 1, c: 1, d: 4, e: 2 })).toEqual([
    ['aa', true],
    ['b', true],
    ['c', true],
    ['dddd', true],
    ['ee', true],
  ])
  const long = await splitIntoBatches({ a: 1, b: 40, c: 9, d: 1 })
  expect(long[0]).toEqual(['a', true])
  expect(long.filter(([ids]) => ids.includes('b')).map(([, isComplete]) => isComplete)).not.toContain(true)
  expect(long.at(-1)).toEqual(['d', true])
})
