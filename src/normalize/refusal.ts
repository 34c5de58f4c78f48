import { isObject } from '../core/shape-of.js'
import { usableId } from './record-id.js'
import { type Description, describeObject } from './unrecognized.js'

/** Why a record is refused, and the key that it is for; null where it is not. */
export interface Refusal {
  readonly code: 'record_not_object' | 'value_unrecognized' | 'record_id_missing' | 'record_forms_not_array'
  readonly key: 'id' | 'forms' | null
  readonly expected: string
  /** What the value looks like instead of a record, and what to do. */
  readonly explanation?: string
}

/** The refusal of what is no object. */
export const NOT_OBJECT: Refusal = { code: 'record_not_object', key: null, expected: 'an object' }
const NO_ID: Refusal = { code: 'record_id_missing', key: 'id', expected: 'text' }
const NO_FORMS: Refusal = { code: 'record_forms_not_array', key: 'forms', expected: 'an array' }

/** Refuses an object that is not a record, a taxpayer or a dossier. */
const refuseUnrecognized = (description: Description): Refusal => ({
  code: 'value_unrecognized',
  key: null,
  expected: 'a record, a taxpayer or a dossier',
  explanation: explainDescription(description),
})

/** Writes the explanation that an issue gives of a value that was not recognized. */
const explainDescription = ({ looksLike, advice }: Description): string =>
  `It looks like ${looksLike}. ${advice}`

/**
 * Explains why a value is not a record, a taxpayer or a dossier.
 *
 * @returns undefined if it may be one, or if it cannot be identified.
 */
export function explainUnrecognized(value: unknown): string | undefined {
  const description = isObject(value) ? describeObject(value) : null
  return description === null ? undefined : explainDescription(description)
}

/** Why a record cannot be used; null where it can. */
export function refusalOf(raw: unknown): Refusal | null {
  if (!isObject(raw)) return NOT_OBJECT
  const isNamed = usableId(raw['id']) !== null
  if (isNamed && Array.isArray(raw['forms'])) return null
  const description = describeObject(raw)
  if (description !== null) return refuseUnrecognized(description)
  return isNamed ? NO_FORMS : NO_ID
}
