import { MAX_ISSUES_PER_CODE } from '../core/issue-list.js'
import { extendPath, type JsonPath } from '../core/json-path.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { classifyValue, findRejectionReason, type ValueKind } from './classify-value.js'
import type { FileName, ParsedValue, SimilarElements } from './raw-dossier.js'
import { toUsableId } from './split-dossier.js'

/**
 * Returns the file name that may serve as the taxpayer id of an array element. Null unless the element is a record,
 * because several taxpayers in one array cannot share the name.
 */
export const findElementName = (kind: ValueKind, name: FileName | null): FileName | null =>
  kind === 'record' ? name : null

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
      yield [{ ...parsed, value, path: extendPath(parsed.path, i), name: findElementName(kind, parsed.name) }, kind]
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
      const similarElements = getOrCreate(this.#similarByCode, code, () => ({
        code,
        count: 0,
        firstIndex: i,
        lastIndex: i,
      }))
      similarElements.count++
      similarElements.lastIndex = i
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
