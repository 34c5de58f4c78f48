// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { TieOutFinding, TieOutItem } from '../../underwrite/tie-out/finding.js'

/** What the application states beside what the documents say: employers, categories of income, mortgages. No rows where nothing is stated. Units: US dollars; fractions of 1. Missing: null, never 0. */
export interface TieOut {
  /** self, the last four of the recipient, all of the household, or unknown where the application does not say whose it is. */
  readonly borrower: string
  /** employer, category or mortgage. */
  readonly item: TieOutItem
  /** As it is stated, else as the documents name it; of a category its name. Missing: null. */
  readonly name: string | null
  /** What is stated, a month; of a mortgage its payment. US dollars. Missing: null. */
  readonly statedMonthly: Decimal | null
  /** What the documents say, a month; of a mortgage the interest and the insurance alone. US dollars. Missing: null. */
  readonly documentedMonthly: Decimal | null
  /** Stated less documented. US dollars. Missing: null. */
  readonly difference: Decimal | null
  /** The difference over what is documented. A fraction of 1. Missing: null. */
  readonly differenceRatio: Decimal | null
  /** agrees (within 5 %), stated_higher, stated_lower, stated_only, documented_only, or not_computable. */
  readonly finding: TieOutFinding
  /** What it means, and how it was worked out. */
  readonly message: string
}
