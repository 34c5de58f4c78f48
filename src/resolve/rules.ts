import { groupBy } from '../core/lists.js'
import { makeClasses } from './classes.js'
import {
  compareDocumentEntries,
  comparePositions,
  countEqualBoxes,
  findEarlier,
  hasNoAmounts,
  hasOnlyZeros,
  sortAndNumber,
} from './compare.js'
import {
  addDoubt,
  type DocumentEntry,
  groupBySource,
  isAmended,
  isCounted,
  isIrsDocument,
  type ReportWarning,
  setStatus,
} from './document-entry.js'
import { resolveClass } from './groups.js'
import { DocumentIndex } from './index/document-index.js'
import { EQUAL_ACROSS_SOURCES, EQUAL_IN_SOURCE, type IndexLayout, type SearchCriteria } from './index/index-layout.js'

const isOriginal = ({ document }: DocumentEntry): boolean => document.submission === 'original'
const isVoid = ({ document }: DocumentEntry): boolean => document.submission === 'void'
const isMarkedDuplicate = ({ document }: DocumentEntry): boolean => document.submission === 'duplicate'
const negate = (predicate: (entry: DocumentEntry) => boolean) => (entry: DocumentEntry) => !predicate(entry)

/**
 * The criteria for the original, or earlier amendment, that an amended document of the same source replaces. Only if
 * every candidate contradicts the amendment in a date or CUSIP, one of these is replaced.
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
  sourceEntries: readonly DocumentEntry[],
  layout: IndexLayout,
  warn: ReportWarning,
): void {
  if (!sourceEntries.some(entry => isVoid(entry) || isAmended(entry))) return
  const entries = sortAndNumber([...sourceEntries], (a, b) => comparePositions(a.document, b.document))
  const cancelableIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE, entries.filter(negate(isVoid)))
  const replaceableIndexes = [REPLACEABLE_CRITERIA, CONTRADICTING_CRITERIA].map(
    criteria => new DocumentIndex(layout, criteria, entries.filter(isOriginal)),
  )
  for (const entry of entries) {
    if (isVoid(entry)) {
      const target = cancelableIndex.findFirst(entry)
      setStatus(entry, 'void', null)
      if (target !== null) setStatus(target, 'canceled', entry)
    } else if (isAmended(entry) && isCounted(entry)) {
      applyAmendment(entry, replaceableIndexes, warn)
      // Add the amendment only now, because only the amended documents after this one can replace it.
      for (const index of replaceableIndexes) index.addEntry(entry)
    }
  }
}

/** Applies rule 2: an amendment replaces the original. One with only zeros cancels the original and itself. */
function applyAmendment(entry: DocumentEntry, replaceable: readonly DocumentIndex[], warn: ReportWarning): void {
  const [agreeing = null, contradicting = null] = replaceable.map(index => index.findMostEqual(entry).entry)
  const target = agreeing ?? contradicting
  if (hasOnlyZeros(entry)) {
    setStatus(entry, 'canceled', null)
    // An amendment without amounts corrects only a name, so the original still counts.
    if (target !== null && !hasNoAmounts(entry)) setStatus(target, 'canceled', entry)
  } else if (target === null) warn('amended_without_original', entry)
  else {
    if (agreeing === null || countEqualBoxes(entry, target, 'withinSource') === 0) {
      warn('amended_target_doubtful', entry)
      addDoubt(entry, 'amended_target_doubtful')
    }
    setStatus(target, 'superseded', entry)
  }
}

/**
 * Applies rule 3. A document that equals a replaced, canceled or void document of another source comes from an earlier pull.
 * It gets the same status, unless its own source also has such an equal document. An amended document gets the status
 * only from another amended document, and only if the document at the end of that chain of amendments still counts. An
 * IRS document gets a status only from another IRS document, because software does not correct the IRS.
 * `orderedEntries` is sorted by `compareDocumentEntries`, like the documents of the functions below.
 */
