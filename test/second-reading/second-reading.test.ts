import { describe, expect, test } from 'vitest'
import { randomDossier } from '../support/random-dossier.js'
import { printedRows, resultOfDossier } from '../support/run.js'
import { type SecondReading, secondReading } from './read.js'

const TABLES: readonly (readonly [table: string, key: keyof SecondReading, without?: readonly string[]])[] = [
  ['facts', 'facts'],
  ['income', 'income'],
  ['withholding', 'withholding'],
  ['years', 'years', ['largest_payer_share']],
  ['liabilities', 'liabilities'],
  ['liability_years', 'liabilityYears'],
  ['return_lines', 'returnLines'],
]

const SMALL = 600
const LARGE = 20

describe('the library equals a second reading of the rules', () => {
  for (const [table, key, without = []] of TABLES) {
    test(`${table}: ${SMALL} small dossiers and ${LARGE} large ones`, () => {
      let rows = 0
      for (let seed = 0; seed < SMALL + LARGE; seed++) {
        const raw = seed < SMALL ? randomDossier(seed) : randomDossier(seed, { documents: 150 })
        const ours = printedRows(resultOfDossier(raw), table, without)
        const theirs = secondReading(raw)[key]
        rows += ours.length
        expect(ours, `seed ${seed}`).toEqual(theirs)
      }
      expect(rows).toBeGreaterThan(SMALL / 2)
    })
  }

  test('every document of these dossiers counts, so that nothing hides behind resolution', () => {
    for (let seed = 0; seed < SMALL; seed++) {
      const { resolution } = resultOfDossier(randomDossier(seed))
      const others = resolution.documents.filter(({ status }) => status !== 'counted')
      expect(others.length, `seed ${seed}`).toBe(0)
    }
  })
})
