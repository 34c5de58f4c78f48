import { groupBy } from '../core/lists.js'
import {
  addDoubt,
  type Candidate,
  groupBySource,
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
  sortAndNumber,
} from './compare.js'
import { resolveClass } from './groups.js'
import { DocumentIndex } from './index/document-index.js'
import { EQUAL_ACROSS_SOURCES, EQUAL_IN_SOURCE, type IndexLayout, type SearchCriteria } from './index/index-layout.js'

const isOriginal = ({ document }: Candidate): boolean => document.submission === 'original'
const isVoid = ({ document }: Candidate): boolean => document.submission === 'void'
const isMarkedDuplicate = ({ document }: Candidate): boolean => document.submission === 'duplicate'
const negate = (predicate: (candidate: Candidate) => boolean) => (candidate: Candidate) => !predicate(candidate)

/**
 * The criteria for the original, or earlier amendment, that an amended document of the same source replaces. Only if
 * every one contradicts the amendment in a date or CUSIP, one of these is replaced.
 */
const REPLACEABLE_CRITERIA: SearchCriteria = {
  ...EQUAL_IN_SOURCE,
  amounts: 'mostMatching',
  correctionKeys: 'mustAgree',
}
const CONTRADICTING_CRITERIA: SearchCriteria = { ...REPLACEABLE_CRITERIA, correctionKeys: 'mayDiffer' }

/**
 * Applies rules 1 and 2 of docs/resolution.md to the documents of one source, form and year, in the order of the
 * record. A void cancels the first equal document that still counts.
 */
function applyVoidsAndAmendments(
  sourceCandidates: readonly Candidate[],
  layout: IndexLayout,
  warn: ReportWarning,
): void {
  if (!sourceCandidates.some(candidate => isVoid(candidate) || isAmended(candidate))) return
  const candidates = sortAndNumber([...sourceCandidates], (a, b) => comparePositions(a.document, b.document))
  const cancelableIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE, candidates.filter(negate(isVoid)))
  const replaceableIndexes = [REPLACEABLE_CRITERIA, CONTRADICTING_CRITERIA].map(
    criteria => new DocumentIndex(layout, criteria, candidates.filter(isOriginal)),
  )
  for (const candidate of candidates) {
    if (isVoid(candidate)) {
      const target = cancelableIndex.findFirst(candidate)
      setStatus(candidate, 'void', null)
      if (target !== null) setStatus(target, 'canceled', candidate)
    } else if (isAmended(candidate) && isCounted(candidate)) {
      applyAmendment(candidate, replaceableIndexes, warn)
      // Add the amendment only now, because only the amended documents after this one can replace it.
      for (const index of replaceableIndexes) index.addCandidate(candidate)
    }
  }
}

