import { type Issue, type IssueDetail, type IssueSource, makeIssue, type Origin, placed } from './issue.js'
import { ISSUES, type IssueCode, type Severity } from './issue-table.js'
import { commonSite, printPath, type Site } from './path.js'

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

  /** `source` has what the detail does not say. */
  constructor(code: IssueCode, at: Site | null, detail: IssueDetail, source: IssueSource = detail) {
    this.code = code
    this.severity = detail.severity ?? ISSUES[code][0]
    this.recordId = detail.recordId ?? source.recordId ?? null
    this.at = at
    this.origin = detail.origin ?? source.origin ?? null
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
    return makeIssue(this.code, this.at, detail, this)
  }
}

/** The issues of what was noted. */
export const issuesOf = (noted: readonly Noted[]): Issue[] => noted.map(({ issue }) => issue)

/** So many issues of one code of one taxpayer stand each for itself, unless more are asked for; what is alike beyond them is taken together. */
export const MAX_SIMILAR = 10_000

const STANDS_FOR = 'This stands for'

/** True for one issue that stands for several: its path is the innermost place that they are in. */
export const isOfSeveral = ({ code, message }: Issue): boolean =>
  message.startsWith(`${ISSUES[code][1]} ${STANDS_FOR} `)

/** Issues of one code and one record, beyond the first: one that counts them and says from where to where they are. */
class SimilarIssues extends Noted {
  readonly #first: Site | null
  #last: Site | null
  #count = 1

  constructor(first: Noted) {
    super(first.code, first.at, first)
    this.#first = placed(first.origin, first.at)
    this.#last = this.#first
  }

  /** Adds one that stands behind the others. */
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

/** Issues as they are noted: of those of one code, beyond so many, the ones of one record are one that counts them. */
export class IssueList {
  readonly noted: Noted[] = []
  readonly #counts = new Map<IssueCode, number>()
  /** The place of the first issue of what is alike; once a second comes, one that stands for all of them is there. */
  readonly #alike = new Map<string, number>()

  constructor(private readonly most: number = MAX_SIMILAR) {}

  /** The issues; those that are one with others say so of what came until now. */
  get issues(): Issue[] {
    return issuesOf(this.noted)
  }

  /** Adds what was noted; false where it is one with others of its record. */
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
