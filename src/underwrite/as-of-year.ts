import { addInOrder } from '../core/lists.js'
import { categoryOf } from '../model/role.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { BorrowerView } from './borrower-view.js'
import { completeFrom } from './confirmation.js'
import { isBoxUnreadable, isIncomeRefused } from './lost.js'

/** The year that figures are worked out for. Missing: `year` is null where there is no income at all. */
export interface AsOfYear {
  readonly year: number | null
  readonly complete: boolean
  /** Years with income behind it that are not complete yet. */
  readonly laterIncomplete: readonly number[]
  /** Nothing of the year's income could be read, or income was refused whose year may have been the year. */
  readonly doubtful: boolean
}

/**
 * True where a year's documents are all there: a software source holds it, or its newest authority record is dated on
 * or after 1 August of the next year.
 */
function isYearComplete({ resolution }: TaxpayerResult, year: number): boolean {
  const day = completeFrom(year)
  for (const { document, status } of resolution.documents) {
    // What was never a document of the year does not show that the source has the year.
    if (document.year !== year || status === 'void' || status === 'canceled') continue
    if (!document.record.authority || (document.record.date ?? '') >= day) return true
  }
  return false
}

/** The years of documents of income that count, those whose income could not be read among them, the latest first. */
function yearsWithIncome(borrower: BorrowerView, facts: readonly FactRow[], areOwn: boolean): number[] {
  const years: number[] = []
  for (const fact of facts) if (isCounted(fact)) addInOrder(years, fact.of.document.year as number)
  for (const gap of borrower.result.ledger.gaps) {
    if (!isBoxUnreadable(gap) || categoryOf(gap.role) === null) continue
    if (borrower.isOwn(gap.of as ResolvedDocument) === areOwn) addInOrder(years, gap.year)
  }
  return years.reverse()
}

/**
 * The year to work with: the one given, else the latest complete one with a counted document of income, else the latest
 * with any.
 * Missing: without income of the taxpayer's own, the income of other recipients says the year.
 *
 * @param boxFiveWages Wages that the policy reads from box 5 because box 1 is unknown. A year that has them is known.
 */
export function asOfYearOf(
  borrower: BorrowerView,
  given: number | undefined,
  boxFiveWages: readonly FactRow[],
): AsOfYear {
  const { result } = borrower
  const ownYears = yearsWithIncome(borrower, borrower.income, true)
  const facts = ownYears.length > 0 ? borrower.income : borrower.others
  const latestFirst = ownYears.length > 0 ? ownYears : yearsWithIncome(borrower, facts, false)
  const latest = latestFirst[0]
  if (latest === undefined)
    return {
      year: null,
      complete: false,
      laterIncomplete: [],
      doubtful: isIncomeRefused(borrower, () => true),
    }
  const year = given ?? latestFirst.find(each => isYearComplete(result, each)) ?? latest
  return {
    year,
    complete: isYearComplete(result, year),
    laterIncomplete: latestFirst.filter(each => each > year && !isYearComplete(result, each)).reverse(),
    doubtful:
      given === undefined &&
      (![...facts.filter(isCounted), ...boxFiveWages].some(({ of }) => of.document.year === year) ||
        isIncomeRefused(borrower, each => ownYears.length === 0 || each > year)),
  }
}
