import { IssueList } from '../core/alike.js'
import { ISSUES, type Issue, type IssueCode, type IssueDetail, type Origin } from '../core/issue.js'
import { isTooDeep, MAX_DEPTH } from '../core/json.js'
import { heldOr } from '../core/lists.js'
import { isPrintableKey, type Site, stepUnknown } from '../core/path.js'
import type { PartyPlan } from '../spec/plan.js'
import type { Party, RejectedEntry, SourceRecord } from './source.js'

const COERCIONS: ReadonlySet<IssueCode> = new Set([
  'money_coerced',
  'money_rounded',
  'ratio_as_percent',
  'timestamp_without_offset',
])

/** A party, and what it was read from. */
export interface KnownParty {
  readonly plan: PartyPlan
  readonly id: unknown
  readonly name: unknown
  readonly address: unknown
  readonly party: Party
}

/** The issues met while one value is read, and what strict mode wants to know of them. */
export class Reading {
  readonly issues: Issue[]
  /** True once a box was lost or a value was read by coercion. */
  flawed = false
  /** Notes are made against this record. */
  recordId: string | null = null
  /** Where the value came from that is read now. */
  origin: Origin | null = null
  /** What no table describes is nested too deep. */
  tooDeep = false
  /** The last issuer that was read without an issue. */
  issuer: KnownParty | null = null
  /** The last recipient that was read without an issue, of any form: most forms name the same. */
  recipient: KnownParty | null = null
  /** How often something was noted. */
  noted = 0
  readonly #list: IssueList
  #unknown: Set<string> | null = null
  #arrays: Map<unknown, RejectedEntry & { count: number }> | null = null

  constructor(mostAlike?: number) {
    this.#list = new IssueList(mostAlike)
    this.issues = this.#list.issues
  }

  /** Adds an issue; false where there are so many of its code that it is one with others of its record. */
  note(code: IssueCode, at: Site | null, given: IssueDetail = {}): boolean {
    const detail = { recordId: this.recordId, origin: this.origin, ...given }
    const severity = detail.severity ?? ISSUES[code][0]
    if (severity === 'error' || COERCIONS.has(code)) this.flawed = true
    this.noted++
    return this.#list.add(code, at, detail)
  }

  /**
   * Notes an element of an array that cannot be used, and keeps it; of those whose issues are one, the array is kept.
   * False for what is kept already.
   */
  refuse(
    code: IssueCode,
    { rejectedEntries }: SourceRecord,
    array: readonly unknown[],
    index: number,
    path: readonly (string | number)[],
    at: Site,
  ): boolean {
    const value = array[index]
    this.look(value, at)
    if (this.note(code, at, { value, expected: 'an object' })) {
      rejectedEntries.push({ path: [...path, index], value })
      return true
    }
    this.#arrays ??= new Map()
    const kept = heldOr(this.#arrays, array, () => ({ path, value: array, count: 0 }))
    if (kept.count++ > 0) return false
    rejectedEntries.push(kept)
    return true
  }

  /** Notes the keys of an object that no table knows, once per key and kind of object. */
  noteUnknown(keys: Iterable<string>, kind: string, at: Site | null): void {
    for (const key of keys) {
      const mark = `${kind}\n${isPrintableKey(key) ? key : ''}`
      this.#unknown ??= new Set()
      if (this.#unknown.has(mark)) continue
      this.#unknown.add(mark)
      this.note('field_unknown', stepUnknown(at, key))
    }
  }

  /** Looks at how deep a value is nested that the tables do not go into; `steps` are those behind a place. */
  look(value: unknown, at: Site | null, steps = 0): void {
    if (typeof value !== 'object' || value === null) return
    let limit = MAX_DEPTH - steps
    for (let site = at; site !== null; site = site.parent) limit--
    if (limit <= 0 || isTooDeep(value, limit)) this.tooDeep = true
  }

  /** Starts a record: what was noted of another record is noted again. */
  startRecord(): void {
    this.#unknown = null
    this.#arrays = null
    this.flawed = false
    this.tooDeep = false
    this.recordId = null
  }
}
