import { type Issue, makeIssue } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { step } from '../core/path.js'
import type { FormTable } from '../model/form.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { formsByKey } from '../normalize/dossier.js'
import { EXPECTED_PARTS, envelopeOf } from '../normalize/envelope.js'
import { explainUnrecognized } from '../normalize/kind-of-value.js'
import { readSourceRecord } from '../normalize/read-record.js'
import { readShape } from '../normalize/read-shape.js'
import { Reading } from '../normalize/reading.js'
import type { WireDossier, WireRecord, WireTaxpayer } from '../wire/wire-types.js'
import { normalizeRecord, normalizeTaxpayer } from './normalize.js'
import { checkCore } from './options.js'

/** Which form kinds are known. */
export interface ReadOptions {
  /** The known form kinds. The default is all kinds of the library. */
  readonly forms?: readonly FormTable[] | undefined
}

/**
 * Checks a record against the wire contract. The input can be anything, and an accepted input is returned unchanged. The issues
 * are the errors of reading it, each with its path. An unreadable box affects only that box. The record is rejected if it is
 * not an object, has no usable id, or its forms are not an array.
 */
export function readRecord(input: unknown, options: ReadOptions = {}): Outcome<WireRecord> {
  checkCore('readRecord', options)
  return asItCame(input, normalizeRecord(input, { forms: options.forms }))
}

/**
 * Checks a taxpayer against the wire contract. Rejected if it is not an object, or if it is recognized as another kind of
 * value, such as an error response.
 */
export function readTaxpayer(input: unknown): Outcome<WireTaxpayer> {
  return asItCame(input, normalizeTaxpayer(input))
}

/** Returns the outcome of normalization with the input as its value. */
function asItCame<T>(input: unknown, { status, issues }: Outcome<unknown>): Outcome<T> {
  const errors = errorsOf(issues)
  return status === 'rejected' ? refused(input, errors) : accepted(input as T, errors)
}

/**
 * Checks a dossier against the wire contract. Each bad record has its own issues. Rejected if the input is not an object, or if
 * it is recognized as another kind of value, such as an error response.
 */
export function readDossier(input: unknown, options: ReadOptions = {}): Outcome<WireDossier> {
  checkCore('readDossier', options)
  if (!isObject(input))
    return refused(input, [makeIssue('object_unreadable', null, { value: input, expected: 'an object' })])
  if (isTooDeep(input)) return refused(input, [makeIssue('nesting_too_deep', null)])
  const explanation = explainUnrecognized(input)
  if (explanation !== undefined)
    return refused(input, [makeIssue('value_unrecognized', null, { more: explanation })])
  const reading = new Reading()
  const envelope = envelopeOf(input, reading, null)
  const { value: taxpayer, at } = envelope.taxpayer
  const taxpayerExplanation = explainUnrecognized(taxpayer)
  if (taxpayerExplanation !== undefined) reading.note('value_unrecognized', at, { more: taxpayerExplanation })
  else if (isObject(taxpayer)) readShape(TAXPAYER, taxpayer, reading, at)
  else if (taxpayer !== undefined && taxpayer !== null)
    reading.note('taxpayer_not_object', at, { value: taxpayer, expected: 'an object' })
  const { value: records, at: place } = envelope.records
  if (Array.isArray(records)) {
    const forms = formsByKey(options.forms)
    for (const [i, record] of records.entries()) readSourceRecord(record, forms, reading, step(place, i))
  } else if (records !== undefined && records !== null) {
    reading.note('records_not_array', place, {
      value: records,
      expected: EXPECTED_PARTS.records_not_array,
      more: explainUnrecognized(records),
    })
  }
  for (const { value, at: spot } of envelope.others)
    reading.note('dossier_key_unknown', spot, { value, expected: EXPECTED_PARTS.dossier_key_unknown })
  return accepted(input as unknown as WireDossier, errorsOf(reading.issues))
}

/**
 * Returns the issues that violate the contract, identified by path only, because the input may be anything and its id may not
 * be that of a record. A document without a year satisfies the contract. It is an error only if figures are computed from it.
 */
const errorsOf = (issues: readonly Issue[]): Issue[] =>
  issues
    .filter(({ severity, code }) => severity === 'error' && code !== 'year_unknown')
    .map(({ recordId, ...issue }) => issue)
