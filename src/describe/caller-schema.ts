import { z } from 'zod'
import { POLICY_SCHEMA } from '../underwrite/read-policy.js'
import { schemaOf } from '../underwrite/setting-schema.js'
import { KNOWN_FACTS } from '../underwrite/settings.js'
import { STATED } from '../underwrite/tie-out/stated.js'
import { type Json, schemaFile } from './json.js'

/** An amount of dollars that is not below 0, as a number or as text. */
const AMOUNT: Json = {
  type: ['number', 'string'],
  minimum: 0,
  exclusiveMaximum: 90_000_000_000_000,
  pattern: '^\\s*\\+?\\$?(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]*)?|\\.[0-9]+)\\s*$',
}

/** The same, of an amount that may be below 0. */
const SIGNED: Json = {
  type: AMOUNT['type'] as Json[string],
  exclusiveMinimum: -90_000_000_000_000,
  exclusiveMaximum: 90_000_000_000_000,
}

/** What zod knows of a shape; a number or text is always an amount. */
function bodyOf(shape: z.ZodType): Json {
  const { $schema, ...body } = z.toJSONSchema(shape, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (Array.isArray(jsonSchema.anyOf) && jsonSchema.anyOf.length === 2) {
        const types = jsonSchema.anyOf.map(({ type }) => type)
        if (types.includes('number') && types.includes('string')) {
          const signed = jsonSchema['signed'] === true
          delete jsonSchema.anyOf
          delete jsonSchema['signed']
          Object.assign(jsonSchema, signed ? SIGNED : AMOUNT)
        }
      }
    },
  })
  return body as Json
}

/** The schema of a caller's own policy. Gap: JSON Schema cannot say that a share has at most six decimals. */
export const policySchema = (): Json =>
  schemaFile(
    {
      path: 'policy.json',
      title: 'Policy',
      description: 'How income is qualified; see docs/underwriting.md.',
    },
    bodyOf(POLICY_SCHEMA),
  )

/** The schema of a line of `--facts-of`. Gap: as for a policy. */
export const knownFactsSchema = (): Json =>
  schemaFile(
    {
      path: 'known-facts.json',
      title: 'Known facts',
      description: 'What only the caller knows of a taxpayer; one line of --facts-of.',
    },
    bodyOf(schemaOf(KNOWN_FACTS)),
  )

/** The schema of a line of `--stated`. Gap: as for a policy; that a day is one of the calendar; amounts may be below 0. */
export const statedSchema = (): Json =>
  schemaFile(
    {
      path: 'stated.json',
      title: 'Stated income',
      description: 'What a loan application states of a taxpayer; one line of --stated.',
    },
    bodyOf(schemaOf(STATED)),
  )
