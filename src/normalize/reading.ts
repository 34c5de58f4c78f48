import { type Issue, type IssueCode, type IssueDetail, makeIssue, type Origin } from '../core/issue.js'
import { isPrintableKey, type Site, stepUnknown } from '../core/path.js'
import type { PartyKeys } from '../spec/form.js'
import type { Party } from './source.js'

const COERCIONS: ReadonlySet<IssueCode> = new Set([
  'money_coerced',
  'money_rounded',
  'ratio_as_percent',
  'timestamp_without_offset',
])

/** A party, and the raw values that it was read from. */
export interface KnownParty {
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
  /** The last party that was read without an issue, by its keys. */
  readonly parties = new Map<PartyKeys, KnownParty>()
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

  /** Starts a record: what was noted of another record is noted again. */
  startRecord(): void {
    this.#unknown = null
    this.flawed = false
    this.recordId = null
  }
}
