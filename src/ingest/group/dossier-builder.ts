// The folder `ingest/group` decides what each value of an input is, and which taxpayer it belongs to. It takes parsed
// JSON in the order of the input and gives one raw dossier per taxpayer to `read-dossier.ts`.

import type { IssueCode } from '../../core/issues/issue-table.js'
import { isObject } from '../../core/json-value.js'
import { DEFAULT_LIMITS, type ResolvedLimits } from '../../core/limits.js'
import { appendAll, appendToGroup } from '../../core/lists.js'
import { ParseContext } from '../fields/parse-context.js'
import {
  classifyValue,
  findRejectionReason,
  listDossierRecords,
  listElements,
  NOT_OBJECT,
  toRejectedValue,
  type ValueKind,
} from './classify-value.js'
import type { ParsedValue, RejectionReason } from './raw-dossier.js'
import { splitDossier, toIdentity } from './split-dossier.js'
import { type AssemblyResult, type Owner, TaxpayerGroup, UnassignedValues } from './taxpayer-group.js'
import { describeUnrecognized } from './unrecognized.js'

/**
 * Assembles values into dossiers, one per taxpayer, in input order. The records of one taxpayer must be adjacent: if a
 * taxpayer appears again after another one, its later values are rejected. If the input consists of one taxpayer and
 * records without a taxpayer id, they form one dossier.
 */
export class DossierBuilder {
  readonly #seenIds = new Set<string>()
  #group: TaxpayerGroup | null = null
  readonly #unassigned: UnassignedValues

