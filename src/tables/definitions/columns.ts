import type { PublicParty, PublicRecipient } from '../../ingest/privacy.js'
import type { SourceDocument, SourceParty } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { formatFormName } from '../../schema/form.js'
import type { ConditionRow } from '../../underwriting/conditions/condition-rows.js'
import type { IncomeStream } from '../../underwriting/income-stream.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import { intColumn, nullableColumn, type TableColumn, type TaxpayerContext, textColumn } from '../table.js'

/** Defines the column `taxpayer_id`, which is the first column of every table except `issues`. */
export const defineTaxpayerId = <Row>(): TableColumn<Row> =>
  textColumn('taxpayer_id', 'Identifier of the taxpayer.', (_, context) => context.taxpayerId)

/** The columns that identify the row of a document. */
export const DOCUMENT_KEY = ['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index']

/** The properties that all public rows about a document share. */
export const DOCUMENT_PLACE = { type: 'DocumentPlace', columns: DOCUMENT_KEY.slice(1) }

/** Defines the columns that identify a document, and its tax year. */
export const defineDocumentColumns = <Row>(getDocument: (row: Row) => SourceDocument): TableColumn<Row>[] => [
  defineTaxpayerId<Row>(),
  textColumn('record_id', 'Identifier of the record.', row => getDocument(row).record.id),
  textColumn('form', 'Key of the form array.', row => getDocument(row).compiledForm.key),
  intColumn(
    'form_index',
    "Position of the form object in the record's forms, from 0.",
    row => getDocument(row).formIndex,
  ),
  intColumn('entry_index', 'Position of the entry in the form array, from 0.', row => getDocument(row).entryIndex),
  nullableColumn.int('tax_year', 'Tax year of the document.', row => getDocument(row).year),
]

/** Defines a column for a part of the issuer, which is masked as the privacy options require. */
export const defineIssuerColumn = <Row>(
  part: keyof PublicParty,
  doc: string,
  getDocument: (row: Row) => SourceDocument,
): TableColumn<Row> =>
  nullableColumn.text(`issuer_${part}`, doc, (row, { privacy, result }) =>
    privacy.toPublicIssuerPart(part, getDocument(row).issuer, result.dossier.personIds),
  )

const RECIPIENT_DESCRIPTIONS = {
  id: 'Full identifier of the recipient; only if the option identifiers is full.',
  last4: "Last four digits of the recipient's identifier.",
  pseudonym: "Keyed hash of the recipient's identifier; only if you request pseudonyms.",
  name: 'Name of the recipient; only if the option identifiers is full.',
  address: 'Address of the recipient; only if the option identifiers is full.',
} as const satisfies Record<keyof PublicRecipient, string>

/** Defines columns for parts of the recipient, which are shown as the privacy options allow. */
export const defineRecipientColumns = (...parts: readonly (keyof PublicRecipient)[]): TableColumn<ResolvedDocument>[] =>
  parts.map(part =>
    nullableColumn.text(
      `recipient_${part}`,
      RECIPIENT_DESCRIPTIONS[part],
      (row, { privacy }) => privacy.toPublicRecipient(row.document, row.recipientId)[part],
    ),
  )

/** The library's type of the column `doubts`, for the overrides of a row. */
export const DOUBTS_TYPE = ['readonly Doubt[]', 'The reasons to doubt the documents behind the row, sorted.'] as const

/** Defines the column with the reasons to doubt the documents behind a row. */
export const defineDoubtsColumn = <Row>(readDoubts: (row: Row) => readonly string[]): TableColumn<Row> =>
  textColumn(
    'doubts',
    'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.',
    row => formatDoubts(readDoubts(row)),
  )

const formatDoubts = (doubts: readonly string[]): string => (doubts.length === 0 ? '' : doubts.join(';'))

/** Defines the first columns of a table with rows for each policy. */
export const definePolicyColumns = <Row extends { policyResult: PolicyResult }>(): TableColumn<Row>[] => [
  defineTaxpayerId(),
  textColumn('policy', 'Name of the policy.', ({ policyResult }) => policyResult.policy.name),
]

/** The ids of borrowers, for the description of a column. */
export const BORROWER_IDS =
  "self, the last four digits of another borrower's identifier, or recipient_2 if the second of the known borrowers is a name"

/** Returns the name of a party, or the visible part of its identifier. Returns null if neither can be shown. */
export function formatPartyName(party: SourceParty, { privacy, result }: TaxpayerContext): string | null {
  const { personIds } = result.dossier
  return privacy.toPublicIssuerPart('name', party, personIds) ?? privacy.toPublicIssuerPart('id', party, personIds)
}

/** Returns the name of a document's issuer. An employer has the longest name on any of its W-2s, as in `employment`. */
export function formatIssuerName(document: SourceDocument, { privacy, result }: TaxpayerContext): string | null {
  return privacy.toPublicIssuerPart('name', result.findNamedIssuer(document), result.dossier.personIds)
}

/** Returns the name of a stream's employer, business or payer. Null without a name, or if it must not be shown. */
export function formatStreamName({ name, items }: IncomeStream, { privacy, result }: TaxpayerContext): string | null {
  if (name === null || privacy.canShowPersonalData) return name
  const { personIds } = result.dossier
  for (const { document } of items) {
    const { issuer } = document.document
    if (issuer.name !== null && privacy.shouldHideIssuer(issuer, personIds)) return null
  }
  return privacy.toPublicText(name)
}

/**
 * Returns what a condition is about: the issuer, form or part. If the issuer must not be shown, returns its masked
 * identifier or the name of the form.
 */
export function formatConditionSubject(
  { raised: { about, document }, incomeStream }: ConditionRow,
  context: TaxpayerContext,
): string | null {
  if (about !== null) return context.privacy.toPublicText(about)
  if (document === null) return incomeStream === null ? null : formatStreamName(incomeStream, context)
  const { issuer, compiledForm } = document.document
  return (
    formatIssuerName(document.document, context) ??
    formatPartyName(issuer, context) ??
    formatFormName(compiledForm.form)
  )
}
