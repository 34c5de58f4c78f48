import { isObject } from '../core/json-value.js'
import { findDossierPart, toUsableId } from './split-dossier.js'
import { type Description, describeObject, hasAny } from './unrecognized.js'

export type ValueKind = 'record' | 'taxpayer' | 'dossier' | 'array'

/** The keys that only records have, except `forms`, followed by the keys that only taxpayers have. */
const RECORD_KEYS = ['tax_year', 'raw_file', 'date', 'taxpayer_id']
const TAXPAYER_KEYS = ['status', 'created_at', 'metadata', 'form8821']

/**
 * Classifies a value as a record, a taxpayer, a dossier or an array. The presence of a key is not enough: its value
 * must be usable. If two kinds are possible, chooses the one that loses less data. Classifies anything else as a
 * record, which the record reader then rejects.
 */
export function classifyValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array'
  if (!isObject(value)) return 'record'
  const { forms } = value
  const hasId = toUsableId(value['id']) !== null
  const hasForms = Array.isArray(forms) && forms.length > 0
  if (hasId && hasForms) return 'record'
  // The record reader rejects this value. An error response with an id must not become a taxpayer.
  if (describeObject(value) !== null) return 'record'
  const [taxpayer, records] = [findDossierPart(value, 'taxpayer'), findDossierPart(value, 'records')]
  const recordCount = Array.isArray(records) ? records.length : null
  const isComplete = isObject(taxpayer) && recordCount !== null
  // A taxpayer with debt data and an empty `forms` array is not a record: a record would lose the debts.
  const hasDebtData = isObject(value['analysis']) || isObject(value['details'])
  if (hasId && hasDebtData && recordCount === null && !isObject(taxpayer) && !hasAny(value, RECORD_KEYS))
    return 'taxpayer'
  // As a record, this value keeps its forms, and its other keys are reported. As a dossier, it would lose its forms.
  if (hasId && Array.isArray(forms)) return isComplete ? 'dossier' : 'record'
  if (isComplete || (recordCount !== null && recordCount > 0)) return 'dossier'
  const hasTaxpayerKeys = hasDebtData || hasAny(value, TAXPAYER_KEYS)
  if (hasId && hasTaxpayerKeys && !isObject(taxpayer) && !('taxpayer_id' in value)) return 'taxpayer'
  // The record reader rejects this value with an issue. A taxpayer or dossier would silently lose its forms.
  if (hasForms || (hasId && 'forms' in value)) return 'record'
  if (isObject(taxpayer) || recordCount !== null || (!hasId && 'records' in value)) return 'dossier'
  return hasId && !hasAny(value, RECORD_KEYS) ? 'taxpayer' : 'record'
}

/**
 * Ranks a taxpayer object. If one taxpayer has several, the one with the highest rank is used. An object with an id
 * ranks above one without. A value that is not a taxpayer object, such as an error response, ranks lowest.
 */
export const rankTaxpayer = (value: unknown): 0 | 1 | 2 =>
  !isObject(value) || describeObject(value) !== null ? 0 : toUsableId(value['id']) === null ? 1 : 2

/** Why a record is rejected. `key` is the unusable key, or null if the whole value is unusable. */
export interface RejectionReason {
  readonly code: 'record_not_object' | 'value_unrecognized' | 'record_id_missing' | 'record_forms_not_array'
  readonly key: 'id' | 'forms' | null
  readonly expected: string
  /** A description of the value, and advice on what to do. */
  readonly explanation?: string
}

export const NOT_OBJECT: RejectionReason = { code: 'record_not_object', key: null, expected: 'an object' }
const NO_ID: RejectionReason = { code: 'record_id_missing', key: 'id', expected: 'text' }
const NO_FORMS: RejectionReason = { code: 'record_forms_not_array', key: 'forms', expected: 'an array' }

/** Returns the explanation in the issue about an unrecognized value. */
const explainDescription = ({ looksLike, advice }: Description): string => `It looks like ${looksLike}. ${advice}`

/**
 * Explains why a value is not a record, a taxpayer or a dossier.
 *
 * @returns undefined if it may be one, or if it cannot be identified.
 */
export function explainUnrecognized(value: unknown): string | undefined {
  const description = isObject(value) ? describeObject(value) : null
  return description === null ? undefined : explainDescription(description)
}

/** Returns why a record is rejected, or null if it can be used. */
export function findRejectionReason(raw: unknown): RejectionReason | null {
  if (!isObject(raw)) return NOT_OBJECT
  const isNamed = toUsableId(raw['id']) !== null
  if (isNamed && Array.isArray(raw['forms'])) return null
  const description = describeObject(raw)
  if (description !== null)
    return {
      code: 'value_unrecognized',
      key: null,
      expected: 'a record, a taxpayer or a dossier',
      explanation: explainDescription(description),
    }
  return isNamed ? NO_FORMS : NO_ID
}
