// Groups the documents of a class by amounts. The documents of a group are copies of one document, or several equal
// documents. A basis that was not reported agrees with any basis, so a sale can agree with several groups. Example: the
// IRS has two sales of 1,000.00, one with a basis of 400.00 and one without a basis. Software has bases of 400.00 and
// 900.00. Documents with a basis are grouped first. The sale without one then joins the group of 900.00, because the
// IRS already has a document in the other group.

import { countWork } from '../core/limits.js'
import { findLargest, groupBy, NO_ITEMS } from '../core/lists.js'
import type { SourceRecord } from '../ingest/source.js'
import { type Candidate, groupBySource, hasReportedBasis } from './candidate.js'
import { hasSameAmounts, REJECT_SCORE, scoreCorrectionKeys } from './compare.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import type { SearchCriteria } from './index/search-criteria.js'

const SAME_AMOUNTS: SearchCriteria = { comparison: 'acrossSources', comparesParties: false, amounts: 'allMatch' }
const EXACT_AMOUNTS: SearchCriteria = { ...SAME_AMOUNTS, isExact: true }

/** If a sale without a basis agrees with more groups than this, it joins the first one. */
const MAX_GROUPS_TO_COMPARE = 64

/** Documents of one class with the same amounts, sorted by `compareCandidates`. */
export interface AmountGroup {
  readonly members: readonly Candidate[]
  readonly sources: ReadonlyMap<SourceRecord, readonly Candidate[]>
  /**
   * The largest number of this group's documents in one IRS source, or infinity if no IRS source has any.
   */
  readonly maxFromIrs: number
}

/** The sources of a group, while sales without a basis join it. */
interface OpenGroup {
  /** The largest number of documents with a basis that one source has. */
  readonly maxWithBasis: number
  readonly countBySource: Map<SourceRecord, number>
}

/**
 * Finds groups by their leaders, which are their first members: `exact` compares to the cent, `near` within the tolerance
 * between sources.
 */
class LeaderIndexes {
  readonly exact: DocumentIndex
  readonly near: DocumentIndex

  constructor(routes: BlockRoutes) {
    this.exact = new DocumentIndex(routes, EXACT_AMOUNTS)
    this.near = new DocumentIndex(routes, SAME_AMOUNTS)
  }
}

/** Assigns each document to a group. */
class GroupCollector {
  /** The first member that was added to the group of each document. */
  readonly #leaderByMember = new Map<Candidate, Candidate>()
  /** The groups that were formed before `countDocumentsWithBasis` was called, and those formed after it. */
  readonly #indexes: LeaderIndexes[]
  #openGroups: ReadonlyMap<Candidate, OpenGroup> = new Map()

  constructor(private readonly routes: BlockRoutes) {
    this.#indexes = [new LeaderIndexes(routes)]
  }

