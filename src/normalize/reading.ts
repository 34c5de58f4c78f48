import { type Issue, type IssueCode, type IssueDetail, makeIssue, type Origin } from '../core/issue.js'
import { isTooDeep, MAX_DEPTH } from '../core/json.js'
import { isPrintableKey, type Site, stepUnknown } from '../core/path.js'
import type { PartyPlan } from '../spec/plan.js'
import type { Party } from './source.js'

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
  #unknown: Set<string> | null = null

  /** Adds an issue. */
  note(code: IssueCode, at: Site | null, detail: IssueDetail = {}): void {
    const issue = makeIssue(code, at, { recordId: this.recordId, origin: this.origin, ...detail })
    if (issue.severity === 'error' || COERCIONS.has(code)) this.flawed = true
    this.issues.push(issue)
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
    this.flawed = false
    this.tooDeep = false
    this.recordId = null
  }
}
