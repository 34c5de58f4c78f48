import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { canonicalJson } from '../core/json.js'
import { addTo } from '../core/lists.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import type { RawDossier, RawRecord, RawValue } from './dossier.js'
import { usableId } from './read-record.js'

/** A parsed value of an input, and where it came from. */
export interface ParsedValue {
  readonly value: unknown
  readonly origin: Origin | null
  readonly at: Site | null
  /** The taxpayer's id that the file's name gives, where the file is one value; none for a taxpayer among others. */
  readonly name: FileName | null
  /** The input is one value, not a line among others. */
  readonly single: boolean
}

/** The id that a file's name gives, and which file it is. */
export interface FileName {
  readonly id: string
  readonly path: string
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

/** The name that an element of an array goes by: of several taxpayers it cannot be the id of each. */
export const nameOfElement = (value: unknown, name: FileName | null): FileName | null =>
  kindOfValue(value) === 'record' ? name : null

/** The elements of arrays, each with its place; other values as they are. */
function* flatten(parsed: ParsedValue): Generator<ParsedValue> {
  if (!Array.isArray(parsed.value)) {
    yield parsed
    return
  }
  for (const [i, value] of (parsed.value as unknown[]).entries())
    yield { ...parsed, value, at: step(parsed.at, i), name: nameOfElement(value, parsed.name) }
}

interface Group {
  readonly id: string
  readonly origin: Origin | null
  /** The first file whose name alone says the id. */
  path: string | null
  /** The name of another file says it too. */
  sharesName: boolean
  taxpayer: RawValue | null
  /** The same as canonical JSON, once another comes. */
  text: string | null
  readonly asides: RawValue[]
  readonly records: RawRecord[]
}

/** Of two taxpayer objects of one id the one stands that says whose it is, then the one that is an object. */
const weightOf = ({ raw }: RawValue): number => (isObject(raw) ? (usableId(raw['id']) === null ? 1 : 2) : 0)

/** Whose a record is, by itself, else by what is given, else by its file; null where nothing says it. */
interface Owner {
  readonly id: string
  readonly path: string | null
}

/** Values of so many files, and no taxpayer among them, are not held back any longer: each stands for itself. */
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
  readonly #heldFrom = new Set<string | null>()
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
        this.#heldFrom.add(each.name?.path ?? null)
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
      this.#join({ id, path: null }, taxpayer)
      this.#setTaxpayer(taxpayer)
      for (const each of held) if (each !== taxpayer) this.#addRecord(each)
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
    if (this.#heldTaxpayer === null && this.#heldFrom.size > MOST_FILES_HELD) return false
    if (kind === 'taxpayer') return this.#heldTaxpayer === null
    return kind === 'record' && single && isObject(value) && usableId(value['taxpayer_id']) === null
  }

  #place(parsed: ParsedValue): void {
    const { value } = parsed
    const kind = kindOfValue(value)
    if (kind === 'dossier') this.#placeDossier(parsed, value as Record<string, unknown>)
    else if (kind === 'taxpayer') {
      const id = usableId((value as Record<string, unknown>)['id']) as string
      if (this.#join({ id, path: null }, parsed)) this.#setTaxpayer(parsed)
    } else if (kind === 'array') this.#refuse('record_not_object', parsed)
    else this.#placeRecord(parsed)
  }

  #placeRecord(parsed: ParsedValue): void {
    const owner = this.#ownerOf(parsed)
    if (owner === null)
      this.#refuse(isObject(parsed.value) ? 'taxpayer_unknown' : 'record_not_object', parsed)
    else if (this.#join(owner, parsed)) this.#addRecord(parsed)
  }

