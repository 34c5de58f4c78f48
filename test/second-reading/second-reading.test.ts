import { describe, expect, test } from 'vitest'
import { withOddKeys } from '../support/odd-keys.js'
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
  test('of keys in other spellings, misspelt and new ones, and of forms that are not known', () => {
    const [unread, lost] = [new Set<string>(), new Set<string>()]
    for (let seed = 0; seed < SMALL; seed++) {
      const raw = withOddKeys(randomDossier(seed), seed)
      const ours = resultOfDossier(raw)
      const theirs = secondReading(raw)
      for (const [table, key, without = []] of TABLES)
        expect(printedRows(ours, table, without), `seed ${seed}, ${table}`).toEqual(theirs[key])
      for (const year of theirs.years) unread.add(String(year['unread_amounts']))
      for (const { code } of ours.dossier.issues) lost.add(code)
    }
    expect(unread.size).toBeGreaterThan(3)
    for (const code of [
      'field_respelled',
      'field_misspelled',
      'amount_unread',
      'form_unknown',
      'form_respelled',
    ])
      expect(lost).toContain(code)
  })

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
