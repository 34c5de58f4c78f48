import { isObject } from '../../core/json-value.js'
import type { ResolvedLimits } from '../../core/limits.js'
import { countRecordDocuments } from '../read-dossier.js'
import type { ValueKind } from './classify-value.js'
import type { ParsedValue } from './raw-dossier.js'
import { toUsableId } from './split-dossier.js'
import { describeSizeLimit, isAboveLimit, RejectionCounter, type RejectValue } from './taxpayer-group.js'

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
    this.#filePaths.add(parsed.name?.path ?? null)
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

  #canBuffer({ value, isSingleValue, similarElements }: ParsedValue, kind: ValueKind): boolean {
    if (this.#taxpayer === null && (this.#filePaths.size > MAX_FILES_WITHOUT_TAXPAYER || this.#isTooLarge)) return false
    if (kind === 'taxpayer') return this.#taxpayer === null
    if (kind !== 'record' || !isSingleValue) return false
    if (similarElements !== undefined) return similarElements.code !== 'record_not_object'
    return isObject(value) && toUsableId(value['taxpayer_id']) === null
  }
}
