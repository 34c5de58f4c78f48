import type { Cents } from '../core/money.js'
import type { TaxpayerContext } from '../tables/table.js'
import { describeLaterYears } from '../underwriting/traces/explain.js'
import type { IncomeTotal, PolicyResult } from '../underwriting/underwrite.js'
import { describeNotComputable } from './conditions.js'
import { formatHeadline, upperFirst, wordsOfCitation } from './labels.js'

/** A line of the totals: its label, its text, and the last part of its figure's name, or null if no figure is behind it. */
interface TotalLine {
  readonly label: string
  readonly text: string
  /** The amount that the text shows, or null if it shows none. */
  readonly cents: Cents | null
  readonly figure: string | null
}

/** The totals of all borrowers under one policy, as text. The first line is the amount that qualifies today. */
export interface PolicyTotals {
  readonly title: string
  /** The version of the policy's rules. */
  readonly ruleVersion: string
  readonly lines: readonly TotalLine[]
  /** What the amounts are, and what is not in them. */
  readonly remarks: readonly string[]
}

/** Describes why there is no income: the taxpayer's status is REJECTED, or no document has income. */
export const describeNoIncome = ({ result }: TaxpayerContext): string =>
  result.dossier.taxpayer?.['status'] === 'REJECTED' ? 'REJECTED, access was not authorized' : 'no income found'

/** Describes the totals that people read first. The amounts are monthly. */
export function describeTotals(taxpayer: TaxpayerContext, result: PolicyResult, total: IncomeTotal): PolicyTotals {
  const { policy, asOf } = result
  const noIncome = upperFirst(describeNoIncome(taxpayer))
  const year = asOf.year === null ? noIncome : `${asOf.year}${asOf.isComplete ? '' : ', incomplete'}`
  const amounts = [
    ['Qualifies today', 'qualifying_monthly', total.qualifyingMonthly],
    ['Supportable once the open conditions are met', 'supportable_monthly', total.supportableMonthly],
    ['Matched to IRS transcripts', 'verified_monthly', total.verifiedMonthly],
  ] as const
  return {
    title: policy.title,
    ruleVersion: wordsOfCitation(policy.ruleVersion),
    lines: [
      ...amounts.map(([label, figure, cents]) => ({ label, text: formatHeadline(cents), cents, figure })),
      { label: 'Open conditions', text: describeOpenConditions(total), cents: null, figure: null },
      { label: 'Latest tax year used', text: year, cents: null, figure: null },
    ],
    remarks: ['Amounts are monthly.', describeNotComputable(result), describeLaterYears(result)].filter(
      remark => remark !== null,
    ),
  }
}

const describeOpenConditions = ({ openBlocking, openReview }: IncomeTotal): string =>
  openBlocking + openReview === 0
    ? 'none'
    : [
        ...(openBlocking > 0 ? [`${openBlocking} blocking`] : []),
        ...(openReview > 0 ? [`${openReview} to review`] : []),
      ].join(', ')
