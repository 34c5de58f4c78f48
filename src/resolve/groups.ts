import { countWork } from '../core/limits.js'
import { findLargest } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceRecord } from '../ingest/source.js'
import { type AmountGroup, groupByAmounts } from './amount-groups.js'
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
import { applyValuesOfTotal, completeFromIrsCopies } from './copies.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import type { SearchCriteria } from './index/search-criteria.js'
import { markTotals } from './totals.js'

const MOST_EQUAL_AMOUNTS: SearchCriteria = {
  comparison: 'acrossSources',
  comparesParties: false,
  amounts: 'mostMatching',
}

/**
 * Applies rules 6 and 7 of docs/resolution.md to a class. A document that several sources have counts once. If the
 * sources disagree about the amounts, the documents of the best-ranked groups count.
 */
export function resolveClass(members: readonly Candidate[], routes: BlockRoutes, warn: ReportWarning): void {
  const sources = groupBySource(members)
  if (sources.size === 1 && !members.some(({ overruledBy }) => overruledBy !== null)) return
  const irsTotals = markTotals(sources)
  const countedMembers = members.filter(isCounted)
  const groups = groupByAmounts(countedMembers, routes)
  // An overruled correction does not count, but it shows that its source has another document.
  const classSize = computeClassSize(groups)
  for (const group of groups) chooseDocuments(group, warn)
  const totalByCountedPart = new Map<Candidate, Candidate>()
  for (const { total, parts } of irsTotals)
    for (const part of parts) {
      const counted = isCounted(part) ? part : part.decidedBy
      // If the part itself has an IRS copy, that copy has already decided. If the total was pulled several times, only the
      // first pull decides.
      if (counted?.isVerified === false && !totalByCountedPart.has(counted)) totalByCountedPart.set(counted, total)
    }
  for (const [part, total] of totalByCountedPart) applyValuesOfTotal(total, part, warn)
  for (const group of groups) overruleCorrections(group, warn)
  if (countedMembers.filter(isCounted).length <= classSize) return
  const ranked = rankGroups(groups, countedMembers, routes).flatMap(({ members, sources }) =>
    members.filter(isCounted).map(candidate => ({ candidate, sources })),
  )
  const counted = ranked.slice(0, classSize)
  for (const { candidate: conflicting } of ranked.slice(classSize)) {
    // A document that the same source has, too, is not another version of the conflicting one.
    const winner =
      counted.find(({ sources }) => !sources.has(conflicting.record)) ?? (counted[0] as (typeof counted)[0])
    setStatus(conflicting, 'conflict', winner.candidate)
    addDoubt(winner.candidate, 'source_conflict')
    warn('source_conflict', conflicting)
  }
}

/**
 * Gives the chosen documents of a group the status `conflict` if one of the group is a software correction of a document
 * that the IRS still has, and no IRS source has the corrected amounts.
 */
function overruleCorrections({ members }: AmountGroup, warn: ReportWarning): void {
  const irsOriginal = members.find(({ overruledBy }) => overruledBy !== null)?.overruledBy
  if (irsOriginal === undefined || members.some(isIrsDocument)) return
  for (const candidate of members) {
    if (!isCounted(candidate)) continue
    setStatus(candidate, 'conflict', irsOriginal ?? null)
    warn('source_conflict', candidate)
  }
}

/**
 * Returns the number of real documents in a class: the largest number that one source has. If a source lists a document
 * more often than every IRS source does, the additional copies are ignored. If rule 3 replaced a document of a source,
 * the correction is added to the number of that source, unless it already has a document with the corrected amounts.
 */
function computeClassSize(groups: readonly AmountGroup[]): number {
  const countBySource = new Map<SourceRecord, number>()
  const addCount = (source: SourceRecord, count: number) =>
    countBySource.set(source, (countBySource.get(source) ?? 0) + count)
  for (const { members, sources, maxFromIrs } of groups) {
    for (const [source, { length }] of sources) addCount(source, Math.min(length, maxFromIrs))
    for (const { correctedCandidates } of members) {
      if (correctedCandidates === null) continue
      for (const source of new Set(correctedCandidates.map(({ record }) => record)))
        if (!sources.has(source)) addCount(source, 1)
    }
  }
  return findLargest([...countBySource.values()])
}

/**
 * Chooses up to `maxFromIrs` documents of a group's best source. The other members of the group are duplicates. If the
 * IRS and another source have the group, also copies the values that decide into the documents that count.
 */
