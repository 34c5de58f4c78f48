import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObjectValue } from '../../src/tools/generate/schema-parts.js'

const OPTIONS = { strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }

/** Compiles a schema. The keyword `components` has the definitions of an OpenAPI description. */
export const compile = (schema: JsonObjectValue): ValidateFunction =>
  new Ajv2020({ ...OPTIONS, keywords: ['components'] }).compile(schema)

/** Lists a value's validation errors as short lines. */
export function listErrors(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
