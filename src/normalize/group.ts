import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { canonicalJson } from '../core/json.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import type { RawDossier, RawRecord } from './dossier.js'
import { usableId } from './read-record.js'

/** A parsed value of an input, and where it came from. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly at: Site | null
  /** The taxpayer's id that the file's name gives, where the file is one value. */
  readonly nameId: string | null
  /** The input is one value, not a line among others. */
  readonly single: boolean
}

/** What grouping gives: a taxpayer's dossier, or a value that belongs to none. */
export type Grouped =
  | { readonly dossier: RawDossier }
  | { readonly issue: Issue; readonly rejected: ParsedValue }

/** What a value is. */
type ValueKind = 'record' | 'taxpayer' | 'dossier' | 'array'

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
  const { forms, records, taxpayer } = value
  const named = usableId(value['id']) !== null
  const filled = Array.isArray(forms) && forms.length > 0
  const held = Array.isArray(records) ? records.length : null
  const whole = isObject(taxpayer) && held !== null
  // Empty forms hold nothing, and what a taxpayer owes does.
  const owes = isObject(value['analysis']) || isObject(value['details'])
  if (named && owes && !filled && held === null && !isObject(taxpayer) && !hasAny(value, RECORD_KEYS))
    return 'taxpayer'
  // With an id and forms it can be read as a record, which notes what else is there; a dossier would drop the forms.
  if (named && Array.isArray(forms)) return whole && !filled ? 'dossier' : 'record'
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

/** The elements of arrays, each with its place; other values as they are. */
function* flatten(parsed: ParsedValue): Generator<ParsedValue> {
  if (!Array.isArray(parsed.value)) {
    yield parsed
    return
  }
  for (const [i, value] of (parsed.value as unknown[]).entries())
    yield { ...parsed, value, at: step(parsed.at, i) }
}

interface Group {
  readonly id: string
  taxpayer: unknown
  taxpayerAt: Site | null
  origin: Origin | null
  readonly records: RawRecord[]
}

/** Values of more files than one taxpayer has records are not held back: each stands for itself. */
const MOST_FILES_HELD = 1000

/**
 * Puts values together into dossiers, one for each taxpayer, as they come. Records of one taxpayer must stand together:
 * one that returns is refused. Where the inputs are one taxpayer and records without any id, they are one dossier.
 */
export class Grouper {
  readonly #givenId: string | null
  readonly #seen = new Set<string>()
  #group: Group | null = null
  /** One taxpayer and records that no id was found for: held until it shows that there is nothing else. */
  #held: ParsedValue[] | null = []
  /** The taxpayer among them, and the files that they are from. */
  #heldTaxpayer: ParsedValue | null = null
  readonly #heldFrom = new Set<Origin | null>()
  readonly #emit: (grouped: Grouped) => void

  constructor(givenId: string | null, emit: (grouped: Grouped) => void) {
    this.#givenId = givenId
    this.#emit = emit
  }

  /** Takes the next value. */
  add(parsed: ParsedValue): void {
    for (const each of flatten(parsed)) {
      if (this.#held === null) this.#place(each)
      else if (this.#mayBeAlone(each)) {
        this.#held.push(each)
        this.#heldFrom.add(each.origin)
        if (kindOfValue(each.value) === 'taxpayer') this.#heldTaxpayer = each
      } else {
        this.#release()
        this.#place(each)
      }
    }
  }

  /** Gives what is left. */
  end(): void {
    const held = this.#held ?? []
    const taxpayer = this.#heldTaxpayer
    if (taxpayer !== null && held.length > 1) {
      const id = usableId((taxpayer.value as Record<string, unknown>)['id']) as string
      this.#join(id, taxpayer)
      this.#setTaxpayer(taxpayer)
      for (const each of held) if (each !== taxpayer) this.#addRecord(each.value, each.at, each.origin)
      this.#held = null
    } else this.#release()
    this.#flush()
  }

  /** True where nothing is held back and none of these taxpayers was there before. */
  canSkip(ids: readonly string[]): boolean {
    return this.#held === null && !ids.some(id => this.#seen.has(id))
  }

  /** Goes on behind values that are not given, which were of these taxpayers: what stood before them is given first. */
  skip(ids: readonly string[]): void {
    this.#release()
    this.#flush()
    for (const id of ids) this.#seen.add(id)
  }

  #release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const each of held) this.#place(each)
  }

