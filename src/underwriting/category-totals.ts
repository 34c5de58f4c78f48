import { NO_ITEMS, trimList } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import type { StreamFlag } from './flags.js'
import type { IncomeStream } from './income-stream.js'
import { type ConditionCode, formatCitation, STREAM_CATEGORIES, type StreamCategory } from './policies/policy.js'
import { addKnownCents } from './streams/formulas.js'
import type { PolicyResult } from './underwrite.js'

/** The streams of a borrower and category together. Units: cents per month, with gross-up unless stated. */
export interface CategoryTotal {
  readonly borrower: string
  readonly category: StreamCategory
  readonly streams: number
  /** The sum of the streams that have an amount. Null if none has. */
  readonly latestAmount: Cents | null
  readonly priorAmount: Cents | null
  /** The sum of the streams that can be computed. Null if none can. */
  readonly computedMonthly: Cents | null
  readonly grossUp: Cents
  readonly qualifyingMonthly: Cents
  readonly supportableMonthly: Cents | null
  /** Without gross-up and without amounts that the lender states. */
  readonly verifiedMonthly: Cents
  /** Sorted. */
  readonly flags: readonly StreamFlag[]
  /** The codes of open conditions, sorted. */
  readonly openConditions: readonly ConditionCode[]
  readonly citation: string
}

type CategorySum = { -readonly [Key in keyof CategoryTotal]: CategoryTotal[Key] }

/** Adds up the streams of each borrower by category. Ordered by borrower, then by category in display order. */
export function listCategoryTotals({ policy, streams }: PolicyResult): readonly CategoryTotal[] {
  const sums: CategorySum[] = []
  let start = 0
  for (const [i, stream] of streams.entries()) {
    if (i > 0 && stream.borrower !== streams[i - 1]?.borrower) start = sums.length
    const { category } = stream
    let position = start
    while (
      position < sums.length &&
      CATEGORY_POSITIONS[(sums[position] as CategorySum).category] < CATEGORY_POSITIONS[category]
    )
      position++
    if (sums[position]?.category !== category)
      sums.splice(position, 0, startSum(stream, formatCitation(policy, category)))
    addStream(sums[position] as CategorySum, stream)
  }
  return sums
}

const CATEGORY_POSITIONS = Object.fromEntries(STREAM_CATEGORIES.map((category, i) => [category, i])) as Readonly<
  Record<StreamCategory, number>
>

const startSum = ({ borrower, category }: IncomeStream, citation: string): CategorySum => ({
  borrower,
  category,
  streams: 0,
  latestAmount: null,
  priorAmount: null,
  computedMonthly: null,
  grossUp: 0,
  qualifyingMonthly: 0,
  supportableMonthly: null,
  verifiedMonthly: 0,
  flags: NO_ITEMS,
  openConditions: NO_ITEMS,
  citation,
})

function addStream(sum: CategorySum, stream: IncomeStream): void {
  sum.streams++
  sum.latestAmount = addKnownCents(sum.latestAmount, stream.latestAmount)
  sum.priorAmount = addKnownCents(sum.priorAmount, stream.priorAmount)
  sum.computedMonthly = addKnownCents(sum.computedMonthly, stream.computedMonthly)
  sum.grossUp = addCents(sum.grossUp, stream.grossUp)
  sum.qualifyingMonthly = addCents(sum.qualifyingMonthly, stream.qualifyingMonthly)
  sum.supportableMonthly = addKnownCents(sum.supportableMonthly, stream.supportableMonthly)
  sum.verifiedMonthly = addCents(sum.verifiedMonthly, stream.verifiedMonthly)
  sum.flags = unite(sum.flags, stream.flags)
  sum.openConditions = unite(sum.openConditions, listOpenConditions(stream))
}

const unite = <Code extends string>(a: readonly Code[], b: readonly Code[]): readonly Code[] =>
  a.length === 0 ? b : b.every(code => a.includes(code)) ? a : [...new Set([...a, ...b])].sort()

/** Lists the codes of the open conditions of a stream, each once and sorted. */
export function listOpenConditions({ conditions }: IncomeStream): readonly ConditionCode[] {
  const codes: ConditionCode[] = []
  for (const { raised, isMet } of conditions) if (!isMet && !codes.includes(raised.code)) codes.push(raised.code)
  return trimList(codes.sort())
}
