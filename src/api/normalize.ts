import { type Issue, makeIssue } from '../core/issue.js'
import { toIssues } from '../core/issue-list.js'
import { findExceededBound, isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import {
  type DeadlineCheck,
  describeTooManyEntries,
  readLimits,
  runWithDeadline,
  startDeadline,
} from '../core/limits.js'
import { appendAll } from '../core/lists.js'
import { type Accepted, acceptValue, type Outcome, rejectInput } from '../core/outcome.js'
import type { JsonPath } from '../core/path.js'
import { TAXPAYER } from '../model/taxpayer.js'
import { listFormsByKey, type ReadingOptions, readSourceDossier } from '../normalize/dossier.js'
import { DossierBuilder } from '../normalize/group.js'
import { explainUnrecognized } from '../normalize/kind-of-value.js'
import { collectPeople, Privacy, readTaxpayerTin } from '../normalize/privacy.js'
import type { RawDossier } from '../normalize/raw-dossier.js'
import { readSourceRecord } from '../normalize/read-record.js'
import { readShape } from '../normalize/read-shape.js'
import { ParseContext } from '../normalize/reading.js'
import type { AssemblyResult } from '../normalize/taxpayer-group.js'
import { type NormalizedDossier, toNormalizedDossier } from './dossier.js'
import { toNormalizedRecord, toNormalizedTaxpayer } from './normalized.js'
import type { NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'
import { type NormalizeOptions, validateCoreOptions } from './options.js'

/**
 * Normalizes one record. The input can be anything. Money is an exact decimal of US dollars, and an absent value is null. Every
 * unreadable box is an issue. The record is rejected if it cannot be used.
 *
 * @example
 * ```ts
 * import { normalizeRecord } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value, issues } = normalizeRecord(record)
 * const document = value?.documents[0]
 * if (document?.form === 'form_w2') console.log(document.fields.wages?.toFixed(2)) //=> 60000.00
 * console.log(issues.length, issues[0]?.code, issues[0]?.severity) //=> 1 money_coerced info
 * ```
 */
export function normalizeRecord(input: unknown, options: NormalizeOptions = {}): Outcome<NormalizedRecord> {
  validateCoreOptions('normalizeRecord', options)
  const privacy = new Privacy(options)
  const reading = new ParseContext()
  const record = readSourceRecord(input, listFormsByKey(options.forms), reading, null)
  // Reading an accepted record visits all of it and finds excessive nesting. A rejected record must be searched.
  if (record === null ? isTooDeep(input) : reading.isTooDeep)
    return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  if (record !== null && options.strict === true && reading.hasFlaw) reading.report('strict_rejected', null)
  else if (record !== null) {
    const masking = { privacy, people: collectPeople([record], null) }
    return acceptValue(toNormalizedRecord(record, masking), reading.issues)
  }
  return rejectInput(input, reading.issues)
}

/**
 * Normalizes a taxpayer object. Rejected if it is not an object, or if it is recognized as another kind of value, such as an
 * error response.
 */
export function normalizeTaxpayer(input: unknown, options: NormalizeOptions = {}): Outcome<NormalizedTaxpayer> {
  validateCoreOptions('normalizeTaxpayer', options)
  const privacy = new Privacy(options)
  if (!isObject(input))
    return rejectInput(input, [makeIssue('taxpayer_not_object', null, { value: input, expected: 'an object' })])
  if (isTooDeep(input)) return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  const explanation = explainUnrecognized(input)
  if (explanation !== undefined) return rejectInput(input, [makeIssue('value_unrecognized', null, { explanation })])
  const reading = new ParseContext()
  const taxpayer = readShape(TAXPAYER, input, reading, null)
  return acceptValue(
    toNormalizedTaxpayer(taxpayer, { privacy, people: collectPeople([], readTaxpayerTin(taxpayer)) }),
    reading.issues,
  )
}

/** Returns true if a dossier has something to use: a taxpayer object, or a record that was not rejected. */
const hasUsableData = (dossier: NormalizedDossier): boolean => dossier.taxpayer !== null || dossier.records.length > 0

/**
 * Normalizes all data of one taxpayer: a dossier, a record, an array of records or a taxpayer. The issues are those of every
 * record. A second taxpayer in the input is rejected and reported. The input is rejected if it has no taxpayer object and no
 * readable record.
 *
 * @example
 * ```ts
 * import { normalizeDossier } from 'taxtally'
 *
 * const { status, value, issues } = normalizeDossier({
 *   taxpayer: { id: 'tp-1' },
 *   records: [{ id: 'r-1', tax_year: '2024', forms: [] }, 'no record'],
 * })
 * console.log(status, value?.taxpayerId, value?.records.length) //=> issues tp-1 1
 * console.log(issues[0]?.code, issues[0]?.path) //=> record_not_object $['records'][1]
 * ```
 */
export function normalizeDossier(input: unknown, options: NormalizeOptions = {}): Outcome<NormalizedDossier> {
  validateCoreOptions('normalizeDossier', options)
  return normalizeOne(input, options, acceptValue)
}

/** Returns the path of a taxpayer in the input. */
export const findTaxpayerPath = ({ taxpayerAt, records }: RawDossier): JsonPath | null =>
  taxpayerAt ?? records[0]?.path ?? null

/** The id of a taxpayer without any id is the empty text. Several such taxpayers are not joined. */
const UNNAMED_TAXPAYER = { id: '', path: '' }

/** The expected value in the message for JSON that was passed as text. */
const EXPECTED_PARSED_INPUT = 'an object; parse text with JSON.parse first'

/** Groups an input into taxpayers, in their order, and returns the issues of values that belong to none. */
function groupInput(input: unknown, options: NormalizeOptions): { dossiers: RawDossier[]; issues: Issue[] } {
  const toSingleIssue = (issue: Issue) => ({ dossiers: [], issues: [issue] })
  if (typeof input === 'string')
    return toSingleIssue(makeIssue('record_not_object', null, { value: input, expected: EXPECTED_PARSED_INPUT }))
  const limits = readLimits(options)
  const beyond = findExceededBound(input, limits.maxValueEntries)
  if (beyond === 'nesting_too_deep') return toSingleIssue(makeIssue(beyond, null))
  if (beyond !== null) {
    const details = describeTooManyEntries(beyond.entries, limits.maxValueEntries)
    return toSingleIssue(makeIssue('limit_reached', null, { explanation: details }))
  }
  const dossiers: RawDossier[] = []
  const issues: Issue[] = []
  const addGroup = (grouped: AssemblyResult): void => {
    if ('dossier' in grouped) dossiers.push(grouped.dossier)
    else issues.push(grouped.issue)
  }
  const grouper = new DossierBuilder(options.taxpayerId ?? null, addGroup, limits)
  grouper.add({ value: input, origin: null, path: null, name: UNNAMED_TAXPAYER, isSingleValue: true })
  grouper.finish()
  return { dossiers, issues }
}

/** Computes something from a dossier and the issues of its input, within its deadline. */
type DossierFunction<T> = (dossier: NormalizedDossier, issues: readonly Issue[], pause: DeadlineCheck | undefined) => T

/** Normalizes the only taxpayer of an input and passes the dossier to `make`. */
export function normalizeOne<T>(
  input: unknown,
  options: NormalizeOptions,
  make: DossierFunction<Outcome<T>>,
): Outcome<T> {
  const pause = startDeadline(options.deadline)
  return runWithDeadline<Outcome<T>>(
    () => {
      const privacy = new Privacy(options)
      const { dossiers, issues } = groupInput(input, options)
      let used: NormalizedDossier | null = null
      const dossierIssues: Issue[] = []
      for (const rawDossier of dossiers) {
        if (used === null) {
          const { dossier, issues: rawIssues } = normalizeRawDossier(rawDossier, options, privacy, pause)
          if (hasUsableData(dossier)) used = dossier
          appendAll(dossierIssues, rawIssues)
        } else {
          issues.push(makeIssue('taxpayer_second', findTaxpayerPath(rawDossier), { origin: rawDossier.origin }))
        }
      }
      appendAll(issues, dossierIssues)
      if (used === null && issues.length === 0) issues.push(makeIssue('input_empty', null))
      return used === null ? rejectInput(input, issues) : make(used, issues, pause)
    },
    late => rejectInput(input, [late.toIssue(null, null)]),
  )
}

/**
 * Normalizes an input of any number of taxpayers, in their order. Returns the outcome of each, and the issues of values that
 * belong to none. No outcome is a rejection: a taxpayer with an id is returned even if all its records were rejected. A
 * taxpayer without an id and without usable data has only issues.
 */
export function normalizeDossiers(
  input: unknown,
  options: NormalizeOptions = {},
): { readonly dossiers: readonly Accepted<NormalizedDossier>[]; readonly issues: readonly Issue[] } {
  validateCoreOptions('normalizeDossiers', options)
  const { made, issues } = normalizeEach(input, options, acceptValue)
  return { dossiers: made, issues }
}

/**
 * Normalizes each taxpayer of an input, in their order, and passes each dossier to `make`. Also returns the issues of values
 * that belong to none.
 */
export function normalizeEach<T>(
  input: unknown,
  options: NormalizeOptions,
  make: DossierFunction<T>,
): { readonly made: readonly T[]; readonly issues: readonly Issue[] } {
  const privacy = new Privacy(options)
  const { dossiers, issues } = groupInput(input, options)
  const made: T[] = []
  for (const rawDossier of dossiers) {
    const pause = startDeadline(options.deadline)
    runWithDeadline(
      () => {
        const { dossier, issues: dossierIssues } = normalizeRawDossier(rawDossier, options, privacy, pause)
        if (dossier.taxpayerId === '' && !hasUsableData(dossier)) appendAll(issues, dossierIssues)
        else made.push(make(dossier, dossierIssues, pause))
      },
      late => {
        issues.push(late.toIssue(findTaxpayerPath(rawDossier), rawDossier.origin))
      },
    )
  }
  return { made, issues }
}

/** Normalizes one taxpayer as a file reader returns it. The issues are those of the dossier only. */
export function normalizeRawDossier(
  raw: RawDossier,
  options: ReadingOptions,
  privacy: Privacy,
  pause?: DeadlineCheck,
): { dossier: NormalizedDossier; issues: readonly Issue[] } {
  const source = readSourceDossier(raw, options, pause)
  return {
    dossier: toNormalizedDossier(source, privacy, options.forms),
    issues: toIssues(source.pendingIssues),
  }
}
