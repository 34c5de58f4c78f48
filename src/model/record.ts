import { type Field, identifier, text, timestamp, year } from './field.js'
import { provider } from './providers.js'

/**
 * An object of the interface: its fields, the objects in it and the arrays of objects in it.
 * Every object that is not a form is one of these, so that the interpreters of forms read it too.
 */
export interface Shape<F extends readonly Field[] = readonly Field[]> {
  readonly name: string
  readonly doc: string
  readonly fields: F
  readonly objects: Readonly<Record<string, Nested>>
  readonly lists: Readonly<Record<string, Nested>>
  /** Keys whose values are the caller's own: known, and not read. */
  readonly passes?: readonly string[]
  /** Keys that say whose an object is before it is read, and so only as they are spelled here. */
  readonly owners?: readonly string[]
}

/** A shape under a key of another, with its normalized name. */
export interface Nested {
  readonly name: string
  readonly shape: Shape
}

/** What names a person: null in every output unless identifiers are `full`. */
export const personal = { personal: true }

/** The fields of a shape by their normalized names. */
export const fieldsByName = <F extends readonly Field[]>({
  fields,
}: Shape<F>): { readonly [R in F[number] as R['name']]: R } =>
  Object.fromEntries(fields.map(field => [field.name, field])) as never

/** The keys of a shape's own fields. */
export const keysOf = ({ fields }: Shape): string[] => fields.map(({ key }) => key)

/** The fields of a record; its documents stand in `forms`, whose arrays the form tables describe. */
export const RECORD = {
  name: 'record',
  doc: 'A tax record, as GET /records answers it.',
  fields: [
    text('id', null, 'Identifier of the record.'),
    text('name', null, 'Name.', personal),
    text('taxpayer_id', null, 'The taxpayer, where a record stands without its dossier.'),
    year('tax_year', null, 'Tax year.'),
    provider,
    timestamp('date', null, 'When the record was pulled.'),
    text('raw_file', null, 'The raw file.', personal),
  ],
  objects: {},
  lists: {},
  owners: ['id', 'taxpayer_id'],
} as const satisfies Shape

/** Describes a dossier in schemas and pages. */
export const DOSSIER_DOC = 'All records of one taxpayer, with the taxpayer object.'

/** The fields of a form object, beside its form arrays. */
export const FORM_OBJECT = {
  name: 'form_object',
  doc: 'A form object of a record: a transcript, or a return.',
  fields: [
    text('type', null, 'Kind of transcript: `WAID` is wage and income.'),
    year('year', null, 'Tax year.'),
    identifier('ssn', null, "The taxpayer's number, masked.", personal),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape
