import { getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { confirmedWords } from '../report/confirmed-words.js'
import { lacksOf, wordsOfLaterYears, wordsOfRows } from '../underwrite/doubt-words.js'
import type { IndicatorRow } from '../underwrite/indicator.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { alignRows } from './align.js'
import { groupedCents, percentOf, type TextRow, UNREADABLE } from './text.js'

const cell = (cents: Cents | null): string => (cents === null ? '-' : groupedCents(cents))

/** A row by its category, and of several borrowers by whose it is. */
const labelOf = ({ category, borrower }: QualifyingRow, several: boolean): string =>
  several ? `${borrower} ${category}` : category

const hasSeveral = ({ qualifyingIncome }: Underwriting): boolean =>
  qualifyingIncome.some(({ borrower }) => borrower !== qualifyingIncome[0]?.borrower)

/** What a taxpayer qualifies for under a policy, in a sentence. */
function headOf(under: Underwriting): string {
  const { policy, asOfYear, yearIncomplete, qualifyingIncome } = under
  const year = asOfYear === null ? 'no income' : `${asOfYear}${yearIncomplete ? ' (incomplete)' : ''}`
  const total = qualifyingIncome.at(-1)
  const amounts =
    total === undefined ? '' : `: ${groupedCents(total.qualifyingMonthly)} a month${confirmedWords(under)}`
  return `Qualifying income, ${policy.name}, as of ${year}${amounts}`
}

/** What stands behind that sentence: what no figure has, and what the total cannot show. */
function besideHead(under: Underwriting): string[] {
  const lacks = lacksOf(under).map(([flag, names]) => `${flag} (${names.join(', ')})`)
  return [
    ...(lacks.length === 0 ? [] : [`What the total's parts lack: ${lacks.join('; ')}`]),
    ...[wordsOfLaterYears(under)].filter(line => line !== null),
  ].map(line => `  ${line}`)
}

/** What a taxpayer qualifies for under a policy, row by row, the totals last, and what the flags say. */
export function underwritingLines(under: Underwriting): string[] {
  const { asOfYear, qualifyingIncome } = under
  const several = hasSeveral(under)
  const isHeldBack = qualifyingIncome.some(row => row.supportableIfStabilized !== null)
  const rows: TextRow[] = [
    {
      label: '',
      cells: [
        ...['latest', 'prior', 'trend', 'a month', 'gross-up', 'qualifies', 'confirmed'],
        ...(isHeldBack ? ['supportable'] : []),
      ],
    },
    ...qualifyingIncome.map(row => ({
      label: `  ${labelOf(row, several)}`,
      cells: [
        ...[row.latestAmount, row.priorAmount].map((cents, i) =>
          cents === null && row.unread.includes((asOfYear ?? 0) - i) ? UNREADABLE : cell(cents),
        ),
        row.trend ?? '-',
        ...[row.monthlyAmount, row.grossUp, row.qualifyingMonthly, row.verifiedMonthly].map(cell),
        ...(isHeldBack ? [cell(row.supportableIfStabilized)] : []),
      ],
      remark: row.flags.join(', '),
    })),
  ]
  const flags = wordsOfRows(qualifyingIncome, under).map(line => `  ${line}`)
  return [headOf(under), ...besideHead(under), ...alignRows(rows), ...flags]
}

/** The same month under several policies, side by side; rows in which they differ say so. Missing: `-`. */
export function besideLines(all: readonly Underwriting[]): string[] {
  if (all.length < 2) return []
  const several = all.some(hasSeveral)
  const labels = new Map<string, string[]>()
  all.forEach(({ qualifyingIncome }, i) => {
    for (const row of qualifyingIncome) {
      const cells = getOrCreate(labels, labelOf(row, several), () => all.map(() => '-'))
      cells[i] = groupedCents(row.qualifyingMonthly)
    }
  })
  const rows: TextRow[] = [
    { label: 'Policies side by side, a month', cells: all.map(({ policy }) => policy.name) },
    ...[...labels].map(([label, cells]) => ({
      label: `  ${label}`,
      cells,
      remark: new Set(cells).size > 1 ? 'they differ' : '',
    })),
  ]
  return alignRows(rows)
}

/** The indicators under a policy. */
export function indicatorLines({ policy, indicators }: Underwriting, several: boolean): string[] {
  if (indicators.length === 0) return []
  return alignRows([
    { label: several ? `Indicators, ${policy.name}` : 'Indicators', cells: [] },
    ...indicators.map(row => ({
      label: `  ${row.indicator}`,
      cells: [valueOfIndicator(row)],
      remark: row.note ?? '',
    })),
  ])
}

const RATES = new Set(['payer_concentration', 'effective_withholding_rate', 'lien_share', 'dti'])

function valueOfIndicator({ indicator, ratio, amount, count, label, years }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return groupedCents(amount)
  if (count !== null) return years === null ? String(count) : `${count} (${years})`
  if (ratio === null) return '-'
  return RATES.has(indicator) ? percentOf(ratio) : (Number(ratio) / 1e6).toFixed(6)
}
