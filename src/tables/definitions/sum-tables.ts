import { sortInPlace } from '../../core/lists.js'
import { compareNullLast } from '../../core/text.js'
import type { EmployerYear } from '../../figures/employment.js'
import { compareRecipients } from '../../figures/recipients.js'
import { findPrintedLine, type LineSum } from '../../figures/return-lines.js'
import type { IncomeSum, WithholdingSum } from '../../figures/sums.js'
import type { OfRecipient } from '../../figures/taxpayer-result.js'
import type { YearSum } from '../../figures/years.js'
import type { PublicParty } from '../../ingest/privacy.js'
import {
  boolColumn,
  intColumn,
  nullableColumn,
  TAX_YEAR,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { DOUBTS_TYPE, defineDoubtsColumn, defineTaxpayerId } from './columns.js'

const describeSum = (name: 'category' | 'kind'): string =>
  `Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each ${name} without a fact has a row with a null amount.`

const RECIPIENT: TableColumn<{ readonly recipient: string }> = textColumn(
  'recipient',
  'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).',
)

/** The last columns of the tables `income` and `withholding`. */
const SUM_COLUMNS: readonly TableColumn<IncomeSum | WithholdingSum>[] = [
  intColumn('documents', 'Number of documents that contribute a counted fact to the row.'),
  boolColumn(
    'complete',
    'True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys.',
  ),
  defineDoubtsColumn(row => row.doubts),
]

export const income: TableSpec<OfRecipient<IncomeSum>> = {
  name: 'income',
  doc: 'Income from counted documents, by year, recipient and category.',
  key: ['taxpayer_id', 'tax_year', 'recipient', 'category'],
  summary: 'list',
  rowSpec: { type: 'IncomeRow', overrides: { doubts: DOUBTS_TYPE } },
  columns: [
    defineTaxpayerId(),
    TAX_YEAR,
    RECIPIENT,
    textColumn('category', 'Category of income.', row => row.category, 'IncomeCategory'),
    nullableColumn.money('amount', describeSum('category')),
    nullableColumn.money('taxable_amount', 'The taxable part; null if it is unknown.', row => row.taxable),
    ...SUM_COLUMNS,
  ],
  rows: ({ result }) => result.incomeByRecipient,
}

export const withholding: TableSpec<WithholdingSum> = {
  name: 'withholding',
  doc: 'Withheld tax by year and kind. Foreign tax is a separate kind and is never added to the others.',
  key: ['taxpayer_id', 'tax_year', 'kind'],
  summary: 'list',
  rowSpec: { type: 'WithholdingRow', overrides: { doubts: DOUBTS_TYPE } },
  columns: [
    defineTaxpayerId(),
    TAX_YEAR,
    textColumn('kind', 'Kind of tax.', row => row.kind, 'WithholdingKind'),
    nullableColumn.money('amount', describeSum('kind')),
    ...SUM_COLUMNS,
  ],
  rows: ({ result }) => result.withholdingWithUnknownRows,
}

/** The columns of the figures of a year. */
const YEAR_COLUMNS: readonly TableColumn<YearSum>[] = [
  nullableColumn.money(
    'total_income',
    'All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read.',
  ),
  nullableColumn.money(
    'gross_part',
    'Gross receipts in the total, before expenses; null if the total is null or they could not be read.',
  ),
  nullableColumn.money(
    'allocated_part',
    'Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read.',
  ),
  nullableColumn.money(
    'federal_withheld',
    'Federal income tax withheld, without Forms 1042-S; null if it could not be read.',
  ),
  nullableColumn.ratio(
    'effective_withholding_rate',
    '`federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents.',
  ),
  nullableColumn.ratio('largest_payer_share', "The largest payer's share of total income."),
  intColumn('documents', 'Number of documents that count.'),
  intColumn('not_counted', 'Number of documents that do not count.'),
  boolColumn('complete', 'True if every row of income and withholding of the year is complete.'),
  intColumn(
    'unread_amounts',
    'Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them.',
  ),
  defineDoubtsColumn(row => row.doubts),
  intColumn('doubtful_documents', 'Number of counted documents with a reason to doubt them.'),
]

const YEAR_OVERRIDES = { doubts: ['readonly YearDoubt[]', DOUBTS_TYPE[1]] } as const

export const years: TableSpec<OfRecipient<YearSum>> = {
  name: 'years',
  doc: 'One row per recipient and tax year that has a document or unusable input. `year_totals` has the sums of all recipients.',
  key: ['taxpayer_id', 'tax_year', 'recipient'],
  summary: 'list',
  rowSpec: { type: 'YearRow', overrides: YEAR_OVERRIDES },
  columns: [defineTaxpayerId(), TAX_YEAR, RECIPIENT, ...YEAR_COLUMNS],
  rows: ({ result }) => result.yearsByRecipient,
}

export const yearTotals: TableSpec<YearSum> = {
  name: 'year_totals',
  doc: 'One row per tax year, for all recipients together.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  rowSpec: { type: 'YearTotalRow', overrides: YEAR_OVERRIDES },
  columns: [defineTaxpayerId(), TAX_YEAR, ...YEAR_COLUMNS],
  rows: ({ result }) => result.years,
}

export const returnLines: TableSpec<LineSum> = {
  name: 'return_lines',
  doc: 'Amounts that the counted documents imply for lines of Form 1040.',
  key: ['taxpayer_id', 'tax_year', 'line'],
  summary: 'list',
  rowSpec: {
    type: 'ReturnLineRow',
    order: ['taxYear', 'line', 'printedLine'],
    overrides: {
      parts: [
        'readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]',
        'The boxes that the amount comes from.',
      ],
      doubts: DOUBTS_TYPE,
    },
  },
  columns: [
    defineTaxpayerId(),
    TAX_YEAR,
    textColumn('line', 'Line of Form 1040. A name with S1 is a line of Schedule 1.', row => row.line, 'ReturnLine'),
    nullableColumn.money(
      'amount',
      'The exact amount; null if no box of the line could be read, or if its taxable amount is unknown.',
    ),
    nullableColumn.money(
      'whole_dollars',
      'Sum of the boxes, each rounded to whole dollars (half away from zero); null if the amount is null.',
    ),
    boolColumn('complete', 'True if no box of the line is rejected, unreadable or unknown.'),
    textColumn('printed_line', "Name of the line on that year's form. For example, line 7 is 7a from 2025 on.", row =>
      findPrintedLine(row.line, row.year),
    ),
    defineDoubtsColumn(row => row.doubts),
  ],
  rows: ({ result }) => result.lines,
}

/** An employment row with the employer's name and identifier, masked as the privacy options require. */
interface VisibleEmployer extends Omit<EmployerYear, 'employer'> {
  readonly employer: PublicParty
}

/** Returns the employment rows of all years. Within a year, employers with documents come first. */
export const listVisibleEmployers = ({ privacy, result }: TaxpayerContext): VisibleEmployer[] =>
  result
    .listEmployment()
    .map(row => ({ ...row, employer: privacy.toPublicIssuer(row.employer, result.dossier.personIds) }))
const compareAmounts = (a: number | bigint | null, b: number | bigint | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : Number(a > b)

/** Orders rows by their visible cells, because a hidden identifier must not decide the order. */
const compareVisibleEmployers = (a: VisibleEmployer, b: VisibleEmployer): number =>
  a.year - b.year ||
  compareRecipients(a.recipient, b.recipient) ||
  compareNullLast(a.employer.id, b.employer.id) ||
  compareNullLast(a.employer.name, b.employer.name) ||
  compareAmounts(a.wages, b.wages) ||
  Number(a.inDocuments) - Number(b.inDocuments) ||
  Number(a.inHistory) - Number(b.inHistory) ||
  a.employerKey - b.employerKey

export const employment: TableSpec<VisibleEmployer> = {
  name: 'employment',
  doc: "One row per recipient, employer and year, from counted W-2s and the taxpayer's employment history.",
  key: ['taxpayer_id', 'tax_year', 'recipient', 'employer_key'],
  summary: 'list',
  rowSpec: { type: 'EmploymentRow', overrides: { doubts: DOUBTS_TYPE } },
  columns: [
    defineTaxpayerId(),
    TAX_YEAR,
    RECIPIENT,
    intColumn('employer_key', 'Number of the employer, the same in all years and for all recipients.'),
    nullableColumn.text('employer_id', 'Identifier of the employer in this year.', ({ employer }) => employer.id),
    nullableColumn.text(
      'employer_name',
      'Name of the employer: the longest on its documents.',
      ({ employer }) => employer.name,
    ),
    nullableColumn.money('wages', 'Box 1 of the counted W-2s; null if there is no W-2 or a box 1 is unreadable.'),
    nullableColumn.ratio(
      'wage_share',
      "The employer's share of the year's wages; null if wages are, or may be, missing.",
    ),
    boolColumn('in_documents', 'True if a counted W-2 names the employer.'),
    boolColumn('in_history', 'True if the employment history names the employer.'),
    defineDoubtsColumn(row => row.doubts),
  ],
  rows: context => sortInPlace(listVisibleEmployers(context), compareVisibleEmployers),
}