  /**
   * Adds a document to the first group whose first member has the same amounts to the cent, or else to the first group
   * whose first member has the same amounts within the tolerance between sources, or else to a new group. Returns the
   * first member of that group.
   */
  add(candidate: Candidate): Candidate {
    countWork()
    const leader =
      findFirstIn(this.#indexes, ({ exact }) => exact.findFirst(candidate)) ??
      findFirstIn(this.#indexes, ({ near }) => near.findFirst(candidate)) ??
      candidate
    this.#leaderByMember.set(candidate, leader)
    if (leader === candidate) {
      this.#indexes.at(-1)?.exact.addCandidate(candidate)
      this.#indexes.at(-1)?.near.addCandidate(candidate)
    }
    return leader
  }

  /** Returns the documents of each group, in the order of `candidates`. */
  groupMembers(candidates: readonly Candidate[]): Map<Candidate, Candidate[]> {
    return groupBy(candidates, candidate => this.#leaderByMember.get(candidate) as Candidate)
  }

  /** Call it after all documents with a basis are added, and before `addWithoutBasis`. */
  countDocumentsWithBasis(withBasis: readonly Candidate[]): void {
    const openGroups = new Map<Candidate, OpenGroup>()
    for (const [leader, members] of this.groupMembers(withBasis)) {
      const countBySource = new Map([...groupBySource(members)].map(([record, { length }]) => [record, length]))
      openGroups.set(leader, { maxWithBasis: findLargest([...countBySource.values()]), countBySource })
    }
    this.#openGroups = openGroups
    this.#indexes.push(new LeaderIndexes(this.routes))
  }

  /**
   * Adds a sale without a basis to a group in which its source has fewer documents than another source has with a basis.
   * Prefers a group that agrees in dates and CUSIP, then one with the same cents. Without such a group, `add` decides.
   */
  addWithoutBasis(candidate: Candidate): void {
    let leader = this.#findOpenLeader(candidate)
    if (leader === null) leader = this.add(candidate)
    else this.#leaderByMember.set(candidate, leader)
    const group = this.#openGroups.get(leader)
    group?.countBySource.set(candidate.record, (group.countBySource.get(candidate.record) ?? 0) + 1)
  }

  #findOpenLeader(candidate: Candidate): Candidate | null {
    let best: Candidate | null = null
    let bestScore = 0
    for (const leader of this.#listMatchingLeaders(candidate)) {
      const group = this.#openGroups.get(leader)
      if (group === undefined || (group.countBySource.get(candidate.record) ?? 0) >= group.maxWithBasis) continue
      const score =
        2 * Number(scoreCorrectionKeys(candidate, leader, true) !== REJECT_SCORE) +
        Number(hasSameAmounts(candidate, leader, 'acrossSources', true))
      if (best !== null && (score < bestScore || (score === bestScore && leader.position > best.position))) continue
      best = leader
      bestScore = score
    }
    return best
  }

  /**
   * Lists the first members of all groups with the same amounts. Lists none if there are too many to compare. Groups without
   * a basis are never open, but they count toward the limit.
   */
  #listMatchingLeaders(candidate: Candidate): readonly Candidate[] {
    const leaders: Candidate[] = []
    const minimum = { score: 0 }
    for (const { near } of this.#indexes)
      near.visitMatches(candidate, minimum, (indexed, _, equalScoreNode) => {
        for (const { candidate: leader } of equalScoreNode?.items ?? [indexed]) {
          countWork()
          leaders.push(leader)
          if (leaders.length <= MAX_GROUPS_TO_COMPARE) continue
          // No document reaches this score, so the search ends.
          minimum.score = Number.POSITIVE_INFINITY
          return
        }
      })
    return leaders.length > MAX_GROUPS_TO_COMPARE ? NO_ITEMS : leaders
  }
}

/** Returns the first result that is not null. */
function findFirstIn(
  indexes: readonly LeaderIndexes[],
  find: (index: LeaderIndexes) => Candidate | null,
): Candidate | null {
  for (const index of indexes) {
    const leader = find(index)
    if (leader !== null) return leader
  }
  return null
}

/** Groups the documents of a class by amounts. The groups and their members are in the order of `members`. */
export function groupByAmounts(members: readonly Candidate[], routes: BlockRoutes): AmountGroup[] {
  const collector = new GroupCollector(routes)
  const withBasis = members.filter(hasReportedBasis)
  for (const candidate of withBasis.length > 0 ? withBasis : members) collector.add(candidate)
  if (withBasis.length > 0 && withBasis.length < members.length) {
    collector.countDocumentsWithBasis(withBasis)
    for (const candidate of members) if (!hasReportedBasis(candidate)) collector.addWithoutBasis(candidate)
  }
  return Array.from(collector.groupMembers(members).values(), (group): AmountGroup => {
    const sources = groupBySource(group)
    const irsCounts = [...sources].map(([{ isFromIrs }, { length }]) => (isFromIrs ? length : 0))
    return { members: group, sources, maxFromIrs: findLargest(irsCounts) || Number.POSITIVE_INFINITY }
  })
}
