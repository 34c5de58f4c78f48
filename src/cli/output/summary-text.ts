import { getOrCreate, groupBy } from '../../core/lists.js'
import { type Cents, sumCents } from '../../core/money.js'
import { wordsOfDocument, wordsOfField } from '../../report/document-text.js'
import {
  formatDollarAmount,
  formatGroupedCents,
  formatPercent,
  labelOfPolicy,
  markDoubt,
  type TextRow,
  UNREADABLE_TEXT,
} from '../../report/labels.js'
import { listMissingLines } from '../../report/missing.js'
import {
  countDocuments,
  describeVerified,
  hasSeveralBorrowers,
  listDoubtful,
  listFlagged,
  listIssueSentences,
  listNeeded,
  listNotCounted,
  listNotIncome,
  listOtherRecipients,
  listWarnings,
  type Remark,
} from '../../report/remarks.js'
import { employmentRows, liabilityRows, lineRows, yearRows } from '../../report/text-rows.js'
import { getFindings, getUnderwritings } from '../../tables/definitions/cached-underwriting.js'
import { tieOut } from '../../tables/definitions/finding-tables.js'
import type { TaxpayerContext } from '../../tables/table.js'
import type { IndicatorRow } from '../../underwriting/indicators/indicator.js'
import type { QualifyingRow } from '../../underwriting/streams/qualifying-income.js'
import { lacksOf, wordsOfLaterYears, wordsOfRows } from '../../underwriting/traces/explain.js'
import { findDoubtfulFigures, prefixOf } from '../../underwriting/traces/traces.js'
import type { PolicyUnderwriting } from '../../underwriting/underwrite.js'
import { alignRows, countRepeatedLines, replaceUnprintable } from './text.js'

