import { describeHidden } from '../core/cut-list.js'
import { appendToGroup, getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { TaxpayerContext } from '../tables/table.js'
import { FLAGS, type StreamFlag } from '../underwriting/flags.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { IndicatorRow } from '../underwriting/indicators/indicator.js'
import { formatCitation } from '../underwriting/policies/policy.js'
import { listShownStreams } from '../underwriting/traces/explain.js'
import { getFigurePrefix, nameIndicatorFigure, nameStreamFigures } from '../underwriting/traces/traces.js'
import type { IncomeTotal, PolicyResult } from '../underwriting/underwrite.js'
import { describeCalculations } from './calculations.js'
import type { FigureTrees } from './figure-tree.js'
import { type FigureCell, type Grid, type GridCell, moneyCell, renderGrid, shareCell, textColumn } from './grid.js'
import { bulletList, type Html, html, isolateText, row, table, wordCell } from './html.js'
import {
  formatMoneyCell,
  formatShareCell,
  hasSeveralBorrowers,
  nameIndicator,
  nameStream,
  toWords,
  UNREADABLE_TEXT,
  wordsOfBorrower,
  wordsOfCitation,
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

export const nameTotal = ({ borrower }: IncomeTotal, showsBorrower: boolean): string =>
  showsBorrower ? `Total, ${wordsOfBorrower(borrower).toLowerCase()}` : 'Total'

/** Returns true if a box or a record that the amount of a year needs could not be read. */
export const isYearUnreadable = ({ conditions }: IncomeStream, year: number): boolean =>
  conditions.some(
    ({ raised }) => (raised.code === 'unreadable_box' || raised.code === 'rejected_record') && raised.taxYear === year,
  )

/** How to read the worksheet of every policy. */
export const WORKSHEET_NOTE =
  'US dollars. The last five columns are monthly. “Supportable” is what counts once the open conditions are met. “IRS match” is what qualifies on IRS transcripts alone, without gross-up. It is 0.00 while a condition blocks the income.'

/** An indicator with the policies under which it has this value. */
interface ListedIndicator {
  readonly indicator: IndicatorRow
  /** The trees of the first of these policies. */
  readonly trees: FigureTrees
  readonly titles: string[]
}

/** A remark about streams: what a flag means for them. */
interface WorksheetRemark {
  readonly title: string
  readonly streams: string
  readonly meaning: string
}

/** The worksheet of a policy, and the remarks about its streams. */
export interface Worksheet {
  readonly grid: Grid
  readonly remarks: readonly WorksheetRemark[]
}

/** Describes the worksheet of a policy in the agencies' layout: two years, followed by the monthly amounts. */
export function describeWorksheet(policyResult: PolicyResult, taxpayer: TaxpayerContext): Worksheet {
  const { policy, asOf, totals } = policyResult
  const { items: streams, hiddenCount } = listShownStreams(policyResult)
  const showsBorrower = hasSeveralBorrowers(policyResult)
  const streamNames = streams.map(stream => nameStream(stream, taxpayer, showsBorrower))
  const flags = new Map<StreamFlag, string[]>()
  for (const [i, stream] of streams.entries())
    for (const flag of stream.flags) appendToGroup(flags, flag, streamNames[i] as string)
  const years = asOf.year === null ? ['Latest year', 'Year before'] : [asOf.year, asOf.year - 1]
  return {
    grid: {
      caption: `Qualifying income, ${policy.title}`,
      columns: [
        ...['Income', ...years, 'Change'].map(title => ({ title })),
        ...[textColumn('Trend'), textColumn('Method', 'Source')],
        ...['Computed', 'Gross-up', 'Qualifies', 'Supportable', 'IRS match'].map(title => ({ title })),
      ],
      rows: [
        ...streams.map((stream, i) => ({ cells: [streamNames[i] as string, ...createCells(stream, policyResult)] })),
        ...totals.map(total => ({
          cells: [nameTotal(total, showsBorrower), ...createTotalCells(total)],
          isTotal: true,
        })),
      ],
      ...(hiddenCount === 0
        ? {}
        : {
            note: `The income streams with the largest amounts are shown, ${describeHidden(hiddenCount, 'income_streams')}.`,
          }),
    },
    remarks: [...flags]
      .sort()
      .map(([flag, names]) => ({ title: toWords(flag), streams: names.join('; '), meaning: FLAGS[flag] })),
  }
}

/** Joins the remarks of several policies. Equal ones are listed once. */
export const joinRemarks = (worksheets: readonly Worksheet[]): readonly WorksheetRemark[] => [
  ...new Map(worksheets.flatMap(({ remarks }) => remarks.map(remark => [JSON.stringify(remark), remark]))).values(),
]

/** Renders the worksheet of each policy, and how each of its figures was calculated. */
export function renderWorksheets(trees: readonly FigureTrees[], taxpayer: TaxpayerContext): Html[] {
  const results = trees.map(({ policyResult }) => policyResult)
  const worksheets = results.map(result => describeWorksheet(result, taxpayer))
  const calculations = describeCalculations(results, taxpayer)
  return [
    ...worksheets.map(({ grid }, i) => renderGrid(grid, trees[i])),
    ...(calculations.rows.length === 0
      ? []
      : [
          html`<p class="note">${WORKSHEET_NOTE}<span class="screen"> Select a figure to see the boxes behind it.</span></p>`,
          renderGrid(calculations),
        ]),
    bulletList(
      joinRemarks(worksheets).map(
        ({ title, streams, meaning }) => html`<b>${title}</b> (${isolateText(streams)}): ${meaning}`,
      ),
    ),
    ...trees.map((policyTrees, i) => renderFigureTrees(policyTrees, (worksheets[i] as Worksheet).grid)),
  ]
}

function renderFigureTrees(trees: FigureTrees, grid: Grid): Html {
  const { policy, totals } = trees.policyResult
  const { items: streams } = listShownStreams(trees.policyResult)
  const prefixes = [
    ...streams.map(nameStreamFigures),
    ...totals.map(({ borrower }) => `${getFigurePrefix(borrower)}total`),
  ]
  const amounts = [...streams, ...totals].map(({ qualifyingMonthly }) => formatMoneyCell(qualifyingMonthly))
  const collapsibles = grid.rows.map(({ cells: [name] }, i) =>
    trees.renderTrees(
      isolateText(String(name)),
      amounts[i] as string,
      EXPANDED_COLUMNS.map(column => `${prefixes[i]}.${column}`),
    ),
  )
  return html`<div class="how"><h3>How each figure was calculated, ${policy.title}</h3>${collapsibles}</div>`
}

function createCells(stream: IncomeStream, { asOf: { year }, policy }: PolicyResult): GridCell[] {
  const prefix = nameStreamFigures(stream)
  const cell = (column: string, cents: Cents | null, missingText?: string): FigureCell =>
    moneyCell(cents, `${prefix}.${column}`, missingText)
  const missingText = (age: number): string =>
    year !== null && isYearUnreadable(stream, year - age) ? UNREADABLE_TEXT : '–'
  return [
    cell('latest_amount', stream.latestAmount, missingText(0)),
    cell('prior_amount', stream.priorAmount, missingText(1)),
    shareCell(stream.change),
    stream.trend ?? '–',
    { text: formatMethod(stream), note: wordsOfCitation(formatCitation(policy, stream.category)) },
    cell('computed_monthly', stream.computedMonthly, 'not computable'),
    cell('gross_up', stream.grossUp),
    { ...cell('qualifying_monthly', stream.qualifyingMonthly), isMain: true },
    cell('supportable_monthly', stream.supportableMonthly, 'unknown'),
    cell('verified_monthly', stream.verifiedMonthly),
  ]
}

function formatMethod({ method, months }: IncomeStream): string {
  const name = method === 'lesser' ? 'smaller average' : toWords(method)
  return method === 'none' ? '–' : months === 0 ? name : `${name}, ${months} months`
}

function createTotalCells(total: IncomeTotal): GridCell[] {
  const cell = (column: string, cents: Cents): FigureCell =>
    moneyCell(cents, `${getFigurePrefix(total.borrower)}total.${column}`)
  return [
    ...['', '', '', '', '', ''],
    cell('gross_up', total.grossUp),
    { ...cell('qualifying_monthly', total.qualifyingMonthly), isMain: true },
    cell('supportable_monthly', total.supportableMonthly),
    cell('verified_monthly', total.verifiedMonthly),
  ]
}

/** Renders one table of the indicators of all policies, and the boxes that each indicator is computed from. */
export function renderIndicators(trees: readonly FigureTrees[]): Html[] {
  const values = new Map<string, Map<string, ListedIndicator>>()
  for (const policyTrees of trees) {
    const showsBorrower = hasSeveralBorrowers(policyTrees.policyResult)
    for (const indicator of policyTrees.policyResult.indicators) {
      const byText = getOrCreate(values, nameIndicator(indicator, showsBorrower), () => new Map())
      const create = (): ListedIndicator => ({ indicator, trees: policyTrees, titles: [] })
      getOrCreate(byText, textOfValue(indicator), create).titles.push(policyTrees.policyResult.policy.title)
    }
  }
  const listed = [...values].flatMap(([name, byText]) =>
    [...byText].map(([text, { titles, ...rest }]) => ({
      ...rest,
      text,
      name: titles.length === trees.length ? name : `${name}, ${titles.join(', ')}`,
    })),
  )
  if (listed.length === 0) return []
  const collapsibles = listed.flatMap(
    ({ name, text, indicator, trees: ofPolicy }) =>
      ofPolicy.renderTrees(name, text, [nameIndicatorFigure(indicator)]) ?? [],
  )
  return [
    table({
      caption: 'Indicators',
      head: ['Indicator', 'Value', wordCell('How to read it')],
      rows: listed.map(({ name, text, indicator, trees: ofPolicy }) =>
        row(name, [
          ofPolicy.link(nameIndicatorFigure(indicator), text),
          wordCell(
            isolateText([indicator.years?.replaceAll(';', ', '), indicator.note].filter(part => part).join('; ')),
          ),
        ]),
      ),
    }),
    ...(collapsibles.length > 0
      ? [html`<div class="how"><h3>How each indicator was calculated</h3>${collapsibles}</div>`]
      : []),
  ]
}

const YES_OR_NO: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }

/** Formats an indicator's value. Ratios become percentages. */
function textOfValue({ ratio, amount, count, label }: IndicatorRow): string {
  if (label !== null) return YES_OR_NO[label] ?? toWords(label.replace('/', ', plan '))
  if (amount !== null) return formatMoneyCell(amount)
  if (count !== null) return String(count)
  return ratio === null ? '–' : formatShareCell(ratio)
}
