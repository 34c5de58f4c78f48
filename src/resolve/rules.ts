import { appendAll, groupBy } from '../core/lists.js'
import {
  addDoubt,
  type Candidate,
  groupBySource,
  hasAmendmentDoubt,
  isAmended,
  isCounted,
  isIrsDocument,
  type ReportWarning,
  setStatus,
} from './candidate.js'
import { makeClasses } from './classes.js'
import {
  compareCandidates,
  comparePositions,
  countEqualBoxes,
  findEarlier,
  hasNoAmounts,
  hasOnlyZeros,
  hasSameAmounts,
  sortAndNumber,
} from './compare.js'
import { resolveClass } from './groups.js'
import { type BlockRoutes, EQUAL_ACROSS_SOURCES, EQUAL_IN_SOURCE, type SearchCriteria } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'

const isOriginal = ({ document }: Candidate): boolean => document.submission === 'original'
const isVoid = ({ document }: Candidate): boolean => document.submission === 'void'
const isMarkedDuplicate = ({ document }: Candidate): boolean => document.submission === 'duplicate'
const negate = (predicate: (candidate: Candidate) => boolean) => (candidate: Candidate) => !predicate(candidate)

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
function applyVoidsAndAmendments(
  sourceCandidates: readonly Candidate[],
  routes: BlockRoutes,
  warn: ReportWarning,
): void {
  if (!sourceCandidates.some(candidate => isVoid(candidate) || isAmended(candidate))) return
  const candidates = sortAndNumber([...sourceCandidates], (a, b) => comparePositions(a.document, b.document))
  const cancelableIndex = new DocumentIndex(routes, EQUAL_IN_SOURCE, candidates.filter(negate(isVoid)))
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
  const isAgreeing = agreeing.candidate !== null
  const { candidate: target, score } = isAgreeing ? agreeing : replaceable.all.findMostEqual(candidate)
  const reportDoubtfulTarget = (doubtful: Candidate): void => {
    warn('amended_target_doubtful', candidate)
    addDoubt(doubtful, 'amended_target_doubtful')
  }
  if (hasOnlyZeros(candidate)) {
    setStatus(candidate, 'canceled', null)
    // An amendment without amounts corrects only a name, so the original still counts.
    if (target === null || hasNoAmounts(candidate)) return
    setStatus(target, 'canceled', candidate)
    const next = (isAgreeing ? replaceable.agreeing : replaceable.all).findMostEqual(candidate)
    // The correction may be meant for the next document, which matters unless both have the same amounts.
    if (next.candidate !== null && next.score === score && !hasSameAmounts(next.candidate, target, 'withinSource'))
      reportDoubtfulTarget(next.candidate)
  } else if (target === null) warn('amended_without_original', candidate)
  else {
    if (!isAgreeing || countEqualBoxes(candidate, target, 'withinSource') === 0) reportDoubtfulTarget(candidate)
    // If it is uncertain which document the target is, then so is what this amendment corrects.
    else if (hasAmendmentDoubt(target)) addDoubt(candidate, 'amended_target_doubtful')
    setStatus(target, 'superseded', candidate)
  }
}

/**
 * Applies rule 3. A document that equals a replaced, canceled or void document of another source comes from an earlier pull.
 * It gets the same status, unless its own source also has such an equal document. An amended document gets the status
 * only from another amended document, and only if the document at the end of that chain of amendments still counts. An
 * IRS document gets a status only from another IRS document, because software does not correct the IRS.
 * `orderedCandidates` is sorted by `compareCandidates`, like the documents of the functions below.
 */
function applyEarlierPulls(orderedCandidates: readonly Candidate[], routes: BlockRoutes): void {
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

/** Applies rule 4: a document that is marked as a duplicate counts only if no equal one of its source counts. */
function applyMarkedDuplicates(sourceCandidates: readonly Candidate[], routes: BlockRoutes, warn: ReportWarning): void {
  if (!sourceCandidates.some(isMarkedDuplicate)) return
  const unmarkedIndex = new DocumentIndex(routes, EQUAL_IN_SOURCE, sourceCandidates.filter(negate(isMarkedDuplicate)))
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

/**
 * Applies the last two sentences of rule 3: finds the software corrections of a document that the IRS still holds. The IRS
 * document counts, and the correction is in conflict with it, unless an IRS source holds the corrected amounts, too.
 * A correction to zeros is in no class, so it gets its status here.
 */
function markOverruledCorrections(candidates: readonly Candidate[], routes: BlockRoutes, warn: ReportWarning): void {
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
