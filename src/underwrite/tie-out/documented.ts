import { addTo } from '../../core/lists.js'
import { type Cents, sumCents } from '../../core/money.js'
import type { IncomeCategory } from '../../model/role.js'
import type { Party, SourceDocument } from '../../normalize/source.js'
import type { FactRow } from '../../summarize/facts.js'
import { groupByIssuer, issuersOf } from '../../summarize/issuers.js'
import { averageYears, divideShare, latestYear } from '../averaging.js'
import type { Policy } from '../policy.js'
import { microsOfShare } from '../trend.js'
import type { Word } from './finding.js'

/** What work pays, whoever calls it wages: an application states all of these as an employer. */
export const WORK: ReadonlySet<string> & Iterable<IncomeCategory> = new Set([
  'wages',
  'self_employment',
  'partnership',
  's_corporation',
] satisfies IncomeCategory[])

/** Who pays a borrower for work, over all years. */
export interface Workplace {
  readonly parties: readonly Party[]
  readonly facts: readonly FactRow[]
}

const categoryOf = ({ meaning }: FactRow): IncomeCategory => meaning.category as IncomeCategory

/** Those who pay a borrower for work, by the identity of issuers. */
export function workplacesOf(income: readonly FactRow[]): readonly Workplace[] {
  const byDocument = new Map<SourceDocument, FactRow[]>()
  for (const fact of income) if (WORK.has(categoryOf(fact))) addTo(byDocument, fact.of.document, fact)
  return groupByIssuer([...byDocument.keys()]).map(({ documents }) => ({
    parties: issuersOf(documents),
    facts: documents.flatMap(document => byDocument.get(document) ?? []),
  }))
}

/** What they pay in a year, of all categories or of one; null where they pay nothing. */
export function paidIn(
  places: readonly Workplace[],
  year: number | null,
  category?: IncomeCategory,
): Cents | null {
  const held = places.flatMap(({ facts }) =>
    facts.filter(
      fact => fact.of.document.year === year && (category === undefined || categoryOf(fact) === category),
    ),
  )
  return held.length === 0 ? null : sumCents(held.map(({ cents }) => cents))
}

/** The latest year with pay. */
export const lastYearOf = ({ facts }: Workplace): number =>
  facts.reduce((latest, { of }) => Math.max(latest, of.document.year as number), 0)

/** True where some of it is of these categories. */
export const paysFor = ({ facts }: Workplace, ...categories: readonly IncomeCategory[]): boolean =>
  facts.some(fact => categories.includes(categoryOf(fact)))

/** A month of what documents say. Units: cents. Missing: null where the year has nothing. */
export interface Documented {
  readonly monthly: Cents | null
  readonly more: readonly Word[]
}

const HOW: Readonly<Record<Policy['averaging'], Word>> = {
  average: 'average',
  lesser_of_1y_2y: 'lesser',
  latest: 'latest',
}

/**
 * A month of what those who pay for work paid in two years, all of it or of one category: by the policy's averaging, or the
 * share of it that is kept, rounded once. A decline is the policy's matter, and not of what is on documents.
 */
export function monthPaid(
  places: readonly Workplace[],
  year: number | null,
  policy: Policy,
  category?: IncomeCategory,
  kept: number | null = null,
): Documented {
  const latest = paidIn(places, year, category)
  if (latest === null) return { monthly: null, more: [] }
  const prior = year === null ? null : paidIn(places, year - 1, category)
  const { amount } = prior === null ? latestYear(latest, '') : averageYears(latest, prior, null, policy)
  return { monthly: divideShare(amount, kept), more: [prior === null ? 'latest' : HOW[policy.averaging]] }
}

/** The same of receipts, less the expenses that the policy takes for granted; null where it takes gross for no income. */
export function netPaid(
  places: readonly Workplace[],
  year: number | null,
  policy: Policy,
  category?: IncomeCategory,
): Documented {
  const share = policy.selfEmployedExpenses
  if (share === null || paidIn(places, year, category) === null) return { monthly: null, more: ['gross'] }
  return monthPaid(places, year, policy, category, 1_000_000 - microsOfShare(share))
}
