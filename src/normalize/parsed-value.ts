import type { Origin } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { usableId } from './read-record.js'

/** A parsed value of an input, and where it came from. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly at: Site | null
  /** The taxpayer's id that the file's name gives, where the file is one value; none for a taxpayer among others. */
  readonly name: FileName | null
  /** The input is one value, not a line among others. */
  readonly single: boolean
}

/** The id that a file's name gives, and which file it is. */
export interface FileName {
  readonly id: string
  readonly path: string
}

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
  const { forms, records, taxpayer } = value
  const named = usableId(value['id']) !== null
  const filled = Array.isArray(forms) && forms.length > 0
  const held = Array.isArray(records) ? records.length : null
  const whole = isObject(taxpayer) && held !== null
  // Empty forms hold nothing, and what a taxpayer owes does.
  const owes = isObject(value['analysis']) || isObject(value['details'])
  if (named && owes && !filled && held === null && !isObject(taxpayer) && !hasAny(value, RECORD_KEYS))
    return 'taxpayer'
  // With an id and forms it can be read as a record, which notes what else is there; a dossier would drop the forms.
  if (named && Array.isArray(forms)) return whole && !filled ? 'dossier' : 'record'
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

/** The name that an element of an array goes by: of several taxpayers it cannot be the id of each. */
export const nameOfElement = (kind: ValueKind, name: FileName | null): FileName | null =>
  kind === 'record' ? name : null

/** The elements of arrays, each with its place, and what each is; other values as they are. */
export function* elementsOf(parsed: ParsedValue): Generator<[ParsedValue, ValueKind]> {
  if (!Array.isArray(parsed.value)) {
    yield [parsed, kindOfValue(parsed.value)]
    return
  }
  for (const [i, value] of (parsed.value as unknown[]).entries()) {
    const kind = kindOfValue(value)
    yield [{ ...parsed, value, at: step(parsed.at, i), name: nameOfElement(kind, parsed.name) }, kind]
  }
}
