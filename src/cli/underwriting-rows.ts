import type { Cents } from '../core/money.js'
import { SELF } from '../underwrite/borrower-view.js'
import { wordsOfFlags } from '../underwrite/explain.js'
import type { IndicatorRow } from '../underwrite/indicator.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { alignRows, groupedCents, percentOf, type TextRow, UNREADABLE } from './text.js'

const cell = (cents: Cents | null): string => (cents === null ? '-' : groupedCents(cents))

/** What a taxpayer qualifies for under a policy, its indicators, and what the flags say. */
export function underwritingLines(under: Underwriting): string[] {
  const { policy, asOfYear, yearIncomplete, laterIncompleteYears } = under
  const later =
    laterIncompleteYears.length === 0 ? '' : `; later, incomplete: ${laterIncompleteYears.join(', ')}`
  const year = asOfYear === null ? 'no income' : `${asOfYear}${yearIncomplete ? ' (incomplete)' : ''}`
  const rows: TextRow[] = [
    { label: `Qualifying income, ${policy.name}, as of ${year}${later}`, cells: [] },
    { label: '', cells: ['latest', 'prior', 'a month', 'gross-up', 'qualifies'] },
    ...under.qualifyingIncome.map(row => ({
      label: `  ${row.borrower === SELF ? '' : `${row.borrower} `}${row.category}`,
      cells: [
        ...[row.latestAmount, row.priorAmount].map((cents, i) =>
          cents === null && row.unread.includes((asOfYear ?? 0) - i) ? UNREADABLE : cell(cents),
        ),
        ...[row.monthlyAmount, row.grossUp, row.qualifyingMonthly].map(cell),
      ],
      remark: row.flags.join(', '),
    })),
  ]
  const indicators: TextRow[] = [
    { label: 'Indicators', cells: [] },
    ...under.indicators.map(row => ({
      label: `  ${row.indicator}`,
      cells: [valueOfIndicator(row)],
      remark: row.note ?? '',
    })),
  ]
  const flags = wordsOfFlags(under.qualifyingIncome.flatMap(row => row.flags)).filter(line => line !== '')
  return [
    ...alignRows(rows),
    ...flags.map(line => `  ${line}`),
    '',
    ...(under.indicators.length === 0 ? [] : alignRows(indicators)),
  ]
}

const RATES = new Set(['payer_concentration', 'effective_withholding_rate', 'lien_share', 'dti'])

function valueOfIndicator({ indicator, ratio, amount, count, label, years }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return groupedCents(amount)
  if (count !== null) return years === null ? String(count) : `${count} (${years})`
  if (ratio === null) return '-'
  return RATES.has(indicator) ? percentOf(ratio) : (Number(ratio) / 1e6).toFixed(6)
}
