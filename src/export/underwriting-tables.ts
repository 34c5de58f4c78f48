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
  columns.map(
    ({ of, by, ...column }): Column<Under<Row>> => ({ ...column, of: ({ row }, scope) => of(row, scope) }),
  )

const rowsOf =
  <Row>(of: (under: Underwriting) => readonly Row[]) =>
  (scope: Scope): Under<Row>[] =>
    underwritingsByName(scope).flatMap(under => of(under).map((row): Under<Row> => ({ under, row })))

/**
 * Monthly income that a lender may count. Rows are ordered by policy, borrower and category, including excluded categories.
 * Totals come last.
 */
export const qualifyingIncome: TableSpec<Under<QualifyingRow>> = {
  name: 'qualifying_income',
  doc: 'Monthly income that a lender may count, by borrower, category and policy. Excluded categories have 0 and their reason.',
  key: ['taxpayer_id', 'policy', 'borrower', 'category'],
  summary: 'list',
  row: {
    type: 'QualifyingIncomeRow',
    without: ['policy', 'asOfYear'],
    more: { flags: ['readonly Flag[]', 'Reasons and conditions, sorted.'] },
  },
  columns: [
    ...leading<QualifyingRow>(
      maybe.int('as_of_year', 'Evaluated year; null without income.', ({ under }) => under.asOfYear),
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
        'The evaluated year after exclusions; null if it has no amount or no readable one.',
      ),
      maybe.money('prior_amount', 'The year before, after exclusions.'),
      maybe.ratio(
        'change',
        '(latest - prior) / prior; null if prior is 0 or below, or if the trend is unknown.',
      ),
      maybe.text(
        'trend',
        'new, discontinued, stable, increasing, decreasing, or unknown if a year could not be read; null if neither year has an amount, and on the total.',
        row => row.trend,
        'Trend',
      ),
      int(
        'months',
        'Number of months that the amount is averaged over: 12 or 24; 0 if excluded.',
        row => row.months,
        '0 | 12 | 24',
      ),
      money('monthly_amount', 'Monthly amount, rounded once.'),
      money('gross_up', 'Monthly amount added because part of the income is not taxed.'),
      money(
        'qualifying_monthly',
        'Monthly amount plus gross-up, or without it if the policy uses it in ratios only.',
      ),
      maybe.money(
        'supportable_if_stabilized',
        'Monthly amount of the latest year that does not count because income declined and has not stabilized.',
      ),
      text('flags', 'Reasons and conditions, sorted, separated by semicolons.', row => row.flags.join(';')),
      text('citations', 'Sources of the rules, separated by semicolons.'),
      text(
        'borrower',
        'self, or the last four digits of a borrower that the caller named; all on the total of several.',
      ),
      maybe.money('verified_latest', 'Part of the latest amount that IRS documents confirm.'),
      maybe.money('verified_prior', 'Part of the prior amount that IRS documents confirm.'),
      maybe.money(
        'verified_monthly',
        'Monthly amount of the confirmed income by the same formula, at most the monthly amount. On a total it is the sum of the rows, which can exceed the total if rows are negative.',
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
      maybe.ratio('ratio', valuesOf('ratio', 'Shares, stability and debt-to-income')),
      maybe.money('amount', valuesOf('amount', 'Dollars')),
      maybe.int('count', valuesOf('count', 'Years, months and counts')),
      maybe.text('label', valuesOf('label', 'A state, true or false')),
      maybe.text(
        'years',
        'The years that it uses, separated by semicolons; null if it does not use a list of years.',
      ),
      maybe.text('note', 'What the figure does not settle; null if nothing is open.'),
    ]),
  ],
  rows: rowsOf(under => under.indicators),
}
