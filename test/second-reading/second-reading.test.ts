import { describe, expect, test } from 'vitest'
import { randomDossier } from '../support/random-dossier.js'
import { printedRows, resultOfDossier } from '../support/run.js'
import { secondReading } from './read.js'
import { TABLES } from './tables.js'

const SMALL = 600
const LARGE = 20

/** What a seed's dossier gives, read by the library and a second time; worked out once for all tables. */
const readings = Array.from({ length: SMALL + LARGE }, (_, seed) => {
  const raw = seed < SMALL ? randomDossier(seed) : randomDossier(seed, { documents: 150 })
  return { ours: resultOfDossier(raw), theirs: secondReading(raw) }
})

describe('the library equals a second reading of the rules', () => {
  for (const [table, key, without = []] of TABLES) {
    test(`${table}: ${SMALL} small dossiers and ${LARGE} large ones`, () => {
      let rows = 0
      for (const [seed, { ours, theirs }] of readings.entries()) {
        const printed = printedRows(ours, table, without)
        rows += printed.length
        expect(printed, `seed ${seed}`).toEqual(theirs[key])
      }
      expect(rows).toBeGreaterThan(SMALL / 2)
    })
  }

  test('every document of these dossiers counts, so that nothing hides behind resolution', () => {
    for (const [seed, { ours }] of readings.slice(0, SMALL).entries()) {
      const others = ours.resolution.documents.filter(({ status }) => status !== 'counted')
      expect(others.length, `seed ${seed}`).toBe(0)
    }
  })
})
