import { AlikeIssues, MOST_ALIKE } from '../core/alike.js'
import {
  ISSUES,
  type Issue,
  type IssueCode,
  type IssueDetail,
  makeIssue,
  type Origin,
} from '../core/issue.js'
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
  readonly issues: Issue[] = []
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
  #unknown: Set<string> | null = null
  #hasControl = false
  readonly #counts = new Map<IssueCode, number>()
  /** The first issue of what is alike, by its place; once a second comes, one that stands for all of them. */
  readonly #alike = new Map<string, { place: number; at: Site | null; all: AlikeIssues | null }>()
  #arrays: Map<unknown, RejectedEntry & { count: number }> | null = null

  /** Adds an issue; false where there are so many of its code that it is one with others of its record. */
  note(code: IssueCode, at: Site | null, given: IssueDetail = {}): boolean {
    const detail = { recordId: this.recordId, origin: this.origin, ...given }
    const severity = detail.severity ?? ISSUES[code][0]
    if (severity === 'error' || COERCIONS.has(code)) this.flawed = true
    this.noted++
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= MOST_ALIKE) {
      this.issues.push(makeIssue(code, at, detail))
      return true
    }
    const { source, line } = detail.origin ?? {}
    const mark = [code, severity, source, line, detail.recordId].join('\n')
    const first = this.#alike.get(mark)
    if (first === undefined) {
      this.#alike.set(mark, { place: this.issues.length, at, all: null })
      this.issues.push(makeIssue(code, at, detail))
      return true
    }
    if (first.all === null) {
      first.all = new AlikeIssues(code, first.at, detail)
      this.issues[first.place] = first.all.issue
    }
    first.all.add(at)
    return false
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

  /** Notes, once a record, that control characters of a text were replaced. */
  noteControl(at: Site | null): void {
    // Whoever remembers what was read without a note must not remember this: the next record has its own.
    this.noted++
    if (this.#hasControl) return
    this.#hasControl = true
    this.note('text_control', at)
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
    this.#hasControl = false
    this.#arrays = null
    this.flawed = false
    this.tooDeep = false
    this.recordId = null
  }
}
