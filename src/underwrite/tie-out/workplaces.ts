import type { Cents } from '../../core/money.js'
import { sumCents } from '../../core/money.js'
import type { IncomeCategory } from '../../model/role.js'
import type { Party, SourceDocument } from '../../normalize/source.js'
import type { FactRow } from '../../summarize/facts.js'
import { groupByIssuer, issuersOf } from '../../summarize/issuers.js'

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
  for (const fact of income) {
    if (!WORK.has(categoryOf(fact))) continue
    const held = byDocument.get(fact.of.document)
    if (held === undefined) byDocument.set(fact.of.document, [fact])
    else held.push(fact)
  }
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
