import { heldOr } from '../core/lists.js'
import { addCents, type Cents, ratioMicros } from '../core/money.js'
import type { SourceDocument } from '../normalize/source.js'
import { groupByIssuer, sumsOfPlainIssuers } from '../resolve/issuers.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { Ledger } from './facts.js'
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

/** What a year adds up to while it is added up. */
interface Year {
  readonly year: number
  gross: Cents
  allocated: Cents
  counted: number
  notCounted: number
  /** Documents with income in the total, and how much. */
  readonly payers: SourceDocument[]
  readonly paid: Cents[]
}

/** One row for every year that has a document, counted or not. */
export function yearSums(
  documents: readonly ResolvedDocument[],
  ledger: Ledger,
  income: readonly IncomeSum[],
  withholding: readonly WithholdingSum[],
): YearSum[] {
  const years = new Map<number, Year>()
  for (const { document, status } of documents) {
    const { year } = document
    if (year === null) continue
    const sums = heldOr(years, year, () => ({
      year,
      gross: 0,
      allocated: 0,
      counted: 0,
      notCounted: 0,
      payers: [],
      paid: [],
    }))
    if (status === 'counted') sums.counted++
    else sums.notCounted++
  }
  for (const { meaning, of, cents } of ledger.facts) {
    if (meaning.reason !== null || !isInTotal(meaning.category)) continue
    const { document } = of
    const { basis } = meaning
    const sums = years.get(document.year as number) as Year
    // The facts of a document stand together.
    const last = sums.payers.length - 1
    if (sums.payers[last] === document) sums.paid[last] = addCents(sums.paid[last] as Cents, cents)
    else {
      sums.payers.push(document)
      sums.paid.push(cents)
    }
    if (basis === 'gross') sums.gross = addCents(sums.gross, cents)
    else if (basis === 'allocated') sums.allocated = addCents(sums.allocated, cents)
  }
  return [...years.values()]
    .sort((a, b) => a.year - b.year)
    .map(({ year, gross, allocated, counted, notCounted, payers, paid }) => {
      let totalIncome: Cents = 0
      let federalWithheld: Cents = 0
      let complete = true
      for (const row of income) {
        if (row.year !== year) continue
        if (isInTotal(row.category)) totalIncome = addCents(totalIncome, row.amount)
        complete &&= row.complete
      }
      for (const row of withholding) {
        if (row.year !== year) continue
        if (row.kind === 'federal') federalWithheld = row.amount
        complete &&= row.complete
      }
      return {
        year,
        totalIncome,
        grossPart: gross,
        allocatedPart: allocated,
        federalWithheld,
        effectiveWithholdingRate: totalIncome > 0 ? ratioMicros(federalWithheld, totalIncome) : null,
        largestPayerShare: totalIncome > 0 ? ratioMicros(largestPayer(payers, paid), totalIncome) : null,
        documents: counted,
        notCounted,
        complete,
      }
    })
}

/** The most that any payer paid; payers are issuers joined across forms. */
function largestPayer(payers: readonly SourceDocument[], paid: readonly Cents[]): Cents {
  const sums = sumsOfPlainIssuers(payers, paid) ?? sumsByIssuer(payers, paid)
  let largest: Cents | null = null
  for (const sum of sums) if (largest === null || sum > largest) largest = sum
  return largest ?? 0
}

function sumsByIssuer(payers: readonly SourceDocument[], paid: readonly Cents[]): Cents[] {
  const amounts = new Map(payers.map((document, i) => [document, paid[i] as Cents]))
  return groupByIssuer(payers).map(({ documents }) =>
    documents.reduce<Cents>((sum, document) => addCents(sum, amounts.get(document) ?? 0), 0),
  )
}
