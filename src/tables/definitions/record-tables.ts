// The folder `tables/definitions` defines the tables, a file per group. A table has columns, each with a type, a
// description and a function that reads its cell, and a function that lists the rows of a taxpayer.

import { sortInPlace } from '../../core/lists.js'
import { compareNullLast, toCamelCase } from '../../core/text.js'
import { type FactRow, isCountedFact } from '../../figures/facts.js'
import type { YearSum } from '../../figures/years.js'
import { findAccount, findFormObject, type SourceDocument, type SourceRecord } from '../../ingest/source.js'
import type { RejectedRecord } from '../../ingest/source-dossier.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import {
  boolColumn,
  intColumn,
  moneyColumn,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import {
  DOCUMENT_KEY,
  DOCUMENT_PLACE,
  DOUBTS_TYPE,
  defineDocumentColumns,
  defineDoubtsColumn,
  defineIssuerColumn,
  defineRecipientColumns,
  defineTaxpayerId,
  formatIssuerName,
} from './columns.js'

/** Defines a column for a text of the taxpayer object. */
function defineTaxpayerField(name: string, doc: string): TableColumn<TaxpayerContext> {
  const property = toCamelCase(name)
  return nullableColumn.text(name, doc, ({ result, privacy }) =>
    privacy.toPublicText((result.dossier.taxpayer?.[property] ?? null) as string | null),
  )
}

export const taxpayers: TableSpec<TaxpayerContext> = {
  name: 'taxpayers',
  doc: 'One row per taxpayer.',
  key: ['taxpayer_id'],
  columns: [
    defineTaxpayerId(),
    defineTaxpayerField('provider_id', 'Provider of the taxpayer, such as irs.'),
    defineTaxpayerField('status', "Status of the taxpayer's data collection."),
    defineTaxpayerField('created_at', 'When the taxpayer was created, UTC.'),
    intColumn('records', 'Number of records, including rejected ones.', ({ result: { dossier } }) =>
      dossier.rejected.reduce((sum, { count }) => sum + count, dossier.records.length),
    ),
    intColumn(
      'documents',
      'Number of documents, including those that do not count.',
      ({ result }) => result.resolution.documents.length,
    ),
    nullableColumn.int(
      'first_year',
      'Earliest tax year that has a document.',
      ({ result }) => result.years.find(hasDocument)?.year ?? null,
    ),
    nullableColumn.int(
      'last_year',
      'Latest tax year that has a document.',
      ({ result }) => result.years.findLast(hasDocument)?.year ?? null,
    ),
  ],
  rows: context => [context],
}

const hasDocument = ({ documents, notCounted }: YearSum): boolean => documents + notCounted > 0

/** An accepted or rejected record, with its number of documents. */
interface RecordRow {
  readonly record: SourceRecord | RejectedRecord
  readonly documents: number
  readonly rejected: boolean
}

export const records: TableSpec<RecordRow> = {
  name: 'records',
  doc: 'One row per record, including rejected ones whose taxpayer is known.',
  columns: [
    defineTaxpayerId(),
    nullableColumn.text('record_id', 'Identifier of the record; null if it has none.', ({ record }) => record.id),
    nullableColumn.int('tax_year', 'Tax year of the record.', ({ record }) => record.taxYear),
    nullableColumn.text('provider_id', 'Provider of the record.', ({ record }, { privacy }) =>
      privacy.toPublicText(record.providerId),
    ),
    nullableColumn.text('date', 'When the record was pulled, UTC.', ({ record }) => record.date),
    intColumn('documents', 'Number of documents in the record.', ({ documents }) => documents),
    boolColumn('rejected', 'True if the record was not used.', ({ rejected }) => rejected),
  ],
  rows: ({ result: { dossier } }) => {
    const rows: RecordRow[] = []
    for (const record of dossier.records) rows.push({ record, documents: record.documents.length, rejected: false })
    for (const rejectedRecord of dossier.rejected) rows.push({ record: rejectedRecord, documents: 0, rejected: true })
    return sortInPlace(rows, compareRecords)
  },
}

const compareRecords = (x: RecordRow, y: RecordRow): number =>
  compareNullLast(x.record.id, y.record.id) ||
  (x.record.taxYear ?? 9999) - (y.record.taxYear ?? 9999) ||
  compareNullLast(x.record.providerId, y.record.providerId) ||
  compareNullLast(x.record.date, y.record.date) ||
  Number(x.rejected) - Number(y.rejected)

/** Defines the four columns with the key of another document. They are null if there is none. */
const defineOtherDocument = (
  prefix: string,
  description: string,
  find: (row: ResolvedDocument) => SourceDocument | null,
): TableColumn<ResolvedDocument>[] => [
  nullableColumn.text(`${prefix}_record`, `Record of ${description}.`, row => find(row)?.record.id ?? null),
  nullableColumn.text(`${prefix}_form`, 'Form array of that document.', row => find(row)?.compiledForm.key ?? null),
  nullableColumn.int(`${prefix}_form_index`, 'Position of its form object.', row => find(row)?.formIndex ?? null),
  nullableColumn.int(`${prefix}_entry_index`, 'Position of its entry.', row => find(row)?.entryIndex ?? null),
]

const getDocument = (row: ResolvedDocument): SourceDocument => row.document

