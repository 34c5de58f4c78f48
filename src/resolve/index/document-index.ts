// The folder `resolve/index` finds similar documents fast. The rules compare a document with all others of its block:
// the documents of one form and year. Comparing every pair takes quadratic time, so the rules search an index. A
// *trait* is a property that is compared: an identifier, the issuer's name, the address, or one box. A *key function*
// returns the key under which a document is filed for a trait. A *node* is a set of documents, which key functions
// divide when a search needs it. A *query* is a key to look up, with the points for the documents under it. A *route*
// is a list of traits. Example: a search for a W-2 from issuer 001234567 looks up the issuer keys `001234567`,
// `XXXXX4567` and "absent", for 4, 2 and 0 points. In each of these nodes it looks up the keys of the next trait. It
// never visits documents of other issuers. At the end of a route, all documents of a node have the same score, so one
// comparison is enough.
import { countWork } from '../../core/limits.js'
import { getOrCreate } from '../../core/lists.js'
import { type Candidate, isAmended, selectIdentities } from '../candidate.js'
import {
  countEqualBoxes,
  findEarlier,
  hasSameAmounts,
  hasTwoEqualBoxes,
  MIN_MATCH_SCORE,
  REJECT_SCORE,
  scoreCandidates,
  scoreCorrectionKeys,
  scoreIdentities,
} from '../compare.js'
import type { BlockRoutes, Route } from './block-routes.js'
import { type DocumentClass, type IndexedDocument, IndexNode } from './index-node.js'
import type { SearchCriteria } from './search-criteria.js'
import type { KeyQuery, Trait } from './traits.js'

/**
 * The callback for each document that a search finds, with its score. If all documents of a node have the same score,
 * it is called once, with the first document and that node.
 */
export type VisitMatch = (indexed: IndexedDocument, score: number, equalScoreNode: IndexNode | null) => void

/** The document with the most equal boxes that are not zero, and their number. `candidate` is null if none matches. */
export interface MostEqualDocument {
  candidate: Candidate | null
  score: number
}

/** Breaks a tie between documents with the same number of equal boxes. Prefers an original, then the lower position. */
const isPreferred = (a: Candidate, b: Candidate): boolean =>
  (Number(isAmended(a)) - Number(isAmended(b)) || a.position - b.position) < 0

/**
 * Finds the matching documents of one form and year without comparing every one. It skips only documents that cannot
 * match. Documents must be added in the order of their positions.
 */
export class DocumentIndex {
  readonly #root = new IndexNode()

  constructor(
    private readonly routes: BlockRoutes,
    private readonly criteria: SearchCriteria,
    candidates: readonly Candidate[] = [],
  ) {
    for (const candidate of candidates) this.addCandidate(candidate)
  }

