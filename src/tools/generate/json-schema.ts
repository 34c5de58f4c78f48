import type { FormTable } from '../../schema/form.js'
import { DOSSIER_DOC, RECORD, TAXPAYER } from '../../schema/record.js'
import { wireSchemas } from '../../schema/wire/wire.js'
import type { TableSpec } from '../../tables/table.js'
import { KNOWN_FACTS_TABLE } from '../../underwriting/facts/known-facts-table.js'
import { STATED_INCOME_TABLE } from '../../underwriting/facts/stated-income.js'
import { POLICY_TABLE } from '../../underwriting/policies/policy-table.js'
import { otherSpelling, type Setting, toFileSetting } from '../../underwriting/policies/setting.js'
import { createSchema } from '../../underwriting/policies/setting-schema.js'
import { buildNormalizedDocumentSchema, buildNormalizedSchema } from './document-schema.js'
import { buildTableSchema, type JsonObjectValue, type JsonValue, toJsonSchema } from './schema-parts.js'

const listSpellings = (key: string): string[] => [...new Set([key, otherSpelling(key)])]

/**
 * Converts a schema so that it accepts the snake_case and the camelCase variant of each key. Unlike the reader, it also
 * accepts an object with both variants of one key.
 */
function allowBothSpellings(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(allowBothSpellings)
  if (typeof value !== 'object' || value === null) return value
  const schema: Record<string, JsonValue> = {}
  for (const [keyword, subschema] of Object.entries(value as JsonObjectValue)) {
    if (keyword === 'required') {
      const keys = subschema as string[]
      const keysWithTwoSpellings = keys.filter(key => listSpellings(key).length > 1)
      schema['required'] = keys.filter(key => !keysWithTwoSpellings.includes(key))
      if (keysWithTwoSpellings.length > 0)
        schema['allOf'] = keysWithTwoSpellings.map(key => ({
          anyOf: listSpellings(key).map(spelling => ({ required: [spelling] })),
        }))
    } else if (keyword === 'properties')
      schema[keyword] = Object.fromEntries(
        Object.entries(subschema as JsonObjectValue).flatMap(([key, property]) =>
          listSpellings(key).map(spelling => [spelling, allowBothSpellings(property)]),
        ),
      )
    else if (keyword === 'propertyNames') {
      // Keys that are tax years have a pattern instead of names.
      const { enum: names, ...keywords } = subschema as JsonObjectValue
      schema[keyword] =
        names === undefined ? keywords : { ...keywords, enum: (names as string[]).flatMap(listSpellings) }
    } else schema[keyword] = allowBothSpellings(subschema as JsonValue)
  }
  return schema
}

/**
 * Returns the JSON Schema of a setting, which accepts both variants of each key. JSON Schema cannot express that a
 * ratio has at most six decimals or that a date exists.
 */
export const buildSettingSchema = (setting: Setting): JsonObjectValue =>
  allowBothSpellings(toJsonSchema(createSchema(setting))) as JsonObjectValue

type SchemaRow = readonly [path: string, title: string, description: string, body: JsonObjectValue]

/**
 * Builds the JSON Schemas (2020-12) by path under `schemas/`: for every input, the normalized output, each form kind
 * and the rows of each table. In each schema, the metadata comes first and the definitions last.
 */
export function buildJsonSchemas(
  forms: readonly FormTable[],
  tables: readonly TableSpec[],
): (readonly [path: string, schema: JsonObjectValue])[] {
  const inputSchemas = wireSchemas(forms)
  const rows: readonly SchemaRow[] = [
    ['record.json', 'Record', RECORD.doc, toJsonSchema(inputSchemas.record)],
    ['taxpayer.json', 'Taxpayer', TAXPAYER.doc, toJsonSchema(inputSchemas.taxpayer)],
    ['dossier.json', 'Dossier', DOSSIER_DOC, toJsonSchema(inputSchemas.dossier)],
    [
      'normalized.json',
      'Normalized dossier',
      'All records of one taxpayer, normalized, with the taxpayer object.',
      buildNormalizedSchema(forms),
    ],
    [
      'policy.json',
      'Policy',
      'A set of underwriting rules; see docs/underwriting/README.md.',
      buildSettingSchema(POLICY_TABLE),
    ],
    [
      'known-facts.json',
      'Known facts',
      'Facts about a taxpayer that only the caller knows; one line of --known-facts.',
      buildSettingSchema(toFileSetting(KNOWN_FACTS_TABLE)),
    ],
    [
      'stated.json',
      'Stated income',
      'Income that a loan application states for a taxpayer; one line of --stated.',
      buildSettingSchema(toFileSetting(STATED_INCOME_TABLE)),
    ],
    ...forms.map(
      (form): SchemaRow => [
        `documents/${form.key}.json`,
        form.number,
        `A normalized document: ${form.title}. Personal fields are null unless identifiers are full.`,
        buildNormalizedDocumentSchema(form),
      ],
    ),
    ...tables.map((table): SchemaRow => [`tables/${table.name}.json`, table.name, table.doc, buildTableSchema(table)]),
  ]
  return rows.map(([path, title, description, body]) => {
    const $id = `https://taxtally.dev/schemas/${path}`
    return [path, { $schema: 'https://json-schema.org/draft/2020-12/schema', $id, title, description, ...body }]
  })
}
