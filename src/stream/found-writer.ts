import { orLate, pauseOf } from '../core/deadline.js'
import type { Issue } from '../core/issue.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope, TableSpec } from '../export/table.js'
import { type ReadingOptions, readSourceDossier } from '../normalize/dossier.js'
import type { Privacy, PrivacyOptions } from '../normalize/privacy.js'
import type { RawDossier } from '../normalize/raw-dossier.js'
import { rejectionsOf } from '../normalize/rejections.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { GroupedDossier } from '../normalize/taxpayer-group.js'
import { resultOf, type TaxpayerResult } from '../summarize/result.js'
import type { Terms } from '../underwrite/terms.js'
import type { RowSink } from './formats/writer.js'
import type { BrokenValue, Found } from './found.js'
import { IssueListing } from './issue-listing.js'
import { ISSUES, writeIssue, writeIssues } from './issue-rows.js'
import { Tally } from './tally.js'
import { textAt } from './text-origin.js'

/** What decides the rows of a taxpayer. */
export interface RowOptions extends ReadingOptions, PrivacyOptions {
  readonly maxSourceIssues?: number | undefined
  /** Under what a taxpayer is underwritten. Asked once for each. */
  readonly termsOf: (taxpayerId: string) => Terms
}

/** A table, and who takes its rows. */
export interface TableOutput<Sink extends RowSink = RowSink> {
  readonly table: TableSpec
  readonly sinks: readonly Sink[]
}

/** A taxpayer that was worked out. */
interface Worked {
  readonly dossier: SourceDossier
  readonly result: TaxpayerResult
}

/** One whose time was over. */
interface Late {
  readonly late: Issue
  readonly raw: RawDossier
}

/** Writes what is found: each taxpayer's rows to every table, and what is refused as it was written. */
export class FoundWriter {
  readonly tally = new Tally()
  readonly listing: IssueListing
  readonly #options: RowOptions
  readonly #privacy: Privacy
  readonly #outputs: readonly TableOutput[]
  readonly #issues: TableOutput | undefined
  readonly #issueSinks: readonly RowSink[]
  readonly #reject: (text: string) => void

  /** Throws RangeError for options that are none. */
  constructor(
    options: RowOptions,
    privacy: Privacy,
    outputs: readonly TableOutput[],
    reject: (text: string) => void,
  ) {
    this.#options = options
    this.#privacy = privacy
    this.listing = new IssueListing(options)
    this.#outputs = outputs
    this.#issues = outputs.find(({ table }) => table.name === ISSUES)
    this.#issueSinks = this.#issues?.sinks ?? []
    this.#reject = reject
  }

  /**
   * Writes taxpayers, and values that could not be used, in their order. One stage takes all of them before the next does:
   * together the code of the stages is larger than a processor's caches.
   */
  take(all: readonly Found[]): void {
    const worked = all.map(found => ('issue' in found ? found : this.#work(found.dossier)))
    const scopes: Scope[] = []
    for (const each of worked) {
      if ('result' in each) scopes.push(this.#begin(each))
      else if ('late' in each) this.#refuse(each.raw, each.late)
      else {
        if (each.text !== null) this.#reject(each.text)
        this.#tellBroken(each)
      }
    }
    for (const { table, sinks } of this.#outputs)
      if (table.name !== ISSUES)
        for (const sink of sinks) for (let i = 0; i < scopes.length; i++) sink.rows(scopes[i] as Scope)
  }

  /** Writes the issues that say how many others are not listed. */
  end(): void {
    for (const issue of this.listing.rest()) writeIssue({ ...issue, taxpayerId: null }, this.#issueSinks)
  }

  #work(raw: GroupedDossier): Worked | Late {
    const options = this.#options
    const pause = pauseOf(options.deadline)
    const worked = orLate<Worked | Issue>(
      () => {
        const dossier = readSourceDossier(raw, options, pause)
        return { dossier, result: resultOf(dossier, pause) }
      },
      late => late.issueAt(raw.taxpayerAt, raw.origin),
    )
    return 'code' in worked ? { late: worked, raw } : worked
  }

  /** Counts a taxpayer, and writes what was refused of it and its issues, in their order with those of broken values. */
  #begin({ dossier, result }: Worked): Scope {
    const { taxpayerId } = dossier
    const terms = this.#options.termsOf(taxpayerId)
    const scope: Scope = { result, taxpayerId, privacy: this.#privacy, terms }
    this.tally.dossier(dossier)
    for (const { at, origin } of rejectionsOf(dossier)) this.#rejectAt(origin, at)
    const met = countablesOf(scope)
    this.tally.issues(met)
    if (this.#issues !== undefined)
      writeIssues(this.#issues.table, scope, met, this.#issueSinks, this.listing)
    return scope
  }

  /** Refuses all of a taxpayer whose time was over. */
  #refuse({ taxpayerId, taxpayer, taxpayerAt, ...raw }: RawDossier, issue: Issue): void {
    const own = (taxpayer ?? null) === null ? [] : [{ at: taxpayerAt, origin: raw.origin }]
    const values = [...own, ...raw.superseded, ...raw.records]
    for (const { at, origin } of values) this.#rejectAt(origin, at)
    this.#tellBroken({ issue, taxpayerId, text: null, unreadable: false, count: values.length })
  }

  #rejectAt(...[origin, at]: Parameters<typeof textAt>): void {
    const text = textAt(origin, at)
    if (text !== null) this.#reject(text)
  }

  #tellBroken(broken: BrokenValue): void {
    this.tally.broken(broken)
    const { issue, taxpayerId } = broken
    if (this.listing.take(issue)) writeIssue({ ...issue, taxpayerId }, this.#issueSinks)
  }
}
