import { addTo, getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { Scope } from '../export/table.js'
import { type Flag, flagText } from '../underwrite/flag.js'
import type { IndicatorRow } from '../underwrite/indicator.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { Policy } from '../underwrite/settings.js'
import { STREAMS } from '../underwrite/subject.js'
import { knownOf } from '../underwrite/terms.js'
import { prefixOf } from '../underwrite/traces.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { comparePolicies } from '../underwrite/underwrite.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html, list, named, type Part, row, table, words } from './html.js'
import { hasSeveralBorrowers } from './remarks.js'
import {
  labelOfPolicy,
  money,
  share,
  spaced,
  UNREADABLE,
  wordsOfBorrower,
  wordsOfCategory,
  wordsOfIndicator,
} from './words.js'

/** The figures that open under a row, unless the tree of an earlier one contains them. */
const ROOTS = [
  ...['qualifying_monthly', 'monthly_amount', 'latest_amount', 'prior_amount', 'change', 'gross_up'],
  ...['supportable_if_stabilized', 'verified_monthly', 'verified_latest', 'verified_prior'],
]

/** Makes the worksheet of a policy in the layout of the agencies: two years, then the monthly amounts. */
export function worksheet(under: Underwriting, trees: FigureTrees): Html[] {
  const { policy, asOfYear } = under
  const qualifyingIncome = inOrder(under.qualifyingIncome)
  const isHeldBack = qualifyingIncome.some(({ supportableIfStabilized: held }) => held !== null)
  const nameOf = namesOf([under])
  const flags = new Map<Flag, string[]>()
  for (const each of qualifyingIncome) {
    // The total repeats the flags of its rows, so it is named only for flags that no row has.
    if (each.category !== 'total') for (const flag of each.flags) addTo(flags, flag, nameOf(each))
    else for (const flag of each.flags) if (!flags.has(flag)) flags.set(flag, [nameOf(each)])
  }
  const years = asOfYear === null ? ['Latest year', 'Year before'] : [asOfYear, asOfYear - 1]
  const shown = table({
    caption: `Qualifying income, ${labelOfPolicy(policy.name)}`,
    head: [
      ...['Income', ...years, 'Change', words('Trend'), 'Months', 'Per month', 'Gross-up', 'Qualifies'],
      ...['Matched to IRS', ...(isHeldBack ? ['If stabilized'] : [])],
    ],
    rows: qualifyingIncome.map(each =>
      row(nameOf(each), cellsOf(each, under, trees, isHeldBack), each.category === 'total' ? 'total' : ''),
    ),
    note: html`US dollars. The last ${isHeldBack ? 'five' : 'four'} columns are monthly. Select a figure to see the boxes behind it.`,
  })
  const opened = qualifyingIncome.map(each => {
    const prefix = prefixOfRow(each)
    const figures = ROOTS.map(column => prefix + column)
    return trees.opening(nameOf(each), money(each.qualifyingMonthly), figures)
  })
  return [
    shown,
    list(
      [...flags]
        .sort()
        .map(([flag, rows]) => html`<b>${spaced(flag)}</b> (${rows.join(', ')}): ${flagText(flag, under)}`),
    ),
    html`<div class="how"><h3>How each figure was calculated</h3>${opened}</div>`,
  ]
}

/** Makes a function that names rows. Names begin with the borrower if any policy has several borrowers. */
function namesOf(unders: readonly Underwriting[]) {
  const several = unders.some(hasSeveralBorrowers)
  return ({ borrower, category }: QualifyingRow): string =>
    several
      ? `${wordsOfBorrower(borrower)}: ${wordsOfCategory(category).toLowerCase()}`
      : wordsOfCategory(category)
}

/** Sorts rows by borrower, then in the order of a worksheet: wages first, the total last. */
function inOrder(rows: readonly QualifyingRow[]): QualifyingRow[] {
  const borrowers = [...new Set(rows.map(({ borrower }) => borrower))]
  const streams: readonly string[] = [...STREAMS, 'total']
  const placeOf = ({ category }: QualifyingRow): number => streams.indexOf(category)
  return borrowers.flatMap(borrower =>
    rows.filter(each => each.borrower === borrower).sort((a, b) => placeOf(a) - placeOf(b)),
  )
}

/** Returns the prefix of the names of a row's figures. */
export const prefixOfRow = ({ borrower, category }: QualifyingRow): string =>
  `${prefixOf(borrower)}${category}.`

function cellsOf(
  each: QualifyingRow,
  { asOfYear }: Underwriting,
  trees: FigureTrees,
  isHeldBack: boolean,
): Part[] {
  const prefix = prefixOfRow(each)
  const cell = (column: string, cents: Cents | null): Part =>
    cents === null ? '–' : trees.link(prefix + column, money(cents))
  const isTotal = each.category === 'total'
  const year = (column: string, cents: Cents | null, past: number): Part =>
    cents === null && asOfYear !== null && each.unread.includes(asOfYear - past)
      ? UNREADABLE
      : cell(column, cents)
  return [
    year('latest_amount', each.latestAmount, 0),
    year('prior_amount', each.priorAmount, 1),
    each.change === null ? (isTotal ? '' : '–') : trees.link(`${prefix}change`, share(each.change)),
    words(isTotal ? '' : (each.trend ?? '–')),
    isTotal ? '' : each.months,
    cell('monthly_amount', each.monthlyAmount),
    cell('gross_up', each.grossUp),
    html`<b>${cell('qualifying_monthly', each.qualifyingMonthly)}</b>`,
    cell('verified_monthly', each.verifiedMonthly),
    ...(isHeldBack ? [cell('supportable_if_stabilized', each.supportableIfStabilized)] : []),
  ]
}

