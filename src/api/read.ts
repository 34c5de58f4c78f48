import { acceptValue, type Issue, makeIssue, type Outcome, rejectInput } from '../core/issues/issue.js'
import { isTooDeep } from '../core/json.js'
import { extendPath, isObject } from '../core/json-value.js'
import { checkOptions } from '../core/options.js'
import { ParseContext } from '../ingest/fields/parse-context.js'
import { readShape } from '../ingest/fields/read-shape.js'
import { explainUnrecognized } from '../ingest/group/classify-value.js'
import { EXPECTED_PARTS, splitDossier } from '../ingest/group/split-dossier.js'
import { listFormsByKey, readSourceRecord } from '../ingest/read-dossier.js'
import type { FormTable } from '../schema/form.js'
import { TAXPAYER } from '../schema/record.js'
import type { WireDossier, WireRecord, WireTaxpayer } from '../schema/wire/wire-types.js'
import { normalizeRecord, normalizeTaxpayer } from './normalize.js'
import { CORE_OPTIONS } from './options.js'

/** Options for checking input against the wire contract. */
export interface ReadOptions {
  /** The known form kinds. The default is all built-in kinds. */
  readonly forms?: readonly FormTable[] | undefined
}

/**
 * Checks any value against the wire contract of a record. Returns an accepted record unchanged. The issues are the
 * contract violations, each with its path. An unreadable box affects only that box. Rejects a value that is not an
 * object, has no usable id, or has `forms` that are not an array.
 */
export function readRecord(input: unknown, options: ReadOptions = {}): Outcome<WireRecord> {
  checkOptions('readRecord', options, CORE_OPTIONS)
  return toContractOutcome(input, normalizeRecord(input, { forms: options.forms }))
}

/**
 * Checks any value against the wire contract of a taxpayer object. Rejects a value that is not an object, or that is
 * recognized as something else, such as an error response.
 */
export function readTaxpayer(input: unknown): Outcome<WireTaxpayer> {
  return toContractOutcome(input, normalizeTaxpayer(input))
}

/** Makes an outcome with the unchanged input as its value, and only the contract violations as its issues. */
function toContractOutcome<T>(input: unknown, { status, issues }: Outcome<unknown>): Outcome<T> {
  const errors = listContractErrors(issues)
  return status === 'rejected' ? rejectInput(input, errors) : acceptValue(input as T, errors)
}

/**
 * Checks any value against the wire contract of a dossier. Each invalid record has its own issues. Rejects a value that
 * is not an object, or that is recognized as something else, such as an error response.
 */
export function readDossier(input: unknown, options: ReadOptions = {}): Outcome<WireDossier> {
  checkOptions('readDossier', options, CORE_OPTIONS)
  if (!isObject(input))
    return rejectInput(input, [makeIssue('object_unreadable', null, { value: input, expected: 'an object' })])
  if (isTooDeep(input)) return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  const explanation = explainUnrecognized(input)
  if (explanation !== undefined) return rejectInput(input, [makeIssue('value_unrecognized', null, { explanation })])
  const context = new ParseContext()
  const envelope = splitDossier(input, context, null)
  const { value: taxpayer, path } = envelope.taxpayer
  const taxpayerExplanation = explainUnrecognized(taxpayer)
  if (taxpayerExplanation !== undefined)
    context.report('value_unrecognized', path, { explanation: taxpayerExplanation })
  else if (isObject(taxpayer)) readShape(TAXPAYER, taxpayer, context, path)
  else if (taxpayer !== undefined && taxpayer !== null)
    context.report('taxpayer_not_object', path, { value: taxpayer, expected: 'an object' })
  const { value: records, path: recordsPath } = envelope.records
  if (Array.isArray(records)) {
    const forms = listFormsByKey(options.forms)
    for (const [i, record] of records.entries()) readSourceRecord(record, forms, context, extendPath(recordsPath, i))
  } else if (records !== undefined && records !== null) {
    context.report('records_not_array', recordsPath, {
      value: records,
      expected: EXPECTED_PARTS.records_not_array,
      explanation: explainUnrecognized(records),
    })
  }
  for (const { value, path: keyPath } of envelope.unknownParts)
    context.report('dossier_key_unknown', keyPath, { value, expected: EXPECTED_PARTS.dossier_key_unknown })
  return acceptValue(input as unknown as WireDossier, listContractErrors(context.issues))
}

/**
 * Returns the issues that are contract violations. An unknown year is not a violation, because only figures need the
 * year. Leaves out `recordId`, because the input can be anything and its id may not be the id of a record.
 */
const listContractErrors = (issues: readonly Issue[]): Issue[] =>
  issues
    .filter(({ severity, code }) => severity === 'error' && code !== 'year_unknown')
    .map(({ recordId, ...issue }) => issue)
