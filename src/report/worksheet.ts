import { appendToGroup, getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { TaxpayerContext } from '../tables/table.js'
import { type Flag, flagText } from '../underwriting/flag.js'
import type { IndicatorRow } from '../underwriting/indicators/indicator.js'
import { STREAMS } from '../underwriting/policies/setting.js'
import type { Policy } from '../underwriting/policies/settings.js'
import { knownOf } from '../underwriting/policies/terms.js'
import type { QualifyingRow } from '../underwriting/streams/qualifying-income.js'
import { prefixOf } from '../underwriting/traces/traces.js'
import { compareUnderPolicies, type PolicyUnderwriting } from '../underwriting/underwrite.js'
import type { FigureTrees } from './figure-tree.js'
import { bulletList, type Html, type HtmlPart, html, isolateText, row, table, wordCell } from './html.js'
import {
  formatMoneyCell,
  formatShareCell,
  labelOfPolicy,
  toWords,
  UNREADABLE_TEXT,
  wordsOfBorrower,
  wordsOfCategory,
  wordsOfIndicator,
} from './labels.js'
import { hasSeveralBorrowers } from './remarks.js'

/** The columns whose figures are expanded under a row, unless the tree of an earlier column already contains them. */
const EXPANDED_COLUMNS = [
  ...['qualifying_monthly', 'monthly_amount', 'latest_amount', 'prior_amount', 'change', 'gross_up'],
  ...['supportable_if_stabilized', 'verified_monthly', 'verified_latest', 'verified_prior'],
]

/** Renders the worksheet of a policy in the agencies' layout: two years, followed by the monthly amounts. */
export function worksheet(trees: FigureTrees): Html[] {
  const { underwriting } = trees
  const { policy, asOfYear } = underwriting
  const qualifyingIncome = sortRows(underwriting.qualifyingIncome)
  const hasSupportableIncome = qualifyingIncome.some(({ supportableIfStabilized: supportable }) => supportable !== null)
  const nameRow = createRowNamer([underwriting])
  const flags = new Map<Flag, string[]>()
  for (const row of qualifyingIncome) {
    // The total repeats the flags of its rows, so it is listed only under flags that no other row has.
    if (row.category !== 'total') for (const flag of row.flags) appendToGroup(flags, flag, nameRow(row))
    else for (const flag of row.flags) if (!flags.has(flag)) flags.set(flag, [nameRow(row)])
  }
  const years = asOfYear === null ? ['Latest year', 'Year before'] : [asOfYear, asOfYear - 1]
  const worksheetTable = table({
    caption: `Qualifying income, ${labelOfPolicy(policy.name)}`,
    head: [
      ...['Income', ...years, 'Change', wordCell('Trend'), 'Months', 'Per month', 'Gross-up', 'Qualifies'],
      ...['IRS match', ...(hasSupportableIncome ? ['If stabilized'] : [])],
    ],
    rows: qualifyingIncome.map(incomeRow =>
      row(
        nameRow(incomeRow),
        createCells(incomeRow, trees, hasSupportableIncome),
        incomeRow.category === 'total' ? 'total' : '',
      ),
    ),
    note: html`US dollars. The last ${hasSupportableIncome ? 'five' : 'four'} columns are monthly. Select a figure to see the boxes behind it.`,
  })
  const collapsibles = qualifyingIncome.map(row => {
    const prefix = prefixOfRow(row)
    const figures = EXPANDED_COLUMNS.map(column => prefix + column)
    return trees.renderTrees(nameRow(row), formatMoneyCell(row.qualifyingMonthly), figures)
  })
  return [
    worksheetTable,
    bulletList(
      [...flags]
        .sort()
        .map(([flag, rows]) => html`<b>${toWords(flag)}</b> (${rows.join(', ')}): ${flagText(flag, underwriting)}`),
    ),
    html`<div class="how"><h3>How each figure was calculated</h3>${collapsibles}</div>`,
  ]
}

/** Returns a function that names rows. A name begins with the borrower if any policy has several borrowers. */
function createRowNamer(underwritings: readonly PolicyUnderwriting[]) {
  const showsBorrower = underwritings.some(hasSeveralBorrowers)
  return ({ borrower, category }: QualifyingRow): string =>
    showsBorrower
      ? `${wordsOfBorrower(borrower)}: ${wordsOfCategory(category).toLowerCase()}`
      : wordsOfCategory(category)
}

/** Sorts rows by borrower, and then in worksheet order: wages first, the total last. */
function sortRows(rows: readonly QualifyingRow[]): QualifyingRow[] {
  const borrowers = [...new Set(rows.map(({ borrower }) => borrower))]
  const streams: readonly string[] = [...STREAMS, 'total']
  const findStreamIndex = ({ category }: QualifyingRow): number => streams.indexOf(category)
  return borrowers.flatMap(borrower =>
    rows.filter(row => row.borrower === borrower).sort((a, b) => findStreamIndex(a) - findStreamIndex(b)),
  )
}

/** Returns the prefix that the names of a row's figures share. */
export const prefixOfRow = ({ borrower, category }: QualifyingRow): string => `${prefixOf(borrower)}${category}.`

function createCells(row: QualifyingRow, trees: FigureTrees, hasSupportableIncome: boolean): HtmlPart[] {
  const { asOfYear } = trees.underwriting
  const prefix = prefixOfRow(row)
  const cell = (column: string, cents: Cents | null): HtmlPart =>
    cents === null ? '–' : trees.link(prefix + column, formatMoneyCell(cents))
  const isTotal = row.category === 'total'
  const year = (column: string, cents: Cents | null, past: number): HtmlPart =>
    cents === null && asOfYear !== null && row.unread.includes(asOfYear - past) ? UNREADABLE_TEXT : cell(column, cents)
  return [
    year('latest_amount', row.latestAmount, 0),
    year('prior_amount', row.priorAmount, 1),
    row.change === null ? (isTotal ? '' : '–') : trees.link(`${prefix}change`, formatShareCell(row.change)),
    wordCell(isTotal ? '' : (row.trend ?? '–')),
    isTotal ? '' : row.months,
    cell('monthly_amount', row.monthlyAmount),
    cell('gross_up', row.grossUp),
    html`<b>${cell('qualifying_monthly', row.qualifyingMonthly)}</b>`,
    cell('verified_monthly', row.verifiedMonthly),
    ...(hasSupportableIncome ? [cell('supportable_if_stabilized', row.supportableIfStabilized)] : []),
  ]
}

/** Renders the table of indicators under a policy, and the boxes that each indicator is computed from. */
export function indicators(trees: FigureTrees, several: boolean): Html[] {
  const { policy, indicators: rows } = trees.underwriting
  if (rows.length === 0) return []
  const opened = rows.flatMap(
    indicator =>
      trees.renderTrees(wordsOfIndicator(indicator.indicator), textOfValue(indicator), [indicator.indicator]) ?? [],
  )
  return [
    table({
      caption: several ? `Indicators, ${labelOfPolicy(policy.name)}` : 'Indicators',
      head: ['Indicator', 'Value', wordCell('Years and remarks')],
      rows: rows.map(indicator =>
        row(wordsOfIndicator(indicator.indicator), [
          trees.link(indicator.indicator, textOfValue(indicator)),
          wordCell(
            isolateText([indicator.years?.replaceAll(';', ', '), indicator.note].filter(text => text).join('; ')),
          ),
        ]),
      ),
    }),
    opened.length > 0 ? html`<div class="how"><h3>How each indicator was calculated</h3>${opened}</div>` : html``,
  ]
}

/** Formats an indicator's value. Ratios become percentages. */
function textOfValue({ ratio, amount, count, label }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return formatMoneyCell(amount)
  if (count !== null) return String(count)
  return formatShareCell(ratio)
}

/** A description of each policy setting, for the comparison of policies. */
const SETTING_WORDS = {
  averaging: 'how two years become a monthly amount',
  onDecline: 'how declining income counts',
  minHistoryYears: 'how many years of history are required',
  minHistoryByCategory: 'how many years of history are required, by kind of income',
  investmentAveraging: 'how two years of investment income become a monthly amount',
  capitalLosses: 'whether capital losses count',
  royalties: 'when royalties count',
  unemployment: 'when unemployment counts',
  selfEmployedExpenses: 'the share of gross receipts deducted for expenses',
  requireAuthority: 'whether documents that are not on a complete transcript count',
  grossUp: 'the share added to nontaxable income',
  grossUpUse: 'whether the gross-up is income or counts only in ratios',
  socialSecurityNontaxable: 'the share of Social Security treated as nontaxable',
  wageBasis: 'the box of Form W-2 that wages are read from',
  stableBand: 'how large a change still is stable',
  materialDecline: 'how large a decline is material',
  manualUnderwriteOnMaterialDecline: 'whether a material decline of a business requires manual underwriting',
  continuanceMonths: 'how many months of continuance are required',
  selfEmployedOwnership: 'the ownership share that makes an owner self-employed',
  imputeMonths: 'over how many months a tax balance without a plan is paid',
} as const satisfies Record<Exclude<keyof Policy, 'name' | 'ruleVersion' | 'citations'>, string>

/** Renders the monthly amounts under all policies, and the settings that cause differences from the first policy. */
export function comparePolicyTables(taxpayer: TaxpayerContext, trees: readonly FigureTrees[]): Html[] {
  const underwritings = trees.map(({ underwriting }) => underwriting)
  const [first, ...otherUnderwritings] = underwritings
  if (first === undefined || otherUnderwritings.length === 0) return []
  const nameOf = createRowNamer(underwritings)
  const rows = new Map<string, { figure: string; category: string; cells: (string | undefined)[] }>()
  for (const [i, { qualifyingIncome }] of underwritings.entries()) {
    for (const row of sortRows(qualifyingIncome)) {
      const { category, qualifyingMonthly } = row
      const figure = `${prefixOfRow(row)}qualifying_monthly`
      const cells = underwritings.map(() => undefined)
      getOrCreate(rows, nameOf(row), () => ({ figure, category, cells })).cells[i] = formatMoneyCell(qualifyingMonthly)
    }
  }
  return [
    table({
      caption: 'Monthly qualifying income by guideline',
      head: ['Income', ...underwritings.map(({ policy }) => labelOfPolicy(policy.name)), wordCell('Remark')],
      rows: [...rows].map(([name, { figure, category, cells }]) =>
        row(
          name,
          [
            ...cells.map((cell, i) => (cell === undefined ? '–' : (trees[i] as FigureTrees).link(figure, cell))),
            wordCell(new Set(cells).size > 1 ? 'they differ' : ''),
          ],
          category === 'total' ? 'total' : '',
        ),
      ),
    }),
    ...otherUnderwritings.map(otherUnderwriting => differences(taxpayer, first.policy, otherUnderwriting.policy)),
  ]
}

function differences(taxpayer: TaxpayerContext, a: Policy, b: Policy): Html {
  const knownFacts = taxpayer.terms === undefined ? undefined : knownOf(taxpayer.terms, taxpayer.taxpayerId)
  // Shows only the qualifying amounts by category and the indicators, because their parts differ for the same reason.
  const figureDifferences = compareUnderPolicies(taxpayer.result, a, b, knownFacts).filter(
    ({ figure }) => figure.endsWith('.qualifying_monthly') || !figure.includes('.'),
  )
  const [nameOfA, nameOfB] = [labelOfPolicy(a.name), labelOfPolicy(b.name)]
  const bySetting = new Map<string, ReturnType<typeof compareUnderPolicies>>()
  for (const difference of figureDifferences) {
    for (const setting of difference.settings.length === 0 ? ['together'] : difference.settings)
      appendToGroup(bySetting, setting, difference)
  }
  const lines = [...bySetting].map(([setting, settingDifferences]) => {
    const figures = settingDifferences
      .map(({ figure }) => toWords(figure.replace('.qualifying_monthly', '')))
      .join('; ')
    if (setting === 'together') return html`Several settings together change ${figures}.`
    const name = setting as keyof typeof SETTING_WORDS
    return html`<b>${SETTING_WORDS[name]}</b> (${wordsOfSetting(a[name])} under ${nameOfA}, ${wordsOfSetting(b[name])} under ${nameOfB}) changes ${figures}.`
  })
  const title = `Differences between ${nameOfB} and ${nameOfA}`
  return lines.length === 0
    ? html`<p>${title}: none for this borrower.</p>`
    : html`<h3>${title}</h3>${bulletList(lines)}`
}

function wordsOfSetting(value: Policy[keyof Policy]): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === 'lesser_of_1y_2y' ? 'the lesser of one year and two' : toWords(value)
  if (typeof value === 'number') return String(value)
  const parts = Object.entries(value).map(([key, inner]) => `${toWords(key)} ${String(inner)}`)
  return parts.length === 0 ? 'no other for any' : parts.join(', ')
}
