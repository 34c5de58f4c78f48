// The folder `underwriting/mortgages` joins the yearly Forms 1098 of one loan, and gives the mortgages of a household.

import { groupBy, sortInPlace } from '../../core/lists.js'
import { type Cents, sumCents } from '../../core/money.js'
import { compareText } from '../../core/text.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { BONDS, type Bond, bondOf, compareStatements, distanceOf, type Statement, statementOf } from './statement.js'

/** What a loan's row says of it. */
export const MORTGAGE_FLAGS = {
  incomplete: 'A box on its statements could not be read.',
  servicing_transfer: 'Two lenders reported the loan in the year: it was transferred and is one loan.',
} as const

/** A flag of a loan. */
export type MortgageFlag = keyof typeof MORTGAGE_FLAGS

/**
 * A mortgage in a year. Units: cents. Missing: `principal`, `originated` and `property` are null where no statement has
 * them; `interest`, `insurance` and `points` are the sums of what the statements have. `unsure`: the property alone says
 * that its statements are of one loan.
 */
export type Loan = Readonly<ReturnType<typeof loanOf>>

/** The loans of a household by year: what one lender reports twice is two loans, what two report may be one. */
export function loansOf(borrowers: readonly Pick<BorrowerView, 'borrower' | 'forms'>[]): readonly Loan[] {
  const loans: ReturnType<typeof loanOf>[] = []
  for (const { borrower, forms } of borrowers) {
    const byYear = groupBy(forms.mortgage.map(statementOf), ({ document }) => document.year as number)
    for (const [year, statements] of byYear)
      for (const cluster of clustersOf(sortInPlace(statements, compareStatements)))
        loans.push(loanOf(sortInPlace(cluster.statements, compareHolding), cluster.unsure, borrower, year))
  }
  // Sorting keeps the order of borrowers, and of each one's loans, in a year.
  sortInPlace(loans, (a, b) => a.year - b.year)
  let last: Loan | null = null
  for (const loan of loans) {
    loan.number = last?.year === loan.year ? last.number + 1 : 1
    last = loan
  }
  return loans
}

interface Cluster {
  readonly statements: Statement[]
  readonly lenders: Set<number>
  unsure: boolean
}

/** Statements of one borrower and year, joined where they are of one loan: the nearest principals first. */
function clustersOf(statements: readonly Statement[]): Pick<Cluster, 'statements' | 'unsure'>[] {
  const pairs = pairsOf(statements)
  // The ordinary case.
  if (pairs.length === 0) return statements.map(each => ({ statements: [each], unsure: false }))
  const lenderOf = new Map<SourceDocument, number>()
  groupByIssuer(statements.map(({ document }) => document)).forEach(({ documents }, i) => {
    for (const document of documents) lenderOf.set(document, i)
  })
  const clusters = new Map<Statement, Cluster>()
  for (const each of statements) {
    const lender = lenderOf.get(each.document) as number
    clusters.set(each, { statements: [each], lenders: new Set([lender]), unsure: false })
  }
  for (const [a, b, bond] of pairs) {
    const [one, two] = [clusters.get(a) as Cluster, clusters.get(b) as Cluster]
    if (one === two || !canJoin(one, two)) continue
    one.statements.push(...two.statements)
    for (const lender of two.lenders) one.lenders.add(lender)
    one.unsure ||= two.unsure || bond === 'property'
    for (const each of two.statements) clusters.set(each, one)
  }
  return [...new Set(statements.map(each => clusters.get(each) as Cluster))]
}

/** Up to so many are compared each with each; whoever has more is no borrower of a home. */
const MAX_COMPARED = 200

type Pair = readonly [a: Statement, b: Statement, bond: Bond, distance: number]

/** Pairs that may be one loan: the nearest principals first, of equally near ones those that most speaks for. */
function pairsOf(statements: readonly Statement[]): Pair[] {
  const pairs: Pair[] = []
  if (statements.length > MAX_COMPARED) return pairs
  statements.forEach((a, i) => {
    for (const b of statements.slice(i + 1)) {
      const bond = bondOf(a, b)
      if (bond !== null) pairs.push([a, b, bond, distanceOf(a, b) ?? Number.POSITIVE_INFINITY])
    }
  })
  // Sorting keeps the order of statements among those that are equally near.
  const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
  return pairs.sort((a, b) => compare(a[3], b[3]) || BONDS.indexOf(a[2]) - BONDS.indexOf(b[2]))
}

/** Each lender had it once, and each statement may be of the loan of each other. */
const canJoin = (one: Cluster, two: Cluster): boolean =>
  [...one.lenders].every(lender => !two.lenders.has(lender)) &&
  one.statements.every(a => two.statements.every(b => bondOf(a, b) !== null))

/** Who had it first: without a day on which it was taken over, then by that day, then the larger principal. */
const compareHolding = (a: Statement, b: Statement): number =>
  compareText(a.acquired ?? '', b.acquired ?? '') ||
  (b.principal ?? -1) - (a.principal ?? -1) ||
  compareStatements(a, b)

/** A loan of statements that stand in the order in which their lenders held it. */
function loanOf(statements: readonly Statement[], unsure: boolean, borrower: string, year: number) {
  const first = <Box extends 'property' | 'originated' | 'principal'>(box: Box): Statement[Box] | null =>
    statements.find(each => each[box] !== null)?.[box] ?? null
  const sum = (box: 'interest' | 'insurance' | 'points'): Cents => sumCents(statements.map(each => each[box] ?? 0))
  const flags: MortgageFlag[] = []
  if (statements.some(({ unread }) => unread)) flags.push('incomplete')
  if (statements.length > 1) flags.push('servicing_transfer')
  return {
    borrower,
    year,
    /** Counted from 1 in each year, once all loans of the year are there. */
    number: 0,
    statements,
    lenders: statements.map(({ lender }) => lender),
    property: first('property'),
    originated: first('originated'),
    principal: first('principal'),
    interest: sum('interest'),
    insurance: sum('insurance'),
    points: sum('points'),
    flags,
    unsure,
  }
}