  /**
   * @param shouldKeepUnrecognized true to keep a value that contains its taxpayer's id, even if it is not a record and
   *   the taxpayer has no other value here. `merge` needs this, because it processes a taxpayer's values separately.
   */
  constructor(
    private readonly callerTaxpayerId: string | null,
    private readonly emitResult: (result: AssemblyResult) => void,
    private readonly limits: ResolvedLimits = DEFAULT_LIMITS,
    private readonly shouldKeepUnrecognized = false,
  ) {
    this.#unassigned = new UnassignedValues(limits, (code, parsed, explanation) =>
      this.#rejectValue(code, parsed, null, explanation),
    )
  }

  /** Adds the next value. */
  add(parsed: ParsedValue): void {
    for (const [element, kind] of listElements(parsed, this.limits.maxValueIssues)) {
      if (this.#unassigned.tryToBuffer(element, kind)) continue
      this.#releaseUnassigned()
      this.#assignValue(element, kind)
    }
  }

  /** Assigns the values that are still buffered and emits the last dossier. */
  finish(): void {
    const { taxpayerWithRecords } = this.#unassigned
    if (taxpayerWithRecords === null) this.#releaseUnassigned()
    else {
      const group = this.#assignTaxpayer(taxpayerWithRecords.taxpayer)
      for (const record of taxpayerWithRecords.records) group?.addRecord(record)
    }
    this.#emitGroup()
  }

  /** True if no values are buffered for later assignment and no earlier value belongs to one of these taxpayers. */
  canSkip(ids: readonly string[]): boolean {
    return this.#unassigned.isReleased && !ids.some(id => this.#seenIds.has(id))
  }

  /** Emits the current dossier. From then on, rejects any later values of these taxpayers as not contiguous. */
  skip(ids: readonly string[]): void {
    this.#releaseUnassigned()
    this.#emitGroup()
    for (const id of ids) this.#seenIds.add(id)
  }

  #releaseUnassigned(): void {
    for (const value of this.#unassigned.release()) this.#assignValue(value, classifyValue(value.value))
  }

  #assignValue(parsed: ParsedValue, kind: ValueKind): void {
    if (kind === 'dossier') this.#assignDossier(parsed, parsed.value as Record<string, unknown>)
    else if (kind === 'taxpayer') this.#assignTaxpayer(parsed)
    else if (kind === 'array') this.#rejectValue('record_not_object', parsed)
    else this.#assignRecord(parsed, this.#findOwner(parsed))
  }

  /** Assigns a taxpayer object, which always has a usable id. */
  #assignTaxpayer(parsed: ParsedValue): TaxpayerGroup | null {
    const id = toIdentity((parsed.value as Record<string, unknown>)['id']) as string
    const group = this.#openGroup({ id, path: null }, parsed)
    group?.markRecognized()
    group?.setTaxpayer(parsed)
    return group
  }

  #assignRecord(parsed: ParsedValue, owner: Owner | null): void {
    const reason = findUnrecognizedReason(parsed)
    const isRecord =
      parsed.similarElements === undefined
        ? isObject(parsed.value)
        : parsed.similarElements.code !== 'record_not_object'
    if (owner === null && parsed.unparsedReason !== undefined) this.#rejectValue(parsed.unparsedReason.code, parsed)
    else if (owner === null && reason?.code === 'value_unrecognized')
      this.#rejectValue(reason.code, parsed, null, reason.explanation)
    else if (owner === null) this.#rejectValue(isRecord ? 'taxpayer_unknown' : 'record_not_object', parsed)
    else {
      const group = this.#openGroup(owner, parsed)
      if (reason === null || (this.shouldKeepUnrecognized && owner.path === null)) group?.markRecognized()
      group?.addRecord(parsed)
    }
  }

  #findOwner({ value, fileOwner }: ParsedValue): Owner | null {
    const id = (isObject(value) ? toIdentity(value['taxpayer_id']) : null) ?? this.callerTaxpayerId
    return id === null ? fileOwner : { id, path: null }
  }

  #assignDossier(parsed: ParsedValue, value: Record<string, unknown>): void {
    const context = new ParseContext(this.limits.maxValueIssues)
    context.origin = parsed.origin
    const { taxpayer, records: recordsPart, unknownParts } = splitDossier(value, context, parsed.path)
    const taxpayerValue = { ...parsed, ...taxpayer }
    const records = recordsPart.value ?? []
    const recordArray: readonly unknown[] = Array.isArray(records) ? records : []
    const recordValues = listDossierRecords(parsed, recordArray, recordsPart.path, this.limits.maxValueIssues)
    // Values under unknown keys are rejected as records, because they may contain records.
    const unknownValues = unknownParts.map(part => ({ ...parsed, ...part }))
    const id = isObject(taxpayer.value) ? toIdentity(taxpayer.value['id']) : null
    if (id === null) {
      if (!this.#assignByOwner(parsed, taxpayerValue, recordValues, unknownValues)) return
    } else {
      const group = this.#openGroup({ id, path: null }, parsed)
      if (group === null) return
      group.markRecognized()
      group.setTaxpayer(taxpayerValue)
      for (const record of recordValues) group.addRecord(record)
      if (!Array.isArray(records))
        group.addRecord({ ...parsed, value: records, path: recordsPart.path }, 'records_not_array')
      for (const unknownValue of unknownValues) group.addRecord(unknownValue, 'dossier_key_unknown')
    }
    // If everything was rejected, no group is open.
    if (this.#group !== null) appendAll(this.#group.earlierIssues, context.issues)
    else for (const issue of context.issues) this.emitResult({ issue, rejected: parsed, taxpayerId: null })
  }

  /**
   * Assigns the parts of a dossier without a taxpayer id to the owners of its records. Returns false if the open group
   * does not belong to one of these owners.
   */
  #assignByOwner(
    dossier: ParsedValue,
    taxpayer: ParsedValue,
    records: Iterable<ParsedValue>,
    unknownValues: readonly ParsedValue[],
  ): boolean {
    // The records are added owner by owner. In array order, an owner could appear again after another and be rejected.
    const byOwner = new Map<string | null, (readonly [ParsedValue, Owner | null])[]>()
    for (const record of records) {
      const owner = this.#findOwner(record)
      appendToGroup(byOwner, owner?.id ?? null, [record, owner])
    }
    const recordsByOwner = [...byOwner.values()]
    const [owner, otherOwner] = recordsByOwner.flatMap(([first]) => first?.[1] ?? [])
    if (owner === undefined) {
      this.#rejectValue('taxpayer_unknown', dossier)
      return false
    }
    if (otherOwner === undefined) {
      const group = this.#openGroup(owner, dossier)
      if (group === null) return false
      group.markRecognized()
      group.setTaxpayer(taxpayer)
      for (const unknownValue of unknownValues) group.addRecord(unknownValue, 'dossier_key_unknown')
    } else {
      // The records belong to several taxpayers, so the owner of the taxpayer object is unknown.
      if ((taxpayer.value ?? null) !== null) this.#rejectValue('taxpayer_unknown', taxpayer)
      for (const unknownValue of unknownValues) this.#rejectValue('dossier_key_unknown', unknownValue)
    }
    for (const [record, recordOwner] of recordsByOwner.flat()) this.#assignRecord(record, recordOwner)
    return recordsByOwner.some(([first]) => first?.[1]?.id === this.#group?.id)
  }

  #rejectValue(code: IssueCode, parsed: ParsedValue, taxpayerId: string | null = null, explanation?: string): void {
    this.emitResult(toRejectedValue(code, parsed, taxpayerId, explanation))
  }

  /** Rejects a value that is not a record, a taxpayer or a dossier. Returns false if it is or may be one. */
  #rejectUnrecognized(parsed: ParsedValue, taxpayerId: string | null): boolean {
    const reason = findUnrecognizedReason(parsed)
    if (reason !== null) this.#rejectValue(reason.code, parsed, taxpayerId, reason.explanation)
    return reason !== null
  }

  /** Returns a taxpayer's group and opens it if necessary. Returns null if the group was closed by another taxpayer. */
  #openGroup(owner: Owner, parsed: ParsedValue): TaxpayerGroup | null {
    const { id, path } = owner
    if (this.#group?.id === id) {
      this.#group.addFilePath(path)
      return this.#group
    }
    this.#emitGroup()
    if (this.#seenIds.has(id)) {
      // A value that is not a record is rejected for that reason, even if its taxpayer is also not contiguous.
      if (this.shouldKeepUnrecognized || !this.#rejectUnrecognized(parsed, path === null ? id : null))
        this.#rejectValue('taxpayer_not_contiguous', parsed, id)
      return null
    }
    this.#seenIds.add(id)
    this.#group = new TaxpayerGroup(owner, parsed.origin, this.limits, (code, rejectedValue, explanation) =>
      this.#rejectValue(code, rejectedValue, id, explanation),
    )
    return this.#group
  }

  #emitGroup(): void {
    const group = this.#group
    this.#group = null
    if (group === null) return
    const values = group.unrecognizedValues
    if (values === null) {
      this.emitResult({ dossier: group.dossier })
      return
    }
    this.#seenIds.delete(group.id)
    const taxpayerId = group.idFromValues
    for (const issue of group.earlierIssues) this.emitResult({ issue, rejected: values[0] as ParsedValue, taxpayerId })
    for (const value of values) this.#rejectUnrecognized(value, taxpayerId)
  }
}

/** Returns why a value is not a record, a taxpayer or a dossier; null if it is one or may be one. */
function findUnrecognizedReason({
  value,
  similarElements,
  unparsedReason,
}: ParsedValue): Pick<RejectionReason, 'code' | 'explanation'> | null {
  // A value that was not parsed because of a limit may be a record.
  if (unparsedReason !== undefined) return null
  if (similarElements !== undefined)
    return ['record_not_object', 'value_unrecognized'].includes(similarElements.code)
      ? { code: similarElements.code }
      : null
  return describeUnrecognized(value) === null ? null : (findRejectionReason(value) ?? NOT_OBJECT)
}
