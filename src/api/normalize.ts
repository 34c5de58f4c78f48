import { type Accepted, acceptValue, type Issue, makeIssue, type Outcome, rejectInput } from '../core/issues/issue.js'
import { toIssues } from '../core/issues/issue-list.js'
import { isTooDeep } from '../core/json.js'
import { isObject, type JsonPath } from '../core/json-value.js'
import {
  type DeadlineCheck,
  describeTooManyEntries,
  findExceededBound,
  readLimits,
  runWithDeadline,
  startDeadline,
} from '../core/limits.js'
import { appendAll } from '../core/lists.js'
import { checkOptions } from '../core/options.js'
import { ParseContext } from '../ingest/fields/parse-context.js'
import { readShape } from '../ingest/fields/read-shape.js'
import { explainUnrecognized } from '../ingest/group/classify-value.js'
import { DossierBuilder } from '../ingest/group/dossier-builder.js'
import type { RawDossier } from '../ingest/group/raw-dossier.js'
import type { AssemblyResult } from '../ingest/group/taxpayer-group.js'
import { collectPersonIds, Privacy, readTaxpayerTin } from '../ingest/privacy.js'
import { listFormsByKey, type ReadingOptions, readSourceDossier, readSourceRecord } from '../ingest/read-dossier.js'
import { TAXPAYER } from '../schema/record.js'
import { type NormalizedDossier, toNormalizedDossier, toNormalizedRecord, toNormalizedTaxpayer } from './dossier.js'
import type { NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'
import { CORE_OPTIONS, type NormalizeOptions } from './options.js'

/**
 * Normalizes one record. The input can be any value. Money becomes exact decimals in US dollars, and absent values
 * become null. Each unreadable box is null and has an issue. A record that cannot be used is rejected.
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
  checkOptions('normalizeRecord', options, CORE_OPTIONS)
  const privacy = new Privacy(options)
  const context = new ParseContext()
  const record = readSourceRecord(input, listFormsByKey(options.forms), context, null)
  // Reading an accepted record visits all of its values, so it detects excessive nesting. Search a rejected record.
  if (record === null ? isTooDeep(input) : context.isTooDeep)
    return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  if (record !== null && options.strict === true && context.hasFlaw) context.report('strict_rejected', null)
  else if (record !== null) {
    const masking = { privacy, people: collectPersonIds([record], null) }
    return acceptValue(toNormalizedRecord(record, masking), context.issues)
  }
  return rejectInput(input, context.issues)
}

/**
 * Normalizes a taxpayer object. Rejects a value that is not an object, and an object that is recognized as something
 * else, such as an error response.
 */
export function normalizeTaxpayer(input: unknown, options: NormalizeOptions = {}): Outcome<NormalizedTaxpayer> {
  checkOptions('normalizeTaxpayer', options, CORE_OPTIONS)
  const privacy = new Privacy(options)
  if (!isObject(input))
    return rejectInput(input, [makeIssue('taxpayer_not_object', null, { value: input, expected: 'an object' })])
  if (isTooDeep(input)) return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  const explanation = explainUnrecognized(input)
  if (explanation !== undefined) return rejectInput(input, [makeIssue('value_unrecognized', null, { explanation })])
  const context = new ParseContext()
  const taxpayer = readShape(TAXPAYER, input, context, null)
  return acceptValue(
    toNormalizedTaxpayer(taxpayer, { privacy, people: collectPersonIds([], readTaxpayerTin(taxpayer)) }),
    context.issues,
  )
}

/** Returns true if a dossier has a taxpayer object or at least one accepted record. */
const hasUsableData = (dossier: NormalizedDossier): boolean => dossier.taxpayer !== null || dossier.records.length > 0

/**
 * Normalizes all data of one taxpayer. The input can be a dossier, a record, an array of records or a taxpayer object.
 * The outcome has the issues of all records. If the input has a second taxpayer, that taxpayer is left out and
 * reported. An input without a taxpayer object and without an accepted record is rejected.
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
  checkOptions('normalizeDossier', options, CORE_OPTIONS)
  return normalizeOne(input, options, acceptValue)
}

/** Returns the path of a taxpayer in the input: that of the taxpayer object, or else that of the first record. */
export const findTaxpayerPath = ({ taxpayerPath, records }: RawDossier): JsonPath | null =>
  taxpayerPath ?? records[0]?.path ?? null

/** The taxpayer id and path for values without an id. Values from a file get the file's name and path instead. */
const UNNAMED_TAXPAYER = { id: '', path: '' }

/** The `expected` text of the issue if the caller passes JSON text instead of an object. */
const EXPECTED_PARSED_INPUT = 'an object; parse text with JSON.parse first'

/** Groups an input's values by taxpayer, in input order. Also returns the issues of values without a taxpayer. */
function groupInput(input: unknown, options: NormalizeOptions): { dossiers: RawDossier[]; issues: Issue[] } {
  const toSingleIssue = (issue: Issue) => ({ dossiers: [], issues: [issue] })
  if (typeof input === 'string')
    return toSingleIssue(makeIssue('record_not_object', null, { value: input, expected: EXPECTED_PARSED_INPUT }))
  const limits = readLimits(options)
  const exceededBound = findExceededBound(input, limits.maxValueEntries)
  if (exceededBound === 'nesting_too_deep') return toSingleIssue(makeIssue(exceededBound, null))
  if (exceededBound !== null) {
    const details = describeTooManyEntries(exceededBound.entries, limits.maxValueEntries)
    return toSingleIssue(makeIssue('limit_reached', null, { explanation: details }))
  }
  const dossiers: RawDossier[] = []
  const issues: Issue[] = []
  const addGroup = (assemblyResult: AssemblyResult): void => {
    if ('dossier' in assemblyResult) dossiers.push(assemblyResult.dossier)
    else issues.push(assemblyResult.issue)
  }
  const dossierBuilder = new DossierBuilder(options.taxpayerId ?? null, addGroup, limits)
  dossierBuilder.add({ value: input, origin: null, path: null, fileOwner: UNNAMED_TAXPAYER, isFromSingleValue: true })
  dossierBuilder.finish()
  return { dossiers, issues }
}

/** Computes a result from a dossier and the issues of its input. Calls `checkDeadline` between stages. */
type DossierFunction<T> = (
  dossier: NormalizedDossier,
  issues: readonly Issue[],
  checkDeadline: DeadlineCheck | undefined,
) => T

/** Normalizes the first usable taxpayer of an input for `makeResult`. Reports each later taxpayer as an issue. */
export function normalizeOne<T>(
  input: unknown,
  options: NormalizeOptions,
  makeResult: DossierFunction<Outcome<T>>,
): Outcome<T> {
  const checkDeadline = startDeadline(options.deadline)
  return runWithDeadline<Outcome<T>>(
    checkDeadline,
    () => {
      const privacy = new Privacy(options)
      const { dossiers, issues } = groupInput(input, options)
      let usedDossier: NormalizedDossier | null = null
      const dossierIssues: Issue[] = []
      for (const rawDossier of dossiers) {
        if (usedDossier === null) {
          const { dossier, issues: rawIssues } = normalizeRawDossier(rawDossier, options, privacy, checkDeadline)
          if (hasUsableData(dossier)) usedDossier = dossier
          appendAll(dossierIssues, rawIssues)
        } else {
          issues.push(makeIssue('taxpayer_second', findTaxpayerPath(rawDossier), { origin: rawDossier.origin }))
        }
      }
      appendAll(issues, dossierIssues)
      if (usedDossier === null && issues.length === 0) issues.push(makeIssue('input_empty', null))
      return usedDossier === null ? rejectInput(input, issues) : makeResult(usedDossier, issues, checkDeadline)
    },
    deadlineError => rejectInput(input, [deadlineError.toIssue(null, null)]),
  )
}

/**
 * Normalizes an input that contains any number of taxpayers. Returns one outcome per taxpayer, in input order, and the
 * issues of values that belong to no taxpayer. No outcome is a rejection: a taxpayer with an id is returned even if all
 * its records were rejected. A taxpayer without an id and without usable data appears only in `issues`.
 */
export function normalizeDossiers(
  input: unknown,
  options: NormalizeOptions = {},
): { readonly dossiers: readonly Accepted<NormalizedDossier>[]; readonly issues: readonly Issue[] } {
  checkOptions('normalizeDossiers', options, CORE_OPTIONS)
  const { results, issues } = normalizeEach(input, options, acceptValue)
  return { dossiers: results, issues }
}

/**
 * Normalizes each taxpayer of an input, in input order, and passes its dossier to `makeResult`. Also returns the issues
 * of values that belong to no taxpayer and of taxpayers that reached the deadline.
 */
export function normalizeEach<T>(
  input: unknown,
  options: NormalizeOptions,
  makeResult: DossierFunction<T>,
): { readonly results: readonly T[]; readonly issues: readonly Issue[] } {
  const privacy = new Privacy(options)
  const { dossiers, issues } = groupInput(input, options)
  const results: T[] = []
  for (const rawDossier of dossiers) {
    const checkDeadline = startDeadline(options.deadline)
    runWithDeadline(
      checkDeadline,
      () => {
        const { dossier, issues: dossierIssues } = normalizeRawDossier(rawDossier, options, privacy, checkDeadline)
        if (dossier.taxpayerId === '' && !hasUsableData(dossier)) appendAll(issues, dossierIssues)
        else results.push(makeResult(dossier, dossierIssues, checkDeadline))
      },
      deadlineError => {
        issues.push(deadlineError.toIssue(findTaxpayerPath(rawDossier), rawDossier.origin))
      },
    )
  }
  return { results, issues }
}

/** Normalizes the raw values of one taxpayer. Returns only the issues of that dossier. */
export function normalizeRawDossier(
  raw: RawDossier,
  options: ReadingOptions,
  privacy: Privacy,
  checkDeadline?: DeadlineCheck,
): { dossier: NormalizedDossier; issues: readonly Issue[] } {
  const source = readSourceDossier(raw, options, checkDeadline)
  return { dossier: toNormalizedDossier(source, privacy, options.forms), issues: toIssues(source.pendingIssues) }
}
