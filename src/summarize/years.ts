import { addCents, type Cents, ratioMicros } from '../core/money.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { categoryOf } from '../spec/role.js'
import type { FactRow, Ledger } from './facts.js'
import { groupByIssuer } from './issuers.js'
import type { IncomeSum, WithholdingSum } from './sums.js'

/**
 * A taxpayer's year. Units: cents, and millionths for the ratios. Missing: `effectiveWithholdingRate` and
 * `largestPayerShare` are null where the total is 0 or below.
 */
export interface YearSum {
  readonly year: number
  readonly totalIncome: Cents
  readonly grossPart: Cents
  readonly allocatedPart: Cents
  readonly federalWithheld: Cents
  readonly effectiveWithholdingRate: Cents | null
  readonly largestPayerShare: Cents | null
  readonly documents: number
  readonly notCounted: number
  readonly complete: boolean
}

/** True for income that the total holds: all but allocated tips, which are unreported by definition. */
export const isInTotal = (category: string | null): boolean =>
  category !== null && category !== 'allocated_tips'

/** One row for every year that has a document, counted or not. */
export function yearSums(
  documents: readonly ResolvedDocument[],
  ledger: Ledger,
  income: readonly IncomeSum[],
  withholding: readonly WithholdingSum[],
): YearSum[] {
  const years = [...new Set(documents.flatMap(({ document: { year } }) => (year === null ? [] : [year])))]
  const byYear = new Map<number, FactRow[]>(years.map(year => [year, []]))
  for (const fact of ledger.facts) {
    if (fact.counted && isInTotal(categoryOf(fact.role)))
      byYear.get(fact.of.document.year as number)?.push(fact)
  }
  return years
    .sort((a, b) => a - b)
    .map(year => {
      const rows = income.filter(row => row.year === year && isInTotal(row.category))
      const totalIncome = rows.reduce<Cents>((sum, row) => addCents(sum, row.amount), 0)
      const taxes = withholding.filter(row => row.year === year)
      const federalWithheld = taxes.find(row => row.kind === 'federal')?.amount ?? 0
      const facts = byYear.get(year) ?? []
      const part = (basis: string): Cents =>
        facts.reduce<Cents>((sum, fact) => (fact.basis === basis ? addCents(sum, fact.cents) : sum), 0)
      const held = documents.filter(({ document }) => document.year === year)
      const counted = held.filter(({ status }) => status === 'counted').length
      return {
        year,
        totalIncome,
        grossPart: part('gross'),
        allocatedPart: part('allocated'),
        federalWithheld,
        effectiveWithholdingRate: totalIncome > 0 ? ratioMicros(federalWithheld, totalIncome) : null,
        largestPayerShare: totalIncome > 0 ? ratioMicros(largestPayer(facts), totalIncome) : null,
        documents: counted,
        notCounted: held.length - counted,
        complete: [...income.filter(row => row.year === year), ...taxes].every(row => row.complete),
      }
    })
}

/** The most that any payer paid; payers are issuers joined across forms. */
function largestPayer(facts: readonly FactRow[]): Cents {
  const amounts = new Map<SourceDocument, Cents>()
  for (const { of, cents } of facts) amounts.set(of.document, addCents(amounts.get(of.document) ?? 0, cents))
  let largest: Cents | null = null
  for (const { documents } of groupByIssuer([...amounts.keys()])) {
    const sum = documents.reduce<Cents>((total, document) => addCents(total, amounts.get(document) ?? 0), 0)
    if (largest === null || sum > largest) largest = sum
  }
  return largest ?? 0
}
