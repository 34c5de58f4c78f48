import { type Issue, makeIssue } from '../../core/issues/issue.js'
import { MAX_ISSUES_PER_CODE } from '../../core/issues/issue-list.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { extendPath, isObject, type JsonPath } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import { tidyText } from '../../core/text.js'
import { mapFieldsByName, RECORD } from '../../schema/record.js'
import { ParseContext } from '../fields/parse-context.js'
import { readCell } from '../fields/read-shape.js'
import {
  describeSimilarElements,
  type FileOwner,
  type ParsedValue,
  type RejectionReason,
  type SimilarElements,
} from './raw-dossier.js'
import { findDossierPart, toUsableId } from './split-dossier.js'
import { describeObject, hasAny } from './unrecognized.js'

export type ValueKind = 'record' | 'taxpayer' | 'dossier' | 'array'

/** Keys that records have and taxpayers do not. `forms` is checked separately. */
const KEYS_UNLIKE_TAXPAYER = ['tax_year', 'raw_file', 'date', 'taxpayer_id']
/** Keys that taxpayers have and records do not. */
const KEYS_UNLIKE_RECORD = ['status', 'created_at', 'metadata', 'form8821']

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
  if (hasId && hasDebtData && recordCount === null && !isObject(taxpayer) && !hasAny(value, KEYS_UNLIKE_TAXPAYER))
    return 'taxpayer'
  // As a record, this value keeps its forms, and its other keys are reported. As a dossier, it would lose its forms.
  if (hasId && Array.isArray(forms)) return isComplete ? 'dossier' : 'record'
  if (isComplete || (recordCount !== null && recordCount > 0)) return 'dossier'
  const hasTaxpayerKeys = hasDebtData || hasAny(value, KEYS_UNLIKE_RECORD)
  if (hasId && hasTaxpayerKeys && !isObject(taxpayer) && !('taxpayer_id' in value)) return 'taxpayer'
  // The record reader rejects this value with an issue. A taxpayer or dossier would silently lose its forms.
  if (hasForms || (hasId && 'forms' in value)) return 'record'
  if (isObject(taxpayer) || recordCount !== null || (!hasId && 'records' in value)) return 'dossier'
  return hasId && !hasAny(value, KEYS_UNLIKE_TAXPAYER) ? 'taxpayer' : 'record'
}

/**
 * Ranks a taxpayer object. If one taxpayer has several, the one with the highest rank is used. An object with an id
 * ranks above one without. A value that is not a taxpayer object, such as an error response, ranks lowest.
 */
export const rankTaxpayer = (value: unknown): 0 | 1 | 2 =>
  !isObject(value) || describeObject(value) !== null ? 0 : toUsableId(value['id']) === null ? 1 : 2

export const NOT_OBJECT: RejectionReason = { code: 'record_not_object', key: null, expected: 'an object' }
const NO_ID: RejectionReason = { code: 'record_id_missing', key: 'id', expected: 'text' }
const NO_FORMS: RejectionReason = { code: 'record_forms_not_array', key: 'forms', expected: 'an array' }

/**
 * Explains why a value is not a record, a taxpayer or a dossier.
 *
 * @returns undefined if it may be one, or if it cannot be identified.
 */
export function explainUnrecognized(value: unknown): string | undefined {
  const description = isObject(value) ? describeObject(value) : null
  return description === null ? undefined : `It looks like ${description.looksLike}. ${description.advice}`
}

/** Returns why a record is rejected, or null if it can be used. */
export function findRejectionReason(raw: unknown): RejectionReason | null {
  if (!isObject(raw)) return NOT_OBJECT
  const isNamed = toUsableId(raw['id']) !== null
  if (isNamed && Array.isArray(raw['forms'])) return null
  const explanation = explainUnrecognized(raw)
  if (explanation !== undefined)
    return { code: 'value_unrecognized', key: null, expected: 'a record, a taxpayer or a dossier', explanation }
  return isNamed ? NO_FORMS : NO_ID
}

/**
 * Returns the owner that the file's name suggests for an array element. Null unless the element is a record, because
 * several taxpayers in one array cannot share the name.
 */
export const findElementOwner = (kind: ValueKind, fileOwner: FileOwner | null): FileOwner | null =>
  kind === 'record' ? fileOwner : null

/**
 * Yields the elements of an array with their paths and kinds, or a value that is not an array unchanged. After the
 * first `maxRejected` elements that cannot be records, yields one value for all further ones with the same code.
 */
export function* listElements(
  parsed: ParsedValue,
  maxRejected: number = MAX_ISSUES_PER_CODE,
): Generator<[ParsedValue, ValueKind]> {
  if (!Array.isArray(parsed.value)) {
    yield [parsed, classifyValue(parsed.value)]
    return
  }
  const values = parsed.value as readonly unknown[]
  const rejectedElements = new RejectedElements(values, maxRejected, value => classifyValue(value) === 'record')
  for (const [i, value] of values.entries()) {
    const kind = classifyValue(value)
    const similarElements = rejectedElements.findSimilar(value, i)
    if (similarElements === undefined)
      yield [
        { ...parsed, value, path: extendPath(parsed.path, i), fileOwner: findElementOwner(kind, parsed.fileOwner) },
        kind,
      ]
    else if (similarElements !== null) yield [{ ...parsed, similarElements }, 'record']
  }
}

