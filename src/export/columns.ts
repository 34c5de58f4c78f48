import { compareText } from '../core/text.js'
import type { Party } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { type Column, int, maybe, type Scope, sharedBy, text } from './table.js'

/** The column that leads every row. */
export const taxpayerId = <Row>(): Column<Row> =>
  text('taxpayer_id', 'Identifier of the taxpayer.', (_, scope) => scope.taxpayerId)

/** The columns that tell the rows of documents apart. */
export const ENTRY = ['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index']

/** What the library's rows about a document share. */
export const DOCUMENT_PLACE = { type: 'DocumentPlace', columns: ENTRY.slice(1) }

/** The columns that tell the record of a document. */
export const ofRecord = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] => [
  taxpayerId<Row>(),
  text('record_id', 'Identifier of the record.', row => of(row).document.record.id),
]

/** The columns that tell where in its record a document stands, and of what year it is. */
export const ofPlace = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] => [
  text('form', 'Key of the form array.', row => of(row).document.plan.key),
  int('form_index', "Position in the record's forms.", row => of(row).document.formIndex),
  int('entry_index', 'Position in the form array.', row => of(row).document.entryIndex),
  maybe.int('tax_year', 'Tax year of the document.', row => of(row).document.year),
]

export const leading = <Row>(of: (row: Row) => ResolvedDocument): Column<Row>[] =>
  sharedBy(of, [...ofRecord(of), ...ofPlace(of)])

/** The issuer of a document as it is put out. */
export const issuerOf = ({ document }: ResolvedDocument, { privacy, result }: Scope) =>
  privacy.issuer(document.issuer, result.dossier.people)

/** A party in words: the name, or what is shown of the identifier. Missing: null if neither can be shown. */
export function nameOfParty(party: Party, { privacy, result }: Scope): string | null {
  const { id, name } = privacy.issuer(party, result.dossier.people)
  return name ?? id
}

/** Orders texts, null behind all others. */
export function compareNullLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareText(a, b)
}
