import type { Origin } from '../core/issue.js'
import { MAX_SIMILAR } from '../core/issue-list.js'
import type { IssueCode } from '../core/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { heldUnder } from './envelope.js'
import { usableId } from './record-id.js'
import { type Refusal, refusalOf } from './refusal.js'

/** A parsed value of an input, and where it came from. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly at: Site | null
  /** The taxpayer's id that the file's name gives, where the file is one value; none for a taxpayer among others. */
  readonly name: FileName | null
  /** The input is one value, not a line among others. */
  readonly single: boolean
  /** The value is an array that stands for some of its elements. */
  readonly alike?: SimilarPlaces
  /** It stands for one that was refused before it was parsed, with what can be told of it. */
  readonly unread?: Unread
}

/** Why a value was refused before it was parsed. */
export interface Unread {
  readonly code: IssueCode
  readonly more: string
}

/** Elements of one array that can be no records, for the same reason. */
export interface SimilarPlaces {
  readonly code: Refusal['code']
  readonly count: number
  readonly first: number
  readonly last: number
}

/** The same in words. */
export const wordsOfAlike = ({ count, first, last }: SimilarPlaces): string =>
  `This stands for ${count} elements of the array, from [${first}] to [${last}].`

/** The id that a file's name gives, and which file it is. */
export interface FileName {
  readonly id: string
  readonly path: string
}

/** What a value is. */
export type ValueKind = 'record' | 'taxpayer' | 'dossier' | 'array'

/** Keys that records alone have, beside their forms; and taxpayers alone. */
const RECORD_KEYS = ['tax_year', 'raw_file', 'date', 'taxpayer_id']
const TAXPAYER_KEYS = ['status', 'created_at', 'metadata', 'form8821']

/**
 * Tells a record, a taxpayer, a dossier and an array of them apart, by what can be read of a value and not by an extra
 * key; of two readings the one stands that loses less. Missing: anything else is read as a record, and refused as one.
 */
export function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array'
  if (!isObject(value)) return 'record'
  const { forms } = value
  const named = usableId(value['id']) !== null
  const filled = Array.isArray(forms) && forms.length > 0
  if (named && filled) return 'record'
  const [taxpayer, records] = [heldUnder(value, 'taxpayer'), heldUnder(value, 'records')]
  const held = Array.isArray(records) ? records.length : null
  const whole = isObject(taxpayer) && held !== null
  // Empty forms hold nothing, and what a taxpayer owes does.
  const owes = isObject(value['analysis']) || isObject(value['details'])
  if (named && owes && held === null && !isObject(taxpayer) && !hasAny(value, RECORD_KEYS)) return 'taxpayer'
  // With an id and forms it can be read as a record, which notes what else is there; a dossier would drop the forms.
  if (named && Array.isArray(forms)) return whole ? 'dossier' : 'record'
  if (whole || (held !== null && held > 0)) return 'dossier'
  const isOfTaxpayer = owes || hasAny(value, TAXPAYER_KEYS)
  if (named && isOfTaxpayer && !isObject(taxpayer) && !('taxpayer_id' in value)) return 'taxpayer'
  // Refused aloud rather than read without its forms.
  if (filled || (named && 'forms' in value)) return 'record'
  if (isObject(taxpayer) || held !== null || (!named && 'records' in value)) return 'dossier'
  return named && !hasAny(value, RECORD_KEYS) ? 'taxpayer' : 'record'
}

const hasAny = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.some(key => (value[key] ?? null) !== null)

/** The name that an element of an array goes by: of several taxpayers it cannot be the id of each. */
export const nameOfElement = (kind: ValueKind, name: FileName | null): FileName | null =>
  kind === 'record' ? name : null

/**
 * The elements of arrays, each with its place, and what each is; other values as they are. Of many that can be no records
 * those beyond the first `most` are given as one, where the first of them stands.
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

/** The records of a dossier in the same way, which stand at a place. */
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

/** Takes the elements of an array together that can be no records and say of nobody that they are his. */
class Refused {
  readonly #most: number
  readonly #isRecord: (value: unknown) => boolean
  readonly #alike = new Map<
    SimilarPlaces['code'],
    { -readonly [K in keyof SimilarPlaces]: SimilarPlaces[K] }
  >()
  #count = 0

  constructor(values: readonly unknown[], most: number, isRecord: (value: unknown) => boolean) {
    this.#most = most
    this.#isRecord = isRecord
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

  /** For the first of those that are taken together all of them, null for the others; undefined for what stands for itself. */
  take(value: unknown, index: number): SimilarPlaces | null | undefined {
    if (this.#alike.size === 0) return undefined
    const code = this.#next(value)
    const similar = code === null ? undefined : this.#alike.get(code)
    if (similar === undefined || similar.count === 1) return undefined
    return similar.first === index ? similar : null
  }

  /** The code of an element that is one too many; null for any other. */
  #next(value: unknown): SimilarPlaces['code'] | null {
    const code = refusalOf(value)?.code
    if (code === undefined || !this.#isRecord(value)) return null
    if (isObject(value) && usableId(value['taxpayer_id']) !== null) return null
    return ++this.#count > this.#most ? code : null
  }
}
