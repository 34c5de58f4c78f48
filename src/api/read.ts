import { type Issue, makeIssue } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import type { FormTable } from '../model/form.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { formsByKey } from '../normalize/dossier.js'
import { EXPECTED_PARTS, envelopeOf } from '../normalize/envelope.js'
import { readSourceRecord } from '../normalize/read-record.js'
import { readShape } from '../normalize/read-shape.js'
import { Reading } from '../normalize/reading.js'
import type { WireDossier, WireRecord, WireTaxpayer } from '../wire/wire-types.js'
import { checkCore } from './options.js'

/** Which form kinds are known; all of the library's unless given. */
export interface ReadOptions {
  /** The form kinds; all of the library's unless given. */
  readonly forms?: readonly FormTable[] | undefined
}

/**
 * Checks a record against the wire contract. Shape: anything in, the same object out.
 * Issues: the errors that reading it meets, each with its path; a box that cannot be read costs that box.
 * Missing: rejected where it is no object, has no usable id, or its forms are not an array.
 */
export function readRecord(input: unknown, options: ReadOptions = {}): Outcome<WireRecord> {
  checkCore('readRecord', options)
  if (isTooDeep(input)) return refused(input, [makeIssue('nesting_too_deep', null)])
  const reading = new Reading()
  const record = readSourceRecord(input, formsByKey(options.forms), reading, null)
  const errors = errorsOf(reading)
  return record === null ? refused(input, errors) : accepted(input as WireRecord, errors)
}

/** Checks a taxpayer against the wire contract; rejected where it is no object. */
export function readTaxpayer(input: unknown): Outcome<WireTaxpayer> {
  const problem = problemOf(input, 'taxpayer_not_object')
  if (problem !== null) return refused(input, [problem])
  const reading = new Reading()
  noteTaxpayer(input, reading, null)
  return accepted(input as WireTaxpayer, errorsOf(reading))
}

/** Checks a dossier against the wire contract; rejected where it is no object. Bad records are issues of their own. */
export function readDossier(input: unknown, options: ReadOptions = {}): Outcome<WireDossier> {
  checkCore('readDossier', options)
  const problem = problemOf(input, 'object_unreadable')
  if (problem !== null) return refused(input, [problem])
  const reading = new Reading()
  const envelope = envelopeOf(input as Record<string, unknown>, reading, null)
  const { value: taxpayer, at } = envelope.taxpayer
  if (taxpayer !== undefined && taxpayer !== null) noteTaxpayer(taxpayer, reading, at)
  const { value: records, at: place } = envelope.records
  if (Array.isArray(records)) {
    const forms = formsByKey(options.forms)
    for (const [i, record] of records.entries()) readSourceRecord(record, forms, reading, step(place, i))
  } else if (records !== undefined && records !== null) {
    reading.note('records_not_array', place, { value: records, expected: EXPECTED_PARTS.records_not_array })
  }
  for (const { value, at: spot } of envelope.others)
    reading.note('dossier_key_unknown', spot, { value, expected: EXPECTED_PARTS.dossier_key_unknown })
  return accepted(input as WireDossier, errorsOf(reading))
}

function problemOf(input: unknown, code: Issue['code']): Issue | null {
  if (!isObject(input)) return makeIssue(code, null, { value: input, expected: 'an object' })
  return isTooDeep(input) ? makeIssue('nesting_too_deep', null) : null
}

function noteTaxpayer(value: unknown, reading: Reading, at: Site | null): void {
  if (isObject(value)) readShape(TAXPAYER, value, reading, at)
  else reading.note('taxpayer_not_object', at, { value, expected: 'an object' })
}

/**
 * What breaks the contract, by path alone: what came as a record need not be one, nor its id a record's. A document
 * without a year keeps the contract, and is an error only where figures are made of it.
 */
const errorsOf = ({ issues }: Reading): Issue[] =>
  issues
    .filter(({ severity, code }) => severity === 'error' && code !== 'year_unknown')
    .map(({ recordId, ...issue }) => issue)
