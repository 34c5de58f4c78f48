import { describe, expect, test } from 'vitest'
import {
  countEqualBoxes,
  hasSameAmounts,
  MIN_MATCH_SCORE,
  REJECT_SCORE,
  scoreCorrectionKeys,
  scoreEntries,
} from '../../src/resolve/compare.js'
import { type Comparison, DocumentEntry, isAmended, Transcript } from '../../src/resolve/document-entry.js'
import { DocumentIndex, type VisitMatch } from '../../src/resolve/index/document-index.js'
import { IndexLayout, type SearchCriteria } from '../../src/resolve/index/index-layout.js'
import { visitPossibleDuplicates } from '../../src/resolve/similar.js'
import { makeCrowdedDossier, makeHalfIdentifiedDossier } from '../support/crowded.js'
import { makeFamily, makeFamilyDossier } from '../support/families.js'
import { makeRandom } from '../support/mutate.js'
import { recordWith } from '../support/records.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

function readEntries(records: readonly unknown[]): DocumentEntry[] {
  const entries = sourceOfDossier({ records }).records.flatMap(({ documents }) =>
    documents.map(document => new DocumentEntry(document, new Transcript([document.record]))),
  )
  for (const [position, entry] of entries.entries()) entry.position = position
  return entries
}

const isSame = (a: DocumentEntry, b: DocumentEntry, comparison: Comparison): boolean =>
  scoreEntries(a, b, comparison) >= MIN_MATCH_SCORE

const isEqual = (a: DocumentEntry, b: DocumentEntry, comparison: Comparison): boolean =>
  hasSameAmounts(a, b, comparison) && isSame(a, b, comparison)

const MIN_INDEXED_ENTRIES = 3

/** Returns a function that finds the entries that match an entry, with a new index of all entries. */
function makeFinder(searchScope: SearchCriteria, all: readonly DocumentEntry[]) {
  const index = new DocumentIndex(new IndexLayout(all, MIN_INDEXED_ENTRIES), searchScope, all)
  return (entry: DocumentEntry): Set<DocumentEntry> => {
    const matches = new Set<DocumentEntry>()
    const meet: VisitMatch = (item, _, alike) => {
      for (const { entry: candidate } of alike?.items ?? [item]) if (candidate !== entry) matches.add(candidate)
    }
    index.visitMatches(entry, { score: MIN_MATCH_SCORE }, meet)
    return matches
  }
}

const MAKERS: readonly [string, number, (seed: number) => Raw][] = [
  ['dossiers with little data about the parties', 30, makeCrowdedDossier],
  ['dossiers in which half of the documents have distinguishing data', 15, makeHalfIdentifiedDossier],
  ['families of documents', 150, seed => makeFamilyDossier(makeFamily(seed), 60, seed)],
]