function chooseDocuments({ members, sources, maxFromIrs }: AmountGroup, warn: ReportWarning): void {
  const countUpToMax = (candidates: readonly Candidate[]): number => Math.min(candidates.length, maxFromIrs)
  const isMainBoxMissing = members.some(lacksMainBox)
  const mainBoxRank = (candidates: readonly Candidate[]): number => (isMainBoxMissing ? rankByMainBox(candidates) : 0)
  const rankByCents = (candidates: readonly Candidate[]): number =>
    Number(candidates.some(({ isWholeDollars }) => !isWholeDollars))
  // The sources are in the order of their first documents, and sorting keeps this order if they rank equally.
  const sortedSources = [...sources.values()].sort(
    (a, b) =>
      countUpToMax(b) - countUpToMax(a) ||
      mainBoxRank(a) - mainBoxRank(b) ||
      rankByCents(b) - rankByCents(a) ||
      rankByIrs(a) - rankByIrs(b),
  )
  const [bestCandidates = []] = sortedSources
  const chosenCandidates = new Set(bestCandidates.slice(0, maxFromIrs))
  const isVerified = members.some(isIrsDocument)
  for (const candidate of members) {
    countWork()
    candidate.isVerified = isVerified
    if (!chosenCandidates.has(candidate)) setStatus(candidate, 'duplicate', bestCandidates[0] as Candidate)
  }
  // The copies that count have the corrected amounts, so they are as doubtful as the corrections. If an IRS source has a
  // document of the group, the doubts of software documents are not passed on.
  const countDoubtful = (candidates: Iterable<Candidate>): number =>
    [...candidates].filter(candidate => hasAmendmentDoubt(candidate) && isIrsDocument(candidate) === isVerified).length
  if (findLargest([...sources.values()].map(countDoubtful)) > countDoubtful(chosenCandidates))
    for (const candidate of chosenCandidates) addDoubt(candidate, 'amended_target_doubtful')
  const irsCopies = sortedSources.find(candidates => candidates.some(isIrsDocument))
  if (irsCopies === undefined || sortedSources.length === 1) return
  completeFromIrsCopies(
    irsCopies,
    members.filter(isIrsDocument),
    [...sources.values()].filter(candidates => candidates !== irsCopies),
    warn,
  )
}

/**
 * Ranks the documents of a source in a group in which a main amount is missing. The lowest rank is the best. IRS
 * sources come first, even without that amount, because software must not override the IRS. Otherwise, a source whose
 * documents all have the amount comes before one with a missing amount.
 */
const rankByMainBox = (candidates: readonly Candidate[]): number =>
  (candidates.some(isIrsDocument) ? 0 : 2) + Number(candidates.some(lacksMainBox))

const lacksMainBox = ({ document }: Candidate): boolean => document.missingMainBox !== null

/** Returns 0 if one of the documents is an amended IRS document, 1 if one is any other IRS document, otherwise 2. */
function rankByIrs(candidates: readonly Candidate[]): number {
  const irsCandidates = candidates.filter(isIrsDocument)
  return irsCandidates.length === 0 ? 2 : irsCandidates.some(isAmended) ? 0 : 1
}

/** Orders the groups of a class whose sources disagree, the best group first. */
function rankGroups(
  groups: readonly AmountGroup[],
  countedMembers: readonly Candidate[],
  routes: BlockRoutes,
): AmountGroup[] {
  const irsIndex = new DocumentIndex(routes, MOST_EQUAL_AMOUNTS, countedMembers.filter(isIrsDocument))
  const ranks = groups.map(group => {
    // Rank a correction together with the originals that rule 3 replaced because of it.
    const membersAndOriginals = group.members.flatMap(candidate => [
      candidate,
      ...(candidate.correctedCandidates ?? []),
    ])
    const irsCandidates = membersAndOriginals.filter(isIrsDocument)
    return {
      group,
      irsRank: rankByIrs(membersAndOriginals),
      equalBoxCount:
        irsCandidates.length > 0
          ? 0
          : findLargest(group.members.map(candidate => irsIndex.findMostEqual(candidate).score)),
      irsDate: findLatestDate(irsCandidates),
      providers: new Set(membersAndOriginals.map(({ record }) => record.providerId)).size,
      date: findLatestDate(membersAndOriginals),
    }
  })
  ranks.sort(
    (a, b) =>
      a.irsRank - b.irsRank ||
      a.equalBoxCount - b.equalBoxCount ||
      compareText(b.irsDate, a.irsDate) ||
      b.providers - a.providers ||
      compareText(b.date, a.date),
  )
  return ranks.map(({ group }) => group)
}

const findLatestDate = (candidates: readonly Candidate[]): string =>
  candidates.reduce((latest, { pullGroup: { date } }) => (date > latest ? date : latest), '')
