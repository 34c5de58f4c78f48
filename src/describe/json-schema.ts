import type { TableSpec } from '../export/table.js'
import type { FormTable } from '../model/form.js'
import { knownFactsSchema, policySchema, statedSchema } from './caller-schema.js'
import { documentSchema, normalizedSchema } from './document-schema.js'
import { dossierSchema, recordSchema, taxpayerSchema } from './input-schema.js'
import { type Json, SCHEMA_BASE } from './json.js'
import { tableSchema } from './table-schema.js'

/** The JSON Schema of every input, of what is normalized, by form kind too, and of a row of every table. */
export const jsonSchemas = (forms: readonly FormTable[], tables: readonly TableSpec[]): readonly Json[] => [
  recordSchema(forms),
  taxpayerSchema(),
  dossierSchema(forms),
  normalizedSchema(forms),
  policySchema(),
  knownFactsSchema(),
  statedSchema(),
  ...forms.map(documentSchema),
  ...tables.map(tableSchema),
]

/** Where a schema stands under `schemas/`, by its `$id`. */
export const schemaPath = (schema: Json): string => String(schema['$id']).slice(SCHEMA_BASE.length)