/** Formats a taxpayer's figures for a person, with the documents and amounts that were not counted and the reasons. */
export function summaryText(taxpayer: TaxpayerContext): string {
  const { result, taxpayerId } = taxpayer
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  const underwritings = getUnderwritings(taxpayer)
  const doubtful = listDoubtful(taxpayer)
  // The traces are computed only if there are doubts.
  const doubtsOfPolicies = underwritings.map(
    (underwriting): FigureDoubts => (doubtful.length === 0 ? new Map() : findDoubtfulFigures(underwriting.traces)),
  )
  const blocks = [
    [
      `Taxpayer ${taxpayerId}`,
      `Records: ${records}${rejected === 0 ? '' : `, and ${rejected} rejected`}. Documents: ${documents}, of which ${counted} count.`,
    ],
    formatPolicyComparison(underwritings, doubtsOfPolicies),
    ...underwritings.map((underwriting, i) => underwritingLines(underwriting, doubtsOfPolicies[i] as FigureDoubts)),
    formatList('* Incomplete because', listMissingLines(taxpayer)),
    formatList('? Doubtful because', formatRemarks(doubtful)),
    needLines(taxpayer),
    tieOutLines(taxpayer),
    result.years.length === 0 ? [] : alignRows(yearRows(result)),
    alignRows(liabilityRows(taxpayer)),
    alignRows(employmentRows(taxpayer)),
    alignRows(lineRows(result)),
    ...underwritings.map((underwriting, i) =>
      indicatorLines(underwriting, underwritings.length > 1, doubtsOfPolicies[i] as FigureDoubts),
    ),
    formatList('Consistency checks that failed', listFindingLines(taxpayer)),
    formatList('Documents not counted, and why', formatRemarks(listNotCounted(taxpayer))),
    formatList('Amounts that are not income', listNotIncomeLines(taxpayer)),
    formatList('Documents of another recipient, included here', formatRemarks(listOtherRecipients(taxpayer))),
    formatList('For your review', [
      ...formatRemarks(listFlagged(taxpayer)),
      ...formatRemarks(listWarnings(taxpayer)),
      ...listIssueSentences(taxpayer),
    ]),
  ]
  return blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${replaceUnprintable(line)}\n`).join(''))
    .join('\n')
}

/** The doubts about the figures of a policy, by the name of the figure. Figures without doubts are absent. */
type FigureDoubts = ReturnType<typeof findDoubtfulFigures>

const formatRemarks = (remarks: readonly Remark[]): string[] =>
  remarks.map(({ document, why }) => `${document}: ${why}`)

function formatList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...countRepeatedLines(lines).map(line => `  ${line}`)]
}

/** Lists the amounts that are not income. Adds up similar ones, because a broker can report thousands of sales. */
function listNotIncomeLines(taxpayer: TaxpayerContext): string[] {
  const kinds = groupBy(
    listNotIncome(taxpayer),
    ({ document, why, fact }) =>
      `${document}\n in ${wordsOfField(fact.resolvedDocument.document, fact.meaning.field)}: ${why}`,
  )
  return [...kinds].map(([kind, similarRemarks]) => {
    const sum = formatDollarAmount(sumCents(similarRemarks.map(({ fact }) => fact.cents)))
    const amount = similarRemarks.length === 1 ? sum : `${similarRemarks.length} amounts, ${sum} in total,`
    return kind.replace('\n', () => `: ${amount}`)
  })
}

/** Lists the failed checks of severity error and warning. Those of severity info are only in the table of checks. */
const listFindingLines = (taxpayer: TaxpayerContext): string[] =>
  getFindings(taxpayer)
    .filter(({ severity }) => severity !== 'info')
    .map(({ check, severity, document, year, message }) => {
      const location = document === null ? `${year ?? 'no year'}` : wordsOfDocument(document.document, taxpayer)
      return `${severity} ${check}, ${location}: ${message}`
    })

/** Lists the needed documents with borrower, issuer, year and amount, and the policies if only some need them. */
function needLines(taxpayer: TaxpayerContext): string[] {
  const lines = listNeeded(taxpayer, borrower => borrower, formatDollarAmount).flatMap(([message, about]) => [
    `  ${message}`,
    ...about.map(line => `    ${line}`),
  ])
  return lines.length === 0 ? [] : ['Documents needed', ...lines]
}

/** Formats a table that compares stated with documented amounts. */
function tieOutLines(taxpayer: TaxpayerContext): string[] {
  const rows = tieOut.rows(taxpayer)
  if (rows.length === 0) return []
  const policyCount = new Set(rows.map(({ underwriting }) => underwriting.policy.name)).size
  return alignRows([
    { label: 'Stated vs. documented, monthly', cells: ['stated', 'documented', 'difference'] },
    ...rows.map(({ underwriting, row, name }): TextRow => {
      const borrowerPrefix = row.borrower === 'self' ? '' : `${row.borrower} `
      const policy = policyCount > 1 ? `, ${labelOfPolicy(underwriting.policy.name)}` : ''
      return {
        label: `  ${borrowerPrefix}${row.item} ${name ?? 'unnamed'}${policy}`,
        cells: [cell(row.stated), cell(row.documented), row.ratio === null ? '-' : formatPercent(row.ratio)],
        remark: row.finding,
      }
    }),
  ])
}

const cell = (cents: Cents | null): string => (cents === null ? '-' : formatGroupedCents(cents))

/** Returns the label of a row: its category, preceded by the borrower if there are several. */
const labelRow = ({ category, borrower }: QualifyingRow, showsBorrower: boolean): string =>
  showsBorrower ? `${borrower} ${category}` : category

/** Returns the marker of an amount of a row if it is doubtful. */
const markRow = ({ borrower, category }: QualifyingRow, column: string, figureDoubts: FigureDoubts): string =>
  markDoubt(figureDoubts.get(`${prefixOf(borrower)}${category}.${column}`))

/** Adds a marker to a cell. If any figure is marked, other cells end with a space, so that their digits stay aligned. */
const padMark = (text: string, marker: string, { size }: FigureDoubts): string =>
  `${text}${(text === '-' ? '' : marker).padEnd(size === 0 ? 0 : 1)}`

/** Formats the total qualifying income under a policy as one line. */
function formatHead(underwriting: PolicyUnderwriting, figureDoubts: FigureDoubts): string {
  const { policy, asOfYear, yearIncomplete, qualifyingIncome } = underwriting
  const label = labelOfPolicy(policy.name)
  const title = `Qualifying income, ${label === policy.name ? label : `${label} (${policy.name})`}`
  if (asOfYear === null) return `${title}: no income found`
  const total = qualifyingIncome.at(-1)
  const amounts =
    total === undefined
      ? ''
      : `: ${formatDollarAmount(total.qualifyingMonthly)}${markRow(total, 'qualifying_monthly', figureDoubts)} per month${describeVerified(underwriting)}`
  return `${title}, as of ${asOfYear}${yearIncomplete ? ' (incomplete)' : ''}${amounts}`
}

/** Formats the rows of qualifying income under a policy, with the totals last, and the meaning of their flags. */
function underwritingLines(underwriting: PolicyUnderwriting, figureDoubts: FigureDoubts): string[] {
  const { asOfYear, qualifyingIncome } = underwriting
  const several = hasSeveralBorrowers(underwriting)
  const hasSupportableIncome = qualifyingIncome.some(row => row.supportableIfStabilized !== null)
  const rows: TextRow[] = [
    {
      label: '',
      cells: [
        ...['latest', 'prior', 'trend', 'per month', 'gross-up', 'qualifies', 'matched'],
        ...(hasSupportableIncome ? ['supportable'] : []),
      ],
    },
    ...qualifyingIncome.map(row => {
      const markCell = (text: string, column: string): string =>
        padMark(text, markRow(row, column, figureDoubts), figureDoubts)
      const isUnread = (age: number): boolean => row.unread.includes((asOfYear ?? 0) - age)
      const yearCell = (cents: Cents | null, age: number): string =>
        cents === null && isUnread(age) ? UNREADABLE_TEXT : cell(cents)
      return {
        label: `  ${labelRow(row, several)}`,
        cells: [
          markCell(yearCell(row.latestAmount, 0), 'latest_amount'),
          markCell(yearCell(row.priorAmount, 1), 'prior_amount'),
          row.trend ?? '-',
          markCell(cell(row.monthlyAmount), 'monthly_amount'),
          markCell(cell(row.grossUp), 'gross_up'),
          markCell(cell(row.qualifyingMonthly), 'qualifying_monthly'),
          markCell(cell(row.verifiedMonthly), 'verified_monthly'),
          ...(hasSupportableIncome ? [markCell(cell(row.supportableIfStabilized), 'supportable_if_stabilized')] : []),
        ],
        remark: row.flags.join(', '),
      }
    }),
  ]
  const lacks = lacksOf(underwriting).map(([flag, names]) => `${names.join(', ')} – ${flag}`)
  const remarks = [
    lacks.length === 0 ? null : `Open items: ${lacks.join('; ')}`,
    wordsOfLaterYears(underwriting),
  ].filter(line => line !== null)
  const indented = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`)
  return [
    formatHead(underwriting, figureDoubts),
    ...indented(remarks),
    ...alignRows(rows),
    ...indented(wordsOfRows(qualifyingIncome, underwriting)),
  ]
}

