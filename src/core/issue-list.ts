import { type Issue, placed } from './issue.js'
import { ISSUES, type IssueCode } from './issue-table.js'
import { issuesOf, Noted } from './noted.js'
import { commonSite, printPath, type Site } from './path.js'

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
