import { appendToGroup } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { formatStreamName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import { FLAGS, type StreamFlag } from '../underwriting/flags.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { IndicatorRow } from '../underwriting/indicators/indicator.js'
import { formatCitation } from '../underwriting/policies/policy.js'
import { getFigurePrefix, nameIndicatorFigure, nameStreamFigures } from '../underwriting/traces/traces.js'
import type { IncomeTotal } from '../underwriting/underwrite.js'
import { hasSeveralBorrowers } from './conditions.js'
import type { FigureTrees } from './figure-tree.js'
import { bulletList, type Html, type HtmlPart, html, isolateText, row, table, wordCell } from './html.js'
import {
  formatMoneyCell,
  formatShareCell,
  toWords,
  UNREADABLE_TEXT,
  wordsOfBorrower,
  wordsOfCategory,
  wordsOfCitation,
  wordsOfIndicator,
} from './labels.js'

/** The columns whose figures are expanded under a row, unless the tree of an earlier column already contains them. */
const EXPANDED_COLUMNS = [
  'qualifying_monthly',
  'supportable_monthly',
  'verified_monthly',
  'computed_monthly',
  'latest_amount',
  'prior_amount',
  'gross_up',
]

/** Names a stream: its category, and its employer, business or payer. */
function nameStream(stream: IncomeStream, taxpayer: TaxpayerContext, showsBorrower: boolean): string {
  const { borrower, category, stream: key } = stream
  const name = formatStreamName(stream, taxpayer) ?? (key === category ? null : key.slice(category.length + 1))
  const label = name === null ? wordsOfCategory(category) : `${wordsOfCategory(category)}: ${name}`
  return showsBorrower ? `${wordsOfBorrower(borrower)}, ${label}` : label
}

export const nameTotal = ({ borrower }: IncomeTotal, showsBorrower: boolean): string =>
  showsBorrower ? `Total, ${wordsOfBorrower(borrower).toLowerCase()}` : 'Total'

/** Returns true if a box or a record that the amount of a year needs could not be read. */
export const isYearUnreadable = ({ conditions }: IncomeStream, year: number): boolean =>
  conditions.some(
    ({ raised }) => (raised.code === 'unreadable_box' || raised.code === 'rejected_record') && raised.taxYear === year,
  )

/** Renders the worksheet of a policy in the agencies' layout: two years, followed by the monthly amounts. */
export function renderWorksheet(trees: FigureTrees, taxpayer: TaxpayerContext): Html[] {
  const { policyResult } = trees
  const { policy, asOf, streams, totals } = policyResult
  const showsBorrower = hasSeveralBorrowers(policyResult)
  const names = new Map(streams.map(stream => [stream, nameStream(stream, taxpayer, showsBorrower)]))
  const nameRow = (stream: IncomeStream): string => names.get(stream) as string
  const flags = new Map<StreamFlag, string[]>()
  for (const stream of streams) for (const flag of stream.flags) appendToGroup(flags, flag, nameRow(stream))
  const years = asOf.year === null ? ['Latest year', 'Year before'] : [asOf.year, asOf.year - 1]
  const worksheetTable = table({
    caption: `Qualifying income, ${policy.title}`,
    head: [
      ...['Income', ...years, 'Change', wordCell('Trend'), wordCell('Method'), 'Computed', 'Gross-up'],
      ...['Qualifies', 'Supportable', 'IRS match'],
    ],
    rows: [
      ...streams.map(stream => row(isolateText(nameRow(stream)), createCells(stream, trees))),
      ...totals.map(total => row(nameTotal(total, showsBorrower), createTotalCells(total, trees), 'total')),
    ],
    note: html`US dollars. The last five columns are monthly. “Supportable” is what counts once the open conditions are met; “IRS match” is what counts on IRS transcripts alone. Select a figure to see the boxes behind it.`,
  })
  const renderRow = (title: HtmlPart, prefix: string, value: Cents): Html | null =>
    trees.renderTrees(
      title,
      formatMoneyCell(value),
      EXPANDED_COLUMNS.map(column => `${prefix}.${column}`),
    )
  const collapsibles = [
    ...streams.map(stream =>
      renderRow(isolateText(nameRow(stream)), nameStreamFigures(stream), stream.qualifyingMonthly),
    ),
    ...totals.map(total =>
      renderRow(nameTotal(total, showsBorrower), `${getFigurePrefix(total.borrower)}total`, total.qualifyingMonthly),
    ),
  ]
  return [
    worksheetTable,
    bulletList(
      [...flags]
        .sort()
        .map(([flag, rows]) => html`<b>${toWords(flag)}</b> (${isolateText(rows.join('; '))}): ${FLAGS[flag]}`),
    ),
    html`<div class="how"><h3>How each figure was calculated</h3>${collapsibles}</div>`,
  ]
}

function createCells(stream: IncomeStream, trees: FigureTrees): HtmlPart[] {
  const { asOf, policy } = trees.policyResult
  const { year } = asOf
  const prefix = nameStreamFigures(stream)
  const cell = (column: string, cents: Cents | null, missing = '–'): HtmlPart =>
    cents === null ? missing : trees.link(`${prefix}.${column}`, formatMoneyCell(cents))
  const missingText = (age: number): string =>
    year !== null && isYearUnreadable(stream, year - age) ? UNREADABLE_TEXT : '–'
  return [
    cell('latest_amount', stream.latestAmount, missingText(0)),
    cell('prior_amount', stream.priorAmount, missingText(1)),
    stream.change === null ? '–' : formatShareCell(stream.change),
    wordCell(stream.trend ?? '–'),
    wordCell(html`${formatMethod(stream)} <i>${wordsOfCitation(formatCitation(policy, stream.category))}</i>`),
    cell('computed_monthly', stream.computedMonthly, 'not computable'),
    cell('gross_up', stream.grossUp),
    html`<b>${cell('qualifying_monthly', stream.qualifyingMonthly)}</b>`,
    cell('supportable_monthly', stream.supportableMonthly, 'unknown'),
    cell('verified_monthly', stream.verifiedMonthly),
  ]
}

const formatMethod = ({ method, months }: IncomeStream): string =>
  method === 'none' ? '–' : months === 0 ? toWords(method) : `${toWords(method)}, ${months} months`

function createTotalCells(total: IncomeTotal, trees: FigureTrees): HtmlPart[] {
  const prefix = `${getFigurePrefix(total.borrower)}total`
  const cell = (column: string, cents: Cents): HtmlPart => trees.link(`${prefix}.${column}`, formatMoneyCell(cents))
  return [
    ...['', '', '', '', '', ''],
    cell('gross_up', total.grossUp),
    html`<b>${cell('qualifying_monthly', total.qualifyingMonthly)}</b>`,
    cell('supportable_monthly', total.supportableMonthly),
    cell('verified_monthly', total.verifiedMonthly),
  ]
}

/** Renders the table of indicators under a policy, and the boxes that each indicator is computed from. */
export function renderIndicators(trees: FigureTrees, several: boolean): Html[] {
  const { policy, indicators: rows } = trees.policyResult
  if (rows.length === 0) return []
  const showsBorrower = hasSeveralBorrowers(trees.policyResult)
  const nameIndicator = ({ indicator, recipient }: IndicatorRow): string =>
    showsBorrower ? `${wordsOfIndicator(indicator)} (${wordsOfBorrower(recipient)})` : wordsOfIndicator(indicator)
  const collapsibles = rows.flatMap(
    indicator =>
      trees.renderTrees(nameIndicator(indicator), textOfValue(indicator), [nameIndicatorFigure(indicator)]) ?? [],
  )
  return [
    table({
      caption: several ? `Indicators, ${policy.title}` : 'Indicators',
      head: ['Indicator', 'Value', wordCell('How to read it')],
      rows: rows.map(indicator =>
        row(nameIndicator(indicator), [
          trees.link(nameIndicatorFigure(indicator), textOfValue(indicator)),
          wordCell(
            isolateText([indicator.years?.replaceAll(';', ', '), indicator.note].filter(text => text).join('; ')),
          ),
        ]),
      ),
    }),
    collapsibles.length > 0
      ? html`<div class="how"><h3>How each indicator was calculated</h3>${collapsibles}</div>`
      : html``,
  ]
}

/** Formats an indicator's value. Ratios become percentages. */
function textOfValue({ ratio, amount, count, label }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return formatMoneyCell(amount)
  if (count !== null) return String(count)
  return ratio === null ? '–' : formatShareCell(ratio)
}
