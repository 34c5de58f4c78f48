// Decides whether two counted documents of one form and year *may be one*. They may if they come from different sources
// or from one software source, if at least half of their boxes agree, and if at most one identifying detail
// *contradicts*: issuer identifier, recipient identifier, account or issuer name. Example: tax software has the IRS's W-2
// with a typing error in the EIN.

import { areDifferentIdentifiers, getLastFour, isFullIdentifier } from '../core/identifier.js'
import { type Candidate, type Comparison, isIrsDocument, selectIdentities } from './candidate.js'
import {
  countEqualBoxes,
  hasSameAmounts,
  listNameIndexKeys,
  listNameSearchKeys,
  MIN_MATCH_SCORE,
  REJECT_SCORE,
  scoreCandidates,
  scoreNames,
} from './compare.js'

/** An identifying detail of a document. A contradiction is evidence that two documents are different. */
interface MatchDetail {
  contradicts(a: Candidate, b: Candidate): boolean
  /** Returns the keys under which a document is indexed. Empty if it does not have the detail. */
  listIndexKeys(candidate: Candidate): readonly string[]
  /** Returns the keys that find every document which has the detail and does not contradict. */
  listSearchKeys(candidate: Candidate): readonly string[]
}

/** True if two texts of digits differ in one digit, or in the order of two neighboring digits. */
function isTypingError(a: string, b: string): boolean {
  const differences: number[] = []
  for (let i = 0; i < a.length && differences.length <= 2; i++) if (a[i] !== b[i]) differences.push(i)
  const [first = 0, second] = differences
  if (second === undefined) return differences.length === 1
  return differences.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]
}

/** True if two identifiers belong to different parties, and the difference is not a typing error. */
function isContradictingId(a: string | null, b: string | null): boolean {
  if (a === null || b === null || !areDifferentIdentifiers(a, b)) return false
  const areFull = isFullIdentifier(a) && isFullIdentifier(b)
  return !(areFull ? isTypingError(a, b) : isTypingError(getLastFour(a), getLastFour(b)))
}

/**
 * Returns the keys of an identifier. Two identifiers have a key in common unless they contradict: a typing error changes
 * one digit or swaps two neighboring ones, so the keys are the last four digits with one digit left out, and with two
 * neighboring digits in ascending order. Only the last four are used, because a masked identifier has no others.
 */
function listIdKeys(id: string | null): string[] {
  if (id === null) return []
  const digits = getLastFour(id)
  const keys = [0, 1, 2, 3].map(i => `${digits.slice(0, i)}_${digits.slice(i + 1)}`)
  for (const i of [0, 1, 2]) {
    const pairInOrder = [...digits.slice(i, i + 2)].sort().join('')
    keys.push(`${i}${digits.slice(0, i)}${pairInOrder}${digits.slice(i + 2)}`)
  }
  return keys
}

const findComparison = (a: Candidate, b: Candidate): Comparison =>
  a.record === b.record ? 'withinSource' : 'acrossSources'

const makeIdDetail = (index: number): MatchDetail => {
  const listKeys = ({ identities }: Candidate): string[] => listIdKeys(identities[index] as string | null)
  return {
    // Within one source, a document without a recipient has the recipient of its form object.
    contradicts: (a, b) => {
      const [idOfA, idOfB] = [a, b].map(candidate => selectIdentities(candidate, findComparison(a, b))[index])
      return isContradictingId(idOfA as string | null, idOfB as string | null)
    },
    listIndexKeys: listKeys,
    listSearchKeys: listKeys,
  }
}

const listAccountKeys = ({ account }: Candidate): string[] => (account === null ? [] : [account])

/** All details. The two identifiers come first, because `similar.ts` searches only these for a document with one box. */
export const MATCH_DETAILS: readonly MatchDetail[] = [
  makeIdDetail(0),
  makeIdDetail(1),
  {
    contradicts: (a, b) => a.account !== null && b.account !== null && a.account !== b.account,
    listIndexKeys: listAccountKeys,
    listSearchKeys: listAccountKeys,
  },
  {
    contradicts: (a, b) => scoreNames(a.name, b.name) < 0,
    listIndexKeys: ({ name }) => (name === null ? [] : listNameIndexKeys(name)),
    listSearchKeys: ({ name }) => (name === null ? [] : listNameSearchKeys(name)),
  },
]

/** True if one document can appear in both sources, or twice in this source. */
const hasComparableSources = (a: Candidate, b: Candidate): boolean =>
  a.record !== b.record || (!isIrsDocument(a) && a.document.compiledForm.form.canRepeat !== true)

/** Lists the positions of the boxes with an amount other than 0, in the amounts that are compared between sources. */
export const listNonzeroBoxes = ({ amountsAcrossSources }: Candidate): number[] =>
  [...amountsAcrossSources.keys()].filter(i => amountsAcrossSources[i])

/**
 * True if two documents may be one: their sources allow it, at least half of the boxes with an amount are equal, and at
 * most one detail contradicts.
 */
export function mayBeOne(a: Candidate, b: Candidate): boolean {
  if (!hasComparableSources(a, b)) return false
  // Equal documents of one source are found by `visitRepeats`.
  if (
    a.record === b.record &&
    hasSameAmounts(a, b, 'withinSource') &&
    scoreCandidates(a, b, 'withinSource') >= MIN_MATCH_SCORE
  )
    return false
  const equalCount = countEqualBoxes(a, b, 'acrossSources')
  const boxes = new Set([...listNonzeroBoxes(a), ...listNonzeroBoxes(b)])
  if (equalCount === 0 || 2 * equalCount < boxes.size) return false
  if (MATCH_DETAILS.filter(detail => detail.contradicts(a, b)).length > 1) return false
  if (equalCount > 1) return true
  // A single equal box is weak evidence. Then the sources must differ, no other box and no identifier may differ, and the
  // match score must be low.
  const score =
    a.record === b.record || !hasSameAmounts(a, b, 'acrossSources')
      ? REJECT_SCORE
      : scoreCandidates(a, b, 'acrossSources')
  return score !== REJECT_SCORE && score < MIN_MATCH_SCORE
}
