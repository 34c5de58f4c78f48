import {
  addDoubt,
  type Candidate,
  groupBySource,
  isCounted,
  isIrsDocument,
  isOriginal,
  type ReportWarning,
  setStatus,
} from './candidate.js'
import { makeClasses } from './classes.js'
import { compareCandidates, findEarlier, sortAndNumber } from './compare.js'
import { applyEarlierPulls, markOverruledCorrections } from './earlier-pulls.js'
import { resolveClass } from './groups.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import { EQUAL_IN_SOURCE } from './index/search-criteria.js'
import { applyVoidsAndAmendments } from './voids-and-amendments.js'

const isMarkedDuplicate = ({ document }: Candidate): boolean => document.submission === 'duplicate'

/** Applies rule 4: a document that is marked as a duplicate counts only if no equal one of its source counts. */
function applyMarkedDuplicates(sourceCandidates: readonly Candidate[], routes: BlockRoutes, warn: ReportWarning): void {
  if (!sourceCandidates.some(isMarkedDuplicate)) return
  const unmarkedIndex = new DocumentIndex(
    routes,
    EQUAL_IN_SOURCE,
    sourceCandidates.filter(candidate => !isMarkedDuplicate(candidate)),
  )
  const keptIndex = new DocumentIndex(routes, EQUAL_IN_SOURCE)
  for (const candidate of sourceCandidates) {
    if (!isMarkedDuplicate(candidate) || !isCounted(candidate)) continue
    const firstMatch = findEarlier(unmarkedIndex.findFirst(candidate), keptIndex.findFirst(candidate))
    if (firstMatch !== null) setStatus(candidate, 'duplicate', firstMatch)
    else {
      warn('duplicate_without_original', candidate)
      keptIndex.addCandidate(candidate)
    }
  }
}

/** Applies rule 5: calls `visit` for each counted document of one source that equals an earlier one. All of them count. */
function visitRepeats(
  sourceCandidates: readonly Candidate[],
  routes: BlockRoutes,
  visit: (candidate: Candidate) => void,
): void {
  const { form } = (sourceCandidates[0] as Candidate).document.compiledForm
  if (form.canRepeat === true || sourceCandidates.length < 2) return
  const earlierIndex = new DocumentIndex(routes, EQUAL_IN_SOURCE)
  for (const candidate of sourceCandidates) {
    if (!isCounted(candidate)) continue
    if (earlierIndex.findFirst(candidate) !== null) visit(candidate)
    earlierIndex.addCandidate(candidate)
  }
}

/**
 * Applies rules 1 to 7, in order, to the documents of one block. The last two sentences of rule 3 are applied after rule 4.
 * `resolve.ts` applies rule 8 to all documents.
 */
export function resolveBlock(block: Candidate[], routes: BlockRoutes, warn: ReportWarning): void {
  if (!block.every(isOriginal))
    for (const sourceCandidates of groupBySource(block).values())
      applyVoidsAndAmendments(sourceCandidates, routes, warn)
  sortAndNumber(block, compareCandidates)
  applyEarlierPulls(block, routes)
  const sources = groupBySource(block)
  const sourcesWithRepeats = new Set<readonly Candidate[]>()
  for (const sourceCandidates of sources.values()) {
    applyMarkedDuplicates(sourceCandidates, routes, warn)
    visitRepeats(sourceCandidates, routes, candidate => {
      warn('probable_duplicate', candidate)
      sourcesWithRepeats.add(sourceCandidates)
    })
  }
  // Documents that no longer count are not compared with IRS documents below, so they are not verified.
  for (const candidate of block) if (!isCounted(candidate)) candidate.isVerified = false
  if (sources.size > 1) {
    // After rule 4, because only the IRS documents that still count overrule a correction. Rule 6 uses the result.
    markOverruledCorrections(block, routes, warn)
    for (const { members } of makeClasses(block.filter(isCounted), routes)) resolveClass(members, routes, warn)
    for (const candidate of block) if (candidate.status === 'conflict') nameCountedWinner(candidate)
  }
  // The warning `probable_duplicate` above is about all sources, before the comparison of sources. This doubt is about the
  // repeats that still count afterwards. Only software has it, because it may list a W-2 once per state.
  for (const sourceCandidates of sourcesWithRepeats)
    if (!isIrsDocument(sourceCandidates[0] as Candidate))
      visitRepeats(sourceCandidates, routes, candidate => addDoubt(candidate, 'possible_duplicate'))
}

/**
 * Follows the documents that decided about a conflicting one, until one counts. Names that one as the winner. An overruled
 * correction needs this, because the IRS document that overrules it may be a duplicate of a copy that counts.
 */
function nameCountedWinner(candidate: Candidate): void {
  while (candidate.decidedBy !== null && !isCounted(candidate.decidedBy))
    candidate.decidedBy = candidate.decidedBy.decidedBy
  if (candidate.decidedBy !== null) addDoubt(candidate.decidedBy, 'source_conflict')
}
