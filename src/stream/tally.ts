import type { Issue, Severity } from '../core/issue.js'
import type { SourceDossier } from '../normalize/dossier.js'
import type { BrokenValue } from './dossiers.js'

/** What a run met. */
export interface Counts {
  readonly taxpayers: number
  /** Records and values that were refused, repeated records too. */
  readonly rejected: number
  /** Single entries of form arrays that were refused. */
  readonly rejectedEntries: number
  readonly issues: Readonly<Record<Severity, number>>
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

  /** Adds a value that belongs to no taxpayer, with its issue. */
  broken({ issue, unreadable, count = 1 }: BrokenValue): void {
    this.#rejected += count
    this.#unreadable ||= unreadable
    this.issues([issue])
  }

  /** Adds a taxpayer and what was rejected of it; its issues come apart. */
  dossier({ asides, rejected, records }: SourceDossier): void {
    this.#taxpayers++
    this.#rejected += asides.length
    for (const { count } of rejected) this.#rejected += count
    for (const { rejectedEntries } of records)
      for (const { count = 1 } of rejectedEntries) this.#rejectedEntries += count
  }

  /** Adds issues. */
  issues(issues: readonly Issue[]): void {
    for (const { severity } of issues) this.#issues[severity]++
  }

  /** Adds what another run met. */
  add({ taxpayers, rejected, rejectedEntries, issues, unreadable }: Counts): void {
    this.#taxpayers += taxpayers
    this.#rejected += rejected
    this.#rejectedEntries += rejectedEntries
    this.#unreadable ||= unreadable
    for (const severity of ['error', 'warning', 'info'] as const) this.#issues[severity] += issues[severity]
  }

  /** What was met so far. */
  counts(): Counts {
    return {
      taxpayers: this.#taxpayers,
      rejected: this.#rejected,
      rejectedEntries: this.#rejectedEntries,
      issues: { ...this.#issues },
      unreadable: this.#unreadable,
    }
  }
}