/** Yields the records of a dossier as `listElements` does. `recordsPath` is the path of the array. */
export function* listDossierRecords(
  dossier: ParsedValue,
  records: readonly unknown[],
  recordsPath: JsonPath,
  maxRejected: number,
): Generator<ParsedValue> {
  const rejectedElements = new RejectedElements(records, maxRejected, () => true)
  for (const [i, value] of records.entries()) {
    const similarElements = rejectedElements.findSimilar(value, i)
    if (similarElements === undefined) yield { ...dossier, value, path: extendPath(recordsPath, i) }
    else if (similarElements !== null) yield { ...dossier, value: records, path: recordsPath, similarElements }
  }
}

/**
 * Collapses the elements of one array that cannot be records and that have no taxpayer id. All such elements above the
 * limit that have the same code become one value.
 */
class RejectedElements {
  readonly #similarByCode = new Map<
    SimilarElements['code'],
    { -readonly [K in keyof SimilarElements]: SimilarElements[K] }
  >()
  #count = 0

  constructor(
    values: readonly unknown[],
    private readonly maxRejected: number,
    private readonly isRecord: (value: unknown) => boolean,
  ) {
    if (values.length <= maxRejected) return
    for (const [i, value] of values.entries()) {
      const code = this.#countCode(value)
      if (code === null) continue
      const similar = getOrCreate(this.#similarByCode, code, () => ({ code, count: 0, firstIndex: i, lastIndex: i }))
      similar.count++
      similar.lastIndex = i
    }
    this.#count = 0
  }

  /** Returns the group of its first element, null for each later element, undefined for one that is not collapsed. */
  findSimilar(value: unknown, index: number): SimilarElements | null | undefined {
    if (this.#similarByCode.size === 0) return undefined
    const code = this.#countCode(value)
    const similarElements = code === null ? undefined : this.#similarByCode.get(code)
    if (similarElements === undefined || similarElements.count === 1) return undefined
    return similarElements.firstIndex === index ? similarElements : null
  }

  /** Counts a rejected element. Returns its code if the count is above the limit; null for any other element. */
  #countCode(value: unknown): SimilarElements['code'] | null {
    const code = findRejectionReason(value)?.code
    if (code === undefined || !this.isRecord(value)) return null
    if (isObject(value) && toUsableId(value['taxpayer_id']) !== null) return null
    return ++this.#count > this.maxRejected ? code : null
  }
}

const TAX_YEAR = mapFieldsByName(RECORD).taxYear

/** Returns the tax year of a record or of a value that is not a record; null if the year is absent or unreadable. */
function readRecordYear(raw: unknown): number | null {
  if (!isObject(raw)) return null
  return readCell(raw[TAX_YEAR.key], TAX_YEAR, new ParseContext(), null, null) as number | null
}

/**
 * Counts values that cannot be records. A taxpayer keeps them up to a limit, and then only the first one of each year.
 */
export class RejectionCounter {
  #count = 0
  readonly #years = new Set<number | null>()

  constructor(private readonly maxRejected: number) {}

  /** Counts a value if it cannot be a record. Returns its code if the taxpayer must not keep it, otherwise null. */
  countAndFindCode({ value, similarElements }: ParsedValue): RejectionReason['code'] | null {
    const reason = similarElements === undefined ? findRejectionReason(value) : null
    if (reason === null) return null
    const isYearSeen = this.hasSeenYear(value)
    return ++this.#count > this.maxRejected && isYearSeen ? reason.code : null
  }

  /** True if a value of the same year was counted before. Remembers the year. */
  hasSeenYear(value: unknown): boolean {
    const year = readRecordYear(value)
    const isYearSeen = this.#years.has(year)
    this.#years.add(year)
    return isYearSeen
  }
}

/** A value that belongs to no dossier, and the id of its taxpayer if it is known. */
export interface RejectedValue {
  readonly issue: Issue
  readonly rejected: ParsedValue
  readonly taxpayerId: string | null
}

/** Makes the result for a rejected value. By default, explains why it was not parsed or what elements it represents. */
export function toRejectedValue(
  code: IssueCode,
  parsed: ParsedValue,
  taxpayerId: string | null,
  explanation: string | undefined = parsed.similarElements === undefined
    ? parsed.unparsedReason?.explanation
    : describeSimilarElements(parsed.similarElements),
): RejectedValue {
  const { value, path, origin } = parsed
  const isRecord = code !== 'value_unrecognized' && isObject(value) && classifyValue(value) === 'record'
  const recordId = isRecord ? toUsableId(value['id']) : null
  return {
    issue: makeIssue(code, path, { origin, recordId, explanation }),
    rejected: parsed,
    taxpayerId: taxpayerId === null ? null : tidyText(taxpayerId),
  }
}
