import { getOrCreate, insertSorted } from '../core/lists.js'
import type { SourceRecord } from '../ingest/source.js'
import type { Candidate, Identities } from './candidate.js'
import { joinIdentities, MIN_MATCH_SCORE } from './compare.js'
import type { BlockRoutes } from './index/block-routes.js'
import { DocumentIndex } from './index/document-index.js'
import { DocumentClass, type IndexNode, isOutdated } from './index/index-node.js'
import type { SearchCriteria } from './index/search-criteria.js'

const BEST_MATCH_CRITERIA: SearchCriteria = { comparison: 'acrossSources', comparesParties: true, amounts: 'bonus' }

/**
 * Divides documents into the classes of rule 6 in docs/resolution.md. In the order of `compareCandidates`, each
 * document joins the class that contains its best match, if that match scores at least 6 and no member of the class
 * rejects the document. Ties go to the class with the fewest documents of the same source, then to the earlier class.
 * A document without a match starts a new class.
 */
export function makeClasses(orderedCandidates: readonly Candidate[], routes: BlockRoutes): DocumentClass[] {
  const index = new DocumentIndex(routes, BEST_MATCH_CRITERIA)
  const rankings = new Map<IndexNode, ClassRanking>()
  const classByContents = new Map<string, DocumentClass>()
  const classes: DocumentClass[] = []
  for (const candidate of orderedCandidates) {
    // No other document scores as high as an equal one. All equal documents are in one class, and only the first is in
    // the index.
    const classOfEqual = routes.isSmallBlock ? undefined : classByContents.get(candidate.contents)
    const joinedClass =
      classOfEqual ??
      findBestClass(candidate, index, rankings) ??
      new DocumentClass(classes.length, candidate.identities)
    if (joinedClass.members.length === 0) classes.push(joinedClass)
    joinedClass.add(candidate)
    if (classOfEqual !== undefined) continue
    if (!routes.isSmallBlock) classByContents.set(candidate.contents, joinedClass)
    joinedClass.distinctMembers.push(candidate)
    const identitiesBefore = joinedClass.identities
    joinedClass.identities = joinIdentities(identitiesBefore, candidate.identities)
    // If the document adds to the identities of its class, file all members again under the new keys.
    for (const member of joinedClass.identities === identitiesBefore ? [candidate] : joinedClass.distinctMembers)
      index.addCandidate(member, joinedClass)
  }
  return classes
}

/** Returns the class that a document joins, or null if no class scores at least 6. */
function findBestClass(
  candidate: Candidate,
  index: DocumentIndex,
  rankings: Map<IndexNode, ClassRanking>,
): DocumentClass | null {
  const { record } = candidate
  const bestMatch = { documentClass: null as DocumentClass | null, score: MIN_MATCH_SCORE }
  index.visitMatches(candidate, bestMatch, (indexed, score, equalScoreNode) => {
    const bestClass =
      equalScoreNode === null
        ? indexed.documentClass
        : getOrCreate(rankings, equalScoreNode, () => new ClassRanking(equalScoreNode)).findBestClass(record)
    if (bestClass === null) return
    if (
      score === bestMatch.score &&
      bestMatch.documentClass !== null &&
      compareClasses(record, bestClass, bestMatch.documentClass) >= 0
    )
      return
    bestMatch.documentClass = bestClass
    bestMatch.score = score
  })
  return bestMatch.documentClass
}

/** Orders classes by their number of documents from a record, then by age. The class with the fewest comes first. */
const compareClasses = (record: SourceRecord, a: DocumentClass, b: DocumentClass): number =>
  a.countFromSource(record) - b.countFromSource(record) || a.number - b.number

/** A class with the identities it had in the index, and its number of documents from a source at its last search. */
interface CheckedClass {
  readonly documentClass: DocumentClass
  readonly identities: Identities
  readonly count: number
}

/** How far the search for one source has come: the next class to check, and the checked classes, with the best last. */
interface SourceProgress {
  nextIndex: number
  readonly checkedClasses: CheckedClass[]
}

/**
 * Finds the best class for each source among the classes of one node, which all have the same score for a search. A
 * class without documents of the source is best, and the order of these classes is the same for all sources. So each
 * source needs its own list only for the classes that were checked for it.
 */
export class ClassRanking {
  #readCount = 0
  /** The identities that were already read. Each array belongs to exactly one class. */
  readonly #seenIdentities = new Set<Identities>()
  readonly #sortedClasses: Omit<CheckedClass, 'count'>[] = []
  readonly #progressBySource = new Map<SourceRecord, SourceProgress>()

  constructor(private readonly node: IndexNode) {}

  findBestClass(record: SourceRecord): DocumentClass | null {
    this.#readNewItems()
    const progress = getOrCreate(this.#progressBySource, record, () => ({ nextIndex: 0, checkedClasses: [] }))
    const { checkedClasses } = progress
    for (;;) {
      const bestClass = checkedClasses.at(-1)
      const nextClass = bestClass?.count === 0 ? undefined : this.#sortedClasses[progress.nextIndex]
      if (nextClass === undefined && bestClass === undefined) return null
      if (nextClass !== undefined) progress.nextIndex++
      else if (
        bestClass !== undefined &&
        !isOutdated(bestClass) &&
        bestClass.documentClass.countFromSource(record) === bestClass.count
      )
        return bestClass.documentClass
      else checkedClasses.pop()
      const { documentClass, identities } = nextClass ?? (bestClass as CheckedClass)
      if (isOutdated({ documentClass, identities })) continue
      const count = documentClass.countFromSource(record)
      insertSorted(
        checkedClasses,
        { documentClass, identities, count },
        otherClass => (count - otherClass.count || documentClass.number - otherClass.documentClass.number) < 0,
      )
    }
  }

  /** Reads the items that were added to the node. If a class is out of order, all sources start again. */
  #readNewItems(): void {
    const { items } = this.node
    for (let indexed = items[this.#readCount]; indexed !== undefined; indexed = items[++this.#readCount]) {
      const { identities } = indexed
      if (this.#seenIdentities.has(identities)) continue
      this.#seenIdentities.add(identities)
      const documentClass = indexed.documentClass as DocumentClass
      if (documentClass.number < (this.#sortedClasses.at(-1)?.documentClass.number ?? 0)) this.#progressBySource.clear()
      insertSorted(
        this.#sortedClasses,
        { documentClass, identities },
        otherClass => otherClass.documentClass.number <= documentClass.number,
      )
    }
  }
}
