import { type Issue, type IssueDetail, type IssueSource, makeIssue, type Origin, placed } from './issue.js'
import { ISSUES, type IssueCode, type Severity } from './issue-table.js'
import { commonSite, printPath, type Site } from './path.js'

/** The properties by which issues are counted. They are known before the text of an issue is made. */
export interface Countable extends Pick<Issue, 'code' | 'severity'> {
  readonly origin?: Origin | null
}

/** An issue whose text is made on first use, because most issues are only counted. */
export class Noted implements Countable {
  readonly code: IssueCode
  readonly severity: Severity
  readonly recordId: string | null
  readonly at: Site | null
  readonly origin: Origin | null
  readonly #detail: IssueDetail
  #issue: Issue | null = null

  /** `source` has the record id and the origin if `detail` does not. */
  constructor(code: IssueCode, at: Site | null, detail: IssueDetail, source: IssueSource = detail) {
    this.code = code
    this.severity = detail.severity ?? ISSUES[code][0]
    this.recordId = detail.recordId ?? source.recordId ?? null
    this.at = at
    this.origin = detail.origin ?? source.origin ?? null
    this.#detail = detail
  }

  /** Wraps an issue that already exists. */
  static of(issue: Issue): Noted {
    const noted = new Noted(issue.code, null, issue)
    noted.#issue = issue
    return noted
  }

  /** The issue. Every call returns the same object. */
  get issue(): Issue {
    this.#issue ??= this.issueOf(this.#detail)
    return this.#issue
  }

  /** Makes the issue from its detail. */
  protected issueOf(detail: IssueDetail): Issue {
    return makeIssue(this.code, this.at, detail, this)
  }
}

/** Returns the issues of pending issues. */
export const issuesOf = (noted: readonly Noted[]): Issue[] => noted.map(({ issue }) => issue)

/**
 * By default, one taxpayer can have this many separate issues of one code. Further issues that are alike are collapsed
 * into one.
 */
export const MAX_SIMILAR = 10_000

const STANDS_FOR = 'This stands for'

/** True if an issue stands for several collapsed issues. Its path is then the innermost one that contains all of them. */
export const isOfSeveral = ({ code, message }: Issue): boolean =>
  message.startsWith(`${ISSUES[code][1]} ${STANDS_FOR} `)

/** One issue that stands for several of one code and record. It has their number, the first path and the last path. */
class SimilarIssues extends Noted {
  readonly #first: Site | null
  #last: Site | null
  #count = 1

  constructor(first: Noted) {
    super(first.code, first.at, first)
    this.#first = placed(first.origin, first.at)
    this.#last = this.#first
  }

  /** Counts one more issue. Its path becomes the last path. */
  add({ origin, at }: Noted): void {
    this.#last = placed(origin, at)
    this.#count++
  }

  protected override issueOf(): Issue {
    return {
      ...super.issueOf({ severity: this.severity }),
      path: printPath(commonSite(this.#first, this.#last)),
      message: `${ISSUES[this.code][1]} ${STANDS_FOR} ${this.#count} of them, from ${printPath(this.#first)} to ${printPath(this.#last)}.`,
    }
  }
}

/** Collects pending issues. After a limit per code, similar issues of one record are collapsed into one. */
export class IssueList {
  readonly noted: Noted[] = []
  readonly #counts = new Map<IssueCode, number>()
  /**
   * Positions in `pending` by what similar issues share. The position has the first of them until the second arrives. From
   * then on it has the issue that stands for all of them.
   */
  readonly #alike = new Map<string, number>()

  constructor(private readonly most: number = MAX_SIMILAR) {}

  /** The issues. Collapsed issues count what was added until now. */
  get issues(): Issue[] {
    return issuesOf(this.noted)
  }

  /** Adds a pending issue. Returns false if it was collapsed into an earlier issue of its record. */
  add(noted: Noted): boolean {
    const { code, severity, origin, recordId } = noted
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= this.most) {
      this.noted.push(noted)
      return true
    }
    const mark = [code, severity, origin?.source, origin?.line, recordId].join('\n')
    const place = this.#alike.get(mark)
    if (place === undefined) {
      this.#alike.set(mark, this.noted.length)
      this.noted.push(noted)
      return true
    }
    const first = this.noted[place] as Noted
    const all = first instanceof SimilarIssues ? first : new SimilarIssues(first)
    this.noted[place] = all
    all.add(noted)
    return false
  }
}
