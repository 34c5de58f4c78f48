import { sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { PublicParty } from '../normalize/privacy.js'
import type { Employment } from '../summarize/employment.js'
import { type LineSum, printedLine } from '../summarize/return-lines.js'
import type { IncomeSum, WithholdingSum } from '../summarize/sums.js'
import type { YearSum } from '../summarize/years.js'
import { compareNullLast, taxpayerId } from './columns.js'
import { bool, int, maybe, type Scope, type TableSpec, text } from './table.js'

const sumDoc = (name: 'category' | 'kind'): string =>
  `Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each ${name} without a fact has a row with a null amount.`

/** The last columns of a sum. */
const SUM_COLUMNS = [
  int('documents', 'Documents with a counted fact in the row.'),
  bool('complete', 'No input to the sum was lost or unknown.'),
]

export const income: TableSpec<IncomeSum> = {
  name: 'income',
  doc: 'Income by year and category, of the documents that count.',
  key: ['taxpayer_id', 'tax_year', 'category'],
  summary: 'list',
  row: { type: 'IncomeRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('category', 'Category of income.', row => row.category, 'IncomeCategory'),
    maybe.money('amount', sumDoc('category')),
    maybe.money('taxable_amount', 'The taxable part; null where it is not known.', row => row.taxable),
    ...SUM_COLUMNS,
  ],
  rows: ({ result }) => result.incomeWithUnknownRows,
}

export const withholding: TableSpec<WithholdingSum> = {
  name: 'withholding',
  doc: 'Withheld tax by year and kind; foreign tax is shown beside it and never totalled with it.',
  key: ['taxpayer_id', 'tax_year', 'kind'],
  summary: 'list',
  row: { type: 'WithholdingRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('kind', 'Kind of tax.', row => row.kind, 'WithholdingKind'),
    maybe.money('amount', sumDoc('kind')),
    ...SUM_COLUMNS,
  ],
  rows: ({ result }) => result.withholdingWithUnknownRows,
}

export const years: TableSpec<YearSum> = {
  name: 'years',
  doc: 'One row per tax year that has a document, or input that could not be used.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  row: { type: 'YearRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    maybe.money('total_income', 'All income but allocated tips; null where nothing of it could be read.'),
    maybe.money(
      'gross_part',
      'Part of the total that is gross receipts, before expenses; null as the total.',
    ),
    maybe.money(
      'allocated_part',
      'Part of the total that is shares of earnings, not cash; null as the total.',
    ),
    maybe.money('federal_withheld', 'Federal income tax withheld; null as the total.'),
    maybe.ratio('effective_withholding_rate', 'Federal tax withheld over total income.'),
    maybe.ratio('largest_payer_share', "The largest payer's share of total income."),
    int('documents', 'Documents that count.'),
    int('not_counted', 'Documents that do not count.'),
    bool('complete', 'Every sum of the year is complete.'),
    int(
      'unread_amounts',
      'Amounts of counted documents behind keys that the library does not know; they are in no sum.',
    ),
  ],
  rows: ({ result }) => result.years,
}

export const returnLines: TableSpec<LineSum> = {
  name: 'return_lines',
  doc: 'Lines of Form 1040 that the counted documents imply.',
  key: ['taxpayer_id', 'tax_year', 'line'],
  summary: 'list',
  row: {
    type: 'ReturnLineRow',
    order: ['taxYear', 'line', 'printedLine'],
    more: {
      parts: [
        'readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]',
        'The boxes behind it.',
      ],
    },
  },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    text('line', 'Line of Form 1040; S1 is Schedule 1.', row => row.line, 'ReturnLine'),
    maybe.money('amount', 'Exact; null where nothing of the line could be read.'),
    maybe.money(
      'whole_dollars',
      'Each box rounded half away from zero, then added; null as the amount.',
      row => row.whole,
    ),
    bool('complete', 'No box behind the line was lost or unknown.'),
    text('printed_line', "Name of the line on the year's form: 7a for 7 from 2025 on.", row =>
      printedLine(row.line, row.year),
    ),
  ],
  rows: ({ result }) => result.lines,
}

/** An employer of a year with its public name and identifier. */
interface Shown {
  readonly row: Employment
  readonly employer: PublicParty
}

/** Returns the employers of each year in the order in which they were computed: those with documents first. */
export const employersOf = ({ privacy, result }: Scope): Shown[] =>
  result.employment.map(row => ({ row, employer: privacy.issuer(row.employer, result.dossier.people) }))
const compareAmounts = (a: Cents | null, b: Cents | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : Number(a > b)

/** Orders rows by their visible cells, because a hidden identifier must not decide the order. */
const compareShown = (a: Shown, b: Shown): number =>
  a.row.year - b.row.year ||
  compareNullLast(a.employer.id, b.employer.id) ||
  compareNullLast(a.employer.name, b.employer.name) ||
  compareAmounts(a.row.wages, b.row.wages) ||
  compareAmounts(a.row.wageShare, b.row.wageShare) ||
  Number(a.row.inDocuments) - Number(b.row.inDocuments) ||
  Number(a.row.inHistory) - Number(b.row.inHistory)

export const employment: TableSpec<Shown> = {
  name: 'employment',
  doc: 'One row an employer and year, of counted W-2s and of the employment history.',
  summary: 'list',
  row: { type: 'EmploymentRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', ({ row }) => row.year),
    maybe.text('employer_id', 'Identifier of the employer.', ({ employer }) => employer.id),
    maybe.text('employer_name', 'Name of the employer.', ({ employer }) => employer.name),
    maybe.money('wages', 'Box 1 of the counted W-2s; null where one was lost.', ({ row }) => row.wages),
    maybe.ratio(
      'wage_share',
      "Share of the year's wages; null where some were, or may have been, lost.",
      ({ row }) => row.wageShare,
    ),
    bool('in_documents', 'A counted W-2 names the employer.', ({ row }) => row.inDocuments),
    bool('in_history', 'The employment history names the employer.', ({ row }) => row.inHistory),
  ],
  rows: scope => sortInPlace(employersOf(scope), compareShown),
}
