// Matches the rollovers and conversions of Forms 5498 to the distributions of the same year. An amount that went into
// another account is not income. Example: codes G of 80,000 and 7 of 50,000, and a rollover of 50,000: the 50,000 with
// code 7 was rolled over. If code G has 50,000, too, nobody knows which of the two was.

import { addCents, type Cents, subtractCents } from '../../core/money.js'
import { compareIssuers } from '../../figures/issuers.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import { type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import { largerOf, smallerOf } from './formulas.js'
import { type InputSelection, readMoneyBox, type StreamContext } from './stream.js'

/** One Form 1099-R. Units: cents. */
export interface Distribution {
  readonly document: ResolvedDocument
  readonly year: number
  readonly gross: Cents
  readonly field: string
  readonly isIra: boolean
  /** True for codes G and H: paid from one account to another. */
  readonly isDirectRollover: boolean
  /** The nontaxable part of `gross`. Null if it is unknown. */
  readonly untaxed: Cents | null
  readonly isUpperBound: boolean
  /** Why its code or kind leaves it out. Null if it counts, unless it was rolled over. */
  readonly reason: string | null
  /** Why it is left out in this evaluation. Null if it counts. */
  exclusion: string | null
  /** What was rolled over of a distribution that still counts in part. */
  rolledOver: Cents
  /** The amount that may have been rolled over. */
  uncertain: Cents
}

/** Amounts that differ by at most one dollar are equal. */
const MAX_DIFFERENCE_CENTS = 100

/** Lists the rollovers and conversions of a year and a selection, in the order of documents. */
function listContributions({ documents }: Borrower, year: number, { includes }: InputSelection): Cents[] {
  const amounts: Cents[] = []
  for (const resolvedDocument of documents) {
    const { document } = resolvedDocument
    const use = document.compiledForm.uses.retirementAccount
    if (use === null || document.year !== year || !includes(resolvedDocument)) continue
    for (const field of [use.rollovers, use.conversions]) {
      const cents = readMoneyBox(document, field)
      if (cents !== null && cents > 0) amounts.push(cents)
    }
  }
  return amounts
}

/** Lists conditions for Forms 5498 that are unreadable, because they may show that a distribution of an IRA was rolled over. */
export function listUnreadableRollovers({ borrower, year }: StreamContext): RaisedCondition[] {
  const { completeness } = borrower.result
  const conditions: RaisedCondition[] = []
  for (const taxYear of [year, year - 1])
    if (completeness.hasRejectedEntry(entryYear => entryYear === taxYear, 'retirementAccount'))
      conditions.push(raiseCondition('rejected_record', { taxYear }))
  for (const resolvedDocument of borrower.documents) {
    const { compiledForm, unreadableFields, year: taxYear } = resolvedDocument.document
    const use = compiledForm.uses.retirementAccount
    if (use === null || unreadableFields.length === 0 || (taxYear !== year && taxYear !== year - 1)) continue
    if (unreadableFields.includes(use.rollovers) || unreadableFields.includes(use.conversions))
      conditions.push(raiseCondition('unreadable_box', { taxYear, document: resolvedDocument }))
  }
  return conditions
}

/** Marks the distributions of a year and a selection that were, or may have been, rolled over or converted. */
export function matchRollovers(
  borrower: Borrower,
  distributions: readonly Distribution[],
  year: number,
  selection: InputSelection,
): void {
  const ofYear = distributions.filter(distribution => distribution.year === year)
  for (const distribution of ofYear) {
    distribution.exclusion = distribution.reason
    distribution.rolledOver = 0
    distribution.uncertain = 0
  }
  const amounts = listContributions(borrower, year, selection)
  if (amounts.length === 0) return
  // The order of issuers decides between equal distributions, because the order of records must not.
  const candidates = new Set(
    ofYear
      .filter(({ gross, document }) => gross > 0 && selection.includes(document))
      .sort((a, b) => compareIssuers(a.document.document, b.document.document)),
  )
  // Equal amounts are matched before amounts that differ by up to a dollar.
  const unequal = amounts.filter(amount => !matchOne(amount, candidates, 0))
  const unmatched = unequal.filter(amount => !matchOne(amount, candidates, MAX_DIFFERENCE_CENTS))
  for (const amount of unmatched) deductUnmatched(amount, candidates)
}

function matchOne(amount: Cents, candidates: Set<Distribution>, maxDifference: number): boolean {
  const fits = ({ gross }: Distribution): boolean => {
    const difference = subtractCents(gross, amount)
    return difference <= maxDifference && difference >= -maxDifference
  }
  const fitting = [...candidates].filter(fits)
  const ordinary = fitting.find(({ exclusion, isDirectRollover }) => exclusion === null && !isDirectRollover)
  const excluded = fitting.find(({ exclusion, isDirectRollover }) => exclusion !== null && !isDirectRollover)
  const direct = fitting.find(({ isDirectRollover }) => isDirectRollover)
  const match = excluded ?? direct ?? ordinary
  if (match === undefined) return false
  candidates.delete(match)
  if (match === ordinary) match.exclusion = 'rolled_or_converted'
  else if (match === direct && ordinary !== undefined) ordinary.uncertain = ordinary.gross
  return true
}

/**
 * Sets an amount that matches no distribution off against direct rollovers first. The rest is subtracted from IRA distributions,
 * the largest first. As much of other distributions as the direct rollovers explain may have been rolled over instead.
 */
function deductUnmatched(amount: Cents, candidates: ReadonlySet<Distribution>): void {
  let remaining = amount
  for (const distribution of candidates) {
    if (!distribution.isDirectRollover) continue
    const explained = smallerOf(remaining, subtractCents(distribution.gross, distribution.rolledOver))
    distribution.rolledOver = addCents(distribution.rolledOver, explained)
    remaining = subtractCents(remaining, explained)
  }
  let explained = subtractCents(amount, remaining)
  const ordinary = [...candidates]
    .filter(({ exclusion, isDirectRollover }) => exclusion === null && !isDirectRollover)
    .sort((a, b) => (a.gross > b.gross ? -1 : Number(a.gross < b.gross)))
  for (const distribution of ordinary) {
    if (!distribution.isIra) continue
    const portion = smallerOf(remaining, subtractCents(distribution.gross, distribution.rolledOver))
    distribution.rolledOver = addCents(distribution.rolledOver, portion)
    if (distribution.rolledOver === distribution.gross) distribution.exclusion = 'rolled_or_converted'
    remaining = subtractCents(remaining, portion)
  }
  for (const distribution of ordinary) {
    if (distribution.exclusion !== null) continue
    const rest = subtractCents(subtractCents(distribution.gross, distribution.rolledOver), distribution.uncertain)
    const uncertain = smallerOf(explained, largerOf(0, rest))
    distribution.uncertain = addCents(distribution.uncertain, uncertain)
    explained = subtractCents(explained, uncertain)
  }
}
