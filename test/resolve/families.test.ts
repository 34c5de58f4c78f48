import { expect, test, vi } from 'vitest'
import type { SourceRecord } from '../../src/ingest/source.js'
import { resolveRecords } from '../../src/resolve/resolve.js'
import { makeFamily, makeFamilyDossier } from '../support/families.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

// Searches for families of documents for which the cost grows faster than the number of documents. To test more, set
// FAMILIES (the number of seeds), SEED (the first seed) and SIZE (documents per family, compared with twice as many).

const COUNT = Number(process.env['FAMILIES'] ?? 40)
const SEED = Number(process.env['SEED'] ?? 1)
const SIZE = Number(process.env['SIZE'] ?? 500)

/** Counts comparisons of two documents and `Map` look-ups. */
const counter = vi.hoisted(() => ({ done: 0 }))

const counted = vi.hoisted(
  () =>
    <M extends object>(module: M): M =>
      Object.fromEntries(
        Object.entries(module).map(([name, value]) => [
          name,
          typeof value === 'function' && !/^class/.test(String(value))
            ? (...args: unknown[]) => {
                counter.done++
                return value(...args)
              }
            : value,
        ]),
      ) as M,
)

vi.mock('../../src/resolve/compare.js', async original => counted(await original<object>()))

const recordsOf = (raw: Raw): readonly SourceRecord[] => sourceOfDossier(raw).records

/** Returns the number of counted operations per document for a family of the given size. */
function workFor(seed: number, size: number): number {
  const records = recordsOf(makeFamilyDossier(makeFamily(seed), size, seed))
  const { get } = Map.prototype
  counter.done = 0
  Map.prototype.get = function counting(key: unknown): unknown {
    counter.done++
    return get.call(this, key)
  }
  try {
    resolveRecords(records)
  } finally {
    Map.prototype.get = get
  }
  return counter.done / records.reduce((sum, { documents }) => sum + documents.length, 0)
}

/** Up to this many operations per document, growth does not matter. */
const NEGLIGIBLE_OPERATIONS = 1000

test('twice the number of documents needs little more work per document', () => {
  const worst: string[] = []
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const [one, two] = [workFor(seed, SIZE), workFor(seed, 2 * SIZE)]
    worst.push(`${two.toFixed(0).padStart(6)} a document, ${(two / one).toFixed(2)} times as many: seed ${seed}`)
    expect(two < NEGLIGIBLE_OPERATIONS || two / one < 1.25, worst.at(-1)).toBe(true)
  }
  console.info(worst.sort().slice(-5).join('\n'))
})
