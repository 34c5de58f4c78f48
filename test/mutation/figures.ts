import { expect, test } from 'vitest'
import { readDossier } from '../reference/documents.js'
import { groupByEmployer, orderedEmployment } from '../reference/employment.js'
import { computeReferenceTables, OMITTED_COLUMNS } from '../reference/figures.js'
import { decisionsByKey, resolveReference } from '../reference/resolve.js'
import { makeRandomCopies } from '../support/random-copies.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { formatTableRows, getDecisionsByLocation, resultOfDossier } from '../support/run.js'

// Runs the comparisons of test/reference with fewer dossiers, because every surviving mutant has to run them.
test('the library computes the same figures as the reference implementation', () => {
  for (let seed = 0; seed < 150; seed++) {
    const raw = makeRandomDossier(seed)
    const result = resultOfDossier(raw)
    const { employment, ...tables } = computeReferenceTables(raw)
    for (const [table, rows] of Object.entries(tables))
      expect(formatTableRows(result, table, OMITTED_COLUMNS), `${table}, seed ${seed}`).toEqual(rows)
    const ourEmployment = formatTableRows(result, 'employment')
    expect(groupByEmployer(ourEmployment), `employment, seed ${seed}`).toEqual(groupByEmployer(employment))
    expect(orderedEmployment(ourEmployment), `employment, seed ${seed}`).toEqual(orderedEmployment(employment))
  }
})

test('the library resolves documents like the reference implementation', () => {
  for (let seed = 1; seed <= 250; seed++) {
    const raw = makeRandomCopies(seed)
    const theirs = decisionsByKey(resolveReference(readDossier(raw)))
    expect(getDecisionsByLocation(resultOfDossier(raw)), `seed ${seed}`).toEqual(theirs)
  }
})
