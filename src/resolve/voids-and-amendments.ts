import {
  addDoubt,
  type Candidate,
  hasAmendmentDoubt,
  isAmended,
  isCounted,
  isOriginal,
  type ReportWarning,
  setStatus,
} from './candidate.js'
import {
  comparePositions,
  countEqualBoxes,
  hasNoAmounts,
  hasOnlyZeros,
  hasSameAmounts,
  sortAndNumber,
} from './compare.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import { EQUAL_IN_SOURCE, type SearchCriteria } from './index/search-criteria.js'

const isVoid = ({ document }: Candidate): boolean => document.submission === 'void'

/** The criteria for the documents that an amendment of the same source may replace. Their dates and CUSIPs may differ. */
const REPLACEABLE_CRITERIA: SearchCriteria = {
  ...EQUAL_IN_SOURCE,
  amounts: 'mostMatching',
  correctionKeys: 'mayDiffer',
}
/** The criteria for those that have no other date or CUSIP than the amendment. They are preferred. */
const AGREEING_CRITERIA: SearchCriteria = { ...REPLACEABLE_CRITERIA, correctionKeys: 'mustAgree' }

/**
 * Applies rules 1 and 2 of docs/resolution.md to the documents of one source, form and year, in the order of the
 * record. A void cancels the first equal document that still counts.
 */
export function applyVoidsAndAmendments(
  sourceCandidates: readonly Candidate[],
  routes: BlockRoutes,
  warn: ReportWarning,
): void {
  if (!sourceCandidates.some(candidate => isVoid(candidate) || isAmended(candidate))) return
  const candidates = sortAndNumber([...sourceCandidates], (a, b) => comparePositions(a.document, b.document))
  const cancelableIndex = new DocumentIndex(
    routes,
    EQUAL_IN_SOURCE,
    candidates.filter(candidate => !isVoid(candidate)),
  )
  const originals = candidates.filter(isOriginal)
  const replaceable: ReplaceableIndexes = {
    agreeing: new DocumentIndex(routes, AGREEING_CRITERIA, originals),
    all: new DocumentIndex(routes, REPLACEABLE_CRITERIA, originals),
  }
  for (const candidate of candidates) {
    if (isVoid(candidate)) {
      const target = cancelableIndex.findFirst(candidate)
      setStatus(candidate, 'void', null)
      if (target !== null) setStatus(target, 'canceled', candidate)
    } else if (isAmended(candidate) && isCounted(candidate)) {
      applyAmendment(candidate, replaceable, warn)
      // Add the amendment only now, because only the amended documents after this one can replace it.
      replaceable.agreeing.addCandidate(candidate)
      replaceable.all.addCandidate(candidate)
    }
  }
}

/** The originals and earlier amendments of one source, by `AGREEING_CRITERIA` and by `REPLACEABLE_CRITERIA`. */
interface ReplaceableIndexes {
  readonly agreeing: DocumentIndex
  readonly all: DocumentIndex
}

/** Applies rule 2: an amendment replaces the original. One with only zeros cancels the original and itself. */
function applyAmendment(candidate: Candidate, replaceable: ReplaceableIndexes, warn: ReportWarning): void {
  const agreeing = replaceable.agreeing.findMostEqual(candidate)
  const hasAgreeingTarget = agreeing.candidate !== null
  const { candidate: target, score } = hasAgreeingTarget ? agreeing : replaceable.all.findMostEqual(candidate)
  const reportDoubtfulTarget = (doubtful: Candidate): void => {
    warn('amended_target_doubtful', candidate)
    addDoubt(doubtful, 'amended_target_doubtful')
  }
  if (hasOnlyZeros(candidate)) {
    setStatus(candidate, 'canceled', null)
    // An amendment without amounts corrects only a name, so the original still counts.
    if (target === null || hasNoAmounts(candidate)) return
    setStatus(target, 'canceled', candidate)
    const next = (hasAgreeingTarget ? replaceable.agreeing : replaceable.all).findMostEqual(candidate)
    // The correction may be meant for the next document, which matters unless both have the same amounts.
    if (next.candidate !== null && next.score === score && !hasSameAmounts(next.candidate, target, 'withinSource'))
      reportDoubtfulTarget(next.candidate)
  } else if (target === null) warn('amended_without_original', candidate)
  else {
    if (!hasAgreeingTarget || countEqualBoxes(candidate, target, 'withinSource') === 0) reportDoubtfulTarget(candidate)
    // If it is uncertain which document the target is, then so is what this amendment corrects.
    else if (hasAmendmentDoubt(target)) addDoubt(candidate, 'amended_target_doubtful')
    setStatus(target, 'superseded', candidate)
  }
}
