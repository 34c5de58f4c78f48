import { categoryOf } from '../spec/role.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { Own } from './own.js'

/** The year that figures are worked out for. Missing: `year` is null where there is no income at all. */
export interface AsOfYear {
  readonly year: number | null
  readonly complete: boolean
  /** Years with income behind it that are not complete yet. */
  readonly laterIncomplete: readonly number[]
}

/**
 * True where a year's documents are all there: a software source holds it, or its newest authority record is dated on
 * or after 1 August of the next year. Source: the IRS says that wage and income data may be incomplete until July.
 */
function isYearComplete({ resolution }: TaxpayerResult, year: number): boolean {
  const day = `${String(year + 1).padStart(4, '0')}-08-01`
  return resolution.documents.some(
    ({ document, status }) =>
      document.year === year &&
      // What was never a document of the year does not show that the source has the year.
      status !== 'void' &&
      status !== 'canceled' &&
      (!document.record.authority || (document.record.date ?? '') >= day),
  )
}

const yearsWithIncome = (facts: readonly FactRow[]): number[] => [
  ...new Set(
    facts.flatMap(({ counted, role, of }) =>
      counted && categoryOf(role) !== null ? [of.document.year as number] : [],
    ),
  ),
]

/**
 * The year to work with: the one given, else the latest complete one with counted income, else the latest with any.
 * Missing: without income of the taxpayer's own, the income of other recipients says the year.
 */
export function asOfYearOf(result: TaxpayerResult, own: Own, given?: number): AsOfYear {
  const ownYears = yearsWithIncome(own.facts)
  const years = ownYears.length > 0 ? ownYears : yearsWithIncome(result.ledger.facts)
  const latestFirst = years.sort((a, b) => b - a)
  const complete = new Map(latestFirst.map(year => [year, isYearComplete(result, year)]))
  const [latest] = latestFirst
  if (latest === undefined) return { year: null, complete: false, laterIncomplete: [] }
  const year = given ?? latestFirst.find(each => complete.get(each) === true) ?? latest
  return {
    year,
    complete: complete.get(year) ?? isYearComplete(result, year),
    laterIncomplete: latestFirst.filter(each => each > year && complete.get(each) === false).reverse(),
  }
}
