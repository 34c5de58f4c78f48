import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeTotal, PolicyResult } from '../underwriting/underwrite.js'
import { formatHeadline } from './labels.js'

/** A line of the totals: its label, its text, and the last part of its figure's name, or null if no figure is behind it. */
export interface TotalLine {
  readonly label: string
  readonly text: string
  readonly figure: string | null
}

/** The totals of all borrowers under one policy, as text. The first line is the amount that qualifies today. */
export interface PolicyTotals {
  readonly title: string
  readonly lines: readonly TotalLine[]
}

/** Describes why there is no income: the taxpayer's status is REJECTED, or no document has income. */
export const describeNoIncome = ({ result }: TaxpayerContext): string =>
  result.dossier.taxpayer?.['status'] === 'REJECTED' ? 'REJECTED, access was not authorized' : 'no income found'

/** Describes the totals that people read first. The amounts are monthly. */
export function describeTotals(taxpayer: TaxpayerContext, result: PolicyResult, total: IncomeTotal): PolicyTotals {
  const { policy, asOf } = result
  const noIncome = describeNoIncome(taxpayer).replace(/^n/, 'N')
  const year = asOf.year === null ? noIncome : `${asOf.year}${asOf.isComplete ? '' : ', incomplete'}`
  const amounts = [
    ['Qualifies today', 'qualifying_monthly', total.qualifyingMonthly],
    ['Supportable once the open conditions are met', 'supportable_monthly', total.supportableMonthly],
    ['Matched to IRS transcripts', 'verified_monthly', total.verifiedMonthly],
  ] as const
  return {
    title: policy.title,
    lines: [
      ...amounts.map(([label, figure, cents]) => ({ label, text: formatHeadline(cents), figure })),
      { label: 'Open conditions', text: describeOpenConditions(total), figure: null },
      { label: 'As of', text: year, figure: null },
    ],
  }
}

const describeOpenConditions = ({ openBlocking, openReview }: IncomeTotal): string =>
  openBlocking + openReview === 0
    ? 'none'
    : [
        ...(openBlocking > 0 ? [`${openBlocking} blocking`] : []),
        ...(openReview > 0 ? [`${openReview} to review`] : []),
      ].join(', ')
