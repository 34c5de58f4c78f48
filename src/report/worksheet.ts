import { addTo } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { type Flag, flagText } from '../underwrite/flag.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import { STREAMS } from '../underwrite/subject.js'
import { prefixOf } from '../underwrite/traces.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { money, share, UNREADABLE } from './amounts.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html, type Part } from './html.js'
import { list, opening, row, table, words } from './layout.js'
import { spaced, wordsOfBorrower, wordsOfCategory } from './spoken.js'

/** The figures that open under a row, where they do not stand in the tree of one before. */
const ROOTS = [
  ...['qualifying_monthly', 'monthly_amount', 'latest_amount', 'prior_amount', 'change', 'gross_up'],
  ...['supportable_if_stabilized', 'verified_monthly', 'verified_latest', 'verified_prior'],
]

/** What qualifies under a policy, as the worksheets of the agencies have it: two years side by side, then the month. */
export function worksheet(under: Underwriting, trees: FigureTrees): Html[] {
  const { policy, asOfYear } = under
  const qualifyingIncome = inOrder(under.qualifyingIncome)
  const isHeldBack = qualifyingIncome.some(({ supportableIfStabilized: held }) => held !== null)
  const nameOf = namesOf([under])
  const flags = new Map<Flag, string[]>()
  for (const each of qualifyingIncome) {
    // The total has what its rows have.
    if (each.category !== 'total') for (const flag of each.flags) addTo(flags, flag, nameOf(each))
    else for (const flag of each.flags) if (!flags.has(flag)) flags.set(flag, [nameOf(each)])
  }
  const years = asOfYear === null ? ['Latest year', 'Year before'] : [asOfYear, asOfYear - 1]
  const shown = table({
    caption: `Qualifying income, ${policy.name}`,
    head: [
      ...['Income', ...years, 'Change', words('Trend'), 'Months', 'A month', 'Gross-up', 'Qualifies'],
      ...['Confirmed', ...(isHeldBack ? ['Held back'] : [])],
    ],
    rows: qualifyingIncome.map(each =>
      row(nameOf(each), cellsOf(each, under, trees, isHeldBack), each.category === 'total' ? 'total' : ''),
    ),
    note: html`Amounts in US dollars; the last columns are a month. Each figure leads to its boxes.`,
  })
  const opened = qualifyingIncome.flatMap(each => {
    const prefix = `${prefixOf(each.borrower)}${each.category}.`
    const parts = trees.trees(ROOTS.map(column => prefix + column))
    if (parts.length === 0) return []
    return [opening(nameOf(each), money(each.qualifyingMonthly), html`<ul class="tree">${parts}</ul>`)]
  })
  return [
    shown,
    list(
      [...flags]
        .sort()
        .map(([flag, rows]) => html`<b>${spaced(flag)}</b> (${rows.join(', ')}): ${flagText(flag, under)}`),
    ),
    html`<div class="how"><h3>How each figure came about</h3>${opened}</div>`,
  ]
}

/** The name of a row; where any policy has several borrowers, behind whose it is. */
export function namesOf(unders: readonly Underwriting[]) {
  const several = unders.some(({ qualifyingIncome: [first, ...others] }) =>
    others.some(({ borrower }) => borrower !== first?.borrower),
  )
  return ({ borrower, category }: QualifyingRow): string =>
    several
      ? `${wordsOfBorrower(borrower)}: ${wordsOfCategory(category).toLowerCase()}`
      : wordsOfCategory(category)
}

const PLACES: ReadonlyMap<string, number> = new Map(STREAMS.map((name, place) => [name, place]))

/** Rows of a borrower as a worksheet has them: wages first, the total last. */
export function inOrder(rows: readonly QualifyingRow[]): QualifyingRow[] {
  const borrowers = [...new Set(rows.map(({ borrower }) => borrower))]
  const placeOf = ({ category }: QualifyingRow): number => PLACES.get(category) ?? STREAMS.length
  return borrowers.flatMap(borrower =>
    rows.filter(each => each.borrower === borrower).sort((a, b) => placeOf(a) - placeOf(b)),
  )
}

function cellsOf(
  each: QualifyingRow,
  { asOfYear }: Underwriting,
  trees: FigureTrees,
  isHeldBack: boolean,
): Part[] {
  const prefix = `${prefixOf(each.borrower)}${each.category}.`
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