  #ownerOf({ value, name }: ParsedValue): Owner | null {
    const id = (isObject(value) ? usableId(value['taxpayer_id']) : null) ?? this.#givenId
    return id === null ? name : { id, path: null }
  }

  #placeDossier(parsed: ParsedValue, value: Record<string, unknown>): void {
    const { taxpayer } = value
    const records = value['records'] ?? []
    const object = { ...parsed, value: taxpayer, at: step(parsed.at, 'taxpayer') }
    const place = step(parsed.at, 'records')
    const list = (Array.isArray(records) ? (records as unknown[]) : []).map((record, i) => ({
      ...parsed,
      value: record,
      at: step(place, i),
    }))
    const id = isObject(taxpayer) ? usableId(taxpayer['id']) : null
    const owners = id === null ? this.#ownersOf(list) : [{ id, path: null }]
    const [owner] = owners
    if (owner === undefined) this.#refuse('taxpayer_unknown', parsed)
    else if (owners.length > 1) {
      // Its records are of several, so nothing says of whom the taxpayer is.
      if (isThere(taxpayer)) this.#refuse('taxpayer_unknown', object)
      // One behind the other, so that none comes back behind another for the order of the list.
      const byOwner = new Map<string | null, ParsedValue[]>()
      for (const each of list) addTo(byOwner, this.#ownerOf(each)?.id ?? null, each)
      for (const each of [...byOwner.values()].flat()) this.#placeRecord(each)
    } else if (this.#join(owner, parsed)) {
      this.#setTaxpayer(object)
      for (const each of list) {
        if (id === null) this.#placeRecord(each)
        else this.#addRecord(each)
      }
      if (!Array.isArray(records))
        this.#addRecord({ ...parsed, value: records, at: place }, 'records_not_array')
    }
  }

  /** Whose records these are, each owner once. */
  #ownersOf(records: readonly ParsedValue[]): Owner[] {
    const owners = new Map<string, Owner>()
    for (const each of records) {
      const owner = this.#ownerOf(each)
      if (owner !== null && !owners.has(owner.id)) owners.set(owner.id, owner)
    }
    return [...owners.values()]
  }

  #refuse(code: Issue['code'], parsed: ParsedValue): void {
    const isRecord = isObject(parsed.value) && kindOfValue(parsed.value) === 'record'
    const recordId = isRecord ? usableId((parsed.value as Record<string, unknown>)['id']) : null
    this.#emit({ issue: makeIssue(code, parsed.at, { origin: parsed.origin, recordId }), rejected: parsed })
  }

  /** Goes on with a taxpayer's group, or starts it; false where the taxpayer was there before another one. */
  #join({ id, path }: Owner, parsed: ParsedValue): boolean {
    const group = this.#group
    if (group?.id === id) {
      group.path ??= path
      group.sharesName ||= path !== null && path !== group.path
      return true
    }
    this.#flush()
    if (this.#seen.has(id)) {
      this.#refuse('taxpayer_not_contiguous', parsed)
      return false
    }
    this.#seen.add(id)
    const { origin } = parsed
    this.#group = { id, path, origin, sharesName: false, taxpayer: null, text: null, asides: [], records: [] }
    return true
  }

  /** Of two taxpayer objects the one stands that says more of whose it is, then the first; the other is put aside. */
  #setTaxpayer({ value, at, origin }: ParsedValue): void {
    const group = this.#group as Group
    const given = { raw: value, at, origin }
    const { taxpayer } = group
    if (!isThere(value)) return
    if (taxpayer === null) {
      group.taxpayer = given
      return
    }
    group.text ??= canonicalJson(taxpayer.raw)
    if (canonicalJson(value) === group.text) return
    const isBetter = weightOf(given) > weightOf(taxpayer)
    group.asides.push(isBetter ? taxpayer : given)
    if (!isBetter) return
    group.taxpayer = given
    group.text = null
  }

  #addRecord({ value, at, origin }: ParsedValue, code?: RawRecord['code']): void {
    this.#group?.records.push({ raw: value, at, origin, ...(code === undefined ? {} : { code }) })
  }

  #flush(): void {
    const group = this.#group
    this.#group = null
    if (group === null) return
    const { id, taxpayer, origin, ...more } = group
    this.#emit({
      dossier: {
        taxpayerId: id,
        taxpayer: taxpayer?.raw,
        taxpayerAt: taxpayer?.at ?? null,
        origin: taxpayer?.origin ?? origin,
        asides: more.asides,
        sharesName: more.sharesName,
        records: more.records,
      },
    })
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null