describe.each(MAKERS)('index of %s', (_, seedCount, make) => {
  const forEachForm = (check: (entries: readonly DocumentEntry[], seed: number) => void): void => {
    for (let seed = 1; seed <= seedCount; seed++) {
      const forms = new Map<unknown, DocumentEntry[]>()
      for (const entry of readEntries(make(seed)['records'] as Raw[])) {
        const { compiledForm } = entry.document
        forms.set(compiledForm, [...(forms.get(compiledForm) ?? []), entry])
      }
      for (const same of forms.values()) check(same, seed)
    }
  }

  test('finds the same entries as a comparison with every entry', () => {
    forEachForm((entries, seed) => {
      const inside: SearchCriteria = { comparison: 'withinSource', comparesParties: true, amounts: 'bonus' }
      const between: SearchCriteria = { comparison: 'acrossSources', comparesParties: true, amounts: 'allMatch' }
      const scopes: readonly [SearchCriteria, (a: DocumentEntry, b: DocumentEntry) => boolean][] = [
        [inside, (a, b) => isSame(a, b, 'withinSource')],
        [{ ...inside, amounts: 'allMatch' }, (a, b) => isEqual(a, b, 'withinSource')],
        [between, (a, b) => isEqual(a, b, 'acrossSources')],
      ]
      for (const [searchScope, isMeant] of scopes) {
        const find = makeFinder(searchScope, entries)
        for (const entry of entries)
          expect(find(entry), `seed ${seed}`).toEqual(
            new Set(entries.filter(candidate => candidate !== entry && isMeant(entry, candidate))),
          )
      }
    })
  })

  test('finds the first entry with the most equal boxes', () => {
    forEachForm((entries, seed) => {
      const originalsFirst = [...entries].sort((a, b) => Number(isAmended(a)) - Number(isAmended(b)))
      const scopes: readonly SearchCriteria[] = [
        { comparison: 'withinSource', comparesParties: true, amounts: 'mostMatching' },
        { comparison: 'acrossSources', comparesParties: false, amounts: 'mostMatching' },
      ]
      for (const searchScope of scopes) {
        const { comparison, comparesParties } = searchScope
        const index = new DocumentIndex(new IndexLayout(entries, MIN_INDEXED_ENTRIES), searchScope, originalsFirst)
        for (const entry of entries) {
          const meant = originalsFirst.filter(candidate => !comparesParties || isSame(entry, candidate, comparison))
          const equal = meant.map(candidate => countEqualBoxes(entry, candidate, comparison))
          const maxEqual = Math.max(...equal)
          // If there are no scores, the maximum is -Infinity and `indexOf` returns -1, so the result is null.
          const first = meant[equal.indexOf(maxEqual)] ?? null
          expect(index.findMostEqual(entry).entry, `seed ${seed}`).toBe(first)
          if (first !== null) expect(index.findMostEqual(entry).score, `seed ${seed}`).toBe(maxEqual)
        }
      }
    })
  })

  test('finds the same possible duplicates as a comparison of every pair', () => {
    let reportedCount = 0
    forEachForm((entries, seed) => {
      const [indexed, compared] = [0, Number.POSITIVE_INFINITY].map(maxToScan => {
        const pairs: (readonly [number, number])[] = []
        visitPossibleDuplicates(entries, maxToScan, (entry, otherEntry) =>
          pairs.push([entries.indexOf(entry), entries.indexOf(otherEntry)]),
        )
        return pairs
      })
      expect(indexed, `seed ${seed}`).toEqual(compared)
      reportedCount += indexed?.length ?? 0
    })
    expect(reportedCount).toBeGreaterThan(100)
  })

  test('finds the original with the most equal keys before the one with the most equal boxes', () => {
    forEachForm((entries, seed) => {
      const originalsFirst = [...entries].sort((a, b) => Number(isAmended(a)) - Number(isAmended(b)))
      for (const correctionKeys of ['mustAgree', 'mayDiffer'] as const) {
        const criteria: SearchCriteria = {
          comparison: 'withinSource',
          comparesParties: true,
          amounts: 'mostMatching',
          correctionKeys,
        }
        const index = new DocumentIndex(new IndexLayout(entries, MIN_INDEXED_ENTRIES), criteria, originalsFirst)
        for (const entry of entries) {
          const same = originalsFirst.filter(candidate => isSame(entry, candidate, 'withinSource'))
          const scores = same.map(candidate => scoreCorrectionKeys(entry, candidate, correctionKeys === 'mustAgree'))
          const totals = same.map(
            (candidate, i) => (scores[i] as number) + countEqualBoxes(entry, candidate, 'withinSource'),
          )
          const best = Math.max(...totals)
          const first = best === REJECT_SCORE ? null : (same[totals.indexOf(best)] ?? null)
          expect(index.findMostEqual(entry).entry, `seed ${seed}`).toBe(first)
        }
      }
    })
  })
})

test('account numbers may equal the reserved words of the index', () => {
  const accounts = ['none', 'any', 'none', 'NONE', null, 'null', '1', '2', '3', '4', '5', '6', '7', '8', null]
  const below = makeRandom(1)
  for (const key of ['form_1099_int', 'form_1042_s'] as const) {
    const isInt = key === 'form_1099_int'
    const entries = accounts.map(account => ({
      [isInt ? 'payer' : 'withholding_agent']: {
        [isInt ? 'fin' : 'ein']: '20-1111234',
        name: below(2) === 0 ? 'ACME' : 'NONE',
      },
      recipient: { id: '900-11-3333' },
      [isInt ? 'account_number' : 'recipient_account_number']: account,
    }))
    const all = readEntries([recordWith({ [key]: entries })])
    const find = makeFinder({ comparison: 'withinSource', comparesParties: true, amounts: 'bonus' }, all)
    for (const entry of all)
      expect(find(entry)).toEqual(
        new Set(all.filter(candidate => candidate !== entry && isSame(entry, candidate, 'withinSource'))),
      )
  }
})
