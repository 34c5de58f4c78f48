// The folder `underwriting/tie-out` compares what a loan application states with what the documents show.

import { addCents, type Cents, centsFromOptionalDollars } from '../../core/money.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import { ALL, SELF } from '../borrowers/borrower-view.js'
import type { Loan } from '../mortgages/loans.js'
import { divideHalfAway } from '../streams/averaging.js'
import type { BorrowerIncome } from '../streams/qualifying-income.js'
import type { PolicyUnderwriting } from '../underwrite.js'
import { tieCategories } from './categories.js'
import { tieEmployers, workplacesOf } from './employers.js'
import {
  BLANK,
  isNear,
  type Match,
  matchNames,
  type Named,
  type TieOutRow,
  type Word,
  wordsOfMatch,
} from './finding.js'
import type { StatedBorrower, StatedIncome, StatedMortgage } from './stated.js'

/** What an application states beside what the documents say, under a policy: rows of each borrower, then mortgages. */
export function tieOutOf(
  under: PolicyUnderwriting,
  { resolution }: TaxpayerResult,
  stated: StatedIncome,
): readonly TieOutRow[] {
  const pairs = pairBorrowers(stated, under.incomes, resolution.taxpayerLast4)
  const loans = under.loans.filter(({ year }) => year === under.asOfYear)
  const household = under.incomes.length > 1 ? ALL : SELF
  return [...pairs.flatMap(pair => rowsOf(pair, under)), ...tieMortgages(stated.mortgages ?? [], loans, household)]
}

function rowsOf({ borrower, stated, income }: BorrowerPair, under: PolicyUnderwriting): TieOutRow[] {
  const { policy, asOfYear: year } = under
  const said: StatedBorrower = stated ?? {}
  const places = income === null ? [] : workplacesOf(income.view.income)
  const employers = tieEmployers(borrower, said.employers ?? [], places, { year, policy })
  const categories = tieCategories(said, {
    borrower,
    rows: income?.streams.map(({ row }) => row) ?? [],
    unstated: employers.unstated,
    year,
    policy,
  })
  const rows = [...employers.rows, ...categories]
  return income === null ? rows.map(row => ({ ...row, more: [...row.more, 'unnamed'] })) : rows
}

/** A stated borrower beside the documents of one. Missing: either is null where the other side has none. */
interface BorrowerPair {
  readonly borrower: string
  readonly stated: StatedBorrower | null
  readonly income: BorrowerIncome | null
}

/** Of a borrower whose digits are not stated, where several can be meant. */
const UNKNOWN = 'unknown'

/**
 * Sets stated borrowers beside documented ones: by their last four, and one that states none beside the one that is left.
 * The taxpayer is the one whose digits the dossier has, or the only one.
 */
function pairBorrowers(
  { borrowers }: StatedIncome,
  incomes: readonly BorrowerIncome[],
  taxpayerLast4: string | null,
): readonly BorrowerPair[] {
  const left = new Map(incomes.map(income => [income.view.borrower, income]))
  const take = (borrower: string): BorrowerIncome | null => {
    const income = left.get(borrower) ?? null
    left.delete(borrower)
    return income
  }
  const isAlone = borrowers.length === 1 && taxpayerLast4 === null
  const pairs: BorrowerPair[] = []
  for (const stated of borrowers) {
    const { last4 } = stated
    if (last4 === undefined) continue
    const borrower = last4 === taxpayerLast4 || isAlone ? SELF : last4
    pairs.push({ borrower, stated, income: take(borrower) })
  }
  // The first borrower without digits is the taxpayer. Any other is known only if one alone is left.
  const rest = borrowers.filter(({ last4 }) => last4 === undefined)
  rest.forEach((stated, i) => {
    const [only] = rest.length - i === 1 && left.size === 1 ? left.keys() : []
    const borrower = i === 0 && left.has(SELF) ? SELF : (only ?? UNKNOWN)
    pairs.push({ borrower, stated, income: take(borrower) })
  })
  for (const [borrower, income] of left) pairs.push({ borrower, stated: null, income })
  return pairs
}

interface ComparedMortgage extends Named {
  readonly payment: Cents | null
  readonly balance: Cents | null
}

/** A month of what a loan costs, as Form 1098 says it. */
const interestOf = ({ interest, insurance }: Loan): Cents => divideHalfAway(addCents(interest, insurance), 12)

/** By lender, then a balance within 5 % of the principal: loans are sold after the year, too. */
function matchLoans(stated: readonly ComparedMortgage[], loans: readonly Loan[]): Map<ComparedMortgage, Match<Loan>> {
  const matches = matchNames(stated, loans, ({ lenders }) => lenders)
  const taken = new Set([...matches.values()].map(({ of }) => of))
  for (const each of stated) {
    const { balance } = each
    if (matches.has(each) || balance === null) continue
    const found = loans.find(loan => !taken.has(loan) && loan.principal !== null && isNear(balance, loan.principal))
    if (found === undefined) continue
    matches.set(each, { of: found, by: 'balance' })
    taken.add(found)
  }
  return matches
}

/**
 * Stated mortgages beside the loans of a year. A payment holds principal and escrow too, so it is held against the interest
 * from below alone, and the balance against the principal. Missing: no difference, since neither is the other's amount.
 */
function tieMortgages(mortgages: readonly StatedMortgage[], loans: readonly Loan[], household: string): TieOutRow[] {
  const stated = mortgages.map(
    ({ lender = null, monthly, balance }): ComparedMortgage => ({
      id: null,
      name: lender,
      payment: centsFromOptionalDollars(monthly),
      balance: centsFromOptionalDollars(balance),
    }),
  )
  const matches = matchLoans(stated, loans)
  const taken = new Set([...matches.values()].map(({ of }) => of))
  const rows = stated.map((each): TieOutRow => {
    const match = matches.get(each)
    const base = { ...BLANK, item: 'mortgage', name: each.name, stated: each.payment } as const
    if (match === undefined) return { ...base, borrower: household, finding: 'stated_only', more: [] }
    const { of: loan, by } = match
    return {
      ...base,
      borrower: loan.borrower,
      issuer: loan.lenders[0] ?? null,
      documented: interestOf(loan),
      ...findingOf(each, loan, [...wordsOfMatch(by), ...handed(loan)]),
    }
  })
  for (const loan of loans)
    if (!taken.has(loan))
      rows.push({
        ...BLANK,
        borrower: loan.borrower,
        item: 'mortgage',
        issuer: loan.lenders.at(-1) ?? null,
        documented: interestOf(loan),
        finding: 'documented_only',
        more: ['interest', ...handed(loan)],
      })
  return rows
}

const handed = ({ lenders }: Loan): readonly Word[] => (lenders.length > 1 ? ['servicing_transfer'] : [])

function findingOf(
  { payment, balance }: ComparedMortgage,
  loan: Loan,
  said: readonly Word[],
): Pick<TieOutRow, 'finding' | 'more'> {
  const interest = interestOf(loan)
  if (payment !== null && payment < interest && !isNear(payment, interest))
    return { finding: 'stated_lower', more: [...said, 'interest', 'below_interest'] }
  if (balance === null || loan.principal === null || isNear(balance, loan.principal))
    return { finding: 'agrees', more: [...said, 'interest'] }
  const finding = balance > loan.principal ? 'stated_higher' : 'stated_lower'
  return { finding, more: [...said, 'interest', 'principal'] }
}
