import { type Field, identifier, text, timestamp, year } from './field.js'
import { provider } from './providers.js'

/**
 * The description of an object of the service's API: its fields, its nested objects and its arrays of objects. Every
 * object other than a form entry has a shape, so that the code for form fields can handle it, too.
 */
export interface Shape<F extends readonly Field[] = readonly Field[]> {
  readonly name: string
  readonly doc: string
  readonly fields: F
  readonly objects: Readonly<Record<string, NestedShape>>
  readonly lists: Readonly<Record<string, NestedShape>>
  /** Keys whose values belong to the caller. The values are not read and pass through unchanged. */
  readonly callerKeys?: readonly string[]
  /** Keys that identify an object or its owner. They must be exact, because they are used before the object is read. */
  readonly identifyingKeys?: readonly string[]
}

/** A shape that is nested in another one under a key, with its normalized name. */
export interface NestedShape {
  readonly name: string
  readonly shape: Shape
}

/** Marks a field as personal data. Its value is null in every output unless identifiers are `full`. */
export const PERSONAL = { personal: true }

/** Returns the fields of a shape by their normalized names. */
export const mapFieldsByName = <F extends readonly Field[]>({
  fields,
}: Shape<F>): { readonly [R in F[number] as R['name']]: R } =>
  Object.fromEntries(fields.map(field => [field.name, field])) as never

/** Lists the keys of the fields of a shape, without those of nested shapes. */
export const listFieldKeys = ({ fields }: Shape): string[] => fields.map(({ key }) => key)

/** The fields of a record. Its documents are in `forms`, and the form tables describe the arrays there. */
export const RECORD = {
  name: 'record',
  doc: 'A tax record, as GET /records answers it.',
  fields: [
    text('id', null, 'Identifier of the record.'),
    text('name', null, 'Name.', PERSONAL),
    text('taxpayer_id', null, 'The taxpayer, where a record stands without its dossier.'),
    year('tax_year', null, 'Tax year.'),
    provider,
    timestamp('date', null, 'When the record was pulled.'),
    text('raw_file', null, 'The raw file.', PERSONAL),
  ],
  objects: {},
  lists: {},
  identifyingKeys: ['id', 'taxpayer_id'],
} as const satisfies Shape

/** The description of a dossier in schemas and pages. */
export const DOSSIER_DOC = 'All records of one taxpayer, with the taxpayer object.'

/** The fields of a form object, without its form arrays. */
export const FORM_OBJECT = {
  name: 'form_object',
  doc: 'A form object of a record: a transcript, or a return.',
  fields: [
    text('type', null, 'Kind of transcript: `WAID` is wage and income.'),
    year('year', null, 'Tax year.'),
    identifier('ssn', null, "The taxpayer's number, masked.", PERSONAL),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape
