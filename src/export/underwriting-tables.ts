import { INDICATORS as INDICATOR_COLUMNS, type IndicatorRow } from '../underwrite/indicator.js'
import type { QualifyingRow } from '../underwrite/qualifying-income.js'
import type { PolicyUnderwriting } from '../underwrite/underwrite.js'
import { listUnderwritingsByName } from './cached-underwriting.js'
import { defineTaxpayerId } from './columns.js'
import {
  intColumn,
  moneyColumn,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
  withSharedCells,
} from './table.js'

interface UnderwritingRow<Row> {
  readonly underwriting: PolicyUnderwriting
  readonly row: Row
}

/** Defines the first columns of every underwriting table. */
const defineUnderwritingColumns = <Row>(
  ...extraColumns: TableColumn<UnderwritingRow<Row>>[]
): TableColumn<UnderwritingRow<Row>>[] =>
  withSharedCells(
    ({ underwriting }) => underwriting,
    [
      defineTaxpayerId(),
      textColumn('policy', 'Name of the policy.', ({ underwriting }) => underwriting.policy.name),
      ...extraColumns,
    ],
  )

/** Converts columns that read a `Row` to columns that read an `UnderwritingRow<Row>`. */
const liftColumns = <Row>(columns: readonly TableColumn<Row>[]): TableColumn<UnderwritingRow<Row>>[] =>
  columns.map(
    ({ readCell, getSharedValue, ...column }): TableColumn<UnderwritingRow<Row>> => ({
      ...column,
      readCell: ({ row }, context) => readCell(row, context),
    }),
  )

const createRowLister =
  <Row>(listRows: (underwriting: PolicyUnderwriting) => readonly Row[]) =>
  (context: TaxpayerContext): UnderwritingRow<Row>[] =>
    listUnderwritingsByName(context).flatMap(underwriting =>
      listRows(underwriting).map((row): UnderwritingRow<Row> => ({ underwriting, row })),
    )

/**
 * Monthly income that a lender may count. Rows are ordered by policy, borrower and category, with the totals last.
 * Excluded categories also have rows.
 */
export const qualifyingIncome: TableSpec<UnderwritingRow<QualifyingRow>> = {
  name: 'qualifying_income',
  doc: 'Monthly income that a lender may count, by borrower, category and policy. Excluded categories have 0 and their reason.',
  key: ['taxpayer_id', 'policy', 'borrower', 'category'],
  summary: 'list',
  rowSpec: {
    type: 'QualifyingIncomeRow',
    without: ['policy', 'asOfYear'],
    overrides: { flags: ['readonly Flag[]', 'Reasons and conditions, sorted.'] },
  },
  columns: [
    ...defineUnderwritingColumns<QualifyingRow>(
      nullableColumn.int(
        'as_of_year',
        'Evaluated year; null without income.',
        ({ underwriting }) => underwriting.asOfYear,
      ),
    ),
    ...liftColumns<QualifyingRow>([
      textColumn(
        'category',
        'Category of income, officer_compensation, or total.',
        row => row.category,
        "StreamName | 'total'",
      ),
      nullableColumn.money(
        'latest_amount',
        'The evaluated year after exclusions; null if it has no amount or no readable one.',
      ),
      nullableColumn.money('prior_amount', 'The amount of the year before, after exclusions.'),
      nullableColumn.ratio(
        'change',
        '(latest - prior) / prior; null if prior is 0 or below, or if the trend is unknown.',
      ),
      nullableColumn.text(
        'trend',
        'new, discontinued, stable, increasing, decreasing, or unknown if a year could not be read; null if neither year has an amount, and on the total.',
        row => row.trend,
        'Trend',
      ),
      intColumn(
        'months',
        'Number of months that the amount is averaged over: 12 or 24; 0 if excluded.',
        row => row.months,
        '0 | 12 | 24',
      ),
      moneyColumn('monthly_amount', 'Monthly amount, rounded once.'),
      moneyColumn('gross_up', 'Monthly amount added because part of the income is not taxed.'),
      moneyColumn(
        'qualifying_monthly',
        'Monthly amount plus gross-up, or without it if the policy uses it in ratios only.',
      ),
      nullableColumn.money(
        'supportable_if_stabilized',
        'Monthly amount of the latest year that does not count because income declined and has not stabilized.',
      ),
      textColumn('flags', 'Reasons and conditions, sorted, separated by semicolons.', row => row.flags.join(';')),
      textColumn('citations', 'Sources of the rules, separated by semicolons.'),
      textColumn(
        'borrower',
        'self, or the last four digits of a borrower that the caller named; all on the total of several.',
      ),
      nullableColumn.money('verified_latest', 'Part of the latest amount that IRS documents confirm.'),
      nullableColumn.money('verified_prior', 'Part of the prior amount that IRS documents confirm.'),
      nullableColumn.money(
        'verified_monthly',
        'Monthly amount of the verified income by the same formula, at most the monthly amount. On a total, it is the sum of the rows, which can exceed the total if rows are negative.',
      ),
    ]),
  ],
  rows: createRowLister(underwriting => underwriting.qualifyingIncome),
}

/** Returns the description of a value column of `indicators`. It names the indicators that fill the column. */
const describeValues = (column: string, description: string): string =>
  `${description}: of ${Object.entries(INDICATOR_COLUMNS)
    .filter(([, columnName]) => columnName === column)
    .map(([name]) => name)
    .join(', ')}; null on every other row.`

/** Indicators of a taxpayer. Rows are ordered by policy and name. An indicator without data has no row. */
export const indicators: TableSpec<UnderwritingRow<IndicatorRow>> = {
  name: 'indicators',
  doc: 'Indicators for history, concentration, stability, tax debt and obligations, by policy.',
  key: ['taxpayer_id', 'policy', 'indicator'],
  summary: 'list',
  rowSpec: { type: 'Indicator', without: ['policy'] },
  columns: [
    ...defineUnderwritingColumns<IndicatorRow>(),
    ...liftColumns<IndicatorRow>([
      textColumn('indicator', 'Name of the indicator.', row => row.indicator, 'IndicatorName'),
      nullableColumn.ratio('ratio', describeValues('ratio', 'Shares, stability and debt-to-income')),
      nullableColumn.money('amount', describeValues('amount', 'Dollars')),
      nullableColumn.int('count', describeValues('count', 'Years, months and counts')),
      nullableColumn.text('label', describeValues('label', 'A state, true or false')),
      nullableColumn.text(
        'years',
        'The years that the indicator uses, separated by semicolons; null if it does not use a list of years.',
      ),
      nullableColumn.text('note', 'Open questions about the figure; null if there are none.'),
    ]),
  ],
  rows: createRowLister(underwriting => underwriting.indicators),
}
