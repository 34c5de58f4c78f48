import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { printPath, type Site } from '../../src/core/path.js'
import { RecordAhead } from '../../src/normalize/ahead.js'
import { type DossierOptions, type Found, readDossiers, readValues } from '../../src/stream/dossiers.js'
import { betweenEdges, type Edges, Inseparable } from '../../src/stream/jobs/edges.js'
import { joinSegments } from '../../src/stream/jobs/join-segments.js'
import { received, sent } from '../../src/stream/jobs/messages.js'
import { segmentsOf, type Work } from '../../src/stream/jobs/segments.js'
import { textAt } from '../../src/stream/text-origin.js'

fc.configureGlobal({ seed: 1040 })

const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
afterAll(() => rmSync(folder, { recursive: true }))

// ------------------------------------------------------------------------------------------------ made-up inputs

let serial = 0
const record = (id?: string) => ({
  id: `r${serial++}`,
  ...(id === undefined ? {} : { taxpayer_id: id }),
  tax_year: '2023',
  forms: [],
})

/** Values of one taxpayer, in every shape that they may have. */
const VALUES: readonly ((id: string) => unknown)[] = [
  id => ({ taxpayer: { id }, records: [record(), record()] }),
  id => ({ taxpayer: { id }, records: [record()] }),
  id => ({ taxpayer: { id, status: `s${serial++}` }, records: 7 }),
  id => ({ id, status: 'COMPLETED' }),
  id => record(id),
  id => record(id),
  id => [record(id), record(id)],
  id => ({ records: [record(id), record(id)] }),
]

/** Values that belong to nobody, or to several, or are no JSON. */
const ODD: readonly (() => unknown)[] = [
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
      kinds: fc.array(fc.nat(VALUES.length - 1), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .chain(groups =>
    fc.record({
      groups: fc.boolean().map(sorted => (sorted ? onePerId(groups) : groups)),
      odd: fc.array(fc.record({ at: fc.nat(20), kind: fc.nat(ODD.length - 1) }), { maxLength: 2 }),
    }),
  )
  .map(({ groups, odd }) => {
    const all = groups.flatMap(({ id, kinds }) => kinds.map(kind => (VALUES[kind] as (typeof VALUES)[0])(id)))
    for (const { at, kind } of odd) all.splice(at % (all.length + 1), 0, (ODD[kind] as (typeof ODD)[0])())
    return all
  })

/** Limits that ordinary values reach, or none. */
const limits = fc.oneof(
  fc.constant({}),
  fc.record({
    maxValueEntries: fc.integer({ min: 1, max: 4 }),
    maxTaxpayerDocuments: fc.integer({ min: 1, max: 6 }),
    maxValueIssues: fc.integer({ min: 1, max: 2 }),
  }),
)

function onePerId<T extends { id: string }>(groups: readonly T[]): T[] {
  const ids = new Set<string>()
  return groups.filter(({ id }) => !ids.has(id) && ids.add(id))
}

const textOf = (value: unknown): string => (value === 'no JSON' ? '{"id":"cut' : JSON.stringify(value))

/** Files of the values, in their order. */
function filesOf(all: readonly unknown[], cuts: readonly number[], asArray: readonly boolean[]): string[] {
  const ends = [...new Set(cuts.map(cut => cut % (all.length + 1)))].sort((a, b) => a - b)
  return [...ends, all.length].map((end, i) => {
    const texts = all.slice(ends[i - 1] ?? 0, end).map(textOf)
    const isArray = asArray[i % asArray.length] as boolean
    const path = join(folder, `f${i}.${isArray ? 'json' : 'ndjson'}`)
    const bytes = Buffer.from(isArray ? `[${texts.join()}]` : texts.map(text => `${text}\n`).join(''))
    writeFileSync(path, i % 3 === 2 ? gzipSync(bytes) : bytes)
    return path
  })
}

// ------------------------------------------------------------------------------------------------ what comes out

/** What was found, in words: dossiers with the place and the text of every record, and what was refused. */
function plain(found: Found): unknown {
  if ('issue' in found) return found
  const { records, taxpayerAt, ...dossier } = found.dossier
  const place = (at: Site | null): string => printPath(at)
  return {
    ...dossier,
    taxpayerAt: place(taxpayerAt),
    records: records.map(({ at, raw, ...each }) => ({
      ...each,
      raw: RecordAhead.wholeOf(raw),
      at: place(at),
      text: textAt(each.origin, at),
    })),
  }
}

async function inOneRun(paths: readonly string[], options: DossierOptions): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const found of readDossiers(paths, options)) all.push(plain(found))
  return all
}

const used = { parts: 0, again: 0, limits: 0 }

/** The same, each piece of work on its own and then put together; edges go the way that they go between processes. */
async function inSegments(works: readonly Work[], options: DossierOptions): Promise<unknown[]> {
  const segmentAt = async (i: number) => {
    const edges: Edges = { head: [], tail: [] }
    const part: Found[] = []
    try {
      const inputs = await (works[i] as Work)()
      const between = betweenEdges(readValues(inputs, options), options, edges)
      for await (const found of between) part.push(found)
    } catch (cause) {
      if (cause instanceof Inseparable) return null
      throw cause
    }
    const over = (each: (typeof edges.head)[0]) => received(structuredClone(sent(each)))
    const ids = part.flatMap(found => ('dossier' in found ? [found.dossier.taxpayerId] : []))
    return { head: edges.head.map(over), tail: edges.tail.map(over), part, ids }
  }
  async function* readAgain(i: number) {
    used.again++
    yield* readValues(await (works[i] as Work)(), options)
  }
  const all: unknown[] = []
  for await (const found of joinSegments(works.length, segmentAt, readAgain, options)) {
    if ('part' in found) {
      used.parts++
      all.push(...found.part.map(plain))
    } else all.push(plain(found))
  }
  return all
}

