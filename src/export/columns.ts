import { compareText } from '../core/text.js'
import type { Party } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { type Column, int, maybe, type Scope, sharedBy, text } from './table.js'

/** Returns the first column of every table. */
export const taxpayerId = <Row>(): Column<Row> =>
  text('taxpayer_id', 'Identifier of the taxpayer.', (_, scope) => scope.taxpayerId)

/** The columns that identify the row of a document. */
export const ENTRY = ['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index']

/** The properties that all public rows about a document share. */
export const DOCUMENT_PLACE = { type: 'DocumentPlace', columns: ENTRY.slice(1) }

/** Returns the columns that identify the record of a document. */
export const ofRecord = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] => [
  taxpayerId<Row>(),
  text('record_id', 'Identifier of the record.', row => of(row).document.record.id),
]

/** Returns the columns with the place of a document in its record and its tax year. */
export const ofPlace = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] => [
  text('form', 'Key of the form array.', row => of(row).document.plan.key),
  int('form_index', "Position in the record's forms.", row => of(row).document.formIndex),
  int('entry_index', 'Position in the form array.', row => of(row).document.entryIndex),
  maybe.int('tax_year', 'Tax year of the document.', row => of(row).document.year),
]

export const leading = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] =>
  sharedBy(of, [...ofRecord(of), ...ofPlace(of)])

/** Returns the issuer of a document with its identifier masked as the privacy options require. */
export const issuerOf = ({ document }: ResolvedDocument, { privacy, result }: Scope) =>
  privacy.issuer(document.issuer, result.dossier.people)

/** Returns the name of a party, or the visible part of its identifier. Returns null if neither can be shown. */
export function nameOfParty(party: Party, { privacy, result }: Scope): string | null {
  const { id, name } = privacy.issuer(party, result.dossier.people)
  return name ?? id
}

/** Compares texts. Null comes after all others. */
export function compareNullLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
}