export const documents: TableSpec<ResolvedDocument> = {
  name: 'documents',
  doc: 'One row per document (an entry of a form array), with its status. No document is left out.',
  key: DOCUMENT_KEY,
  rowSpec: {
    type: 'DocumentWithStatus',
    extends: DOCUMENT_PLACE,
    without: [
      'transcriptType',
      'decidedByRecord',
      'decidedByForm',
      'decidedByFormIndex',
      'decidedByEntryIndex',
      'countedInsteadRecord',
      'countedInsteadForm',
      'countedInsteadFormIndex',
      'countedInsteadEntryIndex',
      'issuerId',
      'issuerName',
      'recipientId',
      'recipientLast4',
      'recipientPseudonym',
      'accountLast4',
    ],
    order: ['document', 'taxYear', 'providerId', 'submission', 'status', 'decidedBy', 'countedInstead'],
    overrides: {
      document: ['AnyDocument', 'The document: its boxes, its issuer and its recipient.'],
      providerId: ['string | null', 'Provider of the record; null if unknown.'],
      decidedBy: [
        'DocumentPlace | null',
        'The place of the other document that decided the status; null if there is none.',
      ],
      countedInstead: [
        'DocumentPlace | null',
        'The place of the document that counts in its place; null if the document itself counts, or if none does.',
      ],
      doubts: DOUBTS_TYPE,
    },
  },
  columns: [
    ...defineDocumentColumns(getDocument),
    textColumn('provider_id', 'Provider of the record; empty if unknown.', (row, { privacy }) =>
      privacy.toPublicText(row.document.record.providerId ?? ''),
    ),
    nullableColumn.text('transcript_type', 'Type of the form object, as the record states it.', (row, { privacy }) =>
      privacy.toPublicText(findFormObject(row.document).type),
    ),
    textColumn(
      'submission',
      'Submission type that the document states: original, amended, void or duplicate.',
      row => row.document.submission,
      'Submission',
    ),
    textColumn(
      'status',
      'What resolution decided: counted, superseded, canceled, void, duplicate or conflict.',
      row => row.status,
      'Status',
    ),
    ...defineOtherDocument('decided_by', 'the other document that decided the status', row => row.decidedBy),
    boolColumn('verified', 'True if an IRS source has the same document.', row => row.isVerified),
    boolColumn(
      'other_recipient',
      'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.',
      row => row.isOtherRecipient,
    ),
    defineIssuerColumn('id', 'Identifier of the issuer: nine digits, or XXXXX and the last four digits.', getDocument),
    defineIssuerColumn('name', 'Name of the issuer.', getDocument),
    ...defineRecipientColumns('id', 'last4', 'pseudonym'),
    nullableColumn.text('account_last4', 'Last four characters of the account number.', row =>
      findAccount(row.document),
    ),
    defineDoubtsColumn(row => row.doubts),
    ...defineOtherDocument(
      'counted_instead',
      'the document that counts in its place, or of the first part of a total',
      row => row.countedInstead,
    ),
  ],
  rows: ({ result }) => result.resolution.documents,
}

const getDocumentOfFact = (row: FactRow): SourceDocument => row.resolvedDocument.document

export const facts: TableSpec<FactRow> = {
  name: 'facts',
  doc: 'One row per amount that is not zero. It says to which sum the amount is added, or why it is not added.',
  key: [...DOCUMENT_KEY, 'field'],
  rowSpec: {
    type: 'Fact',
    extends: DOCUMENT_PLACE,
    without: ['issuerId', 'issuerName'],
    order: ['taxYear', 'field', 'box', 'role', 'amount', 'counted', 'reason', 'basis', 'flags'],
    overrides: { flags: ['readonly FactFlag[]', 'Flags that the form sets on the document.'], doubts: DOUBTS_TYPE },
  },
  columns: [
    ...defineDocumentColumns(getDocumentOfFact),
    textColumn(
      'field',
      'Normalized name of the field, or of an amount that is computed from several fields.',
      row => row.meaning.field,
    ),
    nullableColumn.text('box', 'Box on the official form.', row => row.meaning.box),
    textColumn(
      'role',
      'Role of the amount: the sum it belongs to, such as income.wages, or a role without a sum, such as memo.',
      row => row.meaning.role,
      'Role',
    ),
    moneyColumn('amount', 'The amount; negative if it reduces the sum.', row => row.cents),
    boolColumn('counted', 'True if the amount is part of the sum of its role.', isCountedFact),
    nullableColumn.text('reason', 'Why the amount is not counted.', row => row.meaning.reason, 'Reason'),
    nullableColumn.text(
      'basis',
      'Kind of income amount: gross receipts, or an allocated share of earnings.',
      row => row.meaning.basis,
      'Basis',
    ),
    boolColumn(
      'other_recipient',
      'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.',
      row => row.resolvedDocument.isOtherRecipient,
    ),
    defineIssuerColumn('id', 'Identifier of the issuer.', getDocumentOfFact),
    nullableColumn.text(
      'issuer_name',
      'Name of the issuer. For an employer, the longest name on any of its W-2s, as in employment.',
      (row, context) => formatIssuerName(getDocumentOfFact(row), context),
    ),
    defineDoubtsColumn(row => row.resolvedDocument.doubts),
  ],
  rows: ({ result }) => result.ledger.facts,
}
