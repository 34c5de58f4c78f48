import type { IndicatorRow } from '../underwrite/indicator.js'
import { INDICATORS as COLUMN_OF } from '../underwrite/indicator-names.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { taxpayerId } from './columns.js'
import { type Column, int, maybe, money, type Scope, sharedBy, type TableSpec, text } from './table.js'
import { underwritingsByName } from './worked.js'

/** A row, and the underwriting that it is of. */
interface Under<Row> {
  readonly under: Underwriting
  readonly row: Row
}

const underOf = ({ under }: Under<unknown>): Underwriting => under

const leading = <Row>(...more: Column<Under<Row>>[]): Column<Under<Row>>[] =>
  sharedBy(underOf, [
    taxpayerId(),
    text('policy', 'Name of the policy.', ({ under }) => under.policy.name),
    ...more,
  ])

/** Flags as a cell has them, and by the next flag that of one more. */
interface Words {
  readonly text: string
  readonly more: Map<string, Words>
}

const NO_WORDS: Words = { text: '', more: new Map() }
const MAX_WORDS = 5000
let held = 0

/** The same flags give the same text, which a writer knows again. */
function wordsOf(flags: QualifyingRow['flags']): string {
  let words = NO_WORDS
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] as string
    let next = words.more.get(flag)
    if (next === undefined) {
      next = { text: i === 0 ? flag : `${words.text};${flag}`, more: new Map() }
      if (held < MAX_WORDS) {
        words.more.set(flag, next)
        held++
      }
    }
    words = next
  }
  return words.text
}

const QUALIFYING: readonly Column<Under<QualifyingRow>>[] = [
  ...leading<QualifyingRow>(
    maybe.int('as_of_year', 'Year worked for; null where there is no income.', ({ under }) => under.asOfYear),
  ),
  text(
    'category',
    'Category of income, officer_compensation, or total.',
    ({ row }) => row.category,
    "StreamName | 'total'",
  ),
  maybe.money(
    'latest_amount',
    'The year, after exclusions; null where it has none, or none that could be read.',
    ({ row }) => row.latestAmount,
  ),
  maybe.money('prior_amount', 'The year before, the same.', ({ row }) => row.priorAmount),
  maybe.ratio(
    'change',
    '(latest - prior) / prior; null from 0 or below, and where the trend is unknown.',
    ({ row }) => row.change,
  ),
  maybe.text(
    'trend',
    'new, discontinued, stable, increasing, decreasing, or unknown where a year could not be read; null where neither year has an amount, and on the total.',
    ({ row }) => row.trend,
    'Trend',
  ),
  int(
    'months',
    'Months that the amount stands on: 12 or 24; 0 where excluded.',
    ({ row }) => row.months,
    '0 | 12 | 24',
  ),
  money('monthly_amount', 'A month, rounded once.', ({ row }) => row.monthlyAmount),
  money('gross_up', 'Added for the part that is not taxed.', ({ row }) => row.grossUp),
  money(
    'qualifying_monthly',
    'The sum of the two; without the gross-up where it enters ratios only.',
    ({ row }) => row.qualifyingMonthly,
  ),
  maybe.money(
    'supportable_if_stabilized',
    'A month of the latest year that was held back.',
    ({ row }) => row.supportableIfStabilized,
  ),
  text('flags', 'Reasons and doubts, sorted, with ; between.', ({ row }) => wordsOf(row.flags)),
  text('citations', 'Sources of the rules, separated by semicolons.', ({ row }) => row.citations),
  text(
    'borrower',
    'self, or the last four of a person whom the caller named; all on the total of several.',
    ({ row }) => row.borrower,
  ),
  maybe.money(
    'verified_latest',
    'Of the year, what documents that an authority holds confirm.',
    ({ row }) => row.verifiedLatest,
  ),
  maybe.money('verified_prior', 'Of the year before, the same.', ({ row }) => row.verifiedPrior),
  maybe.money(
    'verified_monthly',
    'The monthly amount of what is confirmed alone, by the same formula, at most that amount; on a total the sum of its rows, which losses can make more than the total itself.',
    ({ row }) => row.verifiedMonthly,
  ),
]

/** What a column of values says: an indicator fills one of them. */
const ofColumn = (column: string, words: string): string =>
  `${words}: of ${Object.entries(COLUMN_OF)
    .filter(([, of]) => of === column)
    .map(([name]) => name)
    .join(', ')}; null on every other row.`

const INDICATORS: readonly Column<Under<IndicatorRow>>[] = [
  ...leading<IndicatorRow>(),
  text('indicator', 'Name of the indicator.', ({ row }) => row.indicator, 'IndicatorName'),
  maybe.ratio('ratio', ofColumn('ratio', 'Shares, stability, debt-to-income'), ({ row }) => row.ratio),
  maybe.money('amount', ofColumn('amount', 'Dollars'), ({ row }) => row.amount),
  maybe.int('count', ofColumn('count', 'Years, months and numbers of things'), ({ row }) => row.count),
  maybe.text('label', ofColumn('label', 'A state, true or false'), ({ row }) => row.label),
  maybe.text(
    'years',
    'The years that it counts or is of, with ; between; null where it is of no list of years.',
    ({ row }) => row.years,
  ),
  maybe.text('note', 'What the figure leaves open; null where nothing.', ({ row }) => row.note),
]

const rowsOf =
  <Row>(of: (under: Underwriting) => readonly Row[]) =>
  (scope: Scope): Under<Row>[] => {
    const rows: Under<Row>[] = []
    for (const under of underwritingsByName(scope)) for (const row of of(under)) rows.push({ under, row })
    return rows
  }

/** What a lender may count a month; rows stand by policy, borrower and category, excluded categories too, totals last. */
export const qualifyingIncome: TableSpec<Under<QualifyingRow>> = {
  name: 'qualifying_income',
  doc: 'What a lender may count a month, by borrower, category and policy; excluded categories with 0 and their reason.',
  key: ['taxpayer_id', 'policy', 'borrower', 'category'],
  summary: 'list',
  row: {
    type: 'QualifyingIncomeRow',
    without: ['policy', 'asOfYear'],
    more: { flags: ['readonly Flag[]', 'Reasons and doubts, sorted.'] },
  },
  columns: QUALIFYING,
  rows: rowsOf(under => under.qualifyingIncome),
}

/** Indicators of a taxpayer; rows stand by policy and name. What has no sample has no row. */
export const indicators: TableSpec<Under<IndicatorRow>> = {
  name: 'indicators',
  doc: 'Indicators of history, concentration, stability, tax debt and obligations, by policy.',
  key: ['taxpayer_id', 'policy', 'indicator'],
  summary: 'list',
  row: { type: 'Indicator', without: ['policy'] },
  columns: INDICATORS,
  rows: rowsOf(under => under.indicators),
}