/** Makes the table of indicators under a policy, and the source boxes of each one. */
export function indicators(under: Underwriting, trees: FigureTrees, several: boolean): Html[] {
  const rows = under.indicators
  if (rows.length === 0) return []
  const opened = rows.flatMap(
    each => trees.opening(wordsOfIndicator(each.indicator), textOfValue(each), [each.indicator]) ?? [],
  )
  return [
    table({
      caption: several ? `Indicators, ${labelOfPolicy(under.policy.name)}` : 'Indicators',
      head: ['Indicator', 'Value', words('Years and remarks')],
      rows: rows.map(each =>
        row(wordsOfIndicator(each.indicator), [
          trees.link(each.indicator, textOfValue(each)),
          words(named([each.years?.replaceAll(';', ', '), each.note].filter(text => text).join('; '))),
        ]),
      ),
    }),
    opened.length > 0
      ? html`<div class="how"><h3>How each indicator was calculated</h3>${opened}</div>`
      : html``,
  ]
}

/** Formats the value of an indicator. Ratios are percentages. */
function textOfValue({ ratio, amount, count, label }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return money(amount)
  if (count !== null) return String(count)
  return share(ratio)
}

/** The meaning of each setting of a policy, for the comparison of policies. */
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

/** Compares the monthly amounts of the policies, and lists the differences that each setting makes against the first one. */
export function beside(scope: Scope, unders: readonly Underwriting[], trees: readonly FigureTrees[]): Html[] {
  const [first, ...others] = unders
  if (first === undefined || others.length === 0) return []
  const nameOf = namesOf(unders)
  const rows = new Map<string, { figure: string; category: string; cells: (string | undefined)[] }>()
  for (const [i, { qualifyingIncome }] of unders.entries()) {
    for (const each of inOrder(qualifyingIncome)) {
      const { category, qualifyingMonthly } = each
      const figure = `${prefixOfRow(each)}qualifying_monthly`
      const cells = unders.map(() => undefined)
      getOrCreate(rows, nameOf(each), () => ({ figure, category, cells })).cells[i] = money(qualifyingMonthly)
    }
  }
  return [
    table({
      caption: 'Monthly qualifying income by guideline',
      head: ['Income', ...unders.map(({ policy }) => labelOfPolicy(policy.name)), words('Remark')],
      rows: [...rows].map(([name, { figure, category, cells }]) =>
        row(
          name,
          [
            ...cells.map((cell, i) =>
              cell === undefined ? '–' : (trees[i] as FigureTrees).link(figure, cell),
            ),
            words(new Set(cells).size > 1 ? 'they differ' : ''),
          ],
          category === 'total' ? 'total' : '',
        ),
      ),
    }),
    ...others.map(other => differences(scope, first.policy, other.policy)),
  ]
}

function differences(scope: Scope, a: Policy, b: Policy): Html {
  const known = scope.terms === undefined ? undefined : knownOf(scope.terms, scope.taxpayerId)
  // Shows only qualifying amounts by category and indicators. The parts of these figures differ with them.
  const differ = comparePolicies(scope.result, a, b, known).filter(
    ({ figure }) => figure.endsWith('.qualifying_monthly') || !figure.includes('.'),
  )
  const [nameOfA, nameOfB] = [labelOfPolicy(a.name), labelOfPolicy(b.name)]
  const bySetting = new Map<string, ReturnType<typeof comparePolicies>>()
  for (const each of differ) {
    for (const setting of each.settings.length === 0 ? ['together'] : each.settings)
      addTo(bySetting, setting, each)
  }
  const lines = [...bySetting].map(([setting, all]) => {
    const figures = all.map(({ figure }) => spaced(figure.replace('.qualifying_monthly', ''))).join('; ')
    if (setting === 'together') return html`Several settings together change ${figures}.`
    const name = setting as keyof typeof SETTING_WORDS
    return html`<b>${SETTING_WORDS[name]}</b> (${wordsOfSetting(a[name])} under ${nameOfA}, ${wordsOfSetting(b[name])} under ${nameOfB}) changes ${figures}.`
  })
  const title = `Differences between ${nameOfB} and ${nameOfA}`
  return lines.length === 0
    ? html`<p>${title}: none for this borrower.</p>`
    : html`<h3>${title}</h3>${list(lines)}`
}

function wordsOfSetting(value: Policy[keyof Policy]): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string')
    return value === 'lesser_of_1y_2y' ? 'the lesser of one year and two' : spaced(value)
  if (typeof value === 'number') return String(value)
  const parts = Object.entries(value).map(([key, each]) => `${spaced(key)} ${String(each)}`)
  return parts.length === 0 ? 'no other for any' : parts.join(', ')
}
