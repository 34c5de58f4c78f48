import { type FigureGap, listGaps } from '../../figures/gaps.js'
import { intColumn, nullableColumn, type TableSpec, textColumn } from '../table.js'
import { defineTaxpayerId } from './columns.js'

/** The table `gaps`: why figures are incomplete, with the keys of the figures and of the documents. */
export const gaps: TableSpec<FigureGap> = {
  name: 'gaps',
  doc: 'Why a figure is incomplete: one row per figure and reason. Every row of income and withholding that is not complete has one.',
  rowSpec: { type: 'Gap' },
  columns: [
    defineTaxpayerId(),
    nullableColumn.int('tax_year', 'Tax year; null if it is unknown, or if the figure has none.'),
    nullableColumn.text(
      'table_name',
      'Table of the figure: income, withholding, year_totals or liabilities; null if none of their figures needs the input.',
    ),
    nullableColumn.text('recipient', 'Recipient, as in income; null for the other tables.'),
    nullableColumn.text(
      'category',
      'Category, as in income; null for the other tables.',
      row => row.category,
      'IncomeCategory',
    ),
    nullableColumn.text(
      'kind',
      'Kind of tax, as in withholding; null for the other tables.',
      row => row.kind,
      'WithholdingKind',
    ),
    textColumn(
      'reason',
      'unreadable_box, main_box_missing, basis_unknown, entry_rejected, record_rejected, form_object_rejected, record_not_parsed, form_unknown, unread_amount, year_unknown or year_missing.',
      row => row.reason,
      'GapReason',
    ),
    nullableColumn.text('record_id', 'Record of the input, or the first one; null if it has no identifier.'),
    nullableColumn.text('form', 'Key of the form array; null if the input is not one form.'),
    nullableColumn.int(
      'form_index',
      "Position of the form object in the record's forms, from 0; null if the input is not a document.",
      ({ document }) => document?.formIndex ?? null,
    ),
    nullableColumn.int(
      'entry_index',
      'Position of the entry in the form array, from 0; null if the input is not a document.',
      ({ document }) => document?.entryIndex ?? null,
    ),
    nullableColumn.text(
      'field',
      'Normalized name of the box, as in facts; null if the reason is not about one box, and for unread_amount: `issues.path` has the key.',
    ),
    nullableColumn.text(
      'box',
      'Box on the official form.',
      ({ document, field }) => document?.compiledForm.fields.find(({ name }) => name === field)?.box ?? null,
    ),
    intColumn(
      'inputs',
      'Number of inputs with this reason. More than 1 for several amounts under unknown keys, several rejected inputs of one year, or documents after the first thousand; the location is that of the first.',
      ({ inputCount }) => inputCount,
    ),
  ],
  rows: ({ result }) => listGaps(result),
}
