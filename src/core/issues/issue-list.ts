import { findCommonPath, type JsonPath, printPath } from '../json-value.js'
import { type Issue, type IssueDetail, type IssueSource, makeIssue, type Origin, toInputPath } from './issue.js'
import { ISSUES, type IssueCode, type Severity } from './issue-table.js'

/** The properties by which issues are counted. They are available before the issue's message is built. */
export interface CountableIssue extends Pick<Issue, 'code' | 'severity'> {
  readonly origin?: Origin | null
}

/** An issue whose message is built on first use, because most issues are only counted. */
export class PendingIssue implements CountableIssue {
  readonly code: IssueCode
  readonly severity: Severity
  readonly recordId: string | null
  readonly path: JsonPath | null
  readonly origin: Origin | null
  readonly #detail: IssueDetail
  #issue: Issue | null = null

  /** `source` supplies the record id and the origin if `detail` does not. */
  constructor(code: IssueCode, path: JsonPath | null, detail: IssueDetail, source: IssueSource = detail) {
    this.code = code
    this.severity = detail.severity ?? ISSUES[code][0]
    this.recordId = detail.recordId ?? source.recordId ?? null
    this.path = path
    this.origin = detail.origin ?? source.origin ?? null
    this.#detail = detail
  }

  /** Wraps an issue that already exists. */
  static fromIssue(issue: Issue): PendingIssue {
    const pendingIssue = new PendingIssue(issue.code, null, issue)
    pendingIssue.#issue = issue
    return pendingIssue
  }

  /** The issue, built on first access. Later accesses return the same object. */
  get issue(): Issue {
    this.#issue ??= this.buildIssue(this.#detail)
    return this.#issue
  }

  /** Builds the issue from its detail. `CollapsedIssue` overrides this method. */
  protected buildIssue(detail: IssueDetail): Issue {
    return makeIssue(this.code, this.path, detail, this)
  }
}

/** Builds the issues of a list of pending issues. */
export const toIssues = (pendingIssues: readonly PendingIssue[]): Issue[] => pendingIssues.map(({ issue }) => issue)

/** By default, a taxpayer has at most this many separate issues with one code. Further similar issues are collapsed. */
export const MAX_ISSUES_PER_CODE = 10_000

const COLLAPSED_ISSUE_TEXT = 'This stands for'

/** True if an issue represents several collapsed issues. Its path is then their longest common path. */
export const isCollapsedIssue = ({ code, message }: Issue): boolean =>
  message.startsWith(`${ISSUES[code][1]} ${COLLAPSED_ISSUE_TEXT} `)

/** One issue that represents several with the same code and record. It reports their count and first and last path. */
class CollapsedIssue extends PendingIssue {
  readonly #firstPath: JsonPath | null
  #lastPath: JsonPath | null
  #count = 1

  constructor(firstIssue: PendingIssue) {
    super(firstIssue.code, firstIssue.path, firstIssue)
    this.#firstPath = toInputPath(firstIssue.origin, firstIssue.path)
    this.#lastPath = this.#firstPath
  }

  /** Counts one more issue. Its path becomes the last path. */
  add({ origin, path }: PendingIssue): void {
    this.#lastPath = toInputPath(origin, path)
    this.#count++
  }

  protected override buildIssue(): Issue {
    return {
      ...super.buildIssue({ severity: this.severity }),
      path: printPath(findCommonPath(this.#firstPath, this.#lastPath)),
      message: `${ISSUES[this.code][1]} ${COLLAPSED_ISSUE_TEXT} ${this.#count} of them, from ${printPath(this.#firstPath)} to ${printPath(this.#lastPath)}.`,
    }
  }
}

/** Collects pending issues. After a limit per code, similar issues of one record are collapsed into one. */
export class IssueList {
  readonly pending: PendingIssue[] = []
  readonly #counts = new Map<IssueCode, number>()
  /**
   * Maps the properties that similar issues share to a position in `pending`. That position contains the group's first
   * issue. When a second one arrives, a collapsed issue replaces it.
   */
  readonly #positionByGroup = new Map<string, number>()

  constructor(private readonly maxPerCode: number = MAX_ISSUES_PER_CODE) {}

  /** The issues. A collapsed issue counts the similar issues that were added so far. */
  get issues(): Issue[] {
    return toIssues(this.pending)
  }

  /** Adds a pending issue. Returns false if it was collapsed into an earlier issue of its record. */
  add(pendingIssue: PendingIssue): boolean {
    const { code, severity, origin, recordId } = pendingIssue
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= this.maxPerCode) {
      this.pending.push(pendingIssue)
      return true
    }
    const groupKey = [code, severity, origin?.source, origin?.line, recordId].join('\n')
    const position = this.#positionByGroup.get(groupKey)
    if (position === undefined) {
      this.#positionByGroup.set(groupKey, this.pending.length)
      this.pending.push(pendingIssue)
      return true
    }
    const existingIssue = this.pending[position] as PendingIssue
    const collapsedIssue = existingIssue instanceof CollapsedIssue ? existingIssue : new CollapsedIssue(existingIssue)
    this.pending[position] = collapsedIssue
    collapsedIssue.add(pendingIssue)
    return false
  }
}
