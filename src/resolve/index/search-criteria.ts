import type { Comparison } from '../candidate.js'

/** The criteria that a document must meet in a search. */
export interface SearchCriteria {
  /** Whether documents are compared by the rules for different sources, with their tolerance for cents. */
  readonly comparison: Comparison
  /** True to compare the parties too. The match score must then be at least 6 in total. */
  readonly comparesParties: boolean
  /**
   * How amounts affect a match. `allMatch`: all amounts must match. `mostMatching`: the score is the number of boxes with
   * equal amounts. `bonus`: matching amounts add points but are not required.
   */
  readonly amounts: 'allMatch' | 'mostMatching' | 'bonus'
  /** True if amounts of two sources must be equal to the cent, without the tolerance. */
  readonly isExact?: boolean
  /**
   * With `amounts: 'mostMatching'`: an equal correction key, such as a CUSIP, counts more than any number of equal boxes.
   * `mustAgree`: a document with another date or CUSIP does not match. Left out if the keys are not compared.
   */
  readonly correctionKeys?: 'mustAgree' | 'mayDiffer'
  /** True if only documents that still count can match. */
  readonly isCountedOnly?: boolean
}

/** The criteria for equal documents. Within one source, only documents that still count match. */
export const EQUAL_IN_SOURCE: SearchCriteria = {
  comparison: 'withinSource',
  comparesParties: true,
  amounts: 'allMatch',
  isCountedOnly: true,
}
export const EQUAL_ACROSS_SOURCES: SearchCriteria = {
  comparison: 'acrossSources',
  comparesParties: true,
  amounts: 'allMatch',
}
