import { INDICATORS as COLUMN_OF, type IndicatorRow } from '../underwrite/indicator.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { taxpayerId } from './columns.js'
import { type Column, int, maybe, money, type Scope, sharedBy, type TableSpec, text } from './table.js'
import { underwritingsByName } from './worked.js'

interface Under<Row> {
  readonly under: Underwriting
  readonly row: Row
}

/** Returns the first columns of every underwriting table. */
const leading = <Row>(...more: Column<Under<Row>>[]): Column<Under<Row>>[] =>
  sharedBy(
    ({ under }) => under,
    [taxpayerId(), text('policy', 'Name of the policy.', ({ under }) => under.policy.name), ...more],
  )

/** Converts columns of a row to columns of a row with its underwriting. */
const ofRow = <Row>(columns: readonly Column<Row>[]): Column<Under<Row>>[] =>
  columns.map(({ of, by, ...column }) => ({ ...column, of: ({ row }, scope) => of(row, scope) }))

const rowsOf =
  <Row>(of: (under: Underwriting) => readonly Row[]) =>
  (scope: Scope): Under<Row>[] =>
    underwritingsByName(scope).flatMap(under => of(under).map(row => ({ under, row })))

/**
 * Monthly income that a lender may count. Rows are ordered by policy, borrower and category, including excluded categories.
 * Totals come last.
 */
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
  columns: [
    ...leading<QualifyingRow>(
      maybe.int(
        'as_of_year',
        'Year worked for; null where there is no income.',
        ({ under }) => under.asOfYear,
      ),
    ),
    ...ofRow<QualifyingRow>([
      text(
        'category',
        'Category of income, officer_compensation, or total.',
        row => row.category,
        "StreamName | 'total'",
      ),
      maybe.money(
        'latest_amount',
        'The year, after exclusions; null where it has none, or none that could be read.',
      ),
      maybe.money('prior_amount', 'The year before, the same.'),
      maybe.ratio(
        'change',
        '(latest - prior) / prior; null from 0 or below, and where the trend is unknown.',
      ),
      maybe.text(
        'trend',
        'new, discontinued, stable, increasing, decreasing, or unknown where a year could not be read; null where neither year has an amount, and on the total.',
        row => row.trend,
        'Trend',
      ),
      int(
        'months',
        'Months that the amount stands on: 12 or 24; 0 where excluded.',
        row => row.months,
        '0 | 12 | 24',
      ),
      money('monthly_amount', 'A month, rounded once.'),
      money('gross_up', 'Added for the part that is not taxed.'),
      money('qualifying_monthly', 'The sum of the two; without the gross-up where it enters ratios only.'),
      maybe.money('supportable_if_stabilized', 'A month of the latest year that was held back.'),
      text('flags', 'Reasons and doubts, sorted, with ; between.', row => row.flags.join(';')),
      text('citations', 'Sources of the rules, separated by semicolons.'),
      text(
        'borrower',
        'self, or the last four of a person whom the caller named; all on the total of several.',
      ),
      maybe.money('verified_latest', 'Of the year, what documents that an authority holds confirm.'),
      maybe.money('verified_prior', 'Of the year before, the same.'),
      maybe.money(
        'verified_monthly',
        'The monthly amount of what is confirmed alone, by the same formula, at most that amount; on a total the sum of its rows, which losses can make more than the total itself.',
      ),
    ]),
  ],
  rows: rowsOf(under => under.qualifyingIncome),
}

/** Returns the description of a column of values. Each indicator fills one of these columns. */
const valuesOf = (column: string, words: string): string =>
  `${words}: of ${Object.entries(COLUMN_OF)
    .filter(([, of]) => of === column)
    .map(([name]) => name)
    .join(', ')}; null on every other row.`

/** Indicators of a taxpayer. Rows are ordered by policy and name. An indicator without data has no row. */
export const indicators: TableSpec<Under<IndicatorRow>> = {
  name: 'indicators',
  doc: 'Indicators of history, concentration, stability, tax debt and obligations, by policy.',
  key: ['taxpayer_id', 'policy', 'indicator'],
  summary: 'list',
  row: { type: 'Indicator', without: ['policy'] },
  columns: [
    ...leading<IndicatorRow>(),
    ...ofRow<IndicatorRow>([
      text('indicator', 'Name of the indicator.', row => row.indicator, 'IndicatorName'),
      maybe.ratio('ratio', valuesOf('ratio', 'Shares, stability, debt-to-income')),
      maybe.money('amount', valuesOf('amount', 'Dollars')),
      maybe.int('count', valuesOf('count', 'Years, months and numbers of things')),
      maybe.text('label', valuesOf('label', 'A state, true or false')),
      maybe.text(
        'years',
        'The years that it counts or is of, with ; between; null where it is of no list of years.',
      ),
      maybe.text('note', 'What the figure leaves open; null where nothing.'),
    ]),
  ],
  rows: rowsOf(under => under.indicators),
}
