import { type CategoryTotal, listCategoryTotals, listOpenConditions } from '../../underwriting/category-totals.js'
import type { IncomeStream } from '../../underwriting/income-stream.js'
import { INDICATORS as INDICATOR_COLUMNS, type IndicatorRow } from '../../underwriting/indicators/indicator.js'
import { formatCitation } from '../../underwriting/policies/policy.js'
import type { IncomeTotal, PolicyResult } from '../../underwriting/underwrite.js'
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
import { BORROWER_IDS, definePolicyColumns, formatStreamName } from './columns.js'

interface UnderwritingRow<Row> {
  readonly policyResult: PolicyResult
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

const createRowLister = <Row>(listRows: (policyResult: PolicyResult) => readonly Row[]) =>
  function* (context: TaxpayerContext): Iterable<UnderwritingRow<Row>> {
    for (const policyResult of listUnderwritingsByName(context))
      for (const row of listRows(policyResult)) yield { policyResult, row }
  }

const AS_OF_YEAR: TableColumn<{ readonly policyResult: PolicyResult }> = nullableColumn.int(
  'as_of_year',
  'Latest year that is evaluated; null if there is no income.',
  ({ policyResult }) => policyResult.asOf.year,
)

const BORROWER: TableColumn<{ readonly borrower: string }> = textColumn('borrower', `The borrower: ${BORROWER_IDS}.`)

const YEAR_AMOUNTS: readonly TableColumn<Pick<IncomeStream, 'latestAmount' | 'priorAmount'>>[] = [
  nullableColumn.money('latest_amount', 'Amount of the evaluated year; null without a readable amount.'),
  nullableColumn.money('prior_amount', 'Amount of the year before; null without a readable amount.'),
]

const FLAGS_DOC = 'What is special about the income, sorted'
const CONDITIONS_DOC = 'Codes of the open conditions, sorted'
const CITATION_DOC = 'Source of the formula; several sources are separated by semicolons.'

/** The properties of `flags` and `conditions` in public rows. `src/api` reads them. */
const LIST_PROPERTIES = {
  flags: ['readonly StreamFlag[]', `${FLAGS_DOC}. \`describeFlag\` describes a flag.`],
  conditions: ['readonly ConditionCode[]', `${CONDITIONS_DOC}. \`CONDITIONS\` describes them.`],
} as const

/** The amounts of a stream or of a category. */
const AMOUNT_COLUMNS: readonly TableColumn<
  Pick<CategoryTotal, keyof CategoryTotal & keyof IncomeStream & `${string}Monthly`> &
    Pick<CategoryTotal, 'grossUp' | 'flags'>
>[] = [
  nullableColumn.money(
    'computed_monthly',
    "Monthly income by the policy's formula on all documents and facts, with gross-up; null if it cannot be computed.",
  ),
  moneyColumn(
    'gross_up',
    'Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it.',
  ),
  moneyColumn('qualifying_monthly', 'Monthly income that counts today, with gross-up.'),
  nullableColumn.money(
    'supportable_monthly',
    'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed.',
  ),
  moneyColumn(
    'verified_monthly',
    'Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly.',
  ),
  textColumn('flags', `${FLAGS_DOC}, separated by semicolons.`, ({ flags }) => flags.join(';')),
]

/** The income streams of each borrower. Rows are ordered by policy and borrower, with jobs first. */
export const incomeStreams: TableSpec<UnderwritingRow<IncomeStream>> = {
  name: 'income_streams',
  doc: 'Monthly income by job, business, account, benefit or payer, by borrower and policy. A stream that does not count has 0 and its conditions or flags.',
  key: ['taxpayer_id', 'policy', 'borrower', 'stream'],
  summary: 'list',
  rowSpec: { type: 'IncomeStreamRow', without: ['policy', 'asOfYear'], overrides: LIST_PROPERTIES },
  columns: [
    ...definePolicyColumns(),
    ...liftColumns<IncomeStream>([
      BORROWER,
      textColumn(
        'stream',
        'Key of the stream: the category, or category:name if the category has several streams. Known facts use it.',
      ),
      textColumn('category', 'Category of income.', ({ category }) => category, 'StreamCategory'),
      nullableColumn.text(
        'name',
        'Name of the employer, business or payer; null for a person unless the option identifiers is full.',
        formatStreamName,
      ),
    ]),
    AS_OF_YEAR,
    ...liftColumns<IncomeStream>([
      ...YEAR_AMOUNTS,
      intColumn('history_years', 'Number of consecutive years with an amount, ending in the evaluated year.'),
      nullableColumn.ratio(
        'change',
        '(latest_amount - prior_amount) / prior_amount; null if prior_amount is not above 0, or if the trend is unknown.',
      ),
      nullableColumn.text(
        'trend',
        'new, ended, leave, stable, increasing, declining, or unknown if a year could not be read; null without amounts of documents.',
        ({ trend }) => trend,
        'Trend',
      ),
      textColumn(
        'method',
        'average, lesser, latest, current_pay, stated, or none if nothing was computed.',
        ({ method }) => method,
        'Method',
      ),
      intColumn('months', 'Number of months over which the income is averaged, or 0.'),
      ...AMOUNT_COLUMNS,
      textColumn('conditions', `${CONDITIONS_DOC} and separated by semicolons.`, formatOpenConditions),
    ]),
    textColumn('citation', CITATION_DOC, ({ policyResult, row }) => formatCitation(policyResult.policy, row.category)),
  ],
  rows: createRowLister(({ streams }) => streams),
}

function formatOpenConditions(stream: IncomeStream): string {
  return stream.conditions.length === 0 ? '' : listOpenConditions(stream).join(';')
}

/** Monthly income by category. Rows are ordered by policy, borrower and category. */
export const qualifyingIncome: TableSpec<UnderwritingRow<CategoryTotal>> = {
  name: 'qualifying_income',
  doc: 'Monthly income by category, borrower and policy: the sums of income_streams, without streams that cannot be computed. qualifying_totals has the totals.',
  key: ['taxpayer_id', 'policy', 'borrower', 'category'],
  summary: 'list',
  rowSpec: { type: 'QualifyingIncomeRow', without: ['policy', 'asOfYear'], overrides: LIST_PROPERTIES },
  columns: [
    ...definePolicyColumns(),
    ...liftColumns<CategoryTotal>([
      BORROWER,
      textColumn('category', 'Category of income.', ({ category }) => category, 'StreamCategory'),
    ]),
    AS_OF_YEAR,
    ...liftColumns<CategoryTotal>([
      intColumn('streams', 'Number of income streams.'),
      ...YEAR_AMOUNTS,
      ...AMOUNT_COLUMNS,
      textColumn('conditions', `${CONDITIONS_DOC} and separated by semicolons.`, ({ openConditions }) =>
        openConditions.join(';'),
      ),
      textColumn('citation', CITATION_DOC),
    ]),
  ],
  rows: createRowLister(listCategoryTotals),
}

/** Totals of monthly income. Rows are ordered by policy and borrower. */
export const qualifyingTotals: TableSpec<UnderwritingRow<IncomeTotal>> = {
  name: 'qualifying_totals',
  doc: 'Total monthly income by borrower and policy. The view household_totals adds the borrowers together.',
  key: ['taxpayer_id', 'policy', 'borrower'],
  summary: 'list',
  rowSpec: { type: 'QualifyingTotalRow', without: ['policy', 'asOfYear'] },
  columns: [
    ...definePolicyColumns(),
    ...liftColumns<IncomeTotal>([
      BORROWER,
      moneyColumn('qualifying_monthly', 'Monthly income that counts today, with gross-up.'),
      moneyColumn(
        'supportable_monthly',
        'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up. Streams that cannot be computed are not in it.',
      ),
      moneyColumn(
        'verified_monthly',
        'Monthly income that counts on documents of IRS sources alone, without gross-up.',
      ),
      moneyColumn('gross_up', 'Monthly amount added because part of the income is not taxed.'),
      intColumn('open_blocking', 'Number of open conditions that block income.'),
      intColumn('open_review', 'Number of open conditions that an underwriter should look at.'),
    ]),
    AS_OF_YEAR,
  ],
  rows: createRowLister(({ totals }) => (totals.length > 1 ? totals.slice(0, -1) : totals)),
}

/** Returns the description of a value column of `indicators`. It names the indicators that fill the column. */
const describeValues = (column: string, description: string): string =>
  `${description} Used by ${Object.entries(INDICATOR_COLUMNS)
    .filter(([, definition]) => definition.column === column)
    .map(([name]) => name)
    .join(', ')}; null for all other indicators.`

/** Indicators of a taxpayer. Rows are ordered by policy, name and borrower. An indicator without data has no row. */
export const indicators: TableSpec<UnderwritingRow<IndicatorRow>> = {
  name: 'indicators',
  doc: 'Indicators for history, concentration, stability, tax debt and obligations, by borrower and policy.',
  key: ['taxpayer_id', 'policy', 'indicator', 'recipient'],
  summary: 'list',
  rowSpec: { type: 'Indicator', without: ['policy'] },
  columns: [
    ...definePolicyColumns(),
    ...liftColumns<IndicatorRow>([
      textColumn('indicator', 'Name of the indicator.', row => row.indicator, 'IndicatorName'),
      textColumn('recipient', `The borrower: ${BORROWER_IDS}; or all for all borrowers together.`),
      nullableColumn.int('tax_year', 'The evaluated year; null if the indicator is not about a year.'),
      nullableColumn.ratio('ratio', describeValues('ratio', 'Value of an indicator that is a ratio.')),
      nullableColumn.money('amount', describeValues('amount', 'Value of an indicator in dollars.')),
      nullableColumn.int('count', describeValues('count', 'Value of an indicator that counts years, months or items.')),
      nullableColumn.text('label', describeValues('label', 'Value of an indicator that is a state, true or false.')),
      nullableColumn.text(
        'years',
        'Tax years that the indicator uses, separated by semicolons; null if it does not use a list of years.',
      ),
      textColumn('note', 'How to read the value, and its open questions.'),
      textColumn('citation', 'Source of the indicator.'),
    ]),
  ],
  rows: createRowLister(policyResult => policyResult.indicators),
}
