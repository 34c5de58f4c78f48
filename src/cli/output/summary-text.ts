import { cutLines, cutList, describeHidden, shortenText } from '../../core/cut-list.js'
import { getOrCreate, groupBy } from '../../core/lists.js'
import { type Cents, sumCents } from '../../core/money.js'
import { ALL, SELF } from '../../figures/recipients.js'
import { hasSeveralBorrowers, listConditions, listOpenQuestions } from '../../report/conditions.js'
import { wordsOfDocument, wordsOfField } from '../../report/document-text.js'
import { listMissingLines } from '../../report/incomplete-data.js'
import {
  formatDollarAmount,
  formatGroupedCents,
  formatPercent,
  markDoubt,
  type TextRow,
  UNREADABLE_TEXT,
} from '../../report/labels.js'
import { describeNoIncome, describeNotComputable } from '../../report/policy-totals.js'
import {
  countDocuments,
  listDoubtful,
  listFlagged,
  listIssueSentences,
  listNotCounted,
  listNotIncome,
  listOtherRecipients,
  listWarnings,
  type Remark,
} from '../../report/remarks.js'
import { employmentRows, liabilityRows, lineRows, yearRows } from '../../report/text-rows.js'
import { isYearUnreadable } from '../../report/worksheet.js'
import type { Doubt } from '../../resolve/resolved-document.js'
import { getFindings, getUnderwritings } from '../../tables/definitions/cached-underwriting.js'
import { tieOut } from '../../tables/definitions/finding-tables.js'
import type { TaxpayerContext } from '../../tables/table.js'
import { listCategoryTotals } from '../../underwriting/category-totals.js'
import type { IndicatorRow } from '../../underwriting/indicators/indicator.js'
import { describeFlags, describeLaterYears, listShownStreams } from '../../underwriting/traces/explain.js'
import { type FigureTraces, getFigureTraces } from '../../underwriting/traces/figure-traces.js'
import {
  getFigurePrefix,
  nameCategoryFigures,
  nameIndicatorFigure,
  nameStreamFigures,
} from '../../underwriting/traces/traces.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import { alignRows, countRepeatedLines, replaceUnprintable } from './text.js'

