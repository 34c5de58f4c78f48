import { type Issue, makeIssue } from '../../core/issues/issue.js'
import type { CountableIssue } from '../../core/issues/issue-list.js'
import type { IssueCode, Severity } from '../../core/issues/issue-table.js'
import { DEFAULT_MAX_SOURCE_ISSUES, describeLimitOption, readLimit } from '../../core/limits.js'
import { getOrCreate, groupBy } from '../../core/lists.js'
import { compareText } from '../../core/text.js'

/** The number of unlisted issues with the same input, severity and code. */
interface UnlistedIssues {
  readonly source: string
  readonly severity: Severity
  readonly code: IssueCode
  count: number
}

const SEVERITIES_WORST_FIRST: readonly Severity[] = ['error', 'warning', 'info']

const getSourceName = ({ origin }: CountableIssue): string => origin?.source ?? ''

/** Limits the number of listed issues per input and counts all others. The result does not depend on the threads. */
export class IssueListing {
  readonly #limit: number
  readonly #listed = new Map<string, number>()
  readonly #unlisted = new Map<string, UnlistedIssues>()

  /** Throws RangeError if the limit is not a whole number of at least 1. */
  constructor(options: { readonly maxSourceIssues?: number | undefined }) {
    this.#limit = readLimit(options, 'maxSourceIssues', DEFAULT_MAX_SOURCE_ISSUES)
  }

  /** Records all issues if they fit the limits. Otherwise returns false, and the caller must pass each to `tryList`. */
  tryListAll(issues: readonly CountableIssue[]): boolean {
    const counts = new Map<string, number>()
    for (const issue of issues) {
      const source = getSourceName(issue)
      counts.set(source, (counts.get(source) ?? this.#listed.get(source) ?? 0) + 1)
    }
    for (const count of counts.values()) if (count > this.#limit) return false
    for (const [source, count] of counts) this.#listed.set(source, count)
    return true
  }

  /** Returns true if the issue's input has reached the limit. */
  isFull(issue: CountableIssue): boolean {
    return (this.#listed.get(getSourceName(issue)) ?? 0) >= this.#limit
  }

  /** Records an issue. Returns true if the caller should write it to the issues table. */
  tryList(issue: CountableIssue): boolean {
    const source = getSourceName(issue)
    if (this.isFull(issue)) {
      this.#count({ source, severity: issue.severity, code: issue.code, count: 1 })
      return false
    }
    this.#listed.set(source, (this.#listed.get(source) ?? 0) + 1)
    return true
  }

  /** The counts of the issues that are not listed so far. */
  get unlisted(): readonly UnlistedIssues[] {
    return [...this.#unlisted.values()]
  }

  /** Adds the unlisted counts of a later batch. */
  addUnlisted(unlisted: readonly UnlistedIssues[]): void {
    for (const issues of unlisted) this.#count(issues)
  }

  /** Makes a `limit_reached` issue per input with unlisted issues. It has the severity of the worst of them. */
  summarizeUnlisted(): Issue[] {
    return [...groupBy(this.unlisted, ({ source }) => source)]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([source, unlisted]) => {
        const sorted = SEVERITIES_WORST_FIRST.flatMap(severity =>
          unlisted.filter(issueCount => issueCount.severity === severity),
        )
        const counts = sorted
          .toSorted((a, b) => compareText(a.code, b.code))
          .map(({ code, count }) => `${code} ${count}`)
        return makeIssue('limit_reached', null, {
          origin: { source, line: null },
          severity: (sorted[0] as UnlistedIssues).severity,
          explanation: `This input has more than ${this.#limit} issues. Not listed: ${counts.join(', ')}; ${describeLimitOption('maxSourceIssues')}`,
        })
      })
  }

  #count({ source, severity, code, count }: UnlistedIssues): void {
    const key = `${severity} ${code} ${source}`
    getOrCreate(this.#unlisted, key, () => ({ source, severity, code, count: 0 })).count += count
  }
}
