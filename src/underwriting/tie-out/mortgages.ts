import { addCents, type Cents, centsFromOptionalDollars } from '../../core/money.js'
import type { SourceParty } from '../../ingest/source.js'
import type { StatedMortgage } from '../facts/stated-income.js'
import type { Loan } from '../mortgages/loans.js'
import { divideHalfAway } from '../streams/formulas.js'
import { EMPTY_ROW, isNear, listMatchNotes, type TieOutNote, type TieOutRow } from './finding.js'
import { LoansByPrincipal } from './loans-by-principal.js'
import { type Match, matchNames } from './match-names.js'

interface ComparedMortgage extends SourceParty {
  readonly payment: Cents | null
  readonly balance: Cents | null
}

/** The monthly interest and mortgage insurance on Form 1098. */
const computeMonthlyInterest = ({ interest, insurance }: Loan): Cents =>
  divideHalfAway(addCents(interest, insurance), 12)

/** Matches by lender, then by a balance within 5 % of the principal: a loan may be sold after the year. */
function matchLoans(
  mortgages: readonly ComparedMortgage[],
  loans: readonly Loan[],
): Map<ComparedMortgage, Match<Loan>> {
  const matches = matchNames(mortgages, loans, ({ lenders }) => lenders)
  const unmatchedLoans = new LoansByPrincipal(loans)
  for (const { item } of matches.values()) unmatchedLoans.remove(item)
  for (const mortgage of mortgages) {
    const { balance } = mortgage
    const loan = matches.has(mortgage) || balance === null ? undefined : unmatchedLoans.findFirst(balance)
    if (loan === undefined) continue
    matches.set(mortgage, { item: loan, by: 'balance' })
    unmatchedLoans.remove(loan)
  }
  return matches
}

/**
 * Compares stated mortgages with the loans of a year. A payment also contains principal and escrow, so it must only not be
 * below the interest. The balance is compared with the principal. Rows have no difference, because the amounts differ in
 * kind.
 *
 * @param household The borrower of a stated mortgage that no document shows.
 */
export function compareMortgages(
  statedMortgages: readonly StatedMortgage[],
  loans: readonly Loan[],
  household: string,
): TieOutRow[] {
  const mortgages = statedMortgages.map(
    ({ lender = null, monthly, balance }): ComparedMortgage => ({
      id: null,
      name: lender,
      address: null,
      mayBePerson: false,
      payment: centsFromOptionalDollars(monthly),
      balance: centsFromOptionalDollars(balance),
    }),
  )
  const matches = matchLoans(mortgages, loans)
  const matchedLoans = new Set([...matches.values()].map(({ item }) => item))
  const rows = mortgages.map((mortgage): TieOutRow => {
    const match = matches.get(mortgage)
    const base = {
      ...EMPTY_ROW,
      item: 'mortgage',
      statedParty: mortgage.name === null ? null : mortgage,
      statedMonthly: mortgage.payment,
    } as const
    if (match === undefined) return { ...base, borrower: household, finding: 'stated_only', notes: [] }
    const { item: loan, by } = match
    const { finding, notes } = compareLoan(mortgage, loan)
    return {
      ...base,
      borrower: loan.borrower,
      issuer: loan.lenders[0] ?? null,
      documentedMonthly: computeMonthlyInterest(loan),
      finding,
      notes: [...listMatchNotes(by), ...listTransferNotes(loan), ...notes],
    }
  })
  for (const loan of loans)
    if (!matchedLoans.has(loan))
      rows.push({
        ...EMPTY_ROW,
        borrower: loan.borrower,
        item: 'mortgage',
        issuer: loan.lenders.at(-1) ?? null,
        documentedMonthly: computeMonthlyInterest(loan),
        finding: 'documented_only',
        notes: ['interest', ...listTransferNotes(loan)],
      })
  return rows
}

const listTransferNotes = ({ lenders }: Loan): readonly TieOutNote[] =>
  lenders.length > 1 ? ['servicing_transfer'] : []

function compareLoan({ payment, balance }: ComparedMortgage, loan: Loan): Pick<TieOutRow, 'finding' | 'notes'> {
  const interest = computeMonthlyInterest(loan)
  if (payment !== null && payment < interest && !isNear(payment, interest))
    return { finding: 'stated_lower', notes: ['interest', 'below_interest'] }
  if (balance === null || loan.principal === null || isNear(balance, loan.principal))
    return { finding: 'agrees', notes: ['interest'] }
  const finding = balance > loan.principal ? 'stated_higher' : 'stated_lower'
  return { finding, notes: ['interest', 'principal'] }
}
