import { compareText } from '../../core/text.js'
import type { SourceParty } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { intColumn, nullableColumn, type TableColumn, type TaxpayerContext, textColumn } from '../table.js'

/** Defines the column `taxpayer_id`, which is the first column of every table except `issues`. */
export const defineTaxpayerId = <Row>(): TableColumn<Row> =>
  textColumn('taxpayer_id', 'Identifier of the taxpayer.', (_, context) => context.taxpayerId)

/** The columns that identify the row of a document. */
export const DOCUMENT_KEY = ['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index']

/** The properties that all public rows about a document share. */
export const DOCUMENT_PLACE = { type: 'DocumentPlace', columns: DOCUMENT_KEY.slice(1) }

/** Defines the columns that identify a document, and its tax year. */
export const defineDocumentColumns = <Row>(toResolvedDocument: (row: Row) => ResolvedDocument): TableColumn<Row>[] => [
  defineTaxpayerId<Row>(),
  textColumn('record_id', 'Identifier of the record.', row => toResolvedDocument(row).document.record.id),
  textColumn('form', 'Key of the form array.', row => toResolvedDocument(row).document.compiledForm.key),
  intColumn(
    'form_index',
    "Position of the form object in the record's forms, from 0.",
    row => toResolvedDocument(row).document.formIndex,
  ),
  intColumn(
    'entry_index',
    'Position of the entry in the form array, from 0.',
    row => toResolvedDocument(row).document.entryIndex,
  ),
  nullableColumn.int('tax_year', 'Tax year of the document.', row => toResolvedDocument(row).document.year),
]

/** Returns the issuer of a document with its identifier masked as the privacy options require. */
export const toPublicIssuer = ({ document }: ResolvedDocument, { privacy, result }: TaxpayerContext) =>
  privacy.toPublicIssuer(document.issuer, result.dossier.personIds)

/** Returns the name of a party, or the visible part of its identifier. Returns null if neither can be shown. */
export function formatPartyName(party: SourceParty, { privacy, result }: TaxpayerContext): string | null {
  const { id, name } = privacy.toPublicIssuer(party, result.dossier.personIds)
  return name ?? id
}

/** Compares texts. Null comes last. */
export function compareNullLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
}
