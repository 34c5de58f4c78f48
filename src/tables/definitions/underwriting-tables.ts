import { INDICATORS as INDICATOR_COLUMNS, type IndicatorRow } from '../../underwriting/indicators/indicator.js'
import type { QualifyingRow } from '../../underwriting/streams/qualifying-income.js'
import type { PolicyUnderwriting } from '../../underwriting/underwrite.js'
import {
  intColumn,
  moneyColumn,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { listUnderwritingsByName } from './cached-underwriting.js'
import { definePolicyColumns } from './columns.js'

interface UnderwritingRow<Row> {
  readonly underwriting: PolicyUnderwriting
  readonly row: Row
}

/** Converts columns that read a `Row` to columns that read an `UnderwritingRow<Row>`. */
const liftColumns = <Row>(columns: readonly TableColumn<Row>[]): TableColumn<UnderwritingRow<Row>>[] =>
  columns.map(
    ({ readCell, ...column }): TableColumn<UnderwritingRow<Row>> => ({
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
  doc: 'Monthly income that a lender may count, by borrower, category and policy. An excluded category has the amount 0 and its reasons.',
  key: ['taxpayer_id', 'policy', 'borrower', 'category'],
  summary: 'list',
  rowSpec: {
    type: 'QualifyingIncomeRow',
    without: ['policy', 'asOfYear'],
    overrides: { flags: ['readonly Flag[]', 'Reasons and conditions, sorted.'] },
  },
  columns: [
    ...definePolicyColumns(),
    nullableColumn.int(
      'as_of_year',
      'Latest year that is evaluated; null if there is no income.',
      ({ underwriting }) => underwriting.asOfYear,
    ),
    ...liftColumns<QualifyingRow>([
      textColumn(
        'category',
        'Category of income, officer_compensation, or total for the total row.',
        row => row.category,
        "StreamName | 'total'",
      ),
      nullableColumn.money(
        'latest_amount',
        'Amount of the evaluated year, after exclusions; null if the year has no readable amount.',
      ),
      nullableColumn.money('prior_amount', 'Amount of the year before the evaluated year, after exclusions.'),
      nullableColumn.ratio(
        'change',
        '(latest_amount - prior_amount) / prior_amount; null if prior_amount is 0 or negative, or if the trend is unknown.',
      ),
      nullableColumn.text(
        'trend',
        'new, discontinued, stable, increasing, decreasing, or unknown if a year could not be read; null if neither year has an amount, and in the total row.',
        row => row.trend,
        'Trend',
      ),
      intColumn(
        'months',
        'Number of months over which the income is averaged: 12 or 24, or 0 if the category is excluded.',
        row => row.months,
        '0 | 12 | 24',
      ),
      moneyColumn('monthly_amount', 'Average monthly income before gross-up, rounded once, to the cent.'),
      moneyColumn('gross_up', 'Monthly amount added because part of the income is not taxed.'),
      moneyColumn(
        'qualifying_monthly',
        'Monthly amount plus gross-up. If the policy uses gross-up only in ratios, the gross-up is not included.',
      ),
      nullableColumn.money(
        'supportable_if_stabilized',
        'Monthly amount of the latest year, which would count if the declining income had stabilized.',
      ),
      textColumn('flags', 'Reasons and conditions, sorted, separated by semicolons.', row => row.flags.join(';')),
      textColumn('citations', 'Guide sections or other sources of the rules, separated by semicolons.'),
      textColumn(
        'borrower',
        'self, or another borrower in the known facts: the last four digits, or recipient_2 if the second of the recipients is a name; all in a total row of several borrowers.',
      ),
      nullableColumn.money('verified_latest', 'Part of the latest amount that IRS documents confirm.'),
      nullableColumn.money('verified_prior', 'Part of the prior amount that IRS documents confirm.'),
      nullableColumn.money(
        'verified_monthly',
        'Monthly amount of the verified income, by the same formula; at most the monthly amount. In a total row, it is the sum of the rows, which can exceed the total if some rows are negative.',
      ),
    ]),
  ],
  rows: createRowLister(underwriting => underwriting.qualifyingIncome),
}

/** Returns the description of a value column of `indicators`. It names the indicators that fill the column. */
const describeValues = (column: string, description: string): string =>
  `${description} Used by ${Object.entries(INDICATOR_COLUMNS)
    .filter(([, columnName]) => columnName === column)
    .map(([name]) => name)
    .join(', ')}; null for all other indicators.`

/** Indicators of a taxpayer. Rows are ordered by policy and name. An indicator without data has no row. */
export const indicators: TableSpec<UnderwritingRow<IndicatorRow>> = {
  name: 'indicators',
  doc: 'Indicators for history, concentration, stability, tax debt and obligations, by policy.',
  key: ['taxpayer_id', 'policy', 'indicator'],
  summary: 'list',
  rowSpec: { type: 'Indicator', without: ['policy'] },
  columns: [
    ...definePolicyColumns(),
    ...liftColumns<IndicatorRow>([
      textColumn('indicator', 'Name of the indicator.', row => row.indicator, 'IndicatorName'),
      nullableColumn.ratio('ratio', describeValues('ratio', 'Value of an indicator that is a ratio.')),
      nullableColumn.money('amount', describeValues('amount', 'Value of an indicator in dollars.')),
      nullableColumn.int('count', describeValues('count', 'Value of an indicator that counts years, months or items.')),
      nullableColumn.text(
        'label',
        describeValues('label', 'Value of an indicator that is a U.S. state, true or false.'),
      ),
      nullableColumn.text(
        'years',
        'Tax years that the indicator uses, separated by semicolons; null if it does not use a list of years.',
      ),
      nullableColumn.text('note', 'Open questions about the indicator; null if there are none.'),
    ]),
  ],
  rows: createRowLister(underwriting => underwriting.indicators),
}
