import type { CountableIssue } from '../core/issue-list.js'
import type { IssueCode, Severity } from '../core/issue-table.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { BrokenValue } from './input-result.js'

/** The counts of a run or of a part of it. */
export interface Counts {
  readonly taxpayers: number
  /** The number of rejected records and values, including repeated records. */
  readonly rejected: number
  /** The number of rejected form entries in accepted records. */
  readonly rejectedEntries: number
  readonly issues: Readonly<Record<Severity, number>>
  /** The number of issues by code. Codes that did not occur are absent. */
  readonly codes: Readonly<Partial<Record<IssueCode, number>>>
  /** True if an entire file was unreadable, for example because it is one malformed value. */
  readonly unreadable: boolean
}

const sumCounts = (items: readonly { readonly count?: number }[]): number =>
  items.reduce((sum, { count = 1 }) => sum + count, 0)

/** Adds up the counts of a run. */
export class Tally {
  readonly #counts = { taxpayers: 0, rejected: 0, rejectedEntries: 0, unreadable: false }
  readonly #issues = { error: 0, warning: 0, info: 0 }
  readonly #codes: Partial<Record<IssueCode, number>> = {}

  /** Adds a broken value and its issue. */
  addBroken({ issue, unreadable, count = 1 }: BrokenValue): void {
    this.#counts.rejected += count
    this.#counts.unreadable ||= unreadable
    this.addIssues([issue])
  }

  /** Adds a taxpayer and its rejected values, but not its issues. */
  addDossier({ unusedTaxpayers, rejected, records }: SourceDossier): void {
    this.#counts.taxpayers++
    this.#counts.rejected += unusedTaxpayers.length + sumCounts(rejected)
    for (const { rejectedEntries } of records) this.#counts.rejectedEntries += sumCounts(rejectedEntries)
  }

  addIssues(issues: readonly CountableIssue[]): void {
    for (const { code, severity } of issues) {
      this.#issues[severity]++
      this.#codes[code] = (this.#codes[code] ?? 0) + 1
    }
  }

  /** Adds the counts of another tally, such as that of a thread. */
  add({ issues, codes, unreadable, ...counts }: Counts): void {
    for (const name of ['taxpayers', 'rejected', 'rejectedEntries'] as const) this.#counts[name] += counts[name]
    this.#counts.unreadable ||= unreadable
    for (const severity of ['error', 'warning', 'info'] as const) this.#issues[severity] += issues[severity]
    for (const [code, count] of Object.entries(codes) as [IssueCode, number][])
      this.#codes[code] = (this.#codes[code] ?? 0) + count
  }

  toCounts(): Counts {
    return { ...this.#counts, issues: { ...this.#issues }, codes: { ...this.#codes } }
  }
}
