import type { Issue, IssueDetail, Origin } from '../../core/issues/issue.js'
import { IssueList, PendingIssue } from '../../core/issues/issue-list.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { isTooDeep, MAX_JSON_DEPTH } from '../../core/json.js'
import type { JsonPath } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import type { CompiledParty, NearKeyMatch, NearKeys } from '../../schema/compiled-form.js'
import type { Cell } from '../../schema/field.js'
import type { RejectedEntry, SourceParty, SourceRecord } from '../source.js'

const COERCIONS: ReadonlySet<IssueCode> = new Set([
  'money_coerced',
  'money_rounded',
  'ratio_as_percent',
  'timestamp_without_offset',
  'field_respelled',
  'form_respelled',
  'amount_unread',
])

/** The maximum number of searches for similar known keys per record. */
const MAX_KEY_SEARCHES = 1000

/** A party, and the raw values that it was read from. */
export interface PartyWithRawValues {
  readonly compiledParty: CompiledParty
  readonly id: unknown
  readonly name: unknown
  readonly address: unknown
  readonly party: SourceParty
}

/** The state of reading the values of one taxpayer: the issues so far, the flags for strict mode, and caches. */
export class ParseContext {
  /** True if the record has an error or a coerced value. Strict mode then rejects the record. */
  hasFlaw = false
  /** The id of the record that new issues belong to. */
  recordId: string | null = null
  /** The origin of the value that is being read. */
  origin: Origin | null = null
  /** True if a part that no table describes is nested too deeply. */
  isTooDeep = false
  /** The last issuer that was read without an issue. */
  lastIssuer: PartyWithRawValues | null = null
  /** The last recipient that was read without an issue, on any form. Most forms name the same recipient. */
  lastRecipient: PartyWithRawValues | null = null
  /** The number of issues so far, including repeated ones. */
  issueCount = 0
  /** The number of amounts under unknown keys, which are not read. */
  unreadAmountCount = 0
  readonly #issueList: IssueList
  #reportedKeys: Set<string> | null = null
  #nearKeys: Map<NearKeys, Map<string, NearKeyMatch>> | null = null
  #searchCount = 0
  #hasReportedControl = false
  #hasReportedPlaceholder = false
  #lastCells: readonly Cell[] = []
  #rejectedArrays: Map<unknown, RejectedEntry & { count: number }> | null = null

  constructor(maxValueIssues?: number) {
    this.#issueList = new IssueList(maxValueIssues)
  }

  /** The issues so far. */
  get issues(): Issue[] {
    return this.#issueList.issues
  }

  /** The same issues as `PendingIssue` objects. */
  get pendingIssues(): readonly PendingIssue[] {
    return this.#issueList.pending
  }

  /** Adds finished issues. They do not count toward the limit of similar issues. */
  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.#issueList.pending.push(PendingIssue.fromIssue(issue))
  }

  /** Reports an issue. Returns false if it was collapsed into an earlier issue of its record. */
  report(code: IssueCode, path: JsonPath | null, detail: IssueDetail = {}): boolean {
    const issue = new PendingIssue(code, path, detail, this)
    if (issue.severity === 'error' || COERCIONS.has(code)) this.hasFlaw = true
    this.issueCount++
    return this.#issueList.add(issue)
  }

  /**
   * Reports an unusable array element and keeps it for `rejected.ndjson`. If its issue is collapsed into another one,
   * keeps the whole array instead, but only once. Returns false if the array was already kept.
   */
  rejectElement(
    code: IssueCode,
    { rejectedEntries }: SourceRecord,
    array: readonly unknown[],
    index: number,
    keyPath: readonly (string | number)[],
    path: JsonPath,
  ): boolean {
    const value = array[index]
    this.checkDepth(value, path)
    if (this.report(code, path, { value, expected: 'an object' })) {
      rejectedEntries.push({ path: [...keyPath, index], value })
      return true
    }
    this.#rejectedArrays ??= new Map()
    const rejectedArray = getOrCreate(this.#rejectedArrays, array, () => ({ path: keyPath, value: array, count: 0 }))
    if (rejectedArray.count++ > 0) return false
    rejectedEntries.push(rejectedArray)
    return true
  }

  /**
   * Reports an issue about a key once per key and kind of object. Keys that must not be printed count as one key,
   * unless `key` distinguishes them.
   */
  reportOnce(code: IssueCode, path: JsonPath, kind: string, detail: IssueDetail = {}, key = path.key ?? ''): void {
    const reportKey = `${code}\n${kind}\n${key}`
    this.#reportedKeys ??= new Set()
    if (this.#reportedKeys.has(reportKey)) return
    this.#reportedKeys.add(reportKey)
    this.report(code, path, detail)
  }

  /**
   * Returns the known keys that are similar to an unknown one. An input may have any number of unknown keys, so after
   * `MAX_KEY_SEARCHES` searches per record only `equalKey` is looked up.
   */
  findNearKeys(keys: NearKeys, key: string): NearKeyMatch {
    this.#nearKeys ??= new Map()
    const nearByKey = getOrCreate(this.#nearKeys, keys, () => new Map<string, NearKeyMatch>())
    let nearResult = nearByKey.get(key)
    if (nearResult !== undefined) return nearResult
    if (this.#searchCount >= MAX_KEY_SEARCHES) return { equalKey: keys.findEqual(key), closeKeys: [] }
    this.#searchCount++
    nearResult = keys.find(key)
    nearByKey.set(key, nearResult)
    return nearResult
  }

  /** Reports, once per record, that control characters of a text were replaced. */
  reportControl(path: JsonPath | null): void {
    // Every call counts as an issue. The caches skip values with an issue, so the next record with this value reports
    // it again.
    this.issueCount++
    if (this.#hasReportedControl) return
    this.#hasReportedControl = true
    this.report('text_control', path)
  }

  /** Reports, once per record, that an identifier identifies nobody. Counts like `reportControl`. */
  reportPlaceholder(path: JsonPath): void {
    this.issueCount++
    if (this.#hasReportedPlaceholder) return
    this.#hasReportedPlaceholder = true
    this.report('identifier_placeholder', path)
  }

  /** Sets `isTooDeep` if a value that no table describes is nested too deeply. It is `levels` levels below `path`. */
  checkDepth(value: unknown, path: JsonPath | null, levels = 0): void {
    if (typeof value !== 'object' || value === null) return
    let levelsLeft = MAX_JSON_DEPTH - levels
    for (let ancestor = path; ancestor !== null; ancestor = ancestor.parent) levelsLeft--
    if (levelsLeft <= 0 || isTooDeep(value, levelsLeft)) this.isTooDeep = true
  }

  /** Returns the cells of the last document if these are equal. Consecutive equal entries then share one array. */
  shareCells(cells: readonly Cell[]): readonly Cell[] {
    const previousCells = this.#lastCells
    if (previousCells.length === cells.length) {
      let i = 0
      while (i < cells.length && cells[i] === previousCells[i]) i++
      if (i === cells.length) return previousCells
    }
    this.#lastCells = cells
    return cells
  }

  /** Resets the state for a new record. Issues that are reported once per record are reported again. */
  startRecord(): void {
    this.#reportedKeys = null
    this.#nearKeys = null
    this.#searchCount = 0
    this.#hasReportedControl = false
    this.#hasReportedPlaceholder = false
    this.#rejectedArrays = null
    this.hasFlaw = false
    this.isTooDeep = false
    this.recordId = null
  }
}
