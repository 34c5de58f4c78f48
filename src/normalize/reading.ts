import type { Issue, IssueDetail, Origin } from '../core/issue.js'
import { IssueList, Noted } from '../core/issue-list.js'
import type { IssueCode } from '../core/issue-table.js'
import { isTooDeep, MAX_DEPTH } from '../core/json.js'
import { getOrCreate } from '../core/lists.js'
import type { Site } from '../core/path.js'
import type { Cell } from '../model/field.js'
import type { Near, NearKeys } from '../model/near-keys.js'
import type { PartyPlan } from '../model/plan.js'
import type { Party, RejectedEntry, SourceRecord } from './source.js'

const COERCIONS: ReadonlySet<IssueCode> = new Set([
  'money_coerced',
  'money_rounded',
  'ratio_as_percent',
  'timestamp_without_offset',
  'field_respelled',
  'form_respelled',
  'amount_unread',
])

/** The most unknown keys of one record for which similar known keys are searched. */
const MAX_SEARCHES = 1000

/** A party, and the raw values that it was read from. */
export interface KnownParty {
  readonly plan: PartyPlan
  readonly id: unknown
  readonly name: unknown
  readonly address: unknown
  readonly party: Party
}

/** The state of reading one value: the issues so far, and what strict mode needs to know about them. */
export class Reading {
  /** True after a box was unreadable or a value was coerced. */
  flawed = false
  /** The id of the record that new issues belong to. */
  recordId: string | null = null
  /** The origin of the value that is being read. */
  origin: Origin | null = null
  /** True if a part that no table describes is nested too deeply. */
  tooDeep = false
  /** The last issuer that was read without an issue. */
  issuer: KnownParty | null = null
  /** The last recipient that was read without an issue, on any form. Most forms name the same recipient. */
  recipient: KnownParty | null = null
  /** The number of issues so far, including repeated ones. */
  noted = 0
  /** The number of amounts under unknown keys, which are not read. */
  unread = 0
  readonly #list: IssueList
  #marks: Set<string> | null = null
  #near: Map<NearKeys, Map<string, Near>> | null = null
  #searches = 0
  #hasControl = false
  #cells: readonly Cell[] = []
  #arrays: Map<unknown, RejectedEntry & { count: number }> | null = null

  constructor(maxSimilar?: number) {
    this.#list = new IssueList(maxSimilar)
  }

  /** The issues so far. */
  get issues(): Issue[] {
    return this.#list.issues
  }

  /** The same issues as `PendingIssue` objects. */
  get list(): readonly Noted[] {
    return this.#list.noted
  }

  /** Adds finished issues. They do not count toward the limit of similar issues. */
  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.#list.noted.push(Noted.of(issue))
  }

  /** Reports an issue. Returns false if it was merged with similar issues of its record. */
  note(code: IssueCode, at: Site | null, given: IssueDetail = {}): boolean {
    const noted = new Noted(code, at, given, this)
    if (noted.severity === 'error' || COERCIONS.has(code)) this.flawed = true
    this.noted++
    return this.#list.add(noted)
  }

  /**
   * Reports an unusable array element and keeps it for `rejected.ndjson`. Once issues with this code are being collapsed, keeps
   * the whole array once. Returns false if the array was kept before.
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
    const kept = getOrCreate(this.#arrays, array, () => ({ path, value: array, count: 0 }))
    if (kept.count++ > 0) return false
    rejectedEntries.push(kept)
    return true
  }

  /**
   * Reports an issue about a key once per key and kind of object. Keys that cannot be printed count as one key, unless `key`
   * distinguishes them.
   */
  noteOnce(code: IssueCode, at: Site, kind: string, detail: IssueDetail = {}, key = at.key ?? ''): void {
    const mark = `${code}\n${kind}\n${key}`
    this.#marks ??= new Set()
    if (this.#marks.has(mark)) return
    this.#marks.add(mark)
    this.note(code, at, detail)
  }

  /**
   * Returns the known keys that are similar to an unknown one. Unknown keys are data, so after a fixed number of searches per
   * record only exact spellings are found.
   */
  near(keys: NearKeys, key: string): Near {
    this.#near ??= new Map()
    const found = getOrCreate(this.#near, keys, () => new Map<string, Near>())
    let near = found.get(key)
    if (near !== undefined) return near
    if (this.#searches >= MAX_SEARCHES) return { equal: keys.equal(key), close: [] }
    this.#searches++
    near = keys.of(key)
    found.set(key, near)
    return near
  }

  /** Reports, once per record, that control characters of a text were replaced. */
  noteControl(at: Site | null): void {
    // Counts on every call, so that a cache of results without an issue never keeps this one. The next record reports it again.
    this.noted++
    if (this.#hasControl) return
    this.#hasControl = true
    this.note('text_control', at)
  }

  /**
   * Checks how deep a value that no table describes is nested. `steps` is the number of levels between the path and the value.
   */
  look(value: unknown, at: Site | null, steps = 0): void {
    if (typeof value !== 'object' || value === null) return
    let limit = MAX_DEPTH - steps
    for (let site = at; site !== null; site = site.parent) limit--
    if (limit <= 0 || isTooDeep(value, limit)) this.tooDeep = true
  }

  /** Returns the cells of the last document if they are equal to these, so that many equal entries share one row. */
  shareCells(cells: readonly Cell[]): readonly Cell[] {
    const last = this.#cells
    if (last.length === cells.length) {
      let i = 0
      while (i < cells.length && cells[i] === last[i]) i++
      if (i === cells.length) return last
    }
    this.#cells = cells
    return cells
  }

  /** Starts a record. Issues that were reported for an earlier record are reported again. */
  startRecord(): void {
    this.#marks = null
    this.#near = null
    this.#searches = 0
    this.#hasControl = false
    this.#arrays = null
    this.flawed = false
    this.tooDeep = false
    this.recordId = null
  }
}
