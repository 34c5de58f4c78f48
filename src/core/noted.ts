import { type Issue, type IssueDetail, issueFrom, type Origin } from './issue.js'
import { ISSUES, type IssueCode, type Severity } from './issue-table.js'
import type { Site } from './path.js'

/** What an issue is counted by, before its text is made. */
export interface Countable extends Pick<Issue, 'code' | 'severity'> {
  readonly origin?: Origin | null
}

/** Something that was noted: an issue whose text is made when it is first asked for, since most are only counted. */
export class Noted implements Countable {
  readonly code: IssueCode
  readonly severity: Severity
  readonly recordId: string | null
  readonly at: Site | null
  readonly origin: Origin | null
  readonly #detail: IssueDetail
  #issue: Issue | null = null

  /** `from` has what the detail does not say. */
  constructor(
    code: IssueCode,
    at: Site | null,
    detail: IssueDetail,
    from: Pick<IssueDetail, 'recordId' | 'origin'> = detail,
  ) {
    this.code = code
    this.severity = detail.severity ?? ISSUES[code][0]
    this.recordId = detail.recordId ?? from.recordId ?? null
    this.at = at
    this.origin = detail.origin ?? from.origin ?? null
    this.#detail = detail
  }

  /** An issue that is there already. */
  static of(issue: Issue): Noted {
    const noted = new Noted(issue.code, null, issue)
    noted.#issue = issue
    return noted
  }

  /** The issue; the same one each time. */
  get issue(): Issue {
    this.#issue ??= this.issueOf(this.#detail)
    return this.#issue
  }

  /** Makes the issue with this detail. */
  protected issueOf(detail: IssueDetail): Issue {
    return issueFrom(this.code, this.at, detail, this.recordId, this.origin)
  }
}

/** The issues of what was noted. */
export const issuesOf = (noted: readonly Noted[]): Issue[] => noted.map(({ issue }) => issue)
