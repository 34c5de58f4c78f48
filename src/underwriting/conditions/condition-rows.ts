import type { Cents } from '../../core/money.js'
import type { IncomeStream } from '../income-stream.js'
import {
  type ConditionCode,
  type ConditionSeverity,
  formatCitation,
  type StreamCategory,
  type UnderwritingPolicy,
} from '../policies/policy.js'
import type { AppliedCondition } from './apply-conditions.js'
import type { RaisedCondition } from './condition.js'
import { CONDITIONS } from './condition-table.js'

/** A row of `conditions`. Units: cents per month. */
export interface ConditionRow {
  readonly borrower: string
  /** The key of the stream. Null if the condition is about the borrower. */
  readonly stream: string | null
  readonly category: StreamCategory | null
  readonly condition: ConditionCode
  readonly severity: Exclude<ConditionSeverity, 'ignore'>
  readonly isMet: boolean
  /** The issuer, form or part that it is about. The issuer may be a person, whose name outputs hide. */
  readonly about: string | null
  readonly taxYear: number | null
  /** The monthly amount that depends on it. Null if it is unknown. */
  readonly amount: Cents | null
  /** What answers it. */
  readonly document: string
  readonly message: string
  readonly citation: string
  readonly raised: RaisedCondition
  /** Null if the condition is about the borrower. */
  readonly incomeStream: IncomeStream | null
}

/** Creates the row of a condition. */
export function createConditionRow(
  borrower: string,
  stream: IncomeStream | null,
  { raised, severity, isMet }: AppliedCondition,
  policy: UnderwritingPolicy,
): ConditionRow {
  const { code, taxYear, amount } = raised
  const { document, message } = CONDITIONS[code]
  return {
    borrower,
    stream: stream === null ? null : stream.stream,
    category: stream === null ? null : stream.category,
    condition: code,
    severity,
    isMet,
    about: raised.about ?? raised.document?.document.issuer.name ?? (stream === null ? null : stream.name),
    taxYear,
    amount: amount ?? (stream === null ? null : stream.computedMonthly),
    document,
    message,
    citation: formatCitation(policy, code),
    raised,
    incomeStream: stream,
  }
}
