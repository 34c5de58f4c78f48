import { describe, expect, test } from 'vitest'
import type { TaxpayerResult } from '../../src/summarize/result.js'
import { withOddKeys } from '../support/odd-keys.js'
import { randomCopies } from '../support/random-copies.js'
import { randomDossier } from '../support/random-dossier.js'
import { printedRows, type Raw, resultOfDossier } from '../support/run.js'
import { LEFT_OUT, type SecondReading, secondReading } from './figures.js'

function compare(raw: Raw, seed: number): { ours: TaxpayerResult; theirs: SecondReading } {
  const [ours, theirs] = [resultOfDossier(raw), secondReading(raw)]
  for (const [table, rows] of Object.entries(theirs))
    expect(printedRows(ours, table, LEFT_OUT), `seed ${seed}, ${table}`).toEqual(rows)
  return { ours, theirs }
}

describe('the library equals a second reading of the rules', () => {
  test('of 600 small dossiers in which every document counts, and 20 large ones', () => {
    const rows = new Map<string, number>()
    for (let seed = 0; seed < 620; seed++) {
      const { ours, theirs } = compare(randomDossier(seed, seed < 600 ? {} : { documents: 150 }), seed)
      for (const [table, { length }] of Object.entries(theirs))
        rows.set(table, (rows.get(table) ?? 0) + length)
      // Nothing hides behind resolution.
      if (seed < 600)
        expect(
          ours.resolution.documents.every(({ status }) => status === 'counted'),
          `${seed}`,
        ).toBe(true)
    }
    expect(rows.size).toBe(7)
    for (const [table, length] of rows) expect(length, table).toBeGreaterThan(300)
  })

  test('of 300 dossiers of copies, where what does not count adds nothing', () => {
    for (let seed = 1; seed <= 300; seed++) compare(randomCopies(seed), seed)
  })

  test('of keys in other spellings, misspelt and new ones, and of forms that are not known', () => {
    const [unread, lost] = [new Set<string>(), new Set<string>()]
    for (let seed = 0; seed < 600; seed++) {
      const { ours, theirs } = compare(withOddKeys(randomDossier(seed), seed), seed)
      for (const year of theirs.years) unread.add(String(year['unread_amounts']))
      for (const { code } of ours.dossier.noted) lost.add(code)
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
})
