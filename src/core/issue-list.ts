import { type Issue, type IssueDetail, makeIssue, placed } from './issue.js'
import { ISSUES, type IssueCode } from './issue-table.js'
import { commonSite, printPath, type Site } from './path.js'

/** So many issues of one code of one taxpayer stand each for itself, unless more are asked for; what is alike beyond them is taken together. */
export const MAX_SIMILAR = 10_000

const STANDS_FOR = 'This stands for'

/** True for one issue that stands for several: its path is the innermost place that they are in. */
export const isOfSeveral = ({ code, message }: Issue): boolean =>
  message.startsWith(`${ISSUES[code][1]} ${STANDS_FOR} `)

/** Issues of one code and one record, beyond the first: one that counts them and says from where to where they are. */
class SimilarIssues {
  readonly issue: Issue
  readonly #first: Site | null
  #last: Site | null
  readonly #origin: IssueDetail['origin']
  #count = 1

  constructor(code: IssueCode, at: Site | null, detail: IssueDetail) {
    this.#origin = detail.origin
    this.#first = placed(detail.origin, at)
    this.#last = this.#first
    const { value, expected, more, ...kept } = detail
    // The text is made when it is read: the last of them is not known before.
    const pathOf = (): string => printPath(commonSite(this.#first, this.#last))
    const moreOf = (): string =>
      `${STANDS_FOR} ${this.#count} of them, from ${printPath(this.#first)} to ${printPath(this.#last)}.`
    this.issue = {
      ...makeIssue(code, at, kept),
      get path() {
        return pathOf()
      },
      get message() {
        return `${ISSUES[code][1]} ${moreOf()}`
      },
    }
  }

  /** Adds one that stands behind the others. */
  add(at: Site | null): void {
    this.#last = placed(this.#origin, at)
    this.#count++
  }
}

/** Issues as they are noted: of those of one code, beyond so many, the ones of one record are one that counts them. */
export class IssueList {
  readonly issues: Issue[] = []
  readonly #most: number
  readonly #counts = new Map<IssueCode, number>()
  /** The first issue of what is alike, by its place; once a second comes, one that stands for all of them. */
  readonly #alike = new Map<string, { place: number; at: Site | null; all: SimilarIssues | null }>()

  constructor(most: number = MAX_SIMILAR) {
    this.#most = most
  }

  /** Adds an issue; false where it is one with others of its record. */
  add(code: IssueCode, at: Site | null, detail: IssueDetail): boolean {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= this.#most) {
      this.issues.push(makeIssue(code, at, detail))
      return true
    }
    const severity = detail.severity ?? ISSUES[code][0]
    const { source, line } = detail.origin ?? {}
    const mark = [code, severity, source, line, detail.recordId].join('\n')
    const first = this.#alike.get(mark)
    if (first === undefined) {
      this.#alike.set(mark, { place: this.issues.length, at, all: null })
      this.issues.push(makeIssue(code, at, detail))
      return true
    }
    if (first.all === null) {
      first.all = new SimilarIssues(code, first.at, detail)
      this.issues[first.place] = first.all.issue
    }
    first.all.add(at)
    return false
  }
}
