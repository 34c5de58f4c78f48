import type { TableSpec } from '../export/table.js'
import type { FormTable } from '../model/form.js'
import { DOSSIER_DOC, RECORD } from '../model/record.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { KNOWN_FACTS, POLICY } from '../underwrite/settings.js'
import { inFiles } from '../underwrite/spelling.js'
import { STATED } from '../underwrite/tie-out/stated.js'
import { wireSchemas } from '../wire/wire.js'
import { settingSchema } from './caller-schema.js'
import { documentSchema, normalizedSchema } from './document-schema.js'
import { type Json, jsonSchemaOf } from './json.js'
import { tableSchema } from './table-schema.js'

/** A schema: where it stands under `schemas/`, its title, its description, and the schema itself. */
type SchemaRow = readonly [path: string, title: string, description: string, body: Json]

const rowsOf = (forms: readonly FormTable[], tables: readonly TableSpec[]): readonly SchemaRow[] => [
  ['record.json', 'Record', RECORD.doc, jsonSchemaOf(wireSchemas(forms).record)],
  ['taxpayer.json', 'Taxpayer', TAXPAYER.doc, jsonSchemaOf(wireSchemas(forms).taxpayer)],
  ['dossier.json', 'Dossier', DOSSIER_DOC, jsonSchemaOf(wireSchemas(forms).dossier)],
  [
    'normalized.json',
    'Normalized dossier',
    'All records of one taxpayer, normalized, with the taxpayer object.',
    normalizedSchema(forms),
  ],
  ['policy.json', 'Policy', 'How income is qualified; see docs/underwriting.md.', settingSchema(POLICY)],
  [
    'known-facts.json',
    'Known facts',
    'What only the caller knows of a taxpayer; one line of --facts-of.',
    settingSchema(inFiles(KNOWN_FACTS)),
  ],
  [
    'stated.json',
    'Stated income',
    'What a loan application states of a taxpayer; one line of --stated.',
    settingSchema(inFiles(STATED)),
  ],
  ...forms.map(
    (form): SchemaRow => [
      `documents/${form.key}.json`,
      form.number,
      `A normalized document: ${form.title}. Personal fields are null unless identifiers are full.`,
      documentSchema(form),
    ],
  ),
  ...tables.map(
    (table): SchemaRow => [`tables/${table.name}.json`, table.name, table.doc, tableSchema(table)],
  ),
]

/**
 * The JSON Schemas by their paths under `schemas/`: of every input, of what is normalized, by form kind too, and of a row of
 * every table. Shape: JSON Schema 2020-12, the head first and the definitions last.
 */
export const jsonSchemas = (
  forms: readonly FormTable[],
  tables: readonly TableSpec[],
): readonly (readonly [path: string, schema: Json])[] =>
  rowsOf(forms, tables).map(([path, title, description, body]) => [
    path,
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://taxtally.dev/schemas/${path}`,
      title,
      description,
      ...body,
    },
  ])
