import { appendAll, groupBy } from '../core/lists.js'
import {
  type Candidate,
  groupBySource,
  isAmended,
  isCounted,
  isIrsDocument,
  type ReportWarning,
  setStatus,
} from './candidate.js'
import { hasNoAmounts } from './compare.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import { EQUAL_ACROSS_SOURCES } from './index/search-criteria.js'

/**
 * Applies rule 3. A document that equals a replaced, canceled or void document of another source comes from an earlier pull.
 * It gets the same status, unless its own source also has such an equal document. An amended document gets the status
 * only from another amended document, and only if the document at the end of that chain of amendments still counts. An
 * IRS document gets a status only from another IRS document, because software does not correct the IRS.
 *
 * @param orderedCandidates The documents of one form and year, sorted by `compareCandidates`. Among several equal
 *   documents, the first one passes on its status. This order makes the result independent of the order of the records.
 */
export function applyEarlierPulls(orderedCandidates: readonly Candidate[], routes: BlockRoutes): void {
  const replacedCandidates = orderedCandidates.filter(candidate => !isCounted(candidate))
  if (replacedCandidates.length === 0) return
  // Build these before the loop, so that a document that gets its status in the loop does not pass it on.
  const makeFinders = (candidates: readonly Candidate[]) => ({
    findReplaced: makeEqualFinder(candidates, routes),
    findReplacedAmendment: makeEqualFinder(candidates.filter(isAmended), routes),
  })
  const findersForSoftware = makeFinders(replacedCandidates)
  const findersForIrs = makeFinders(replacedCandidates.filter(isIrsDocument))
  const endByCandidate = new Map<Candidate, Candidate>()
  const earlierPulls: Candidate[] = []
  for (const candidate of orderedCandidates) {
    if (!isCounted(candidate)) continue
    const { findReplaced, findReplacedAmendment } = isIrsDocument(candidate) ? findersForIrs : findersForSoftware
    const firstMatch = isAmended(candidate) ? findReplacedAmendment(candidate) : findReplaced(candidate)
    if (firstMatch === null) continue
    if (isAmended(candidate)) {
      // Each of two sources may correct a document to the amounts that the other one corrects. One document must still
      // count.
      const chainEnd = findChainEnd(firstMatch, endByCandidate)
      if (chainEnd === null || chainEnd === candidate) continue
    }
    setStatus(candidate, firstMatch.status, firstMatch)
    earlierPulls.push(candidate)
  }
  for (const candidate of earlierPulls) {
    const chainEnd = findChainEnd(candidate, endByCandidate)
    if (chainEnd === null) continue
    chainEnd.correctedCandidates ??= []
    chainEnd.correctedCandidates.push(candidate)
  }
}

/**
 * Returns a function that finds the first equal document among `candidates`. It returns null if the source of the given
 * document has an equal one there.
 */
function makeEqualFinder(
  candidates: readonly Candidate[],
  routes: BlockRoutes,
): (candidate: Candidate) => Candidate | null {
  const makeIndex = (sourceCandidates: readonly Candidate[]): DocumentIndex =>
    new DocumentIndex(routes, EQUAL_ACROSS_SOURCES, sourceCandidates)
  if (candidates.length === 0) return () => null
  const allCandidates = makeIndex(candidates)
  const indexBySource = new Map(
    [...groupBySource(candidates)].map(([record, sourceCandidates]) => [record, makeIndex(sourceCandidates)]),
  )
  return candidate =>
    indexBySource.get(candidate.record)?.findFirst(candidate) ? null : allCandidates.findFirst(candidate)
}

/** Finds the document that still counts at the end of a chain of amendments, or null. `endByCandidate` caches it. */
function findChainEnd(candidate: Candidate, endByCandidate: Map<Candidate, Candidate>): Candidate | null {
  const visitedCandidates: Candidate[] = []
  let chainEnd: Candidate | null = candidate
  while (chainEnd !== null && !isCounted(chainEnd)) {
    visitedCandidates.push(chainEnd)
    chainEnd = endByCandidate.get(chainEnd) ?? chainEnd.decidedBy
  }
  if (chainEnd !== null)
    for (const visitedCandidate of visitedCandidates) endByCandidate.set(visitedCandidate, chainEnd)
  return chainEnd
}

/**
 * Applies the last two sentences of rule 3: finds the software corrections of a document that the IRS still holds. The IRS
 * document counts, and the correction is in conflict with it, unless an IRS source holds the corrected amounts, too.
 * A correction to zeros is in no class, so it gets its status here.
 */
export function markOverruledCorrections(
  candidates: readonly Candidate[],
  routes: BlockRoutes,
  warn: ReportWarning,
): void {
  const isCorrectionToZeros = (candidate: Candidate): boolean =>
    candidate.status === 'canceled' && candidate.decidedBy === null && !hasNoAmounts(candidate)
  const corrections = candidates.filter(
    candidate =>
      isAmended(candidate) && !isIrsDocument(candidate) && (isCounted(candidate) || isCorrectionToZeros(candidate)),
  )
  if (corrections.length === 0) return
  const irsIndex = new DocumentIndex(
    routes,
    EQUAL_ACROSS_SOURCES,
    candidates.filter(candidate => isCounted(candidate) && isIrsDocument(candidate)),
  )
  const replacedByCandidate = groupBy(
    candidates.filter(({ status }) => status === 'superseded' || status === 'canceled'),
    ({ decidedBy }) => decidedBy,
  )
  const findIrsOriginal = (correction: Candidate): Candidate | null => {
    const listReplaced = (candidate: Candidate): Candidate[] =>
      [...(replacedByCandidate.get(candidate) ?? [])].reverse()
    // A list instead of recursion, because a chain of corrections can be long.
    const unvisited = listReplaced(correction)
    for (let replaced = unvisited.pop(); replaced !== undefined; replaced = unvisited.pop()) {
      if (replaced.record !== correction.record) continue
      const irsOriginal = irsIndex.findFirst(replaced)
      if (irsOriginal !== null) return irsOriginal
      appendAll(unvisited, listReplaced(replaced))
    }
    return null
  }
  for (const candidate of corrections) {
    const irsOriginal = irsIndex.findFirst(candidate) === null ? findIrsOriginal(candidate) : null
    if (isCounted(candidate)) candidate.overruledBy = irsOriginal
    else if (irsOriginal !== null) {
      setStatus(candidate, 'conflict', irsOriginal)
      warn('source_conflict', candidate)
    }
  }
}
