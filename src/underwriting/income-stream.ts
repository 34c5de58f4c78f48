import type { Cents, Millionths } from '../core/money.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Borrower } from './borrowers/borrower.js'
import type { AppliedCondition, ConditionApplier } from './conditions/apply-conditions.js'
import type { StreamFlag } from './flags.js'
import type { IraWithdrawals } from './indicators/continuance-indicators.js'
import type { StreamCategory } from './policies/policy.js'
import type { JobRule, Method, Trend } from './streams/formulas.js'
import type { EvaluatedStream, StreamItem } from './streams/stream.js'

/** An income stream with its amounts under a policy. Units: cents per month, with gross-up unless stated. */
export interface IncomeStream {
  readonly borrower: string
  /** The key that known facts use: the category, or `category:name` if the category has several streams. */
  readonly stream: string
  readonly category: StreamCategory
  readonly name: string | null
  readonly latestAmount: Cents | null
  readonly priorAmount: Cents | null
  readonly historyYears: number
  readonly change: Millionths | null
  readonly trend: Trend | null
  readonly method: Method
  readonly months: number
  /** The rule that gave the amount of a job. Null if no such rule applies. */
  readonly jobRule: JobRule | null
  /** Null if it cannot be computed. */
  readonly computedMonthly: Cents | null
  readonly grossUp: Cents
  qualifyingMonthly: Cents
  /** Null if it cannot be computed. */
  supportableMonthly: Cents | null
  /** Without gross-up and without amounts that the lender states. */
  verifiedMonthly: Cents
  /** Sorted. */
  flags: readonly StreamFlag[]
  readonly conditions: readonly AppliedCondition[]
  /** The amounts of the two years, also those that a rule leaves out. */
  readonly items: readonly StreamItem[]
  readonly computedWithoutGrossUp: Cents | null
  /** True for what lies above the cap of a job of several employers. */
  readonly isExcess: boolean
  readonly lossRule: EvaluatedStream['lossRule']
  /** The documents that conditions of the formula are about, such as those of which no amount can be read. */
  readonly questionedDocuments: readonly ResolvedDocument[]
}

/** The streams of a borrower, and what applies its conditions. */
export interface BorrowerStreams {
  readonly borrower: Borrower
  readonly streams: readonly IncomeStream[]
  readonly applier: ConditionApplier
  /** The IRA withdrawals of the as-of year. Null without any. */
  readonly iraWithdrawals: IraWithdrawals | null
}
