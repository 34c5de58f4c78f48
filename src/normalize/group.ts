import type { IssueCode } from '../core/issue-table.js'
import { isObject } from '../core/json-value.js'
import { LIMITS, type Limits } from '../core/limits.js'
import { addAll, addTo } from '../core/lists.js'
import { elementsOf, recordsOf } from './elements.js'
import { type DossierPart, envelopeOf, identityOf } from './envelope.js'
import { HeldBack } from './held-back.js'
import { kindOfValue, NOT_OBJECT, type Refusal, refusalOf, type ValueKind } from './kind-of-value.js'
import type { ParsedValue } from './raw-dossier.js'
import { Reading } from './reading.js'
import { type Grouped, type Owner, rejectedOf, TaxpayerGroup } from './taxpayer-group.js'
import { describeUnrecognized } from './unrecognized.js'

/**
 * Assembles values into dossiers, one per taxpayer, in the order in which they come. The records of one taxpayer must be
 * adjacent: if a taxpayer returns after another one, its values are rejected. If all inputs are one taxpayer and records
 * without any id, they form one dossier.
 */
export class Grouper {
  readonly #seen = new Set<string>()
  #group: TaxpayerGroup | null = null
  readonly #held: HeldBack

  /**
   * @param keepsUnrecognized true if values that state their taxpayer's id stay with the taxpayer, even if they are not
   *   records and the taxpayer has no others here. For `merge`, which sees a taxpayer's values apart from each other.
   */
  constructor(
    private readonly givenId: string | null,
    private readonly emit: (grouped: Grouped) => void,
    private readonly limits: Limits = LIMITS,
    private readonly keepsUnrecognized = false,
  ) {
    this.#held = new HeldBack(limits, (code, parsed, more) => this.#refuse(code, parsed, null, more))
  }

  /** Adds the next value. */
  add(parsed: ParsedValue): void {
    for (const [each, kind] of elementsOf(parsed, this.limits.maxValueIssues)) {
      if (this.#held.take(each, kind)) continue
      this.#release()
      this.#place(each, kind)
    }
  }

  /** Emits everything that is left. */
  end(): void {
    const { one } = this.#held
    if (one === null) this.#release()
    else {
      const group = this.#placeTaxpayer(one.taxpayer)
      for (const each of one.records) group?.addRecord(each)
    }
    this.#flush()
  }

  /** True if no value waits for an owner and none of these taxpayers came before. */
  canSkip(ids: readonly string[]): boolean {
    return this.#held.isOver && !ids.some(id => this.#seen.has(id))
  }

  /** Continues after values of these taxpayers that are not given. Emits what came before them first. */
  skip(ids: readonly string[]): void {
    this.#release()
    this.#flush()
    for (const id of ids) this.#seen.add(id)
  }

  #release(): void {
    for (const each of this.#held.release()) this.#place(each, kindOfValue(each.value))
  }

  #place(parsed: ParsedValue, kind: ValueKind): void {
    if (kind === 'dossier') this.#placeDossier(parsed, parsed.value as Record<string, unknown>)
    else if (kind === 'taxpayer') this.#placeTaxpayer(parsed)
    else if (kind === 'array') this.#refuse('record_not_object', parsed)
    else this.#placeRecord(parsed, this.#ownerOf(parsed))
  }

