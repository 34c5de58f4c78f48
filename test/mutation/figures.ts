import { expect, test } from 'vitest'
import { readPlain } from '../reference/document.js'
import { documentKey, resolvePlain } from '../reference/resolve.js'
import { secondReading } from '../second-reading/read.js'
import { TABLES } from '../second-reading/tables.js'
import { randomCopies } from '../support/random-copies.js'
import { randomDossier } from '../support/random-dossier.js'
import { printedRows, resultOfDossier, standings } from '../support/run.js'

// The comparisons of test/second-reading and test/resolve, over fewer dossiers and in one pass.
test('the library equals a second reading of the rules', () => {
  for (let seed = 0; seed < 150; seed++) {
    const raw = randomDossier(seed)
    const result = resultOfDossier(raw)
    const theirs = secondReading(raw)
    for (const [table, key, without = []] of TABLES)
      expect(printedRows(result, table, without), `${table}, seed ${seed}`).toEqual(theirs[key])
  }
})

test('the library decides as the rules do, read literally', () => {
  for (let seed = 1; seed <= 250; seed++) {
    const raw = randomCopies(seed)
    const theirs = resolvePlain(readPlain(raw)).map(
      ({ doc, status, decidedBy, verified, otherRecipient }) =>
        [documentKey(doc), { status, decidedBy, verified, otherRecipient }] as const,
    )
    expect(standings(resultOfDossier(raw)), `seed ${seed}`).toEqual(Object.fromEntries(theirs))
  }
})
