import { addAll } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { addKnown } from './facts-of-years.js'
import { addFlags, type Flag, sortFlags } from './flag.js'
import type { QualifyingRow } from './qualifying-income.js'

const FROM_ROWS: readonly Flag[] = ['check_failed', 'incomplete', 'ratio_only']

/** The sum of rows, of a borrower or of totals. Missing: a column in which no row has an amount is null. */
export function totalOf(
  rows: readonly QualifyingRow[],
  borrower: string,
  more: readonly Flag[],
  citations: string,
): QualifyingRow {
  let latestAmount: Cents | null = null
  let priorAmount: Cents | null = null
  let supportableIfStabilized: Cents | null = null
  let verifiedLatest: Cents | null = null
  let verifiedPrior: Cents | null = null
  let verifiedMonthly: Cents = 0
  let monthlyAmount: Cents = 0
  let grossUp: Cents = 0
  let qualifyingMonthly: Cents = 0
  const flags: Flag[] = []
  const unread: number[] = []
  for (const row of rows) {
    latestAmount = addKnown(latestAmount, row.latestAmount)
    priorAmount = addKnown(priorAmount, row.priorAmount)
    supportableIfStabilized = addKnown(supportableIfStabilized, row.supportableIfStabilized)
    verifiedLatest = addKnown(verifiedLatest, row.verifiedLatest)
    verifiedPrior = addKnown(verifiedPrior, row.verifiedPrior)
    verifiedMonthly = addCents(verifiedMonthly, row.verifiedMonthly)
    monthlyAmount = addCents(monthlyAmount, row.monthlyAmount)
    grossUp = addCents(grossUp, row.grossUp)
    qualifyingMonthly = addCents(qualifyingMonthly, row.qualifyingMonthly)
    for (const flag of FROM_ROWS) if (row.flags.includes(flag) && !flags.includes(flag)) flags.push(flag)
    addAll(unread, row.unread)
  }
  addFlags(flags, more)
  return {
    category: 'total',
    latestAmount,
    priorAmount,
    change: null,
    trend: null,
    months: 0,
    monthlyAmount,
    grossUp,
    qualifyingMonthly,
    supportableIfStabilized,
    flags: sortFlags(flags),
    citations,
    borrower,
    verifiedLatest,
    verifiedPrior,
    verifiedMonthly,
    unread,
  }
}