/** Formats a taxpayer's figures for a person, with the documents and amounts that were not counted and the reasons. */
export function summaryText(taxpayer: TaxpayerContext): string {
  const { result, taxpayerId } = taxpayer
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  const underwritings = getUnderwritings(taxpayer)
  const doubtful = listDoubtful(taxpayer)
  // The traces are computed only if there are doubts.
  const doubtsOfPolicies = underwritings.map(underwriting =>
    doubtful.length === 0 ? NO_DOUBTS : new FigureDoubts(getFigureTraces(underwriting)),
  )
  const blocks = [
    [
      `Taxpayer ${shortenText(taxpayerId)}`,
      `Records: ${records}${rejected === 0 ? '' : `, and ${rejected} rejected`}. Documents: ${documents}, of which ${counted} count.`,
    ],
    formatPolicyComparison(underwritings, doubtsOfPolicies),
    ...underwritings.map((underwriting, i) =>
      underwritingLines(taxpayer, underwriting, doubtsOfPolicies[i] as FigureDoubts),
    ),
    conditionLines(taxpayer),
    standardDocumentLines(taxpayer),
    formatList('* Incomplete because', listMissingLines(taxpayer), null),
    formatList('? Doubtful because', formatRemarks(doubtful), 'documents'),
    tieOutLines(taxpayer),
    result.years.length === 0 ? [] : alignRows(yearRows(result)),
    alignRows(liabilityRows(taxpayer)),
    alignRows(cutRows(employmentRows(taxpayer), 'employment')),
    alignRows(lineRows(result)),
    ...underwritings.map((underwriting, i) =>
      indicatorLines(underwriting, underwritings.length > 1, doubtsOfPolicies[i] as FigureDoubts),
    ),
    formatList('Consistency checks that failed', listFindingLines(taxpayer), 'checks'),
    formatList('Documents not counted, and why', formatRemarks(listNotCounted(taxpayer)), 'documents'),
    formatList('Amounts that are not income', listNotIncomeLines(taxpayer), 'facts'),
    formatList(
      'Documents of another recipient, included here',
      formatRemarks(listOtherRecipients(taxpayer)),
      'documents',
    ),
    formatList(
      'For your review',
      [
        ...cutLines(countRepeatedLines(formatRemarks(listFlagged(taxpayer))), 'facts', line => line),
        ...cutLines(countRepeatedLines(formatRemarks(listWarnings(taxpayer))), 'issues', line => line),
        ...listIssueSentences(taxpayer),
      ],
      null,
    ),
  ]
  return blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${replaceUnprintable(line)}\n`).join(''))
    .join('\n')
}

/** The doubts about the figures of a policy. */
class FigureDoubts {
  readonly hasAny: boolean

  constructor(private readonly traces: FigureTraces | null) {
    this.hasAny = traces?.hasDoubts() === true
  }

  get(figure: string): readonly Doubt[] {
    return this.hasAny && this.traces !== null ? this.traces.findDoubts(figure) : []
  }
}

const NO_DOUBTS = new FigureDoubts(null)

const formatRemarks = (remarks: readonly Remark[]): string[] =>
  remarks.map(({ document, why }) => `${document}: ${why}`)

/** Formats a list. `table` has the lines that are cut. Null if the lines are already cut. */
function formatList(title: string, lines: readonly string[], table: string | null): string[] {
  if (lines.length === 0) return []
  const repeatedLines = countRepeatedLines(lines)
  const shownLines = table === null ? repeatedLines : cutLines(repeatedLines, table, line => line)
  return [title, ...shownLines.map(line => `  ${line}`)]
}

/** Cuts the rows of a table. The last row says how many are left out. */
function cutRows(rows: readonly TextRow[], table: string): readonly TextRow[] {
  const { items, hiddenCount } = cutList(rows)
  return hiddenCount === 0 ? rows : [...items, { label: `  ${describeHidden(hiddenCount, table)}`, cells: [] }]
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

/** Lists the open questions, most money first, each with its document. */
function conditionLines(taxpayer: TaxpayerContext): string[] {
  const lines = listOpenQuestions(taxpayer).flatMap(({ title, subject }) => [
    `  ${title}`,
    ...(subject === '' ? [] : [`    ${subject}`]),
  ])
  return lines.length === 0 ? [] : ['Open conditions, and the document that answers each', ...lines]
}

/** Lists the documents that every loan file needs for this income, with their subjects. */
function standardDocumentLines(taxpayer: TaxpayerContext): string[] {
  const subjects = new Map<string, Set<string>>()
  const { items, countHidden } = listConditions(taxpayer)
  for (const { condition, subject } of items)
    if (!condition.isMet && condition.severity === 'standard')
      getOrCreate(subjects, condition.document, () => new Set()).add(subject)
  const hiddenCount = countHidden(row => !row.isMet && row.severity === 'standard')
  const lines = [...subjects].map(([document, names]) => {
    const subject = cutLines(
      [...names].filter(name => name !== ''),
      'conditions',
      name => name,
    ).join('; ')
    return subject === '' ? document : `${document} (${subject})`
  })
  if (hiddenCount > 0) lines.push(describeHidden(hiddenCount, 'conditions'))
  return formatList('Standard documents for the file', lines, 'conditions')
}

/** Formats a table that compares stated with documented amounts. */
function tieOutLines(taxpayer: TaxpayerContext): string[] {
  const { items: rows, hiddenCount } = cutList([...tieOut.rows(taxpayer)])
  if (rows.length === 0) return []
  const policyCount = new Set(rows.map(({ policyResult }) => policyResult.policy.name)).size
  return alignRows([
    { label: 'Stated vs. documented, monthly', cells: ['stated', 'documented', 'difference'] },
    ...rows.map(({ policyResult, row, name }): TextRow => {
      const borrowerPrefix = row.borrower === SELF ? '' : `${row.borrower} `
      const policy = policyCount > 1 ? `, ${policyResult.policy.title}` : ''
      return {
        label: `  ${borrowerPrefix}${row.item} ${name ?? 'unnamed'}${policy}`,
        cells: [
          cell(row.statedMonthly),
          cell(row.documentedMonthly),
          row.ratio === null ? '-' : formatPercent(row.ratio),
        ],
        remark: row.finding,
      }
    }),
    ...(hiddenCount === 0 ? [] : [{ label: `  ${describeHidden(hiddenCount, 'tie_out')}`, cells: [] }]),
  ])
}

const cell = (cents: Cents | null): string => (cents === null ? '-' : formatGroupedCents(cents))

/** Adds a marker to a cell. If any figure is marked, other cells end with a space, so that their digits stay aligned. */
const padMark = (text: string, marker: string, { hasAny }: FigureDoubts): string =>
  `${text}${(text === '-' ? '' : marker).padEnd(hasAny ? 1 : 0)}`

/** Formats the policy, the year and the three amounts of the total. */
function headLines(taxpayer: TaxpayerContext, policyResult: PolicyResult, figureDoubts: FigureDoubts): string[] {
  const { policy, asOf, totals } = policyResult
  const title = policy.title === policy.name ? policy.title : `${policy.title} (${policy.name})`
  const total = totals.at(-1)
  if (asOf.year === null || total === undefined) return [`Monthly income, ${title}: ${describeNoIncome(taxpayer)}`]
  const addMark = (column: string): string =>
    markDoubt(figureDoubts.get(`${getFigurePrefix(total.borrower)}total.${column}`))
  const amount = (cents: Cents, column: string): string => `${formatDollarAmount(cents)}${addMark(column)}`
  const { openBlocking, openReview } = total
  return [
    `Monthly income, ${title}, as of ${asOf.year}${asOf.isComplete ? '' : ' (incomplete)'}`,
    ...alignRows([
      { label: '  Qualifies today', cells: [amount(total.qualifyingMonthly, 'qualifying_monthly')] },
      {
        label: '  Supportable once the open conditions are met',
        cells: [amount(total.supportableMonthly, 'supportable_monthly')],
      },
      { label: '  Matched to IRS transcripts', cells: [amount(total.verifiedMonthly, 'verified_monthly')] },
    ]),
    `  Open conditions: ${openBlocking} blocking, ${openReview} to review`,
  ]
}

/** Formats the streams under a policy, with the totals last, and the meaning of their flags. */
function underwritingLines(
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
      const yearCell = (cents: Cents | null, age: number): string =>
        cents === null && isYearUnreadable(stream, (asOf.year ?? 0) - age) ? UNREADABLE_TEXT : cell(cents)
      return {
        label: `  ${showsBorrower ? `${stream.borrower} ` : ''}${shortenText(stream.stream)}`,
        cells: [
          addMark(yearCell(stream.latestAmount, 0), 'latest_amount'),
          addMark(yearCell(stream.priorAmount, 1), 'prior_amount'),
          stream.trend ?? '-',
          addMark(cell(stream.computedMonthly), 'computed_monthly'),
          addMark(cell(stream.grossUp), 'gross_up'),
          addMark(cell(stream.qualifyingMonthly), 'qualifying_monthly'),
          addMark(cell(stream.supportableMonthly), 'supportable_monthly'),
          addMark(cell(stream.verifiedMonthly), 'verified_monthly'),
        ],
        remark: stream.flags.join(', '),
      }
    }),
    ...(shownStreams.hiddenCount === 0
      ? []
      : [{ label: `  ${describeHidden(shownStreams.hiddenCount, 'income_streams')}`, cells: [] }]),
    ...totals.map((total): TextRow => {
      const addMark = createMarker(`${getFigurePrefix(total.borrower)}total`)
      return {
        label: `  ${showsBorrower ? `${total.borrower} ` : ''}total`,
        cells: [
          ...['', '', '', ''],
          addMark(cell(total.grossUp), 'gross_up'),
          addMark(cell(total.qualifyingMonthly), 'qualifying_monthly'),
          addMark(cell(total.supportableMonthly), 'supportable_monthly'),
          addMark(cell(total.verifiedMonthly), 'verified_monthly'),
        ],
      }
    }),
  ]
  const laterYears = describeLaterYears(policyResult)
  return [
    ...headLines(taxpayer, policyResult, figureDoubts),
    ...[describeNotComputable(policyResult), laterYears].flatMap(line => (line === null ? [] : [`  ${line}`])),
    ...(streams.length === 0 ? [] : alignRows(rows)),
    ...describeFlags(streams).map(line => `  ${line}`),
  ]
}

/** Formats the monthly amounts under several policies, and flags rows that differ. A policy without the row has `-`. */
function formatPolicyComparison(all: readonly PolicyResult[], doubtsOfPolicies: readonly FigureDoubts[]): string[] {
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

function indicatorLines(
  { policy, indicators, totals }: PolicyResult,
  several: boolean,
  figureDoubts: FigureDoubts,
): string[] {
  if (indicators.length === 0) return []
  const showsBorrower = totals.at(-1)?.borrower === ALL
  return alignRows([
    { label: several ? `Indicators, ${policy.title}` : 'Indicators', cells: [] },
    ...indicators.map(row => ({
      label: `  ${showsBorrower ? `${row.recipient} ` : ''}${row.indicator}`,
      cells: [padMark(valueOfIndicator(row), markDoubt(figureDoubts.get(nameIndicatorFigure(row))), figureDoubts)],
      remark: row.note,
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
