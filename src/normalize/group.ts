import { type Issue, type IssueCode, makeIssue, type Origin } from '../core/issue.js'
import { canonicalJson, isEqualJson } from '../core/json.js'
import { LIMITS, type Limits, wordsOfLimit } from '../core/limits.js'
import { addAll, addTo } from '../core/lists.js'
import { isObject } from '../core/shape-of.js'
import { withoutControls } from '../core/text.js'
import type { RawDossier, RawRecord, RawValue } from './dossier.js'
import { type DossierPart, envelopeOf } from './envelope.js'
import {
  elementsOf,
  kindOfValue,
  type ParsedValue,
  recordsOf,
  type ValueKind,
  wordsOfAlike,
} from './parsed-value.js'
import { identityOf, type Refusal, recordSizeOf, refusalOf, usableId, yearOfRecord } from './read-record.js'
import { Reading } from './reading.js'

/** A taxpayer's values, and what the taxpayer is told apart by: an id as it came, of which `taxpayerId` is put out. */
export interface GroupedDossier extends RawDossier {
  readonly identity: string
}

/** What grouping gives: a taxpayer's dossier, or a value that cannot be used, and whose it is where that is known. */
export type Grouped =
  | { readonly dossier: GroupedDossier }
  | { readonly issue: Issue; readonly rejected: ParsedValue; readonly taxpayerId: string | null }

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
  readonly superseded: RawValue[]
  readonly records: RawRecord[]
  /** What was noted of the keys of dossiers. */
  readonly notes: Issue[]
  readonly refusals: Refusals
  /** How many documents there are, a record and a form object counted as one each. */
  size: number
}

/** Counts values that can be no records: the first of them stand with their taxpayer, and the first of each year. */
class Refusals {
  #count = 0
  readonly #most: number
  readonly #years = new Set<number | null>()

  constructor(most: number) {
    this.#most = most
  }

  /** The code of a value that is one too many; null for any other. */
  codeOf({ value, alike }: ParsedValue): Refusal['code'] | null {
    const refusal = alike === undefined ? refusalOf(value) : null
    if (refusal === null) return null
    const isKnown = this.hasYearOf(value)
    return ++this.#count > this.#most && isKnown ? refusal.code : null
  }

  /** True where one of its year stands with the taxpayer already; from now on one does. */
  hasYearOf(value: unknown): boolean {
    const year = yearOfRecord(value)
    const isKnown = this.#years.has(year)
    this.#years.add(year)
    return isKnown
  }
}

/** Of two taxpayer objects of one id the one stands that says whose it is, then the one that is an object. */
const weightOf = ({ raw }: RawValue): number => (isObject(raw) ? (usableId(raw['id']) === null ? 1 : 2) : 0)

/** Whose a record is, by itself, else by what is given, else by its file; null where nothing says it. */
interface Owner {
  readonly id: string
  readonly path: string | null
}

