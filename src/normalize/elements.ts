import { MAX_SIMILAR } from '../core/issue-list.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { type Site, step } from '../core/path.js'
import { usableId } from './envelope.js'
import { kindOfValue, refusalOf, type ValueKind } from './kind-of-value.js'
import type { FileName, ParsedValue, SimilarPlaces } from './raw-dossier.js'

/**
 * Returns the file name that may serve as the taxpayer id of an array element. Only records get it, because several taxpayers
 * in one array cannot share it.
 */
export const nameOfElement = (kind: ValueKind, name: FileName | null): FileName | null =>
  kind === 'record' ? name : null

/**
 * Yields the elements of an array, each with its path and its kind. A value that is not an array is yielded unchanged. If more
 * than `most` elements cannot be records, one value represents the others at the position of the first of them.
 */
export function* elementsOf(
  parsed: ParsedValue,
  most: number = MAX_SIMILAR,
): Generator<[ParsedValue, ValueKind]> {
  if (!Array.isArray(parsed.value)) {
    yield [parsed, kindOfValue(parsed.value)]
    return
  }
  const values = parsed.value as readonly unknown[]
  const refused = new Refused(values, most, value => kindOfValue(value) === 'record')
  for (const [i, value] of values.entries()) {
    const kind = kindOfValue(value)
    const similar = refused.take(value, i)
    if (similar === undefined)
      yield [{ ...parsed, value, at: step(parsed.at, i), name: nameOfElement(kind, parsed.name) }, kind]
    else if (similar !== null) yield [{ ...parsed, alike: similar }, 'record']
  }
}

/** Yields the records of a dossier in the same way. `place` is the path of the array. */
export function* recordsOf(
  dossier: ParsedValue,
  records: readonly unknown[],
  place: Site,
  most: number,
): Generator<ParsedValue> {
  const refused = new Refused(records, most, () => true)
  for (const [i, value] of records.entries()) {
    const similar = refused.take(value, i)
    if (similar === undefined) yield { ...dossier, value, at: step(place, i) }
    else if (similar !== null) yield { ...dossier, value: records, at: place, alike: similar }
  }
}

/**
 * Collapses the elements of one array that cannot be records and that have no taxpayer id. From the first one above the limit
 * on, all elements with the same code become one value.
 */
class Refused {
  readonly #alike = new Map<
    SimilarPlaces['code'],
    { -readonly [K in keyof SimilarPlaces]: SimilarPlaces[K] }
  >()
  #count = 0

  constructor(
    values: readonly unknown[],
    private readonly most: number,
    private readonly isRecord: (value: unknown) => boolean,
  ) {
    if (values.length <= most) return
    for (const [i, value] of values.entries()) {
      const code = this.#next(value)
      if (code === null) continue
      const similar = getOrCreate(this.#alike, code, () => ({ code, count: 0, first: i, last: i }))
      similar.count++
      similar.last = i
    }
    this.#count = 0
  }

  /**
   * Returns the collapsed elements for the first of them, null for the others, and undefined for an element that is not
   * collapsed.
   */
  take(value: unknown, index: number): SimilarPlaces | null | undefined {
    if (this.#alike.size === 0) return undefined
    const code = this.#next(value)
    const similar = code === null ? undefined : this.#alike.get(code)
    if (similar === undefined || similar.count === 1) return undefined
    return similar.first === index ? similar : null
  }

  /** Returns the code of a rejected element above the limit; null for any other element. */
  #next(value: unknown): SimilarPlaces['code'] | null {
    const code = refusalOf(value)?.code
    if (code === undefined || !this.isRecord(value)) return null
    if (isObject(value) && usableId(value['taxpayer_id']) !== null) return null
    return ++this.#count > this.most ? code : null
  }
}
