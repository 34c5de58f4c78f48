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

/** So many keys of a record are looked for among similar ones. */
const MAX_SEARCHES = 1000

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
  /** How many amounts stood behind keys that nobody reads. */
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

  /** The issues that were met so far. */
  get issues(): Issue[] {
    return this.#list.issues
  }

  /** The same as they were noted. */
  get list(): readonly Noted[] {
    return this.#list.noted
  }

  /** Adds issues of somebody else, which are not counted among its own. */
  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.#list.noted.push(Noted.of(issue))
  }

  /** Adds an issue; false where there are so many of its code that it is one with others of its record. */
  note(code: IssueCode, at: Site | null, given: IssueDetail = {}): boolean {
    const noted = new Noted(code, at, given, this)
    if (noted.severity === 'error' || COERCIONS.has(code)) this.flawed = true
    this.noted++
    return this.#list.add(noted)
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
    const kept = getOrCreate(this.#arrays, array, () => ({ path, value: array, count: 0 }))
    if (kept.count++ > 0) return false
    rejectedEntries.push(kept)
    return true
  }

  /**
   * Notes what is the matter with a key of an object, once per key and kind of object. Keys that cannot be named are one,
   * unless they are told apart.
   */
  noteOnce(code: IssueCode, at: Site, kind: string, detail: IssueDetail = {}, key = at.key ?? ''): void {
    const mark = `${code}\n${kind}\n${key}`
    this.#marks ??= new Set()
    if (this.#marks.has(mark)) return
    this.#marks.add(mark)
    this.note(code, at, detail)
  }

  /**
   * The keys of a table that an unknown one stands near. Unknown keys are data: of one record so many are looked for
   * among similar keys, and beyond them only among equal ones.
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

  /** The cells of the last document where these are equal: of a flood of equal entries each would have a row of its own. */
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

  /** Starts a record: what was noted of another record is noted again. */
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