function applyEarlierPulls(orderedEntries: readonly DocumentEntry[], layout: IndexLayout): void {
  const replacedEntries = orderedEntries.filter(entry => !isCounted(entry))
  if (replacedEntries.length === 0) return
  // Build these before the loop, so that a document that gets its status in the loop does not pass it on.
  const makeFinders = (entries: readonly DocumentEntry[]) => ({
    findReplaced: makeEqualFinder(entries, layout),
    findReplacedAmendment: makeEqualFinder(entries.filter(isAmended), layout),
  })
  const findersForSoftware = makeFinders(replacedEntries)
  const findersForIrs = makeFinders(replacedEntries.filter(isIrsDocument))
  const endByEntry = new Map<DocumentEntry, DocumentEntry>()
  const earlierPulls: DocumentEntry[] = []
  for (const entry of orderedEntries) {
    if (!isCounted(entry)) continue
    const { findReplaced, findReplacedAmendment } = isIrsDocument(entry) ? findersForIrs : findersForSoftware
    const firstMatch = isAmended(entry) ? findReplacedAmendment(entry) : findReplaced(entry)
    if (firstMatch === null) continue
    if (isAmended(entry)) {
      // Each of two sources may correct a document to the amounts that the other one corrects. One document must still
      // count.
      const chainEnd = findChainEnd(firstMatch, endByEntry)
      if (chainEnd === null || chainEnd === entry) continue
    }
    setStatus(entry, firstMatch.status, firstMatch)
    earlierPulls.push(entry)
  }
  for (const entry of earlierPulls) {
    const chainEnd = findChainEnd(entry, endByEntry)
    if (chainEnd === null) continue
    chainEnd.correctedEntries ??= []
    chainEnd.correctedEntries.push(entry)
  }
}

/**
 * Returns a function that finds the first equal document among `entries`. It returns null if the source of the given
 * document has an equal one there.
 */
function makeEqualFinder(
  entries: readonly DocumentEntry[],
  layout: IndexLayout,
): (entry: DocumentEntry) => DocumentEntry | null {
  const makeIndex = (sourceEntries: readonly DocumentEntry[]): DocumentIndex =>
    new DocumentIndex(layout, EQUAL_ACROSS_SOURCES, sourceEntries)
  const allEntries = makeIndex(entries)
  const indexBySource = new Map(
    [...groupBySource(entries)].map(([record, sourceEntries]) => [record, makeIndex(sourceEntries)]),
  )
  return entry => (indexBySource.get(entry.record)?.findFirst(entry) ? null : allEntries.findFirst(entry))
}

/** Finds the document that still counts at the end of a chain of amendments, or null. `endByEntry` caches it. */
function findChainEnd(entry: DocumentEntry, endByEntry: Map<DocumentEntry, DocumentEntry>): DocumentEntry | null {
  const visitedEntries: DocumentEntry[] = []
  let chainEnd: DocumentEntry | null = entry
  while (chainEnd !== null && !isCounted(chainEnd)) {
    visitedEntries.push(chainEnd)
    chainEnd = endByEntry.get(chainEnd) ?? chainEnd.decidedBy
  }
  if (chainEnd !== null) for (const visitedEntry of visitedEntries) endByEntry.set(visitedEntry, chainEnd)
  return chainEnd
}

/** Applies rule 4: a document that is marked as a duplicate counts only if no equal one of its source counts. */
function applyMarkedDuplicates(
  sourceEntries: readonly DocumentEntry[],
  layout: IndexLayout,
  warn: ReportWarning,
): void {
  if (!sourceEntries.some(isMarkedDuplicate)) return
  const unmarkedIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE, sourceEntries.filter(negate(isMarkedDuplicate)))
  const keptIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE)
  for (const entry of sourceEntries) {
    if (!isMarkedDuplicate(entry) || !isCounted(entry)) continue
    const firstMatch = findEarlier(unmarkedIndex.findFirst(entry), keptIndex.findFirst(entry))
    if (firstMatch !== null) setStatus(entry, 'duplicate', firstMatch)
    else {
      warn('duplicate_without_original', entry)
      keptIndex.addEntry(entry)
    }
  }
}

