import { lastFour } from '../core/identifier.js'
import { sortInPlace } from '../core/lists.js'
import { accountOf, formObjectOf, type SourceForm, type SourceRecord } from '../normalize/source.js'
import type { RejectedRecord } from '../normalize/source-dossier.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { placeOf } from '../summarize/result.js'
import type { YearSum } from '../summarize/years.js'
import {
  compareNullLast,
  DOCUMENT_PLACE,
  ENTRY,
  issuerOf,
  leading,
  ofPlace,
  ofRecord,
  taxpayerId,
} from './columns.js'
import { bool, int, maybe, money, type Scope, sharedBy, type TableSpec, text } from './table.js'

export const taxpayers: TableSpec<Scope> = {
  name: 'taxpayers',
  doc: 'One row per taxpayer.',
  key: ['taxpayer_id'],
  columns: [
    taxpayerId(),
    maybe.text('provider_id', 'Provider of the taxpayer.', scope => taxpayerField(scope, 'providerId')),
    maybe.text('status', 'Status of collection.', scope => taxpayerField(scope, 'status')),
    maybe.text('created_at', 'When the taxpayer was created, UTC.', scope =>
      taxpayerField(scope, 'createdAt'),
    ),
    int('records', 'Number of records, including rejected ones.', ({ result: { dossier } }) =>
      dossier.rejected.reduce((sum, { count }) => sum + count, dossier.records.length),
    ),
    int(
      'documents',
      'Number of documents, counted or not.',
      ({ result }) => result.resolution.documents.length,
    ),
    maybe.int(
      'first_year',
      'First tax year of any document.',
      ({ result }) => result.years.find(hasDocument)?.year ?? null,
    ),
    maybe.int(
      'last_year',
      'Last tax year of any document.',
      ({ result }) => result.years.findLast(hasDocument)?.year ?? null,
    ),
  ],
  rows: scope => [scope],
}

const hasDocument = ({ documents, notCounted }: YearSum): boolean => documents + notCounted > 0

const taxpayerField = ({ result }: Scope, name: string): string | null =>
  (result.dossier.taxpayer?.[name] as string | null | undefined) ?? null

/** A record, or the known data of a record that could not be used. */
interface RecordRow {
  readonly of: SourceRecord | RejectedRecord
  readonly documents: number
  readonly rejected: boolean
}

export const records: TableSpec<RecordRow> = {
  name: 'records',
  doc: 'One row per record, including rejected ones.',
  columns: [
    taxpayerId(),
    maybe.text('record_id', 'Identifier of the record; null if it has none.', ({ of }) => of.id),
    maybe.int('tax_year', 'Tax year of the record.', ({ of }) => of.taxYear),
    maybe.text('provider_id', 'Provider of the record.', ({ of }) => of.providerId),
    maybe.text('date', 'When the record was pulled, UTC.', ({ of }) => of.date),
    int('documents', 'Number of documents in the record.', ({ documents }) => documents),
    bool('rejected', 'The record could not be used.', ({ rejected }) => rejected),
  ],
  rows: ({ result: { dossier } }) => {
    const rows: RecordRow[] = []
    for (const of of dossier.records) rows.push({ of, documents: of.documents.length, rejected: false })
    for (const of of dossier.rejected) rows.push({ of, documents: 0, rejected: true })
    return sortInPlace(rows, compareRecords)
  },
}

const compareRecords = (x: RecordRow, y: RecordRow): number =>
  compareNullLast(x.of.id, y.of.id) ||
  (x.of.taxYear ?? 9999) - (y.of.taxYear ?? 9999) ||
  compareNullLast(x.of.providerId, y.of.providerId) ||
  compareNullLast(x.of.date, y.of.date) ||
  Number(x.rejected) - Number(y.rejected)

const itself = (row: ResolvedDocument): ResolvedDocument => row
const formOf = (row: ResolvedDocument): SourceForm => formObjectOf(row.document)
const recipientOf = (row: ResolvedDocument): string | null => row.recipientId

/**
 * Returns a value that is equal for documents whose status columns are equal. Most documents are originals that count, and
 * these share four values. Any other document returns itself.
 */
const standingOf = (row: ResolvedDocument): unknown =>
  row.status === 'counted' && row.decidedBy === null && row.document.submission === 'original'
    ? Number(row.verified) + 2 * Number(row.otherRecipient)
    : row

