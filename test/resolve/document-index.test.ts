import { describe, expect, test } from 'vitest'
import { Candidate, type Comparison, isAmended } from '../../src/resolve/candidate.js'
import {
  countEqualBoxes,
  hasSameAmounts,
  MIN_MATCH_SCORE,
  REJECT_SCORE,
  scoreCandidates,
  scoreCorrectionKeys,
} from '../../src/resolve/compare.js'
import { BlockRoutes } from '../../src/resolve/index/block-routes.js'
import { DocumentIndex, type VisitMatch } from '../../src/resolve/index/document-index.js'
import type { SearchCriteria } from '../../src/resolve/index/search-criteria.js'
import { PullGroup } from '../../src/resolve/pull-groups.js'
import { visitPossibleDuplicates } from '../../src/resolve/similar.js'
import { makeCrowdedDossier, makeHalfIdentifiedDossier } from '../support/crowded.js'
import { makeFamily, makeFamilyDossier } from '../support/families.js'
import { makeRandom } from '../support/mutate.js'
import { recordWith } from '../support/records.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

function readCandidates(records: readonly unknown[]): Candidate[] {
  const candidates = sourceOfDossier({ records }).records.flatMap(({ documents }) =>
    documents.map(document => new Candidate(document, new PullGroup([document.record]))),
  )
  for (const [position, candidate] of candidates.entries()) candidate.position = position
  return candidates
}

const isSame = (a: Candidate, b: Candidate, comparison: Comparison): boolean =>
  scoreCandidates(a, b, comparison) >= MIN_MATCH_SCORE

const isEqual = (a: Candidate, b: Candidate, comparison: Comparison): boolean =>
  hasSameAmounts(a, b, comparison) && isSame(a, b, comparison)

const MIN_INDEXED_CANDIDATES = 3

/** Returns a function that finds the candidates that match a candidate, with a new index of all candidates. */
function makeFinder(searchScope: SearchCriteria, all: readonly Candidate[]) {
  const index = new DocumentIndex(new BlockRoutes(all, MIN_INDEXED_CANDIDATES), searchScope, all)
  return (candidate: Candidate): Set<Candidate> => {
    const matches = new Set<Candidate>()
    const meet: VisitMatch = (item, _, alike) => {
      for (const { candidate: otherCandidate } of alike?.items ?? [item])
        if (otherCandidate !== candidate) matches.add(otherCandidate)
    }
    index.visitMatches(candidate, { score: MIN_MATCH_SCORE }, meet)
    return matches
  }
}

const MAKERS: readonly [string, number, (seed: number) => Raw][] = [
  ['dossiers with little data about the parties', 30, makeCrowdedDossier],
  ['dossiers in which half of the documents have distinguishing data', 15, makeHalfIdentifiedDossier],
  ['families of documents', 150, seed => makeFamilyDossier(makeFamily(seed), 60, seed)],
]

