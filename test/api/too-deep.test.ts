import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooDeep } from '../../src/core/json.js'
import { normalizeRecord } from '../../src/index.js'
import { makeRandomDossier } from '../support/random-dossier.js'

/** Creates a value with the given number of nested levels: objects and arrays mixed, or only arrays. */
function nested(levels: number, objects: boolean): unknown {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = objects && i % 3 !== 0 ? { name: value } : [value]
  return value
}

type Box = Record<string | number, unknown>

/** Lists every object and array in a value with its depth. */
function listObjects(value: unknown, depth = 1): { box: Box; depth: number }[] {
  if (typeof value !== 'object' || value === null) return []
  return [{ box: value as Box, depth }, ...Object.values(value).flatMap(child => listObjects(child, depth + 1))]
}

test('a record is rejected with nesting_too_deep if and only if isTooDeep returns true for it', () => {
  const counts = { deep: 0, not: 0 }
  fc.assert(
    fc.property(
      fc.nat(400),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('unknown', 'known', 'item'),
      fc.integer({ min: -1, max: 1 }),
      fc.boolean(),
      (seed, objectNumber, keyNumber, insertion, extraLevels, objects) => {
        const { records } = makeRandomDossier(seed) as unknown as { records: Box[] }
        const record = records[objectNumber % records.length] as Box
        const boxes = listObjects(record)
        const { box, depth } = boxes[objectNumber % boxes.length] as { box: Box; depth: number }
        const value = nested(64 - depth + extraLevels, objects)
        const keys = Object.keys(box)
        if (Array.isArray(box) && insertion === 'item') box.push(value)
        else if (insertion === 'unknown' || keys.length === 0) box['unknown'] = value
        else box[keys[keyNumber % keys.length] as string] = value
        const isDeep = isTooDeep(record)
        const { status, issues } = normalizeRecord(record)
        const codes = issues.map(({ code }) => code)
        counts[isDeep ? 'deep' : 'not']++
        if (isDeep) expect([status, codes]).toEqual(['rejected', ['nesting_too_deep']])
        else expect(codes).not.toContain('nesting_too_deep')
      },
    ),
    { numRuns: 4000, seed: 1040 },
  )
  expect(counts.deep).toBeGreaterThan(1000)
  expect(counts.not).toBeGreaterThan(1000)
})

test('an input that contains itself anywhere is rejected', () => {
  for (const holder of ['record', 'forms', 'form', 'party'] as const) {
    const record: Box = { id: 'r', forms: [{ form_w2: [{ employer: {} }] }] }
    const form = (record['forms'] as Box[])[0] as Box
    const entry = (form['form_w2'] as Box[])[0] as Box
    if (holder === 'record') record['self'] = record
    else if (holder === 'forms') record['forms'] = [record['forms']]
    else if (holder === 'form') form['form_w2'] = form
    else entry['employer'] = { name: entry }
    if (holder === 'forms') (record['forms'] as unknown[])[0] = record['forms']
    expect(normalizeRecord(record).issues.map(({ code }) => code)).toEqual(['nesting_too_deep'])
  }
})