/** Applies rule 2: an amendment replaces the original. One with only zeros cancels the original and itself. */
function applyAmendment(candidate: Candidate, replaceable: readonly DocumentIndex[], warn: ReportWarning): void {
  const [agreeing = null, contradicting = null] = replaceable.map(index => index.findMostEqual(candidate).candidate)
  const target = agreeing ?? contradicting
  if (hasOnlyZeros(candidate)) {
    setStatus(candidate, 'canceled', null)
    // An amendment without amounts corrects only a name, so the original still counts.
    if (target !== null && !hasNoAmounts(candidate)) setStatus(target, 'canceled', candidate)
  } else if (target === null) warn('amended_without_original', candidate)
  else {
    if (agreeing === null || countEqualBoxes(candidate, target, 'withinSource') === 0) {
      warn('amended_target_doubtful', candidate)
      addDoubt(candidate, 'amended_target_doubtful')
    }
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
function applyEarlierPulls(orderedCandidates: readonly Candidate[], layout: IndexLayout): void {
  const replacedCandidates = orderedCandidates.filter(candidate => !isCounted(candidate))
  if (replacedCandidates.length === 0) return
  // Build these before the loop, so that a document that gets its status in the loop does not pass it on.
  const makeFinders = (candidates: readonly Candidate[]) => ({
    findReplaced: makeEqualFinder(candidates, layout),
    findReplacedAmendment: makeEqualFinder(candidates.filter(isAmended), layout),
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
  layout: IndexLayout,
): (candidate: Candidate) => Candidate | null {
  const makeIndex = (sourceCandidates: readonly Candidate[]): DocumentIndex =>
    new DocumentIndex(layout, EQUAL_ACROSS_SOURCES, sourceCandidates)
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
function applyMarkedDuplicates(sourceCandidates: readonly Candidate[], layout: IndexLayout, warn: ReportWarning): void {
  if (!sourceCandidates.some(isMarkedDuplicate)) return
  const unmarkedIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE, sourceCandidates.filter(negate(isMarkedDuplicate)))
  const keptIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE)
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
 * Applies the last sentence of rule 3: finds the software corrections that replace a copy of a document that the IRS
 * still holds. The IRS document counts, and the correction is in conflict with it, unless an IRS source holds the
 * corrected amounts, too.
 */
function markOverruledCorrections(candidates: readonly Candidate[], layout: IndexLayout): void {
  const corrections = candidates.filter(
    candidate => isCounted(candidate) && isAmended(candidate) && !isIrsDocument(candidate),
  )
  if (corrections.length === 0) return
  const irsIndex = new DocumentIndex(
    layout,
    EQUAL_ACROSS_SOURCES,
    candidates.filter(candidate => isCounted(candidate) && isIrsDocument(candidate)),
  )
  const replacedByCandidate = groupBy(
    candidates.filter(({ status }) => status === 'superseded'),
    ({ decidedBy }) => decidedBy,
  )
  const findIrsOriginal = (candidate: Candidate): Candidate | null => {
    for (const replaced of replacedByCandidate.get(candidate) ?? []) {
      if (replaced.record !== candidate.record) continue
      const irsOriginal = irsIndex.findFirst(replaced) ?? findIrsOriginal(replaced)
      if (irsOriginal !== null) return irsOriginal
    }
    return null
  }
  for (const candidate of corrections)
    if (irsIndex.findFirst(candidate) === null) candidate.overruledBy = findIrsOriginal(candidate)
}

/** Applies rule 5: calls `visit` for each counted document of one source that equals an earlier one. All of them count. */
function visitRepeats(
  sourceCandidates: readonly Candidate[],
  layout: IndexLayout,
  visit: (candidate: Candidate) => void,
): void {
  const { form } = (sourceCandidates[0] as Candidate).document.compiledForm
  if (form.canRepeat === true || sourceCandidates.length < 2) return
  const earlierIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE)
  for (const candidate of sourceCandidates) {
    if (!isCounted(candidate)) continue
    if (earlierIndex.findFirst(candidate) !== null) visit(candidate)
    earlierIndex.addCandidate(candidate)
  }
}

/**
 * Applies rules 1 to 7, in order, to the documents of one block. Only the last sentence of rule 3 is applied later.
 * `resolve.ts` applies rule 8 to all documents.
 */
export function resolveBlock(block: Candidate[], layout: IndexLayout, warn: ReportWarning): void {
  if (!block.every(isOriginal))
    for (const sourceCandidates of groupBySource(block).values())
      applyVoidsAndAmendments(sourceCandidates, layout, warn)
  sortAndNumber(block, compareCandidates)
  applyEarlierPulls(block, layout)
  const sources = groupBySource(block)
  const sourcesWithRepeats = new Set<readonly Candidate[]>()
  for (const sourceCandidates of sources.values()) {
    applyMarkedDuplicates(sourceCandidates, layout, warn)
    visitRepeats(sourceCandidates, layout, candidate => {
      warn('probable_duplicate', candidate)
      sourcesWithRepeats.add(sourceCandidates)
    })
  }
  // Documents that no longer count are not compared with IRS documents below, so they are not verified.
  for (const candidate of block) if (!isCounted(candidate)) candidate.isVerified = false
  if (sources.size > 1) {
    // After rule 4, because only the IRS documents that still count overrule a correction. Rule 6 uses the result.
    markOverruledCorrections(block, layout)
    for (const { members } of makeClasses(block.filter(isCounted), layout)) resolveClass(members, layout, warn)
    for (const candidate of block) if (candidate.status === 'conflict') resolveConflictWinner(candidate)
  }
  // The issue `probable_duplicate` above is about all sources. The doubt is only about software. Only documents that still
  // count are in doubt, so a source without repeats above has none here.
  for (const sourceCandidates of sourcesWithRepeats)
    if (!isIrsDocument(sourceCandidates[0] as Candidate))
      visitRepeats(sourceCandidates, layout, candidate => addDoubt(candidate, 'possible_duplicate'))
}

/** Names the document that counts in place of an overruled correction: the IRS document, or its copy that counts. */
function resolveConflictWinner(candidate: Candidate): void {
  while (candidate.decidedBy !== null && !isCounted(candidate.decidedBy))
    candidate.decidedBy = candidate.decidedBy.decidedBy
  if (candidate.decidedBy !== null) addDoubt(candidate.decidedBy, 'source_conflict')
}
