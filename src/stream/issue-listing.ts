import { type Issue, makeIssue } from '../core/issue.js'
import type { IssueCode, Severity } from '../core/issue-table.js'
import { wordsOfLimit } from '../core/limit-words.js'
import { limitOf, MAX_SOURCE_ISSUES } from '../core/limits.js'
import { getOrCreate } from '../core/lists.js'
import type { Countable } from '../core/noted.js'
import { compareText } from '../core/text.js'

/** How many issues of an input are not listed, by severity and code. */
type More = Map<Severity, Map<IssueCode, number>>

const WORST: readonly Severity[] = ['error', 'warning', 'info']

const sourceOf = ({ origin }: Countable): string => origin?.source ?? ''

/** Lists so many issues of each input, and counts the others. The same for an input in parts, one after another. */
export class IssueListing {
  readonly #most: number
  readonly #listed = new Map<string, number>()
  readonly #more = new Map<string, More>()

  /** Throws RangeError for a limit that is none. */
  constructor(options: { readonly maxSourceIssues?: number | undefined }) {
    this.#most = limitOf(options, 'maxSourceIssues', MAX_SOURCE_ISSUES)
  }

  /** True where all of these are to be listed; else they are to be taken one by one. */
  takeAll(issues: readonly Countable[]): boolean {
    const counts = new Map<string, number>()
    for (const issue of issues) {
      const source = sourceOf(issue)
      counts.set(source, (counts.get(source) ?? this.#listedOf(source)) + 1)
    }
    for (const count of counts.values()) if (count > this.#most) return false
    for (const [source, count] of counts) this.#listed.set(source, count)
    return true
  }

  /** True where none of these is to be listed. */
  isFull(issues: readonly Countable[]): boolean {
    return issues.every(issue => this.#listedOf(sourceOf(issue)) >= this.#most)
  }

  /** True where an issue is to be listed. */
  take(issue: Countable): boolean {
    return this.takeOf(sourceOf(issue), issue.code, issue.severity)
  }

  /** The same by what is known of it. */
  takeOf(source: string, code: IssueCode, severity: Severity): boolean {
    const listed = this.#listedOf(source)
    if (listed < this.#most) {
      this.#listed.set(source, listed + 1)
      return true
    }
    this.#count(source, severity, code, 1)
    return false
  }

  /** What was not listed so far. */
  get more(): ReadonlyMap<string, More> {
    return this.#more
  }

  /** Adds what another listing of a part did not list. */
  addMore(more: ReadonlyMap<string, More>): void {
    for (const [source, bySeverity] of more)
      for (const [severity, byCode] of bySeverity)
        for (const [code, count] of byCode) this.#count(source, severity, code, count)
  }

  /** An issue for each input of which not all are listed, as bad as the worst of those. */
  rest(): Issue[] {
    return [...this.#more]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([source, more]) => {
        const severity = WORST.find(each => more.has(each)) as Severity
        const counts = WORST.flatMap(each => [...(more.get(each) ?? [])])
          .toSorted(([a], [b]) => compareText(a, b))
          .map(([code, count]) => `${code} ${count}`)
        return makeIssue('limit_reached', null, {
          origin: { source, line: null },
          severity,
          more: `More than ${this.#most} issues of this input: not listed are ${counts.join(', ')}; ${wordsOfLimit('maxSourceIssues')}`,
        })
      })
  }

  #listedOf(source: string): number {
    return this.#listed.get(source) ?? 0
  }

  #count(source: string, severity: Severity, code: IssueCode, count: number): void {
    const bySeverity = getOrCreate(this.#more, source, () => new Map() as More)
    const byCode = getOrCreate(bySeverity, severity, () => new Map<IssueCode, number>())
    byCode.set(code, (byCode.get(code) ?? 0) + count)
  }
}
