import type { Cents } from '../../core/money.js'
import type { IncomeStream } from '../income-stream.js'
import { type ConditionCode, formatCitation, type StreamCategory, type UnderwritingPolicy } from '../policies/policy.js'
import type { AppliedCondition } from './apply-conditions.js'
import type { RaisedCondition } from './condition.js'
import { CONDITIONS } from './condition-table.js'

/**
 * A row of `conditions`. Units: cents per month. A taxpayer can have millions of rows, so a row stores only what it is computed
 * from.
 */
export class ConditionRow {
  constructor(
    readonly borrower: string,
    /** Null if the condition is about the borrower. */
    readonly incomeStream: IncomeStream | null,
    private readonly applied: AppliedCondition,
    private readonly policy: UnderwritingPolicy,
  ) {}

  get raised(): RaisedCondition {
    return this.applied.raised
  }

  /** The key of the stream. Null if the condition is about the borrower. */
  get stream(): string | null {
    return this.incomeStream?.stream ?? null
  }

  get category(): StreamCategory | null {
    return this.incomeStream?.category ?? null
  }

  get condition(): ConditionCode {
    return this.raised.code
  }

  get severity(): AppliedCondition['severity'] {
    return this.applied.severity
  }

  get isMet(): boolean {
    return this.applied.isMet
  }

  /** The issuer, form or part that it is about. The issuer may be a person, whose name outputs hide. */
  get about(): string | null {
    const { about, document } = this.raised
    return about ?? document?.document.issuer.name ?? this.incomeStream?.name ?? null
  }

  get taxYear(): number | null {
    return this.raised.taxYear
  }

  /** The monthly amount that depends on it. Null if it is unknown. */
  get amount(): Cents | null {
    return this.raised.amount ?? this.incomeStream?.computedMonthly ?? null
  }

  get document(): string {
    return CONDITIONS[this.condition].document
  }

  get message(): string {
    return CONDITIONS[this.condition].message
  }

  get citation(): string {
    return formatCitation(this.policy, this.condition)
  }
}
