import { ISSUES, type Issue, type IssueCode, type IssueDetail, makeIssue } from './issue.js'
import { commonSite, printPath, type Site } from './path.js'

/** So many issues of one code of one taxpayer stand each for itself; what is alike beyond them is taken together. */
export const MOST_ALIKE = 10_000

/** Issues of one code and one record, beyond the first: one that counts them and says from where to where they are. */
export class AlikeIssues {
  readonly issue: Issue
  readonly #first: Site | null
  #last: Site | null
  #count = 1

  constructor(code: IssueCode, at: Site | null, detail: IssueDetail) {
    this.#first = at
    this.#last = at
    const { value, expected, more, ...kept } = detail
    // The text is made when it is read: the last of them is not known before.
    const pathOf = (): string => printPath(commonSite(this.#first, this.#last))
    const moreOf = (): string =>
      `This stands for ${this.#count} of them, from ${printPath(this.#first)} to ${printPath(this.#last)}.`
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
    this.#last = at
    this.#count++
  }
}