/** Values of so many files, and no taxpayer among them, are not held back any longer: each stands for itself. */
const MAX_FILES_HELD = 1000

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
  readonly #heldRefusals: Refusals
  #heldSize = 0
  readonly #emit: (grouped: Grouped) => void
  readonly #limits: Limits

  constructor(givenId: string | null, emit: (grouped: Grouped) => void, limits: Limits = LIMITS) {
    this.#givenId = givenId
    this.#emit = emit
    this.#limits = limits
    this.#heldRefusals = new Refusals(limits.maxValueIssues)
  }

  /** Takes the next value. */
  add(parsed: ParsedValue): void {
    for (const [each, kind] of elementsOf(parsed, this.#limits.maxValueIssues)) {
      if (this.#held !== null && this.#mayBeAlone(each, kind)) {
        const code = kind === 'record' ? this.#heldRefusals.codeOf(each) : null
        if (code !== null) {
          this.#refuse(code, each)
          continue
        }
        this.#heldSize += recordSizeOf(each.value)
        if (
          this.#isTooMuch(this.#heldSize) &&
          kind === 'record' &&
          this.#heldRefusals.hasYearOf(each.value)
        ) {
          this.#refuse('limit_reached', each, null, this.#wordsOfSize)
          continue
        }
        this.#held.push(each)
        this.#heldFrom.add(each.name?.path ?? null)
        if (kind === 'taxpayer') this.#heldTaxpayer = each
        continue
      }
      this.#release()
      this.#place(each, kind)
    }
  }

  /** Gives what is left. */
  end(): void {
    const held = this.#held ?? []
    const taxpayer = this.#heldTaxpayer
    if (taxpayer !== null && held.length > 1) {
      const id = identityOf((taxpayer.value as Record<string, unknown>)['id']) as string
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
    for (const each of held) this.#place(each, kindOfValue(each.value))
  }

  #mayBeAlone({ value, single, alike }: ParsedValue, kind: ValueKind): boolean {
    // What is too much for one taxpayer is not held for one.
    const isMuch = this.#heldFrom.size > MAX_FILES_HELD || this.#isTooMuch(this.#heldSize)
    if (this.#heldTaxpayer === null && isMuch) return false
    if (kind === 'taxpayer') return this.#heldTaxpayer === null
    if (kind !== 'record' || !single) return false
    if (alike !== undefined) return alike.code !== 'record_not_object'
    return isObject(value) && usableId(value['taxpayer_id']) === null
  }

  #place(parsed: ParsedValue, kind: ValueKind): void {
    const { value } = parsed
    if (kind === 'dossier') this.#placeDossier(parsed, value as Record<string, unknown>)
    else if (kind === 'taxpayer') {
      const id = identityOf((value as Record<string, unknown>)['id']) as string
      if (this.#join({ id, path: null }, parsed)) this.#setTaxpayer(parsed)
    } else if (kind === 'array') this.#refuse('record_not_object', parsed)
    else this.#placeRecord(parsed, this.#ownerOf(parsed))
  }

  #placeRecord(parsed: ParsedValue, owner: Owner | null): void {
    const isRecord =
      parsed.alike === undefined ? isObject(parsed.value) : parsed.alike.code !== 'record_not_object'
    if (owner === null && parsed.unread !== undefined) this.#refuse(parsed.unread.code, parsed)
    else if (owner === null) this.#refuse(isRecord ? 'taxpayer_unknown' : 'record_not_object', parsed)
    else if (this.#join(owner, parsed)) this.#addRecord(parsed)
  }

  #ownerOf({ value, name }: ParsedValue): Owner | null {
    const id = (isObject(value) ? identityOf(value['taxpayer_id']) : null) ?? this.#givenId
    return id === null ? name : { id, path: null }
  }

  #placeDossier(parsed: ParsedValue, value: Record<string, unknown>): void {
    const reading = new Reading(this.#limits.maxValueIssues)
    reading.origin = parsed.origin
    const { taxpayer, records: held, others } = envelopeOf(value, reading, parsed.at)
    const records = held.value ?? []
    const object = { ...parsed, ...taxpayer }
    const list = recordsOf(
      parsed,
      Array.isArray(records) ? (records as unknown[]) : [],
      held.at,
      this.#limits.maxValueIssues,
    )
    const id = isObject(taxpayer.value) ? identityOf(taxpayer.value['id']) : null
    if (id === null) {
      if (!this.#placeByOwner(parsed, object, list, others)) return
    } else {
      if (!this.#join({ id, path: null }, parsed)) return
      this.#setTaxpayer(object)
      for (const each of list) this.#addRecord(each)
      if (!Array.isArray(records))
        this.#addRecord({ ...parsed, value: records, at: held.at }, 'records_not_array')
      this.#addOthers(parsed, others)
    }
    // Where all of it was refused, nobody's group is open.
    if (this.#group !== null) addAll(this.#group.notes, reading.issues)
    else for (const issue of reading.issues) this.#emit({ issue, rejected: parsed, taxpayerId: null })
  }

  /** Adds what stands under keys that no dossier has: it may have held anything. */
  #addOthers(dossier: ParsedValue, others: readonly DossierPart[]): void {
    for (const other of others) this.#addRecord({ ...dossier, ...other }, 'dossier_key_unknown')
  }

  /**
   * Places what stands in a dossier that does not say whose it is: its records do. False where the taxpayer whose group is
   * open is none of its owners.
   */
  #placeByOwner(
    dossier: ParsedValue,
    taxpayer: ParsedValue,
    records: Iterable<ParsedValue>,
    others: readonly DossierPart[],
  ): boolean {
    // One owner's behind another's, so that none comes back behind another for the order of the list.
    const byOwner = new Map<string | null, (readonly [ParsedValue, Owner | null])[]>()
    for (const each of records) {
      const owner = this.#ownerOf(each)
      addTo(byOwner, owner?.id ?? null, [each, owner])
    }
    const owned = [...byOwner.values()]
    const [owner, other] = owned.flatMap(([first]) => first?.[1] ?? [])
    if (owner === undefined) {
      this.#refuse('taxpayer_unknown', dossier)
      return false
    }
    if (other === undefined) {
      if (!this.#join(owner, dossier)) return false
      this.#setTaxpayer(taxpayer)
      this.#addOthers(dossier, others)
    } else {
      // Its records are of several, so nothing says of whom it is.
      if (isThere(taxpayer.value)) this.#refuse('taxpayer_unknown', taxpayer)
      for (const each of others) this.#refuse('dossier_key_unknown', { ...dossier, ...each })
    }
    for (const [each, its] of owned.flat()) this.#placeRecord(each, its)
    return owned.some(([first]) => first?.[1]?.id === this.#group?.id)
  }

  #refuse(
    code: IssueCode,
    parsed: ParsedValue,
    taxpayerId: string | null = null,
    more: string | undefined = parsed.alike === undefined ? parsed.unread?.more : wordsOfAlike(parsed.alike),
  ): void {
    const isRecord = isObject(parsed.value) && kindOfValue(parsed.value) === 'record'
    const recordId = isRecord ? usableId((parsed.value as Record<string, unknown>)['id']) : null
    const issue = makeIssue(code, parsed.at, {
      origin: parsed.origin,
      recordId,
      ...(more === undefined ? {} : { more }),
    })
    this.#emit({
      issue,
      rejected: parsed,
      taxpayerId: taxpayerId === null ? null : withoutControls(taxpayerId),
    })
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
      this.#refuse('taxpayer_not_contiguous', parsed, id)
      return false
    }
    this.#seen.add(id)
    const { origin } = parsed
    this.#group = {
      id,
      path,
      origin,
      sharesName: false,
      taxpayer: null,
      text: null,
      superseded: [],
      records: [],
      notes: [],
      refusals: new Refusals(this.#limits.maxValueIssues),
      size: 0,
    }
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
    // Several lines of a taxpayer most often say the same of it.
    if (isEqualJson(value, taxpayer.raw)) return
    group.text ??= canonicalJson(taxpayer.raw)
    if (canonicalJson(value) === group.text) return
    if (this.#isTooMuch(++group.size)) {
      const parsed = { value, at, origin, name: null, single: false }
      this.#refuse('limit_reached', parsed, group.id, this.#wordsOfSize)
      return
    }
    const isBetter = weightOf(given) > weightOf(taxpayer)
    group.superseded.push(isBetter ? taxpayer : given)
    if (!isBetter) return
    group.taxpayer = given
    group.text = null
  }

  #addRecord(parsed: ParsedValue, code?: RawRecord['code']): void {
    const { value: raw, at, origin, alike, unread } = parsed
    const group = this.#group as Group
    const refused = code === undefined ? group.refusals.codeOf(parsed) : null
    if (refused !== null) {
      this.#refuse(refused, parsed, group.id)
      return
    }
    group.size += recordSizeOf(raw)
    if (this.#isTooMuch(group.size)) {
      const more = this.#wordsOfSize
      if (group.refusals.hasYearOf(raw)) this.#refuse('limit_reached', parsed, group.id, more)
      else group.records.push({ raw, at, origin, code: 'limit_reached', more })
    } else if (unread !== undefined) group.records.push({ raw, at, origin, ...unread })
    else if (code !== undefined) group.records.push({ raw, at, origin, code })
    else group.records.push(alike === undefined ? { raw, at, origin } : { raw, at, origin, similar: alike })
  }

  #isTooMuch(size: number): boolean {
    return size > this.#limits.maxTaxpayerDocuments
  }

  get #wordsOfSize(): string {
    const { maxTaxpayerDocuments: most } = this.#limits
    return `The taxpayer has more than ${most} documents, records and form objects; ${wordsOfLimit('maxTaxpayerDocuments')}`
  }

  #flush(): void {
    const group = this.#group
    this.#group = null
    if (group === null) return
    const { id, taxpayer, origin, superseded, sharesName, records, notes } = group
    this.#emit({
      dossier: {
        taxpayerId: withoutControls(id),
        identity: id,
        taxpayer: taxpayer?.raw,
        taxpayerAt: taxpayer?.at ?? null,
        origin: taxpayer?.origin ?? origin,
        superseded,
        sharesName,
        records,
        notes,
      },
    })
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null
