// The folder `underwriting/mortgages` finds the loans that Forms 1098 report. Usually each form is one loan. Two forms of
// one year and borrower from different lenders are one loan if it was transferred: nothing on them contradicts it, and
// the interest fits (`interest-rule.ts`). In doubt they are two loans, so that the count never hides debt. Every joined
// pair and every pair in doubt has the condition `mortgage_verification`. Every doubt about a form is a condition, too.

import { appendAll, appendToGroup, groupBy, NO_ITEMS, sortInPlace } from '../../core/lists.js'
import { type Cents, sumCents } from '../../core/money.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceParty } from '../../ingest/source.js'
import { type Doubt, joinDoubts } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import { type ConditionDetails, type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import { isDoubtMet } from '../conditions/evidence-conditions.js'
import type { ConditionCode } from '../policies/policy.js'
import { divideHalfAway } from '../streams/formulas.js'
import { joinStatements, listPairs } from './join-statements.js'
import {
  compareHolders,
  compareStatements,
  isSameProperty,
  type LoanStatement,
  readLoanStatement,
} from './statement.js'

/** The flags of a loan, and what each one says to a person. */
export const MORTGAGE_FLAGS = {
  incomplete: 'A box on its statements is unreadable, or its interest is missing.',
  possible_payoff: 'The loan began this year and may have paid off an older loan, which is still counted.',
  servicing_transfer: 'Two lenders reported the loan this year. It was transferred and is one loan.',
} as const

/** A flag of a loan. */
export type MortgageFlag = keyof typeof MORTGAGE_FLAGS

/**
 * A mortgage in a year. `originated` and `property` are null if no statement has them. `interest`, `insurance` and `points`
 * are sums of the statements' boxes. Amounts are in cents.
 */
export interface Loan {
  readonly borrower: string
  readonly year: number
  /** The number of the loan within the year, from 1. */
  readonly number: number
  /** The statements in the order in which their lenders had the loan. */
  readonly statements: readonly LoanStatement[]
  readonly lenders: readonly SourceParty[]
  readonly property: string | null
  readonly originated: string | null
  /** The principal of the first lender. Null if it is absent or unreadable. */
  readonly principal: number | null
  readonly interest: Cents
  readonly insurance: Cents
  readonly points: Cents
  readonly flags: readonly MortgageFlag[]
  /** The doubts about the statements' documents. */
  readonly doubts: readonly Doubt[]
}

/** A condition of a borrower that is not about one of the borrower's income streams. */
export interface BorrowerCondition extends RaisedCondition {
  readonly borrower: string
}

/** The loans of all borrowers by year, with the conditions about them. */
export interface JoinedLoans {
  readonly loans: readonly Loan[]
  readonly conditions: readonly BorrowerCondition[]
}

const NO_LOANS: JoinedLoans = { loans: NO_ITEMS, conditions: NO_ITEMS }

type LoanInProgress = { -readonly [Key in keyof Loan]: Loan[Key] } & { readonly flags: MortgageFlag[] }

type LoanBorrower = Pick<Borrower, 'id' | 'documents' | 'facts'>

/** Finds the loans of all borrowers. Loans are numbered within each year in the order of borrowers, lenders and interest. */
export function joinLoans(borrowers: readonly LoanBorrower[]): JoinedLoans {
  const loans: LoanInProgress[] = []
  const conditions: BorrowerCondition[] = []
  for (const borrower of borrowers) {
    // Most borrowers have no mortgage, so nothing is grouped until one is found.
    let statementsByYear: Map<number, LoanStatement[]> | null = null
    for (const resolvedDocument of borrower.documents) {
      const { compiledForm, year } = resolvedDocument.document
      if (compiledForm.uses.mortgage === null || year === null) continue
      statementsByYear ??= new Map()
      appendToGroup(statementsByYear, year, readLoanStatement(resolvedDocument))
    }
    if (statementsByYear === null) continue
    for (const [year, statements] of statementsByYear)
      addLoansOfYear(borrower, year, sortInPlace(statements, compareStatements), loans, conditions)
  }
  if (loans.length === 0) return NO_LOANS
  // The sort is stable: within a year, borrowers and their loans stay in their order.
  sortInPlace(loans, (a, b) => a.year - b.year)
  for (const [i, loan] of loans.entries()) {
    const previous = loans[i - 1]
    loan.number = previous?.year === loan.year ? previous.number + 1 : 1
  }
  return { loans, conditions }
}

/**
 * Lists a condition for each statement of a year after the as-of year from a lender without a loan of the as-of year. The
 * indicators are about the as-of year, so this debt is not in them.
 */
export function listLaterLoanConditions(loans: readonly Loan[], asOfYear: number): readonly BorrowerCondition[] {
  // Loans are sorted by year.
  if (loans.length === 0 || (loans.at(-1) as Loan).year <= asOfYear) return NO_ITEMS
  const conditions: BorrowerCondition[] = []
  for (const [borrower, ownLoans] of groupBy(loans, loan => loan.borrower)) {
    const statements = ownLoans.flatMap(loan => loan.statements)
    const statementByDocument = new Map(statements.map(statement => [statement.resolvedDocument.document, statement]))
    for (const { documents } of groupByIssuer([...statementByDocument.keys()])) {
      if (documents.some(({ year }) => year === asOfYear)) continue
      for (const document of documents) {
        const statement = statementByDocument.get(document) as LoanStatement
        const { year } = document
        if (year === null || year <= asOfYear) continue
        const about = `${formatLender(statement.lender)}: a loan of ${year}, which no indicator of ${asOfYear} includes`
        conditions.push(raiseAboutLoan('mortgage_verification', statement, { borrower, year, about }))
      }
    }
  }
  return conditions
}

/** Returns the interest and the mortgage insurance per month. Null if the interest is unknown. */
const computeMonthlyCost = ({ interest, insurance }: LoanStatement): Cents | null =>
  interest === null ? null : divideHalfAway(interest + (insurance ?? 0), 12)

function raiseAboutLoan(
  code: ConditionCode,
  statement: LoanStatement,
  { borrower, year, ...details }: ConditionDetails & { readonly borrower: string; readonly year: number },
): BorrowerCondition {
  const { resolvedDocument: document } = statement
  const amount = computeMonthlyCost(statement)
  return { borrower, ...raiseCondition(code, { taxYear: year, amount, document, ...details }) }
}

function addLoansOfYear(
  { id: borrower, facts }: LoanBorrower,
  year: number,
  statements: readonly LoanStatement[],
  loans: LoanInProgress[],
  conditions: BorrowerCondition[],
): void {
  const pairs = statements.length === 1 ? NO_ITEMS : listPairs(statements)
  const groups = pairs.length === 0 ? statements.map(statement => [statement]) : joinStatements(statements, pairs, year)
  const yearLoans = groups.map(group => createLoan(group, borrower, year))
  const raise = (code: ConditionCode, statement: LoanStatement, details: ConditionDetails): void => {
    conditions.push(raiseAboutLoan(code, statement, { borrower, year, ...details }))
  }
  const verify = (first: LoanStatement, second: LoanStatement, finding: string): void => {
    const about = `${formatLenders(first.lender, second.lender)}: ${finding}`
    raise('mortgage_verification', second, { about })
  }
  for (const { statements: joined } of yearLoans)
    for (const [i, statement] of joined.entries())
      if (i > 0) verify(joined[i - 1] as LoanStatement, statement, 'counted as one transferred loan')
  for (const { a, b } of pairs) {
    if (groups.some(group => group.includes(a) && group.includes(b))) continue
    const [first, second] = compareHolders(a, b) <= 0 ? [a, b] : [b, a]
    verify(first, second, 'counted as two loans, may be one transferred loan')
  }
  if (yearLoans.length > 1)
    for (const loan of yearLoans) {
      const olderLoan = findPaidOffLoan(loan, yearLoans)
      if (olderLoan === undefined) continue
      loan.flags.push('possible_payoff')
      const [first, second] = [olderLoan.statements[0], loan.statements[0]] as [LoanStatement, LoanStatement]
      verify(first, second, 'counted as two loans, the newer one may have paid off the older one')
    }
  for (const statement of statements)
    for (const doubt of statement.resolvedDocument.doubts) raise(doubt, statement, { isMet: isDoubtMet(doubt, facts) })
  for (const { flags } of yearLoans) flags.sort()
  appendAll(loans, yearLoans)
}

function createLoan(statements: readonly LoanStatement[], borrower: string, year: number): LoanInProgress {
  const flags: MortgageFlag[] = []
  if (statements.some(({ isUnreadable }) => isUnreadable)) flags.push('incomplete')
  if (statements.length > 1) flags.push('servicing_transfer')
  return {
    borrower,
    year,
    number: 0,
    statements,
    lenders: statements.map(({ lender }) => lender),
    property: statements.find(({ property }) => property !== null)?.property ?? null,
    originated: statements.find(({ originated }) => originated !== null)?.originated ?? null,
    principal: statements[0]?.principal ?? null,
    interest: sumCents(statements.map(({ interest }) => interest ?? 0)),
    insurance: sumCents(statements.map(({ insurance }) => insurance ?? 0)),
    points: sumCents(statements.map(({ points }) => points ?? 0)),
    flags,
    doubts: statements.reduce<readonly Doubt[]>(
      (doubts, { resolvedDocument }) => joinDoubts(doubts, resolvedDocument.doubts),
      NO_ITEMS,
    ),
  }
}

/**
 * Finds a loan that a loan which began in its year may have paid off: an older loan with the same property, or with no
 * property on either. A loan without an origination date may be older.
 */
function findPaidOffLoan(loan: Loan, yearLoans: readonly Loan[]): Loan | undefined {
  const { originated, year } = loan
  if (originated === null || Number(originated.slice(0, 4)) !== year) return undefined
  return yearLoans.find(
    candidate =>
      candidate !== loan &&
      (candidate.originated === null || candidate.originated < originated) &&
      ((loan.property === null && candidate.property === null) ||
        loan.statements.some(a => candidate.statements.some(b => isSameProperty(a, b)))),
  )
}

const NO_NAME = 'a lender without a name'

/** A lender that may be a person is not named. */
const formatLender = ({ name, mayBePerson }: SourceParty): string => (name === null || mayBePerson ? NO_NAME : name)

function formatLenders(...lenders: readonly [SourceParty, SourceParty]): string {
  const names = lenders.map(formatLender)
  return names.every(name => name === NO_NAME) ? 'two lenders without a name' : names.join(' and ')
}
