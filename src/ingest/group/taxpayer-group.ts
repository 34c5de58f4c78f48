import type { Issue, Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { isEqualJson, toCanonicalJson } from '../../core/json.js'
import { isObject } from '../../core/json-value.js'
import { describeLimitOption, type ResolvedLimits } from '../../core/limits.js'
import { tidyText } from '../../core/text.js'
import { type RejectedValue, RejectionCounter, rankTaxpayer, type ValueKind } from './classify-value.js'
import type { ParsedValue, RawDossier, RawRecord, RawValue } from './raw-dossier.js'
import { toUsableId } from './split-dossier.js'

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
type RejectValue = (code: IssueCode, parsed: ParsedValue, explanation?: string) => void

/** True if a taxpayer has more documents than the limit. Records and form objects count, too. */
const isAboveLimit = (size: number, { maxTaxpayerDocuments }: ResolvedLimits): boolean => size > maxTaxpayerDocuments

/** Returns the size of a record for limits: the record, each form object and each entry count as one document. */
function countRecordDocuments(raw: unknown): number {
  const forms = isObject(raw) ? raw['forms'] : null
  if (!Array.isArray(forms)) return 1
  let size = 1 + forms.length
  for (const form of forms as readonly unknown[]) {
    if (!isObject(form)) continue
    for (const key in form) {
      const entries = form[key]
      if (Array.isArray(entries)) size += entries.length
    }
  }
  return size
}

/** Returns the explanation of the issue about a taxpayer with too many documents. */
const describeSizeLimit = ({ maxTaxpayerDocuments: maxDocuments }: ResolvedLimits): string =>
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
    return this.#records.map(({ raw: value, ...record }) => ({
      ...record,
      value,
      fileOwner: null,
      isFromSingleValue: false,
    }))
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
      taxpayerId: tidyText(this.id),
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

/** A result of assembling: the dossier of one taxpayer, or a rejected value. */
export type AssemblyResult = { readonly dossier: GroupedDossier } | RejectedValue

/** The maximum number of files to buffer without a taxpayer object. Above it, each file is a separate taxpayer. */
const MAX_FILES_WITHOUT_TAXPAYER = 1000

/** A buffer for one taxpayer and records without a taxpayer id. If the input has nothing else, they belong together. */
export class UnassignedValues {
  /** The buffered values. Null after their release. */
  #values: ParsedValue[] | null = []
  #taxpayer: ParsedValue | null = null
  /** The paths of the files that the values come from. */
  readonly #filePaths = new Set<string | null>()
  readonly #rejectionCounter: RejectionCounter
  #size = 0

  constructor(
    private readonly limits: ResolvedLimits,
    private readonly rejectValue: RejectValue,
  ) {
    this.#rejectionCounter = new RejectionCounter(limits.maxValueIssues)
  }

  /** True if values are no longer buffered. */
  get isReleased(): boolean {
    return this.#values === null
  }

  /** The taxpayer and its records. Null if a taxpayer or records are missing, or after the release. */
  get taxpayerWithRecords(): { readonly taxpayer: ParsedValue; readonly records: readonly ParsedValue[] } | null {
    const taxpayer = this.#taxpayer
    const values = this.#values ?? []
    if (taxpayer === null || values.length < 2) return null
    return { taxpayer, records: values.filter(value => value !== taxpayer) }
  }

  /** Buffers or rejects the next value. Returns false if the caller must assign it, after all buffered values. */
  tryToBuffer(parsed: ParsedValue, kind: ValueKind): boolean {
    if (this.#values === null || !this.#canBuffer(parsed, kind)) return false
    const code = kind === 'record' ? this.#rejectionCounter.countAndFindCode(parsed) : null
    if (code !== null) {
      this.rejectValue(code, parsed)
      return true
    }
    this.#size += countRecordDocuments(parsed.value)
    if (kind === 'record' && this.#isTooLarge && this.#rejectionCounter.hasSeenYear(parsed.value)) {
      this.rejectValue('limit_reached', parsed, describeSizeLimit(this.limits))
      return true
    }
    this.#values.push(parsed)
    this.#filePaths.add(parsed.fileOwner?.path ?? null)
    if (kind === 'taxpayer') this.#taxpayer = parsed
    return true
  }

  /** Returns the buffered values and stops buffering. */
  release(): readonly ParsedValue[] {
    const values = this.#values ?? []
    this.#values = null
    return values
  }

  /** True if the buffered values exceed the limit of documents for one taxpayer. */
  get #isTooLarge(): boolean {
    return isAboveLimit(this.#size, this.limits)
  }

  #canBuffer({ value, isFromSingleValue, similarElements }: ParsedValue, kind: ValueKind): boolean {
    if (this.#taxpayer === null && (this.#filePaths.size > MAX_FILES_WITHOUT_TAXPAYER || this.#isTooLarge)) return false
    if (kind === 'taxpayer') return this.#taxpayer === null
    if (kind !== 'record' || !isFromSingleValue) return false
    if (similarElements !== undefined) return similarElements.code !== 'record_not_object'
    return isObject(value) && toUsableId(value['taxpayer_id']) === null
  }
}
