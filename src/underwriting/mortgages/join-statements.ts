import { countWork, MAX_COMPARED_STATEMENTS } from '../../core/limits.js'
import { getOrCreate, sortInPlace } from '../../core/lists.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import { isAcquiredInYear, isInterestOfOneLoan } from './interest-rule.js'
import { compareHolders, comparePrincipals, isSameProperty, type LoanStatement, mayBeSameLoan } from './statement.js'

/** Two statements of different lenders that may be one loan. */
export interface StatementPair {
  readonly a: LoanStatement
  readonly b: LoanStatement
  /** The difference of the principals in cents. Infinite if one is unknown. */
  readonly distance: number
}

/**
 * Lists the pairs of different lenders that nothing contradicts and that something suggests: a date of acquisition, the
 * same property or the same origination date. The pairs with the nearest principals come first. If there are too many
 * statements, none are compared, which the issue `mortgages_not_compared` reports.
 */
export function listPairs(statements: readonly LoanStatement[]): StatementPair[] {
  const pairs: StatementPair[] = []
  if (statements.length > MAX_COMPARED_STATEMENTS) return pairs
  const lenderByDocument = new Map<SourceDocument, number>()
  for (const [i, { documents }] of groupByIssuer(statements.map(toDocument)).entries())
    for (const document of documents) lenderByDocument.set(document, i)
  const getLender = (statement: LoanStatement) => lenderByDocument.get(toDocument(statement))
  for (const [i, a] of statements.entries()) {
    countWork()
    for (const b of statements.slice(i + 1)) {
      if (getLender(a) === getLender(b) || !mayBeSameLoan(a, b)) continue
      const isSuggested =
        a.acquired !== b.acquired || isSameProperty(a, b) || (a.originated !== null && a.originated === b.originated)
      if (isSuggested) pairs.push({ a, b, distance: comparePrincipals(a, b) ?? Number.POSITIVE_INFINITY })
    }
  }
  // The sort is stable: equally near pairs stay in the order of their statements.
  return pairs.sort((first, second) =>
    first.distance === second.distance ? 0 : first.distance < second.distance ? -1 : 1,
  )
}

const toDocument = ({ resolvedDocument }: LoanStatement): SourceDocument => resolvedDocument.document

/**
 * Joins the statements of transferred loans. A loan that was transferred twice may need two rounds: the interest of its
 * second lender fits only if the date of the second transfer is known.
 */
export function joinStatements(
  statements: readonly LoanStatement[],
  pairs: readonly StatementPair[],
  year: number,
): LoanStatement[][] {
  const groupByStatement = new Map<LoanStatement, LoanStatement[]>()
  for (const statement of statements) groupByStatement.set(statement, [statement])
  const partnersByStatement = new Map<LoanStatement, Set<LoanStatement>>()
  for (const { a, b } of pairs) {
    getOrCreate(partnersByStatement, a, createSet).add(b)
    getOrCreate(partnersByStatement, b, createSet).add(a)
  }
  let hasJoined = true
  while (hasJoined) {
    hasJoined = false
    for (const { a, b } of pairs) {
      countWork()
      const [first, second] = [groupByStatement.get(a), groupByStatement.get(b)] as [LoanStatement[], LoanStatement[]]
      if (first === second || !first.every(statement => isPairedWithAll(partnersByStatement.get(statement), second)))
        continue
      const group = sortInPlace([...first, ...second], compareHolders)
      if (!isInterestOfOneLoan(group, year)) continue
      for (const statement of group) groupByStatement.set(statement, group)
      hasJoined = true
    }
  }
  // If every lender acquired the loan this year, the lender before them is missing. Then they may have acquired different
  // loans, unless the property is the same.
  return [...new Set(groupByStatement.values())].flatMap(group =>
    group.length === 1 || !isAcquiredInYear(group[0] as LoanStatement, year) || areSameProperty(group)
      ? [group]
      : group.map(statement => [statement]),
  )
}

const createSet = (): Set<LoanStatement> => new Set()

const isPairedWithAll = (partners: ReadonlySet<LoanStatement> | undefined, group: readonly LoanStatement[]): boolean =>
  partners !== undefined && group.every(statement => partners.has(statement))

const areSameProperty = (group: readonly LoanStatement[]): boolean =>
  group.every(statement => isSameProperty(group[0] as LoanStatement, statement))