export const documents: TableSpec<ResolvedDocument> = {
  name: 'documents',
  doc: 'One row per entry of a form array, with its status. No entry is left out.',
  key: ENTRY,
  row: {
    type: 'ResolvedDocument',
    extends: DOCUMENT_PLACE,
    without: [
      'transcriptType',
      'issuerId',
      'issuerName',
      'recipientId',
      'recipientLast4',
      'recipientPseudonym',
      'accountLast4',
    ],
    order: ['document'],
    more: {
      document: ['AnyDocument', 'The document: its boxes, its issuer and its recipient.'],
      providerId: ['string | null', 'Provider of the record; null if unknown.'],
    },
  },
  columns: [
    ...sharedBy(formOf, ofRecord<ResolvedDocument>(itself)),
    ...ofPlace<ResolvedDocument>(itself),
    ...sharedBy(formOf, [
      text(
        'provider_id',
        'Provider of the record; empty if unknown.',
        row => row.document.record.providerId ?? '',
      ),
      maybe.text('transcript_type', 'Type of the form object.', row => formOf(row).type),
    ]),
    ...sharedBy(standingOf, [
      text(
        'submission',
        'Submission type that the document states: original, amended, void, duplicate.',
        row => row.document.submission,
        'Submission',
      ),
      text(
        'status',
        'Status: counted, superseded, canceled, void, duplicate, conflict.',
        row => row.status,
        'Status',
      ),
      maybe.text(
        'decided_by',
        'The document that decided the status: record/form/form_index/entry_index.',
        row => (row.decidedBy === null ? null : placeOf(row.decidedBy)),
      ),
      bool('verified', 'An IRS source has the same document.', row => row.verified),
      bool(
        'other_recipient',
        'The recipient is not the taxpayer, such as a spouse on a joint return.',
        row => row.otherRecipient,
      ),
    ]),
    maybe.text(
      'issuer_id',
      'Identifier of the issuer: nine digits, or XXXXX and the last four.',
      (row, scope) => issuerOf(row, scope).id,
    ),
    maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row, scope).name),
    ...sharedBy(recipientOf, [
      maybe.text(
        'recipient_id',
        'Identifier of the recipient, only if identifiers are full.',
        (row, { privacy }) => privacy.identifier(row.recipientId),
      ),
      maybe.text('recipient_last4', "Last four digits of the recipient's identifier.", ({ recipientId }) =>
        recipientId === null ? null : lastFour(recipientId),
      ),
      maybe.text(
        'recipient_pseudonym',
        "Keyed hash of the recipient's identifier, only on request.",
        (row, { privacy }) => privacy.pseudonym(row.recipientId),
      ),
    ]),
    maybe.text('account_last4', 'Last four characters of the account number.', row =>
      accountOf(row.document),
    ),
  ],
  rows: ({ result }) => result.resolution.documents,
}

const documentOf = (row: FactRow): ResolvedDocument => row.of

export const facts: TableSpec<FactRow> = {
  name: 'facts',
  doc: 'One row per amount that is not zero, with the sum that it adds to, or the reason why it adds to none.',
  key: [...ENTRY, 'field'],
  row: {
    type: 'Fact',
    extends: DOCUMENT_PLACE,
    without: ['issuerId', 'issuerName'],
    order: ['taxYear', 'field', 'box', 'role', 'amount', 'counted', 'reason', 'basis', 'flags'],
    more: { flags: ['readonly FactFlag[]', 'Flags that the form sets on the document.'] },
  },
  columns: [
    ...leading<FactRow>(documentOf),
    text('field', 'Normalized name of the field, or of the derived amount.', row => row.meaning.field),
    maybe.text('box', 'Box on the official form.', row => row.meaning.box),
    text(
      'role',
      'Role of the amount: its sum, such as income.wages, or a role without a sum, such as memo.',
      row => row.meaning.role,
      'Role',
    ),
    money('amount', 'The amount; negative if it subtracts.', row => row.cents),
    bool('counted', 'The amount enters the sum of its role.', isCounted),
    maybe.text('reason', 'Why it is not counted.', row => row.meaning.reason, 'Reason'),
    maybe.text(
      'basis',
      'Basis of the amount: gross receipts, or an allocated portion of earnings.',
      row => row.meaning.basis,
      'Basis',
    ),
    ...sharedBy(documentOf, [
      bool(
        'other_recipient',
        'The recipient is not the taxpayer, such as a spouse on a joint return.',
        row => row.of.otherRecipient,
      ),
      maybe.text('issuer_id', 'Identifier of the issuer.', (row, scope) => issuerOf(row.of, scope).id),
      maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row.of, scope).name),
    ]),
  ],
  rows: ({ result }) => result.ledger.facts,
}