/** Formats the monthly amounts under several policies, and flags rows that differ. A policy without the row has `-`. */
function formatPolicyComparison(
  all: readonly PolicyUnderwriting[],
  doubtsOfPolicies: readonly FigureDoubts[],
): string[] {
  if (all.length < 2) return []
  const several = all.some(hasSeveralBorrowers)
  const labels = new Map<string, string[]>()
  all.forEach(({ qualifyingIncome }, i) => {
    for (const row of qualifyingIncome) {
      const cells = getOrCreate(labels, labelRow(row, several), () => all.map(() => '-'))
      const marker = markRow(row, 'qualifying_monthly', doubtsOfPolicies[i] as FigureDoubts)
      cells[i] = `${formatGroupedCents(row.qualifyingMonthly)}${marker}`
    }
  })
  const rows: TextRow[] = [
    { label: 'Monthly qualifying income by guideline', cells: all.map(({ policy }) => labelOfPolicy(policy.name)) },
    ...[...labels].map(([label, cells]) => ({
      label: `  ${label}`,
      cells,
      remark: new Set(cells.map(text => text.replace('?', ''))).size > 1 ? 'they differ' : '',
    })),
  ]
  return alignRows(rows)
}

function indicatorLines(
  { policy, indicators }: PolicyUnderwriting,
  several: boolean,
  figureDoubts: FigureDoubts,
): string[] {
  if (indicators.length === 0) return []
  return alignRows([
    { label: several ? `Indicators, ${labelOfPolicy(policy.name)}` : 'Indicators', cells: [] },
    ...indicators.map(row => ({
      label: `  ${row.indicator}`,
      cells: [padMark(valueOfIndicator(row), markDoubt(figureDoubts.get(row.indicator)), figureDoubts)],
      remark: row.note ?? '',
    })),
  ])
}

const PERCENTAGE_INDICATORS = new Set(['payer_concentration', 'effective_withholding_rate', 'lien_share', 'dti'])

function valueOfIndicator({ indicator, ratio, amount, count, label, years }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return formatGroupedCents(amount)
  if (count !== null) return years === null ? String(count) : `${count} (${years})`
  if (ratio === null) return '-'
  return PERCENTAGE_INDICATORS.has(indicator) ? formatPercent(ratio) : (Number(ratio) / 1e6).toFixed(6)
}
