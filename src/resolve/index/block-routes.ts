import { getOrCreate } from '../../core/lists.js'
import type { Candidate } from '../candidate.js'
import { POINTS_FOR_EQUAL_AMOUNTS } from '../compare.js'
import type { SearchCriteria } from './search-criteria.js'
import { ENTRY_TRAIT, listPartyTraits, makeBoxTrait, makeKeyTrait, type Trait } from './traits.js'

/** Up to this number of documents, comparing them one by one is faster than dividing them by traits. */
export const MAX_DOCUMENTS_TO_SCAN = 16

/** The traits that a search applies, in order. */
export interface Route {
  readonly traits: readonly Trait[]
  /** For each trait, the maximum points that this trait, all later traits and the amounts can add. */
  readonly maxPointsLeft: readonly number[]
  /** The points for the same amounts at the end of the route. Null if amounts are not compared. */
  readonly amountPoints: number | null
  /** The next route for documents with at least 6 points on this one. Only the points of the next route then count. */
  readonly nextRoute: Route | null
}

/** The routes for one block. All indexes of the block share them. */
export class BlockRoutes {
  /** True if the documents of the block are compared one by one, because that is faster than following routes. */
  readonly isSmallBlock: boolean
  readonly #routesByCriteria = new Map<SearchCriteria, readonly Route[]>()
  #boxes: readonly number[] | null = null

  constructor(
    private readonly block: readonly Candidate[],
    readonly maxToScan: number,
  ) {
    this.isSmallBlock = block.length <= maxToScan
  }

  /** Returns the routes that together reach every document that may match the criteria. */
  listRoutes(criteria: SearchCriteria): readonly Route[] {
    return getOrCreate(this.#routesByCriteria, criteria, () => this.#makeRoutes(criteria))
  }

  #listKeyTraits(mustAgree: boolean): Trait[] {
    const { correctionKeyPositions, fields } = (this.block[0] as Candidate).document.compiledForm
    return (this.block[0] as Candidate).correctionKeys.map((_, index) =>
      makeKeyTrait(index, mustAgree && fields[correctionKeyPositions[index] as number]?.identifies === 'lot'),
    )
  }

  #makeRoutes(criteria: SearchCriteria): Route[] {
    const { comparison, comparesParties, amounts, correctionKeys } = criteria
    this.#boxes ??= listBoxes(this.block)
    const boxes = this.#boxes.map(field => makeBoxTrait(field, criteria))
    const partyTraits = comparesParties ? listPartyTraits(comparison, amounts === 'bonus') : []
    if (correctionKeys !== undefined) boxes.unshift(...this.#listKeyTraits(correctionKeys === 'mustAgree'))
    if (amounts === 'mostMatching')
      return [comparesParties ? makeRoute(partyTraits, null, makeRoute(boxes)) : makeRoute(boxes)]
    const hasAmountPoints = comparison === 'acrossSources' && comparesParties
    const sameAmountsRoute = makeRoute(
      [...boxes, ...partyTraits, ...(hasAmountPoints && amounts === 'allMatch' ? [ENTRY_TRAIT] : [])],
      hasAmountPoints ? POINTS_FOR_EQUAL_AMOUNTS : 0,
    )
    return amounts === 'allMatch' ? [sameAmountsRoute] : [makeRoute(partyTraits), sameAmountsRoute]
  }
}

/**
 * Lists the boxes in which any document of the block has an amount. Boxes with the most different amounts come first.
 */
function listBoxes(block: readonly Candidate[]): readonly number[] {
  const { amounts: first } = block[0] as Candidate
  const distinctCounts = first.map((_, field) => new Set(block.map(({ amounts }) => amounts[field])).size)
  const countDifferent = (field: number): number => distinctCounts[field] as number
  const boxesWithAmounts = [...distinctCounts.keys()].filter(field => countDifferent(field) > 1 || first[field])
  return boxesWithAmounts.sort((a, b) => countDifferent(b) - countDifferent(a))
}

function makeRoute(
  traits: readonly Trait[],
  amountPoints: number | null = null,
  nextRoute: Route | null = null,
): Route {
  const maxPointsLeft = [amountPoints ?? 0]
  for (const { maxPoints } of traits.toReversed()) maxPointsLeft.unshift(maxPoints + (maxPointsLeft[0] as number))
  return { traits, maxPointsLeft, amountPoints, nextRoute }
}