  /** Assigns a value that has a usable id, as every taxpayer object has. */
  #placeTaxpayer(parsed: ParsedValue): TaxpayerGroup | null {
    const id = identityOf((parsed.value as Record<string, unknown>)['id']) as string
    const group = this.#join({ id, path: null }, parsed)
    group?.recognize()
    group?.setTaxpayer(parsed)
    return group
  }

  #placeRecord(parsed: ParsedValue, owner: Owner | null): void {
    const refusal = findRefusal(parsed)
    const isRecord =
      parsed.alike === undefined ? isObject(parsed.value) : parsed.alike.code !== 'record_not_object'
    if (owner === null && parsed.unread !== undefined) this.#refuse(parsed.unread.code, parsed)
    else if (owner === null && refusal?.code === 'value_unrecognized')
      this.#refuse(refusal.code, parsed, null, refusal.explanation)
    else if (owner === null) this.#refuse(isRecord ? 'taxpayer_unknown' : 'record_not_object', parsed)
    else {
      const group = this.#join(owner, parsed)
      if (refusal === null || (this.keepsUnrecognized && owner.path === null)) group?.recognize()
      group?.addRecord(parsed)
    }
  }

  #ownerOf({ value, name }: ParsedValue): Owner | null {
    const id = (isObject(value) ? identityOf(value['taxpayer_id']) : null) ?? this.givenId
    return id === null ? name : { id, path: null }
  }

  #placeDossier(parsed: ParsedValue, value: Record<string, unknown>): void {
    const reading = new Reading(this.limits.maxValueIssues)
    reading.origin = parsed.origin
    const { taxpayer, records: held, others } = envelopeOf(value, reading, parsed.at)
    const records = held.value ?? []
    const object = { ...parsed, ...taxpayer }
    const list = recordsOf(
      parsed,
      Array.isArray(records) ? (records as unknown[]) : [],
      held.at,
      this.limits.maxValueIssues,
    )
    const id = isObject(taxpayer.value) ? identityOf(taxpayer.value['id']) : null
    if (id === null) {
      if (!this.#placeByOwner(parsed, object, list, others)) return
    } else {
      const group = this.#join({ id, path: null }, parsed)
      if (group === null) return
      group.recognize()
      group.setTaxpayer(object)
      for (const each of list) group.addRecord(each)
      if (!Array.isArray(records))
        group.addRecord({ ...parsed, value: records, at: held.at }, 'records_not_array')
      addOthers(group, parsed, others)
    }
    // If everything was rejected, no group is open.
    if (this.#group !== null) addAll(this.#group.notes, reading.issues)
    else for (const issue of reading.issues) this.emit({ issue, rejected: parsed, taxpayerId: null })
  }

  /**
   * Assigns the parts of a dossier without a taxpayer id to the owners of its records. Returns false if the open group does not
   * belong to one of these owners.
   */
  #placeByOwner(
    dossier: ParsedValue,
    taxpayer: ParsedValue,
    records: Iterable<ParsedValue>,
    others: readonly DossierPart[],
  ): boolean {
    // The records are added owner by owner, so that no owner returns after another one because of the order of the array.
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
      const group = this.#join(owner, dossier)
      if (group === null) return false
      group.recognize()
      group.setTaxpayer(taxpayer)
      addOthers(group, dossier, others)
    } else {
      // The records belong to several taxpayers, so the owner of the taxpayer object is unknown.
      if ((taxpayer.value ?? null) !== null) this.#refuse('taxpayer_unknown', taxpayer)
      for (const each of others) this.#refuse('dossier_key_unknown', { ...dossier, ...each })
    }
    for (const [each, its] of owned.flat()) this.#placeRecord(each, its)
    return owned.some(([first]) => first?.[1]?.id === this.#group?.id)
  }

  #refuse(code: IssueCode, parsed: ParsedValue, taxpayerId: string | null = null, more?: string): void {
    this.emit(rejectedOf(code, parsed, taxpayerId, more))
  }

  /** Rejects a value that is not a record, a taxpayer or a dossier. Returns false for one that is. */
  #refuseUnrecognized(parsed: ParsedValue, taxpayerId: string | null): boolean {
    const refusal = findRefusal(parsed)
    if (refusal !== null) this.#refuse(refusal.code, parsed, taxpayerId, refusal.explanation)
    return refusal !== null
  }

  /** Returns the open group of a taxpayer, or starts it. Returns null if the taxpayer came earlier, before another one. */
  #join(owner: Owner, parsed: ParsedValue): TaxpayerGroup | null {
    const { id, path } = owner
    if (this.#group?.id === id) {
      this.#group.nameBy(path)
      return this.#group
    }
    this.#flush()
    if (this.#seen.has(id)) {
      // A value that is not a record is refused for that reason, even if its taxpayer returns.
      if (this.keepsUnrecognized || !this.#refuseUnrecognized(parsed, path === null ? id : null))
        this.#refuse('taxpayer_not_contiguous', parsed, id)
      return null
    }
    this.#seen.add(id)
    this.#group = new TaxpayerGroup(owner, parsed.origin, this.limits, (code, refused, more) =>
      this.#refuse(code, refused, id, more),
    )
    return this.#group
  }

  #flush(): void {
    const group = this.#group
    this.#group = null
    if (group === null) return
    const values = group.unrecognizedValues
    if (values === null) {
      this.emit({ dossier: group.dossier })
      return
    }
    this.#seen.delete(group.id)
    const taxpayerId = group.idFromValues
    for (const issue of group.notes) this.emit({ issue, rejected: values[0] as ParsedValue, taxpayerId })
    for (const value of values) this.#refuseUnrecognized(value, taxpayerId)
  }
}

/** Returns why a value is not a record, a taxpayer or a dossier; null if it is one or may be one. */
function findRefusal({ value, alike, unread }: ParsedValue): Pick<Refusal, 'code' | 'explanation'> | null {
  // A value that was not parsed because of a limit may be a record.
  if (unread !== undefined) return null
  if (alike !== undefined)
    return ['record_not_object', 'value_unrecognized'].includes(alike.code) ? { code: alike.code } : null
  return describeUnrecognized(value) === null ? null : (refusalOf(value) ?? NOT_OBJECT)
}

/** Adds the values under unknown keys of a dossier as rejected records, because they may contain any records. */
function addOthers(group: TaxpayerGroup, dossier: ParsedValue, others: readonly DossierPart[]): void {
  for (const other of others) group.addRecord({ ...dossier, ...other }, 'dossier_key_unknown')
}
