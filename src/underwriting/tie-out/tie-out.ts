// The folder `underwriting/tie-out` compares what a loan application states with what the documents show.

import { ALL, SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { StatedBorrower, StatedIncome } from '../facts/stated-income.js'
import type { PolicyResult } from '../underwrite.js'
import { compareCategories } from './categories.js'
import { compareEmployers, listWorkPayers, type PayBasis, sumWorkPay } from './employers.js'
import type { TieOutRow } from './finding.js'
import { compareMortgages } from './mortgages.js'

/**
 * Compares a loan application with the documents under a policy. Categories are compared with what the policy computes,
 * whatever conditions are open, and employers with their Forms W-2.
 *
 * @returns the rows of each borrower, then those of mortgages.
 */
export function compareApplication(
  policyResult: PolicyResult,
  { resolution }: TaxpayerResult,
  statedIncome: StatedIncome,
): readonly TieOutRow[] {
  const { borrowers } = policyResult.indicatorInput
  const pairs = pairBorrowers(statedIncome, borrowers, resolution.taxpayerLast4)
  const loans = policyResult.loans.filter(({ year }) => year === policyResult.asOf.year)
  const household = borrowers.length > 1 ? ALL : SELF
  return [
    ...pairs.flatMap(pair => compareBorrower(pair, policyResult)),
    ...compareMortgages(statedIncome.mortgages ?? [], loans, household),
  ]
}

function compareBorrower({ id, statedBorrower, borrower }: BorrowerPair, policyResult: PolicyResult): TieOutRow[] {
  const { policy, asOf } = policyResult
  const payers = borrower === null ? [] : listWorkPayers(borrower.incomeFacts)
  const streams = borrower === null ? [] : policyResult.streams.filter(stream => stream.borrower === borrower.id)
  const hasCashFlow = asOf.year !== null && borrower?.facts?.selfEmploymentCashFlow?.has(asOf.year) === true
  const business = hasCashFlow ? streams.find(({ category }) => category === 'self_employment') : undefined
  const basis: PayBasis = { year: asOf.year, policy, cashFlow: business?.computedMonthly ?? null }
  const { rows, unstatedPayers } = compareEmployers(id, statedBorrower?.employers ?? [], payers, basis)
  const hasAllReceipts = payers.every(
    payer => unstatedPayers.includes(payer) || sumWorkPay([payer], asOf.year, 'self_employment') === null,
  )
  const allRows = [
    ...rows,
    ...compareCategories(statedBorrower ?? {}, { ...basis, borrower: id, streams, unstatedPayers, hasAllReceipts }),
  ]
  return borrower === null ? allRows.map(row => ({ ...row, notes: [...row.notes, 'unnamed'] })) : allRows
}

/** A borrower of the application with the borrower of the documents. Either is null if the other side has no such borrower. */
interface BorrowerPair {
  readonly id: string
  readonly statedBorrower: StatedBorrower | null
  readonly borrower: Borrower | null
}

/** The id of a borrower whose last four digits are not stated, if several persons may be meant. */
const UNKNOWN_BORROWER = 'unknown'

/**
 * Pairs the borrowers of the application with those of the documents by their last four digits. The taxpayer is the one
 * whose digits the dossier has, or the only one. A stated borrower without digits is paired with the one who remains.
 */
function pairBorrowers(
  { borrowers: statedBorrowers }: StatedIncome,
  borrowers: readonly Borrower[],
  taxpayerLast4: string | null,
): readonly BorrowerPair[] {
  const unpaired = new Map(borrowers.map(borrower => [borrower.id, borrower]))
  const pairs: BorrowerPair[] = []
  const addPair = (id: string, statedBorrower: StatedBorrower): void => {
    pairs.push({ id, statedBorrower, borrower: unpaired.get(id) ?? null })
    unpaired.delete(id)
  }
  const isOnlyTaxpayer = statedBorrowers.length === 1 && taxpayerLast4 === null
  for (const statedBorrower of statedBorrowers) {
    const { last4 } = statedBorrower
    if (last4 !== undefined) addPair(last4 === taxpayerLast4 || isOnlyTaxpayer ? SELF : last4, statedBorrower)
  }
  // The first borrower without digits is the taxpayer. Another one is known only if a single borrower remains.
  const withoutDigits = statedBorrowers.filter(({ last4 }) => last4 === undefined)
  withoutDigits.forEach((statedBorrower, i) => {
    const isLast = withoutDigits.length - i === 1
    const [onlyId] = isLast && unpaired.size === 1 ? unpaired.keys() : []
    addPair(i === 0 && unpaired.has(SELF) ? SELF : (onlyId ?? UNKNOWN_BORROWER), statedBorrower)
  })
  for (const [id, borrower] of unpaired) pairs.push({ id, statedBorrower: null, borrower })
  return pairs
}
