import type { LineSum } from '../summarize/return-line-sums.js'
import { printedLine } from '../summarize/return-lines.js'
import type { IncomeSum, WithholdingSum } from '../summarize/sums.js'
import type { YearSum } from '../summarize/years.js'
import { taxpayerId } from './columns.js'
import { bool, int, maybe, type TableSpec, text } from './table.js'

const sumDoc = (name: 'category' | 'kind'): string =>
  `Sum of the counted facts; null if none could be read. If a record or form object of the year was rejected or is not parsed yet, or a form is unknown, every row of the year is incomplete, and each ${name} without a fact has a row with a null amount.`

/** The table `income`. */
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
    maybe.money('amount', sumDoc('category'), row => row.amount),
    maybe.money('taxable_amount', 'The taxable part; null where it is not known.', row => row.taxable),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.incomeWithUnknownRows,
}

/** The table `withholding`. */
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
    maybe.money('amount', sumDoc('kind'), row => row.amount),
    int('documents', 'Documents with a counted fact in the row.', row => row.documents),
    bool('complete', 'No input to the sum was lost or unknown.', row => row.complete),
  ],
  rows: ({ result }) => result.withholdingWithUnknownRows,
}

/** The table `years`. */
export const years: TableSpec<YearSum> = {
  name: 'years',
  doc: 'One row per tax year that has a document, or input that could not be used.',
  key: ['taxpayer_id', 'tax_year'],
  summary: 'list',
  row: { type: 'YearRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', row => row.year),
    maybe.money(
      'total_income',
      'All income but allocated tips; null where nothing of it could be read.',
      row => row.totalIncome,
    ),
    maybe.money(
      'gross_part',
      'Part of the total that is gross receipts, before expenses; null as the total.',
      row => row.grossPart,
    ),
    maybe.money(
      'allocated_part',
      'Part of the total that is shares of earnings, not cash; null as the total.',
      row => row.allocatedPart,
    ),
    maybe.money(
      'federal_withheld',
      'Federal income tax withheld; null as the total.',
      row => row.federalWithheld,
    ),
    maybe.ratio(
      'effective_withholding_rate',
      'Federal tax withheld over total income.',
      row => row.effectiveWithholdingRate,
    ),
    maybe.ratio(
      'largest_payer_share',
      "The largest payer's share of total income.",
      row => row.largestPayerShare,
    ),
    int('documents', 'Documents that count.', row => row.documents),
    int('not_counted', 'Documents that do not count.', row => row.notCounted),
    bool('complete', 'Every sum of the year is complete.', row => row.complete),
    int(
      'unread_amounts',
      'Amounts of counted documents behind keys that the library does not know; they are in no sum.',
      row => row.unreadAmounts,
    ),
  ],
  rows: ({ result }) => result.years,
}

/** The table `return_lines`. */
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
    maybe.money('amount', 'Exact; null where nothing of the line could be read.', row => row.amount),
    maybe.money(
      'whole_dollars',
      'Each box rounded half away from zero, then added; null as the amount.',
      row => row.whole,
    ),
    bool('complete', 'No box behind the line was lost or unknown.', row => row.complete),
    text('printed_line', "Name of the line on the year's form: 7a for 7 from 2025 on.", row =>
      printedLine(row.line, row.year),
    ),
  ],
  rows: ({ result }) => result.lines,
}
