import { type Issue, makeIssue, type Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { isEqualJson, toCanonicalJson } from '../../core/json.js'
import { isObject } from '../../core/json-value.js'
import { describeLimitOption, type ResolvedLimits } from '../../core/limits.js'
import { replaceControls } from '../../core/text.js'
import { countRecordDocuments, readRecordYear } from '../read-dossier.js'
import { classifyValue, findRejectionReason, rankTaxpayer } from './classify-value.js'
import {
  describeSimilarElements,
  type ParsedValue,
  type RawDossier,
  type RawRecord,
  type RawValue,
  type RejectionReason,
} from './raw-dossier.js'
import { toUsableId } from './split-dossier.js'

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

/** The values of one taxpayer. `identity` is the id before control characters are replaced, unique per taxpayer. */
export interface GroupedDossier extends RawDossier {
  readonly identity: string
}

/** The taxpayer of a value. `path` is the file's path if the id comes only from the file's name, otherwise null. */
export interface Owner {
  readonly id: string
  readonly path: string | null
}

/** A callback that rejects a value with an issue. */
export type RejectValue = (code: IssueCode, parsed: ParsedValue, explanation?: string) => void

/** True if a taxpayer has more documents than the limit. Records and form objects count, too. */
export const isAboveLimit = (size: number, { maxTaxpayerDocuments }: ResolvedLimits): boolean =>
  size > maxTaxpayerDocuments

/** Returns the explanation of the issue about a taxpayer with too many documents. */
export const describeSizeLimit = ({ maxTaxpayerDocuments: maxDocuments }: ResolvedLimits): string =>
  `The taxpayer has more than ${maxDocuments} documents, records and form objects; ${describeLimitOption('maxTaxpayerDocuments')}`

/** Collects the values of one taxpayer. */
export class TaxpayerGroup {
  readonly id: string
  /** The path of the first file if the id comes only from its name. */
  #path: string | null
  /** True if another file has the same name and so the same id. */
  #hasSharedFileName = false
  #taxpayer: RawValue | null = null
  /** The taxpayer object as canonical JSON, computed when another one arrives. */
  #taxpayerText: string | null = null
  readonly #unusedTaxpayers: RawValue[] = []
  readonly #records: RawRecord[] = []
  /** Issues about the keys of dossiers. */
  readonly earlierIssues: Issue[] = []
  readonly #rejectionCounter: RejectionCounter
  /** The number of documents. Records and form objects count as one each. */
  #size = 0
  /** True if one value was a record, a taxpayer or a dossier, even if it was rejected. */
  #isRecognized = false

  constructor(
    { id, path }: Owner,
    private readonly origin: Origin | null,
    private readonly limits: ResolvedLimits,
    private readonly rejectValue: RejectValue,
  ) {
    this.id = id
    this.#path = path
    this.#rejectionCounter = new RejectionCounter(limits.maxValueIssues)
  }

  /** Adds the path of a file if the id comes only from its name. The path is null if the id is in the value itself. */
  addFilePath(path: string | null): void {
    this.#path ??= path
    this.#hasSharedFileName ||= path !== null && path !== this.#path
  }

  /**
   * Sets the taxpayer object. If there already is one, the one that `rankTaxpayer` ranks higher is used, and the first
   * one if both rank equally. The other is kept as unused.
   */
  setTaxpayer(parsed: ParsedValue): void {
    const { value, path, origin } = parsed
    if (value === undefined || value === null) return
    const taxpayer = this.#taxpayer
    const newTaxpayer: RawValue = { raw: value, path, origin }
    if (taxpayer === null) {
      this.#taxpayer = newTaxpayer
      return
    }
    // Several lines of one taxpayer usually have equal taxpayer objects.
    if (isEqualJson(value, taxpayer.raw)) return
    this.#taxpayerText ??= toCanonicalJson(taxpayer.raw)
    if (toCanonicalJson(value) === this.#taxpayerText) return
    if (isAboveLimit(++this.#size, this.limits)) {
      this.rejectValue('limit_reached', parsed, describeSizeLimit(this.limits))
      return
    }
    const isBetter = rankTaxpayer(value) > rankTaxpayer(taxpayer.raw)
    this.#unusedTaxpayers.push(isBetter ? taxpayer : newTaxpayer)
    if (!isBetter) return
    this.#taxpayer = newTaxpayer
    this.#taxpayerText = null
  }

  /** Adds a record. If the value is not a record, `code` is the reason. */
  addRecord(parsed: ParsedValue, code?: RawRecord['code']): void {
    const { value: raw, path, origin, similarElements, unparsedReason } = parsed
    const rejectedCode = code === undefined ? this.#rejectionCounter.countAndFindCode(parsed) : null
    if (rejectedCode !== null) {
      this.rejectValue(rejectedCode, parsed)
      return
    }
    this.#size += countRecordDocuments(raw)
    const records = this.#records
    if (isAboveLimit(this.#size, this.limits)) {
      const explanation = describeSizeLimit(this.limits)
      if (this.#rejectionCounter.hasSeenYear(raw)) this.rejectValue('limit_reached', parsed, explanation)
      else records.push({ raw, path, origin, code: 'limit_reached', explanation })
    } else if (unparsedReason !== undefined) records.push({ raw, path, origin, ...unparsedReason })
    else if (code !== undefined) records.push({ raw, path, origin, code })
    else records.push(similarElements === undefined ? { raw, path, origin } : { raw, path, origin, similarElements })
  }

  /** Marks that one of the values is a record, a taxpayer or a dossier, even if it was rejected. */
  markRecognized(): void {
    this.#isRecognized = true
  }

  /**
   * The values of a group in which nothing was recognized, such as an error response under a taxpayer's id or in a file
   * that is named after a taxpayer. They must not become a taxpayer without income.
   *
   * @returns null if something was recognized, so that there is a dossier.
   */
  get unrecognizedValues(): readonly ParsedValue[] | null {
    if (this.#isRecognized) return null
    return this.#records.map(({ raw: value, ...record }) => ({ ...record, value, name: null, isSingleValue: false }))
  }

  /** The taxpayer's id. Null if it comes only from a file name, because the values may then belong to anyone. */
  get idFromValues(): string | null {
    return this.#path === null ? this.id : null
  }

  /** The values as a dossier. */
  get dossier(): GroupedDossier {
    const taxpayer = this.#taxpayer
    return {
      identity: this.id,
      taxpayerId: replaceControls(this.id),
      taxpayer: taxpayer?.raw,
      taxpayerPath: taxpayer?.path ?? null,
      origin: taxpayer?.origin ?? this.origin,
      unusedTaxpayers: this.#unusedTaxpayers,
      hasSharedFileName: this.#hasSharedFileName,
      records: this.#records,
      earlierIssues: this.earlierIssues,
    }
  }
}

/** A value that belongs to no dossier, and the id of its taxpayer if it is known. */
interface RejectedValue {
  readonly issue: Issue
  readonly rejected: ParsedValue
  readonly taxpayerId: string | null
}

/** A result of assembling: the dossier of one taxpayer, or a rejected value. */
export type AssemblyResult = { readonly dossier: GroupedDossier } | RejectedValue

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
    taxpayerId: taxpayerId === null ? null : replaceControls(taxpayerId),
  }
}