  /** Adds a document with its own identities or with those of its class. */
  addCandidate(candidate: Candidate, documentClass: DocumentClass | null = null): void {
    this.#root.add({
      candidate,
      identities: documentClass?.identities ?? selectIdentities(candidate, this.criteria.comparison),
      documentClass,
    })
  }

  /** Returns the matching document with the lowest position. */
  findFirst(candidate: Candidate): Candidate | null {
    countWork()
    let firstMatch: Candidate | null = null
    this.visitMatches(candidate, { score: this.criteria.comparesParties ? MIN_MATCH_SCORE : 0 }, indexed => {
      firstMatch = findEarlier(firstMatch, indexed.candidate)
    })
    return firstMatch
  }

  findMostEqual(candidate: Candidate): MostEqualDocument {
    countWork()
    const best: MostEqualDocument = { candidate: null, score: 0 }
    this.visitMatches(candidate, best, ({ candidate: otherCandidate }, score) => {
      if (score === best.score && best.candidate !== null && !isPreferred(otherCandidate, best.candidate)) return
      best.candidate = otherCandidate
      best.score = score
    })
    return best
  }

  /** Calls `visitMatch` for each document that scores at least `minimum.score`, which the callback may raise. */
  visitMatches(candidate: Candidate, minimum: { readonly score: number }, visitMatch: VisitMatch): void {
    const visitNode = (node: IndexNode, nodeScore: number | null): void => {
      const isCountedOnly = this.criteria.isCountedOnly === true
      for (
        let i = node.findCurrent(0, isCountedOnly);
        i < node.items.length;
        i = node.findCurrent(i + 1, isCountedOnly)
      ) {
        const indexed = node.items[i] as IndexedDocument
        const points = nodeScore ?? this.#scoreIndexed(candidate, indexed)
        if (points >= minimum.score) visitMatch(indexed, points, nodeScore === null ? null : node)
        if (nodeScore !== null) return
      }
    }
    if (this.#isSmallNode(this.#root)) visitNode(this.#root, null)
    else this.#followRoutes(candidate, minimum, visitNode)
  }

  /** Calls `visitNode` for each small node, and with the score for each node whose documents have the same score. */
  #followRoutes(
    candidate: Candidate,
    minimum: { readonly score: number },
    visitNode: (node: IndexNode, nodeScore: number | null) => void,
  ): void {
    const queriesByTrait = new Map<Trait, readonly KeyQuery[]>()
    const followRoute = (route: Route, node: IndexNode, depth: number, points: number): void => {
      const { traits, maxPointsLeft, nextRoute } = route
      const trait = traits[depth]
      if (points + (maxPointsLeft[depth] as number) < (nextRoute === null ? minimum.score : MIN_MATCH_SCORE)) return
      if (this.#isSmallNode(node)) visitNode(node, null)
      else if (trait !== undefined)
        for (const [keyFunction, key, extraPoints] of getOrCreate(queriesByTrait, trait, () =>
          trait.listQueries(candidate),
        )) {
          const child = keyFunction === null ? node : node.findChild(keyFunction, key)
          if (child !== undefined) followRoute(route, child, depth + 1, points + extraPoints)
        }
      else if (nextRoute !== null) followRoute(nextRoute, node, 0, 0)
      else visitNode(node, this.#scoreEqualNode(candidate, node, points, route))
    }
    for (const route of this.routes.listRoutes(this.criteria)) followRoute(route, this.#root, 0, 0)
  }

  #scoreIndexed(
    candidate: Candidate,
    { candidate: otherCandidate, identities, documentClass }: IndexedDocument,
  ): number {
    const { comparison, comparesParties, amounts, correctionKeys, isExact } = this.criteria
    if (amounts === 'allMatch' && !hasSameAmounts(candidate, otherCandidate, comparison, isExact)) return REJECT_SCORE
    if (documentClass !== null && scoreIdentities(candidate.identities, identities) === REJECT_SCORE)
      return REJECT_SCORE
    const points = comparesParties ? scoreCandidates(candidate, otherCandidate, comparison) : 0
    if (amounts !== 'mostMatching') return points
    if (comparesParties && points < MIN_MATCH_SCORE) return REJECT_SCORE
    const keyPoints =
      correctionKeys === undefined ? 0 : scoreCorrectionKeys(candidate, otherCandidate, correctionKeys === 'mustAgree')
    return keyPoints + countEqualBoxes(candidate, otherCandidate, comparison)
  }

  /** Returns the score of a node at the end of a route, where all its documents have the same score. */
  #scoreEqualNode(candidate: Candidate, { items }: IndexNode, points: number, { amountPoints }: Route): number {
    const { candidate: firstCandidate } = items[0] as IndexedDocument
    if (amountPoints === null) return points
    const { comparison, isExact } = this.criteria
    if (!hasSameAmounts(candidate, firstCandidate, comparison, isExact)) return REJECT_SCORE
    return points + (amountPoints > 0 && hasTwoEqualBoxes(candidate, firstCandidate) ? amountPoints : 0)
  }

  #isSmallNode({ items }: IndexNode): boolean {
    return this.routes.isSmallBlock || items.length <= this.routes.maxToScan
  }
}
