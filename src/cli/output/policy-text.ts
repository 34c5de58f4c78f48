// The parts of the text summary that show the amounts under each policy.

import { cutList, describeHidden, shortenText } from '../../core/cut-list.js'
import { getOrCreate } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import {
  formatDollarAmount,
  formatGroupedCents,
  formatPercent,
  hasSeveralBorrowers,
  markDoubt,
  type TextRow,
  UNREADABLE_TEXT,
} from '../../report/labels.js'
import { describeNoIncome, describeNotComputable } from '../../report/policy-totals.js'
import { isYearUnreadable } from '../../report/worksheet.js'
import type { Doubt } from '../../resolve/resolved-document.js'
import type { TaxpayerContext } from '../../tables/table.js'
import { listCategoryTotals } from '../../underwriting/category-totals.js'
import type { IndicatorRow } from '../../underwriting/indicators/indicator.js'
import { describeFlags, describeLaterYears, listShownStreams } from '../../underwriting/traces/explain.js'
import type { FigureTraces } from '../../underwriting/traces/figure-traces.js'
import {
  getFigurePrefix,
  nameCategoryFigures,
  nameIndicatorFigure,
  nameStreamFigures,
} from '../../underwriting/traces/traces.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import { alignRows } from './text.js'

/** The doubts about the figures of a policy. */
export class FigureDoubts {
  readonly hasAny: boolean

  constructor(private readonly traces: FigureTraces | null) {
    this.hasAny = traces?.hasDoubts() === true
  }

  get(figure: string): readonly Doubt[] {
    return this.hasAny && this.traces !== null ? this.traces.findDoubts(figure) : []
  }
}

export const NO_DOUBTS = new FigureDoubts(null)

/** Cuts the rows of a table. The last row says how many are left out. */
export function cutRows(rows: readonly TextRow[], table: string): readonly TextRow[] {
  const { items, hiddenCount } = cutList(rows)
  return [...items, ...listHiddenRow(hiddenCount, table)]
}

/** Returns the row that says how many rows of a table are left out. No row if there are none. */
export const listHiddenRow = (hiddenCount: number, table: string): readonly TextRow[] =>
  hiddenCount === 0 ? [] : [{ label: `  ${describeHidden(hiddenCount, table)}`, cells: [] }]

/** Formats an amount as a cell, or `-` if it is unknown. */
export const formatCell = (cents: Cents | null): string => (cents === null ? '-' : formatGroupedCents(cents))

/** Adds a marker to a cell. If any figure is marked, other cells end with a space, so that their digits stay aligned. */
const padMark = (text: string, marker: string, { hasAny }: FigureDoubts): string =>
  `${text}${(text === '-' ? '' : marker).padEnd(hasAny ? 1 : 0)}`

/** Formats the policy, the year and the three amounts of the total. */
function formatTotals(taxpayer: TaxpayerContext, policyResult: PolicyResult, figureDoubts: FigureDoubts): string[] {
  const { policy, asOf, totals } = policyResult
  const title = policy.title === policy.name ? policy.title : `${policy.title} (${policy.name})`
  const total = totals.at(-1)
  if (asOf.year === null || total === undefined) return [`Monthly income, ${title}: ${describeNoIncome(taxpayer)}`]
  const addMark = (column: string): string =>
    markDoubt(figureDoubts.get(`${getFigurePrefix(total.borrower)}total.${column}`))
  const formatAmount = (cents: Cents, column: string): string => `${formatDollarAmount(cents)}${addMark(column)}`
  const { openBlocking, openReview } = total
  return [
    `Monthly income, ${title}, as of ${asOf.year}${asOf.isComplete ? '' : ' (incomplete)'}`,
    ...alignRows([
      { label: '  Qualifies today', cells: [formatAmount(total.qualifyingMonthly, 'qualifying_monthly')] },
      {
        label: '  Supportable once the open conditions are met',
        cells: [formatAmount(total.supportableMonthly, 'supportable_monthly')],
      },
      { label: '  Matched to IRS transcripts', cells: [formatAmount(total.verifiedMonthly, 'verified_monthly')] },
    ]),
    `  Open conditions: ${openBlocking} blocking, ${openReview} to review`,
  ]
}