describe.each(MAKERS)('index of %s', (_, seedCount, make) => {
  const forEachForm = (check: (candidates: readonly Candidate[], seed: number) => void): void => {
    for (let seed = 1; seed <= seedCount; seed++) {
      const forms = new Map<unknown, Candidate[]>()
      for (const candidate of readCandidates(make(seed)['records'] as Raw[])) {
        const { compiledForm } = candidate.document
        forms.set(compiledForm, [...(forms.get(compiledForm) ?? []), candidate])
      }
      for (const same of forms.values()) check(same, seed)
    }
  }

  test('finds the same candidates as a comparison with every candidate', () => {
    forEachForm((candidates, seed) => {
      const inside: SearchCriteria = { comparison: 'withinSource', comparesParties: true, amounts: 'bonus' }
      const between: SearchCriteria = { comparison: 'acrossSources', comparesParties: true, amounts: 'allMatch' }
      const scopes: readonly [SearchCriteria, (a: Candidate, b: Candidate) => boolean][] = [
        [inside, (a, b) => isSame(a, b, 'withinSource')],
        [{ ...inside, amounts: 'allMatch' }, (a, b) => isEqual(a, b, 'withinSource')],
        [between, (a, b) => isEqual(a, b, 'acrossSources')],
      ]
      for (const [searchScope, isMeant] of scopes) {
        const find = makeFinder(searchScope, candidates)
        for (const candidate of candidates)
          expect(find(candidate), `seed ${seed}`).toEqual(
            new Set(
              candidates.filter(otherCandidate => otherCandidate !== candidate && isMeant(candidate, otherCandidate)),
            ),
          )
      }
    })
  })

  test('finds the first candidate with the most equal boxes', () => {
    forEachForm((candidates, seed) => {
      const originalsFirst = [...candidates].sort((a, b) => Number(isAmended(a)) - Number(isAmended(b)))
      const scopes: readonly SearchCriteria[] = [
        { comparison: 'withinSource', comparesParties: true, amounts: 'mostMatching' },
        { comparison: 'acrossSources', comparesParties: false, amounts: 'mostMatching' },
      ]
      for (const searchScope of scopes) {
        const { comparison, comparesParties } = searchScope
        const index = new DocumentIndex(
          new BlockRoutes(candidates, MIN_INDEXED_CANDIDATES),
          searchScope,
          originalsFirst,
        )
        for (const candidate of candidates) {
          const meant = originalsFirst.filter(
            otherCandidate => !comparesParties || isSame(candidate, otherCandidate, comparison),
          )
          const equal = meant.map(otherCandidate => countEqualBoxes(candidate, otherCandidate, comparison))
          const maxEqual = Math.max(...equal)
          // If there are no scores, the maximum is -Infinity and `indexOf` returns -1, so the result is null.
          const first = meant[equal.indexOf(maxEqual)] ?? null
          expect(index.findMostEqual(candidate).candidate, `seed ${seed}`).toBe(first)
          if (first !== null) expect(index.findMostEqual(candidate).score, `seed ${seed}`).toBe(maxEqual)
        }
      }
    })
  })

  test('finds the same possible duplicates as a comparison of every pair', () => {
    let reportedCount = 0
    forEachForm((candidates, seed) => {
      const [indexed, compared] = [0, Number.POSITIVE_INFINITY].map(maxToScan => {
        const pairs: (readonly [number, number])[] = []
        visitPossibleDuplicates(candidates, maxToScan, (candidate, otherCandidate) =>
          pairs.push([candidates.indexOf(candidate), candidates.indexOf(otherCandidate)]),
        )
        return pairs
      })
      expect(indexed, `seed ${seed}`).toEqual(compared)
      reportedCount += indexed?.length ?? 0
    })
    expect(reportedCount).toBeGreaterThan(100)
  })

  test('finds the original with the most equal keys before the one with the most equal boxes', () => {
    forEachForm((candidates, seed) => {
      const originalsFirst = [...candidates].sort((a, b) => Number(isAmended(a)) - Number(isAmended(b)))
      for (const correctionKeys of ['mustAgree', 'mayDiffer'] as const) {
        const criteria: SearchCriteria = {
          comparison: 'withinSource',
          comparesParties: true,
          amounts: 'mostMatching',
          correctionKeys,
        }
        const index = new DocumentIndex(new BlockRoutes(candidates, MIN_INDEXED_CANDIDATES), criteria, originalsFirst)
        for (const candidate of candidates) {
          const same = originalsFirst.filter(otherCandidate => isSame(candidate, otherCandidate, 'withinSource'))
          const scores = same.map(otherCandidate =>
            scoreCorrectionKeys(candidate, otherCandidate, correctionKeys === 'mustAgree'),
          )
          const totals = same.map(
            (otherCandidate, i) => (scores[i] as number) + countEqualBoxes(candidate, otherCandidate, 'withinSource'),
          )
          const best = Math.max(...totals)
          const first = best === REJECT_SCORE ? null : (same[totals.indexOf(best)] ?? null)
          expect(index.findMostEqual(candidate).candidate, `seed ${seed}`).toBe(first)
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
    const all = readCandidates([recordWith({ [key]: entries })])
    const find = makeFinder({ comparison: 'withinSource', comparesParties: true, amounts: 'bonus' }, all)
    for (const candidate of all)
      expect(find(candidate)).toEqual(
        new Set(
          all.filter(
            otherCandidate => otherCandidate !== candidate && isSame(candidate, otherCandidate, 'withinSource'),
          ),
        ),
      )
  }
})
