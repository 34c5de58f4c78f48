import { identifier, text, timestamp, year } from './field.js'
import { provider } from './providers.js'
import { personal, type Shape } from './shape.js'

/** The fields of a record; its documents stand in `forms`, whose arrays the form tables describe. */
export const RECORD = {
  name: 'record',
  doc: 'A tax record, as GET /records answers it.',
  fields: [
    text('id', 'id', null, 'Identifier of the record.'),
    text('name', 'name', null, 'Name.', personal),
    text('taxpayer_id', 'taxpayerId', null, 'The taxpayer, where a record stands without its dossier.'),
    year('tax_year', 'taxYear', null, 'Tax year.'),
    provider,
    timestamp('date', 'date', null, 'When the record was pulled.'),
    text('raw_file', 'rawFile', null, 'The raw file.', personal),
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
    text('type', 'type', null, 'Kind of transcript: `WAID` is wage and income.'),
    year('year', 'year', null, 'Tax year.'),
    identifier('ssn', 'ssn', null, "The taxpayer's number, masked.", personal),
  ],
  objects: {},
  lists: {},
} as const satisfies Shape
