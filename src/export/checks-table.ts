import type { Finding } from '../check/run-checks.js'
import { taxpayerId } from './columns.js'
import { maybe, type TableSpec, text } from './table.js'
import { findingsOf } from './worked.js'

/** The table of findings: only what did not hold. */
export const checks: TableSpec<Finding> = {
  name: 'checks',
  doc: 'Checks between the boxes of a document that did not hold.',
  summary: 'list',
  row: {
    type: 'CheckFinding',
    without: ['recordId', 'formIndex', 'entryIndex'],
    order: ['check', 'severity', 'form', 'document'],
    more: {
      form: ['string', "A `FormKey`, or the key of one of the caller's own `forms`."],
      document: ['DocumentPlace | null', 'Where the document stands; null where the finding is of a year.'],
    },
  },
  columns: [
    taxpayerId(),
    maybe.text(
      'record_id',
      'Identifier of the record; null where the finding is about several documents.',
      row => row.document?.document.record.id ?? null,
    ),
    maybe.text('form', 'Key of the form array.', row => row.form),
    maybe.int(
      'form_index',
      "Position in the record's forms.",
      row => row.document?.document.formIndex ?? null,
    ),
    maybe.int('entry_index', 'Position in the form array.', row => row.document?.document.entryIndex ?? null),
    maybe.int('tax_year', 'Tax year of the document.', row => row.year),
    text('check', 'Id of the check; limits_unknown where the year has no limits.', row => row.check),
    text('severity', 'error, warning or info.', row => row.severity, 'Severity'),
    maybe.money(
      'difference',
      'By how much it does not hold: left side less right side.',
      row => row.difference,
    ),
    text('message', 'What must hold; never a value from the data.', row => row.message),
  ],
  rows: findingsOf,
}