/**
 * Finds the software corrections that replace a copy of a document that the IRS still holds. The IRS document counts,
 * and the correction is in conflict with it, unless an IRS source holds the corrected amounts, too.
 */
function markOverruledCorrections(entries: readonly DocumentEntry[], layout: IndexLayout): void {
  const corrections = entries.filter(entry => isCounted(entry) && isAmended(entry) && !isIrsDocument(entry))
  if (corrections.length === 0) return
  const irsIndex = new DocumentIndex(
    layout,
    EQUAL_ACROSS_SOURCES,
    entries.filter(entry => isCounted(entry) && isIrsDocument(entry)),
  )
  const replacedByEntry = groupBy(
    entries.filter(({ status }) => status === 'superseded'),
    ({ decidedBy }) => decidedBy,
  )
  const findIrsOriginal = (entry: DocumentEntry): DocumentEntry | null => {
    for (const replaced of replacedByEntry.get(entry) ?? []) {
      if (replaced.record !== entry.record) continue
      const irsOriginal = irsIndex.findFirst(replaced) ?? findIrsOriginal(replaced)
      if (irsOriginal !== null) return irsOriginal
    }
    return null
  }
  for (const entry of corrections) if (irsIndex.findFirst(entry) === null) entry.overruledBy = findIrsOriginal(entry)
}

/** Applies rule 5: calls `visit` for each counted document of one source that equals an earlier one. All of them count. */
function visitRepeats(
  sourceEntries: readonly DocumentEntry[],
  layout: IndexLayout,
  visit: (entry: DocumentEntry) => void,
): void {
  const { form } = (sourceEntries[0] as DocumentEntry).document.compiledForm
  if (form.canRepeat === true || sourceEntries.length < 2) return
  const earlierIndex = new DocumentIndex(layout, EQUAL_IN_SOURCE)
  for (const entry of sourceEntries) {
    if (!isCounted(entry)) continue
    if (earlierIndex.findFirst(entry) !== null) visit(entry)
    earlierIndex.addEntry(entry)
  }
}

/** Applies rules 1 to 7, in order, to the documents of one block. `resolve.ts` applies rule 8 to all documents. */
export function resolveBlock(block: DocumentEntry[], layout: IndexLayout, warn: ReportWarning): void {
  for (const sourceEntries of groupBySource(block).values()) applyVoidsAndAmendments(sourceEntries, layout, warn)
  sortAndNumber(block, compareDocumentEntries)
  applyEarlierPulls(block, layout)
  const sources = groupBySource(block)
  for (const sourceEntries of sources.values()) {
    applyMarkedDuplicates(sourceEntries, layout, warn)
    visitRepeats(sourceEntries, layout, entry => warn('probable_duplicate', entry))
  }
  // Documents that no longer count are not compared with IRS documents below, so they are not verified.
  for (const entry of block) if (!isCounted(entry)) entry.isVerified = false
  if (sources.size > 1) {
    markOverruledCorrections(block, layout)
    for (const { members } of makeClasses(block.filter(isCounted), layout)) resolveClass(members, layout, warn)
    for (const entry of block) if (entry.status === 'conflict') resolveConflictWinner(entry)
  }
  for (const sourceEntries of sources.values())
    if (!isIrsDocument(sourceEntries[0] as DocumentEntry))
      visitRepeats(sourceEntries, layout, entry => addDoubt(entry, 'possible_duplicate'))
}

/** Names the document that counts in place of an overruled correction: the IRS document, or its copy that counts. */
function resolveConflictWinner(entry: DocumentEntry): void {
  while (entry.decidedBy !== null && !isCounted(entry.decidedBy)) entry.decidedBy = entry.decidedBy.decidedBy
  if (entry.decidedBy !== null) addDoubt(entry.decidedBy, 'source_conflict')
}
