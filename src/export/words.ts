import type { Severity } from '../core/issue-table.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../model/role.js'
import type { Submission } from '../normalize/source.js'
import type { Status } from '../resolve/resolved.js'
import type { ReturnLine } from '../summarize/return-lines.js'
import type { IndicatorName } from '../underwrite/indicator-names.js'
import type { NeedCode } from '../underwrite/needs/codes.js'
import type { StreamName } from '../underwrite/subject.js'
import type { TieOutFinding, TieOutItem } from '../underwrite/tie-out/finding.js'
import type { Trend } from '../underwrite/trend.js'

/** Types of which a column holds one of few values, by how they are written: the compiler holds the column to its type. */
export interface Words {
  readonly Severity: Severity
  readonly Submission: Submission
  readonly Status: Status
  readonly Basis: Basis
  readonly IncomeCategory: IncomeCategory
  readonly Reason: Reason
  readonly Role: Role
  readonly WithholdingKind: WithholdingKind
  readonly NeedCode: NeedCode
  readonly ReturnLine: ReturnLine
  readonly IndicatorName: IndicatorName
  readonly "StreamName | 'total'": StreamName | 'total'
  readonly TieOutFinding: TieOutFinding
  readonly TieOutItem: TieOutItem
  readonly Trend: Trend
  readonly '0 | 12 | 24': 0 | 12 | 24
}