  #mayBeAlone({ value, single }: ParsedValue): boolean {
    const kind = kindOfValue(value)
    if (this.#heldFrom.size > MOST_FILES_HELD) return false
    if (kind === 'taxpayer') return this.#heldTaxpayer === null
    return kind === 'record' && single && isObject(value) && usableId(value['taxpayer_id']) === null
  }

  #place(parsed: ParsedValue): void {
    const { value, at, origin } = parsed
    const kind = kindOfValue(value)
    if (kind === 'dossier') this.#placeDossier(parsed, value as Record<string, unknown>)
    else if (kind === 'taxpayer') {
      const id = usableId((value as Record<string, unknown>)['id']) as string
      if (this.#join(id, parsed)) this.#setTaxpayer(parsed)
    } else {
      const own = isObject(value) ? usableId(value['taxpayer_id']) : null
      const id = own ?? this.#givenId ?? parsed.nameId
      if (kind === 'array' || id === null) {
        this.#refuse(kind === 'array' || !isObject(value) ? 'record_not_object' : 'taxpayer_unknown', parsed)
      } else if (this.#join(id, parsed)) this.#addRecord(value, at, origin)
    }
  }

  #placeDossier(parsed: ParsedValue, value: Record<string, unknown>): void {
    const { at, origin } = parsed
    const { taxpayer } = value
    const records = value['records'] ?? []
    const id = isObject(taxpayer) ? usableId(taxpayer['id']) : null
    if (id === null && Array.isArray(records) && records.length > 0) {
      this.#placeEach(parsed, taxpayer, records)
      return
    }
    if (id === null) {
      this.#refuse('taxpayer_unknown', parsed)
      return
    }
    if (!this.#join(id, parsed)) return
    if (taxpayer !== undefined) this.#setTaxpayer({ ...parsed, value: taxpayer, at: step(at, 'taxpayer') })
    if (Array.isArray(records)) {
      const place = step(at, 'records')
      for (const [i, record] of (records as unknown[]).entries())
        this.#addRecord(record, step(place, i), origin)
    } else this.#refuse('records_not_array', { ...parsed, at: step(at, 'records') })
  }

  /** The records of a dossier that names no taxpayer, each under its own id, else the given one. */
  #placeEach(parsed: ParsedValue, taxpayer: unknown, records: readonly unknown[]): void {
    const place = step(parsed.at, 'records')
    for (const [i, value] of records.entries()) {
      this.#place({ ...parsed, value, at: step(place, i) })
      if (taxpayer !== undefined && this.#group?.taxpayer === undefined && this.#group !== null) {
        this.#setTaxpayer({ ...parsed, value: taxpayer, at: step(parsed.at, 'taxpayer') })
      }
    }
  }

  #refuse(code: Issue['code'], parsed: ParsedValue): void {
    const recordId = isObject(parsed.value) ? usableId(parsed.value['id']) : null
    this.#emit({ issue: makeIssue(code, parsed.at, { origin: parsed.origin, recordId }), rejected: parsed })
  }

  /** Goes on with a taxpayer's group, or starts it; false where the taxpayer was there before another one. */
  #join(id: string, parsed: ParsedValue): boolean {
    if (this.#group?.id === id) return true
    this.#flush()
    if (this.#seen.has(id)) {
      this.#refuse('taxpayer_not_contiguous', parsed)
      return false
    }
    this.#seen.add(id)
    this.#group = { id, taxpayer: undefined, taxpayerAt: null, origin: parsed.origin, records: [] }
    return true
  }

  #setTaxpayer(parsed: ParsedValue): void {
    const { value, at, origin } = parsed
    const group = this.#group as Group
    if (group.taxpayer !== undefined) {
      if (canonicalJson(value) !== canonicalJson(group.taxpayer)) this.#refuse('taxpayer_repeated', parsed)
      return
    }
    group.taxpayer = value
    group.taxpayerAt = at
    group.origin = origin
  }

  #addRecord(raw: unknown, at: Site | null, origin: Origin | null): void {
    this.#group?.records.push({ raw, at, origin })
  }

  #flush(): void {
    const group = this.#group
    this.#group = null
    if (group === null) return
    const { id, taxpayer, taxpayerAt, origin, records } = group
    this.#emit({ dossier: { taxpayerId: id, taxpayer, taxpayerAt, origin, records } })
  }
}
