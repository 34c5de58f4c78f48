import type { IssueCode, Severity } from '../core/issue-table.js'
import type { Countable } from '../core/noted.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { BrokenValue } from './found.js'

/** What a run met. */
export interface Counts {
  readonly taxpayers: number
  /** Records and values that were refused, repeated records too. */
  readonly rejected: number
  /** Single entries of form arrays that were refused. */
  readonly rejectedEntries: number
  readonly issues: Readonly<Record<Severity, number>>
  /** How many issues of each code that was met. */
  readonly codes: Readonly<Partial<Record<IssueCode, number>>>
  /** A file is one value, and that value is malformed JSON. */
  readonly unreadable: boolean
}

/** Counts what a run meets. */
export class Tally {
  #taxpayers = 0
  #rejected = 0
  #rejectedEntries = 0
  #unreadable = false
  readonly #issues = { error: 0, warning: 0, info: 0 }
  readonly #codes: Partial<Record<IssueCode, number>> = {}

  /** Adds a value that belongs to no taxpayer, with its issue. */
  broken({ issue, unreadable, count = 1 }: BrokenValue): void {
    this.#rejected += count
    this.#unreadable ||= unreadable
    this.issues([issue])
  }

  /** Adds a taxpayer and what was rejected of it; its issues come apart. */
  dossier({ superseded, rejected, records }: SourceDossier): void {
    this.#taxpayers++
    this.#rejected += superseded.length
    for (const { count } of rejected) this.#rejected += count
    for (const { rejectedEntries } of records)
      for (const { count = 1 } of rejectedEntries) this.#rejectedEntries += count
  }

  /** Adds issues. */
  issues(issues: readonly Countable[]): void {
    for (const { code, severity } of issues) {
      this.#issues[severity]++
      this.#codes[code] = (this.#codes[code] ?? 0) + 1
    }
  }

  /** Adds what another run met. */
  add({ taxpayers, rejected, rejectedEntries, issues, codes, unreadable }: Counts): void {
    this.#taxpayers += taxpayers
    this.#rejected += rejected
    this.#rejectedEntries += rejectedEntries
    this.#unreadable ||= unreadable
    for (const severity of ['error', 'warning', 'info'] as const) this.#issues[severity] += issues[severity]
    for (const code of Object.keys(codes) as IssueCode[])
      this.#codes[code] = (this.#codes[code] ?? 0) + (codes[code] ?? 0)
  }

  /** What was met so far. */
  counts(): Counts {
    return {
      taxpayers: this.#taxpayers,
      rejected: this.#rejected,
      rejectedEntries: this.#rejectedEntries,
      issues: { ...this.#issues },
      codes: { ...this.#codes },
      unreadable: this.#unreadable,
    }
  }
}
