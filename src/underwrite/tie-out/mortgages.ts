import { addCents, type Cents } from '../../core/money.js'
import { divideHalfAway } from '../averaging.js'
import { centsIfStated } from '../known-facts.js'
import type { Loan } from '../mortgages/loans.js'
import { BLANK, isNear, type TieOutRow, type Word, wordsOfMatch } from './finding.js'
import { type Match, matchNames, type Named } from './matching.js'
import type { StatedMortgage } from './stated.js'

interface Mortgage extends Named {
  readonly of: StatedMortgage
  readonly payment: Cents | null
  readonly balance: Cents | null
}

/** A month of what a loan costs, as Form 1098 says it. */
const interestOf = ({ interest, insurance }: Loan): Cents => divideHalfAway(addCents(interest, insurance), 12)

/** By lender, then a balance within 5 % of the principal: loans are sold after the year, too. */
function matchLoans(stated: readonly Mortgage[], loans: readonly Loan[]): Map<Mortgage, Match<Loan>> {
  const matches = matchNames(stated, loans, ({ lenders }) => lenders)
  const taken = new Set([...matches.values()].map(({ of }) => of))
  for (const each of stated) {
    const { balance } = each
    if (matches.has(each) || balance === null) continue
    const found = loans.find(
      loan => !taken.has(loan) && loan.principal !== null && isNear(balance, loan.principal),
    )
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
export function tieMortgages(
  mortgages: readonly StatedMortgage[],
  loans: readonly Loan[],
  household: string,
): TieOutRow[] {
  const stated = mortgages.map(
    (of): Mortgage => ({
      of,
      id: null,
      name: of.lender ?? null,
      payment: centsIfStated(of.monthly),
      balance: centsIfStated(of.balance),
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
  const unstated = loans.filter(loan => !taken.has(loan))
  return [
    ...rows,
    ...unstated.map(
      (loan): TieOutRow => ({
        ...BLANK,
        borrower: loan.borrower,
        item: 'mortgage',
        issuer: loan.lenders.at(-1) ?? null,
        documented: interestOf(loan),
        finding: 'documented_only',
        more: ['interest', ...handed(loan)],
      }),
    ),
  ]
}

const handed = ({ lenders }: Loan): readonly Word[] => (lenders.length > 1 ? ['servicing_transfer'] : [])

function findingOf(
  { payment, balance }: Mortgage,
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