test('files read apart and put together give what they give in one run, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.array(fc.nat(40), { maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      fc.option(fc.constant('given'), { nil: undefined }),
      limits,
      async (all, cuts, asArray, taxpayerId, bounds) => {
        const paths = filesOf(all, cuts, asArray)
        const options = { taxpayerId, ...bounds }
        const works = paths.map(
          (path): Work =>
            async () => [path],
        )
        const whole = await inOneRun(paths, options)
        expect(await inSegments(works, options)).toEqual(whole)
        if (JSON.stringify(whole).includes('"limit_reached"')) used.limits++
      },
    ),
    { numRuns: 250 },
  )
  // Both ways were gone, so that the law says something of each.
  expect(used.parts).toBeGreaterThan(100)
  expect(used.again).toBeGreaterThan(50)
  expect(used.limits).toBeGreaterThan(50)
})

/** A file of lines with all that may stand between values, and values that are no JSON. */
function linesOf(all: readonly unknown[], noise: readonly number[]): string {
  const between = ['\n', '\n', '\r\n', '\n\n', ' \n', '\n \t', '\n  ', '\n\ufeff']
  const text = all.map((each, i) => `${textOf(each)}${between[(noise[i % noise.length] as number) % 8]}`)
  const path = join(folder, 'lines.ndjson')
  writeFileSync(path, `${(noise[0] as number) % 3 === 0 ? '\ufeff' : ''}${text.join('')}`)
  return path
}

test('one file cut into parts gives what it gives in one run, line numbers too', async () => {
  let [cut, parts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.array(fc.nat(50), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 2, max: 5 }),
      limits,
      async (all, noise, least, jobs, bounds) => {
        const path = linesOf(all, noise)
        const works = segmentsOf([path], jobs, least)
        if (works === null) return
        cut++
        parts += works.length
        expect(await inSegments(works, bounds)).toEqual(await inOneRun([path], bounds))
      },
    ),
    { numRuns: 300 },
  )
  expect(cut).toBeGreaterThan(150)
  expect(parts / cut).toBeGreaterThan(3)
})

test('one broken value among blank lines is a file that cannot be read, in parts too', async () => {
  const path = join(folder, 'broken.ndjson')
  for (const text of [`{"id":\n${'\n'.repeat(2000)}`, `{"id":\n${' \n'.repeat(2000)}`]) {
    writeFileSync(path, text)
    const works = segmentsOf([path], 2, 100) ?? [async () => [path]]
    const all = await inOneRun([path], {})
    expect(all).toEqual([expect.objectContaining({ unreadable: true })])
    expect(await inSegments(works, {})).toEqual(all)
  }
})

test('a file that is replaced while it is read in parts is refused, not mixed', async () => {
  const line = `${JSON.stringify(record('a'))}\n`
  const path = join(folder, 'replaced.ndjson')
  writeFileSync(path, line.repeat(100))
  const works = segmentsOf([path], 2, 100) as Work[]
  const part = await (works[0] as Work)()
  writeFileSync(`${path}.new`, line.repeat(120))
  renameSync(`${path}.new`, path)
  const refused = /^replaced\.ndjson could not be read \(replaced meanwhile\)\.$/
  await expect(readValues(part).next()).rejects.toThrow(refused)
  await expect((works[1] as Work)()).rejects.toThrow(refused)
})

test('what is not cut: no lines by its name, gzip, too few lines, nothing to begin with', () => {
  const one = `${JSON.stringify(record('a'))}\n`
  const file = (name: string, bytes: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  expect(segmentsOf([file('cut.ndjson', one.repeat(100))], 2, 100)?.length).toBeGreaterThan(4)
  expect(segmentsOf([file('cut.jsonl', one.repeat(100))], 2, 100)?.length).toBeGreaterThan(4)
  expect(segmentsOf([file('whole.json', one.repeat(100))], 2, 100)).toBeNull()
  expect(segmentsOf([file('whole.ndjson', gzipSync(one.repeat(9000)))], 2, 100)).toBeNull()
  expect(segmentsOf([file('whole.ndjson.gz', one.repeat(100))], 2, 100)).toBeNull()
  expect(segmentsOf([file('whole.ndjson', `["${'x'.repeat(5000)}"]\n`)], 2, 100)).toBeNull()
  expect(segmentsOf([file('whole.ndjson', `${' '.repeat(70_000)}${one.repeat(100)}`)], 2, 100)).toBeNull()
  expect(segmentsOf([file('whole.ndjson', one.repeat(100))], 2)).toBeNull()
})

test('segments: large files alone, small ones together, and none of what cannot be read twice', async () => {
  const file = (name: string, bytes: number): string => {
    const path = join(folder, name)
    writeFileSync(path, 'x'.repeat(bytes))
    return path
  }
  const large = [file('l1', 50_000), file('l2', 50_000)]
  const small = Array.from({ length: 100 }, (_, i) => file(`s${i}`, 100))
  const inputsOf = (paths: readonly string[]) => Promise.all((segmentsOf(paths, 2) ?? []).map(work => work()))
  expect(await inputsOf(large)).toEqual([[large[0]], [large[1]]])
  const mixed = [large[0] as string, ...small, large[1] as string]
  const segments = await inputsOf(mixed)
  expect(segments.flat()).toEqual(mixed)
  expect(segments.map(each => each.length)).toEqual([1, 100, 1])
  expect(segmentsOf([...large, '-'], 2)).toBeNull()
  expect(segmentsOf([...large, join(folder, 'none')], 2)).toBeNull()
  expect(segmentsOf([...large, folder], 2)).toBeNull()
  expect(segmentsOf([large[0] as string], 2)).toBeNull()
})