/** Formats the streams under a policy, with the totals last, and the meaning of their flags. */
export function formatUnderwriting(
  taxpayer: TaxpayerContext,
  policyResult: PolicyResult,
  figureDoubts: FigureDoubts,
): string[] {
  const { asOf, streams, totals } = policyResult
  const shownStreams = listShownStreams(policyResult)
  const showsBorrower = hasSeveralBorrowers(policyResult)
  const createMarker =
    (prefix: string) =>
    (text: string, column: string): string =>
      padMark(text, markDoubt(figureDoubts.get(`${prefix}.${column}`)), figureDoubts)
  const rows: TextRow[] = [
    { label: '', cells: ['latest', 'prior', 'trend', 'computed', 'gross-up', 'qualifies', 'supportable', 'matched'] },
    ...shownStreams.items.map((stream): TextRow => {
      const addMark = createMarker(nameStreamFigures(stream))
      const formatYearCell = (cents: Cents | null, age: number): string =>
        cents === null && isYearUnreadable(stream, (asOf.year ?? 0) - age) ? UNREADABLE_TEXT : formatCell(cents)
      return {
        label: `  ${showsBorrower ? `${stream.borrower} ` : ''}${shortenText(stream.stream)}`,
        cells: [
          addMark(formatYearCell(stream.latestAmount, 0), 'latest_amount'),
          addMark(formatYearCell(stream.priorAmount, 1), 'prior_amount'),
          stream.trend ?? '-',
          addMark(formatCell(stream.computedMonthly), 'computed_monthly'),
          addMark(formatCell(stream.grossUp), 'gross_up'),
          addMark(formatCell(stream.qualifyingMonthly), 'qualifying_monthly'),
          addMark(formatCell(stream.supportableMonthly), 'supportable_monthly'),
          addMark(formatCell(stream.verifiedMonthly), 'verified_monthly'),
        ],
        remark: stream.flags.join(', '),
      }
    }),
    ...listHiddenRow(shownStreams.hiddenCount, 'income_streams'),
    ...totals.map((total): TextRow => {
      const addMark = createMarker(`${getFigurePrefix(total.borrower)}total`)
      return {
        label: `  ${showsBorrower ? `${total.borrower} ` : ''}total`,
        cells: [
          ...['', '', '', ''],
          addMark(formatCell(total.grossUp), 'gross_up'),
          addMark(formatCell(total.qualifyingMonthly), 'qualifying_monthly'),
          addMark(formatCell(total.supportableMonthly), 'supportable_monthly'),
          addMark(formatCell(total.verifiedMonthly), 'verified_monthly'),
        ],
      }
    }),
  ]
  const laterYears = describeLaterYears(policyResult)
  return [
    ...formatTotals(taxpayer, policyResult, figureDoubts),
    ...[describeNotComputable(policyResult), laterYears].flatMap(line => (line === null ? [] : [`  ${line}`])),
    ...(streams.length === 0 ? [] : alignRows(rows)),
    ...describeFlags(streams).map(line => `  ${line}`),
  ]
}

/** Formats the monthly amounts under several policies, and flags rows that differ. A policy without the row has `-`. */
export function formatPolicyComparison(
  all: readonly PolicyResult[],
  doubtsOfPolicies: readonly FigureDoubts[],
): string[] {
  if (all.length < 2) return []
  const showsBorrower = all.some(hasSeveralBorrowers)
  const labels = new Map<string, string[]>()
  const setCell = (borrower: string, name: string, figures: string, i: number, cents: Cents): void => {
    const label = showsBorrower ? `${borrower} ${name}` : name
    const marker = markDoubt(doubtsOfPolicies[i]?.get(`${figures}.qualifying_monthly`))
    getOrCreate(labels, label, () => all.map(() => '-'))[i] = `${formatGroupedCents(cents)}${marker}`
  }
  for (const [i, result] of all.entries())
    for (const total of listCategoryTotals(result))
      setCell(total.borrower, total.category, nameCategoryFigures(total), i, total.qualifyingMonthly)
  for (const [i, { totals }] of all.entries())
    for (const { borrower, qualifyingMonthly } of totals)
      setCell(borrower, 'total', `${getFigurePrefix(borrower)}total`, i, qualifyingMonthly)
  const rows: TextRow[] = [
    { label: 'Monthly qualifying income by guideline', cells: all.map(({ policy }) => policy.title) },
    ...[...labels].map(([label, cells]) => ({
      label: `  ${label}`,
      cells,
      remark: new Set(cells.map(text => text.replace('?', ''))).size > 1 ? 'they differ' : '',
    })),
  ]
  return alignRows(rows)
}

/** Formats the indicators under a policy. */
export function formatIndicators(policyResult: PolicyResult, several: boolean, figureDoubts: FigureDoubts): string[] {
  const { policy, indicators } = policyResult
  if (indicators.length === 0) return []
  const showsBorrower = hasSeveralBorrowers(policyResult)
  return alignRows([
    { label: several ? `Indicators, ${policy.title}` : 'Indicators', cells: [] },
    ...indicators.map(row => ({
      label: `  ${showsBorrower ? `${row.recipient} ` : ''}${row.indicator}`,
      cells: [padMark(formatIndicatorValue(row), markDoubt(figureDoubts.get(nameIndicatorFigure(row))), figureDoubts)],
      remark: row.note,
    })),
  ])
}

const PERCENTAGE_INDICATORS = new Set(['payer_concentration', 'effective_withholding_rate', 'lien_share', 'dti'])

/** Formats the value of an indicator: its label, amount, count or ratio. */
function formatIndicatorValue({ indicator, ratio, amount, count, label, years }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return formatGroupedCents(amount)
  if (count !== null) return years === null ? String(count) : `${count} (${years})`
  if (ratio === null) return '-'
  return PERCENTAGE_INDICATORS.has(indicator) ? formatPercent(ratio) : (Number(ratio) / 1e6).toFixed(6)
}
