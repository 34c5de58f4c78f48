import { isObject } from '../core/shape-of.js'
import { usableId } from './record-id.js'

/** Why a record is refused, and the key that it is for; null where it is not. */
export interface Refusal {
  readonly code: 'record_not_object' | 'record_id_missing' | 'record_forms_not_array'
  readonly key: 'id' | 'forms' | null
  readonly expected: string
}

/** The refusal of what is no object. */
export const NOT_OBJECT: Refusal = { code: 'record_not_object', key: null, expected: 'an object' }
const NO_ID: Refusal = { code: 'record_id_missing', key: 'id', expected: 'text' }
const NO_FORMS: Refusal = { code: 'record_forms_not_array', key: 'forms', expected: 'an array' }

/** Why a record cannot be used; null where it can. */
export function refusalOf(raw: unknown): Refusal | null {
  if (!isObject(raw)) return NOT_OBJECT
  return usableId(raw['id']) === null ? NO_ID : Array.isArray(raw['forms']) ? null : NO_FORMS
}
