import { isObject } from '../core/shape-of.js'
import { heldUnder } from './envelope.js'
import { usableId } from './record-id.js'
import { describeObject } from './unrecognized.js'

/** What a value is. */
export type ValueKind = 'record' | 'taxpayer' | 'dossier' | 'array'

/** Keys that records alone have, beside their forms; and taxpayers alone. */
const RECORD_KEYS = ['tax_year', 'raw_file', 'date', 'taxpayer_id']
const TAXPAYER_KEYS = ['status', 'created_at', 'metadata', 'form8821']

/**
 * Tells a record, a taxpayer, a dossier and an array of them apart, by what can be read of a value and not by an extra
 * key; of two readings the one stands that loses less. Missing: anything else is read as a record, and refused as one.
 */
export function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array'
  if (!isObject(value)) return 'record'
  const { forms } = value
  const named = usableId(value['id']) !== null
  const filled = Array.isArray(forms) && forms.length > 0
  if (named && filled) return 'record'
  // Refused as a record: an error response with an id must not become a taxpayer.
  if (describeObject(value) !== null) return 'record'
  const [taxpayer, records] = [heldUnder(value, 'taxpayer'), heldUnder(value, 'records')]
  const held = Array.isArray(records) ? records.length : null
  const whole = isObject(taxpayer) && held !== null
  // Empty forms hold nothing, and what a taxpayer owes does.
  const owes = isObject(value['analysis']) || isObject(value['details'])
  if (named && owes && held === null && !isObject(taxpayer) && !hasAny(value, RECORD_KEYS)) return 'taxpayer'
  // With an id and forms it can be read as a record, which notes what else is there; a dossier would drop the forms.
  if (named && Array.isArray(forms)) return whole ? 'dossier' : 'record'
  if (whole || (held !== null && held > 0)) return 'dossier'
  const isOfTaxpayer = owes || hasAny(value, TAXPAYER_KEYS)
  if (named && isOfTaxpayer && !isObject(taxpayer) && !('taxpayer_id' in value)) return 'taxpayer'
  // Refused aloud rather than read without its forms.
  if (filled || (named && 'forms' in value)) return 'record'
  if (isObject(taxpayer) || held !== null || (!named && 'records' in value)) return 'dossier'
  return named && !hasAny(value, RECORD_KEYS) ? 'taxpayer' : 'record'
}

const hasAny = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.some(key => (value[key] ?? null) !== null)
