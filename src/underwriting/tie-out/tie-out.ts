// The folder `underwriting/tie-out` compares what a loan application states with what the documents show.

import { getLastFour } from '../../core/identifier.js'
import { groupBy, NO_ITEMS } from '../../core/lists.js'
import { ALL, SELF, UNKNOWN } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { StatedBorrower, StatedIncome } from '../facts/stated-income.js'
import type { IncomeStream } from '../income-stream.js'
import type { PolicyResult } from '../underwrite.js'
import { compareCategories } from './categories.js'
import type { DocumentedIncome } from './documented.js'
import { compareEmployers, listWorkPayers } from './employers.js'
import type { TieOutNote, TieOutRow } from './finding.js'
import { compareMortgages } from './mortgages.js'

/**
 * Compares a loan application with the documents under a policy. Employers and categories are compared with what the policy
 * computes before any gross-up, whatever conditions are open.
 *
 * @returns the rows of each borrower, then those of mortgages.
 */
export function compareApplication(
  policyResult: PolicyResult,
  { resolution, joinedEmployers }: TaxpayerResult,
  statedIncome: StatedIncome,
): readonly TieOutRow[] {
  const { borrowers } = policyResult.indicatorInput
  const pairs = pairBorrowers(statedIncome, borrowers, resolution.taxpayerLast4)
  const loans = policyResult.loans.filter(({ year }) => year === policyResult.asOf.year)
  const streamsByBorrower = groupBy(policyResult.streams, ({ borrower }) => borrower)
  const household = borrowers.length > 1 || statedIncome.borrowers.length > 1 ? ALL : SELF
  return [
    ...pairs.flatMap(pair =>
      compareBorrower(pair, policyResult, streamsByBorrower.get(pair.borrower?.id ?? '') ?? NO_ITEMS, joinedEmployers),
    ),
    ...compareMortgages(statedIncome.mortgages ?? [], loans, household),
  ]
}

function compareBorrower(
  { id, statedBorrower, borrower }: BorrowerPair,
  { policy, asOf }: PolicyResult,
  streams: readonly IncomeStream[],
  joinedEmployers: TaxpayerResult['joinedEmployers'],
): TieOutRow[] {
  const documented: DocumentedIncome = { borrower: id, streams, year: asOf.year ?? 0, policy }
  const payers = borrower === null ? [] : listWorkPayers(borrower, documented, joinedEmployers)
  const { rows, isStated } = compareEmployers(statedBorrower?.employers ?? [], payers, documented)
  const allRows = [...rows, ...compareCategories(statedBorrower ?? {}, payers, documented, isStated)]
  if (borrower !== null) return allRows
  const note: TieOutNote = id === UNKNOWN ? 'unidentified' : 'unnamed'
  return allRows.map(row => ({ ...row, notes: [...row.notes, note] }))
}

/** A borrower of the application with the borrower of the documents. Either is null if the other side has no such borrower. */
interface BorrowerPair {
  readonly id: string
  readonly statedBorrower: StatedBorrower | null
  readonly borrower: Borrower | null
}

/**
 * Pairs the borrowers of the application with those of the documents by their last four digits. The only borrower of an
 * application is the taxpayer if no digits are stated, or if the dossier has none. Of several, one without digits is unknown.
 */
function pairBorrowers(
  { borrowers: statedBorrowers }: StatedIncome,
  borrowers: readonly Borrower[],
  taxpayerLast4: string | null,
): readonly BorrowerPair[] {
  const unpaired = new Map(borrowers.map(borrower => [borrower.id, borrower]))
  const idsByLastFour = new Map<string, string>()
  // The first borrower with the digits is taken.
  for (const borrower of borrowers.toReversed())
    for (const lastFour of listLastFours(borrower)) idsByLastFour.set(lastFour, borrower.id)
  const isOnly = statedBorrowers.length === 1
  const findId = ({ last4 }: StatedBorrower): string => {
    if (last4 === undefined) return isOnly ? SELF : UNKNOWN
    if (last4 === taxpayerLast4 || (isOnly && taxpayerLast4 === null)) return SELF
    return idsByLastFour.get(last4) ?? last4
  }
  const pairs = statedBorrowers.map((statedBorrower): BorrowerPair => {
    const id = findId(statedBorrower)
    const borrower = unpaired.get(id) ?? null
    unpaired.delete(id)
    return { id, statedBorrower, borrower }
  })
  for (const [id, borrower] of unpaired) pairs.push({ id, statedBorrower: null, borrower })
  return pairs
}

/** Lists the last four digits on the documents and in the known facts of a borrower, and the borrower's id. */
function listLastFours({ id, facts, documents }: Borrower): ReadonlySet<string> {
  const lastFours = new Set([id, ...(facts?.identifiers ?? []).map(getLastFour)])
  for (const { recipientId } of documents) if (recipientId !== null) lastFours.add(getLastFour(recipientId))
  return lastFours
}
