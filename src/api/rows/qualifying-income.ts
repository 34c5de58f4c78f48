// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { Flag } from '../../underwrite/flag.js'
import type { StreamName } from '../../underwrite/subject.js'
import type { Trend } from '../../underwrite/trend.js'

/** What a lender may count a month, by borrower, category and policy; excluded categories with 0 and their reason. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface QualifyingIncomeRow {
  /** Category of income, officer_compensation, or total. */
  readonly category: StreamName | 'total'
  /** The year, after exclusions; null where it has none, or none that could be read. US dollars. */
  readonly latestAmount: Decimal | null
  /** The year before, the same. US dollars. Missing: null. */
  readonly priorAmount: Decimal | null
  /** (latest - prior) / prior; null from 0 or below, and where the trend is unknown. A fraction of 1. */
  readonly change: Decimal | null
  /** new, discontinued, stable, increasing, decreasing, or unknown where a year could not be read; null where neither year has an amount, and on the total. */
  readonly trend: Trend | null
  /** Months that the amount stands on: 12 or 24; 0 where excluded. */
  readonly months: 0 | 12 | 24
  /** A month, rounded once. US dollars. */
  readonly monthlyAmount: Decimal
  /** Added for the part that is not taxed. US dollars. */
  readonly grossUp: Decimal
  /** The sum of the two; without the gross-up where it enters ratios only. US dollars. */
  readonly qualifyingMonthly: Decimal
  /** A month of the latest year that was held back. US dollars. Missing: null. */
  readonly supportableIfStabilized: Decimal | null
  /** Reasons and doubts, sorted. */
  readonly flags: readonly Flag[]
  /** Sources of the rules, separated by semicolons. */
  readonly citations: string
  /** self, or the last four of a person whom the caller named; all on the total of several. */
  readonly borrower: string
  /** Of the year, what documents that an authority holds confirm. US dollars. Missing: null. */
  readonly verifiedLatest: Decimal | null
  /** Of the year before, the same. US dollars. Missing: null. */
  readonly verifiedPrior: Decimal | null
  /** The monthly amount of what is confirmed alone, by the same formula, at most that amount; on a total the sum of its rows, which losses can make more than the total itself. US dollars. Missing: null. */
  readonly verifiedMonthly: Decimal | null
}
