import { orLate, pauseOf } from '../core/deadline.js'
import type { Issue } from '../core/issue.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope, TableSpec } from '../export/table.js'
import { type ReadingOptions, readSourceDossier } from '../normalize/dossier.js'
import type { Privacy, PrivacyOptions } from '../normalize/privacy.js'
import type { RawDossier } from '../normalize/raw-dossier.js'
import { rejectionsOf } from '../normalize/rejections.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
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

/** Writes what is found: each taxpayer's rows to every table, and what is refused as it was written. */
export class FoundWriter {
  readonly tally = new Tally()
  readonly listing: IssueListing
  readonly #options: RowOptions
  readonly #privacy: Privacy
  readonly #outputs: readonly TableOutput[]
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
    this.#issueSinks = outputs.find(({ table }) => table.name === ISSUES)?.sinks ?? []
    this.#reject = reject
  }

  /** Writes a taxpayer, or a value that could not be used. */
  take(found: Found): void {
    if ('issue' in found) {
      if (found.text !== null) this.#reject(found.text)
      this.#tellBroken(found)
      return
    }
    const options = this.#options
    const pause = pauseOf(options.deadline)
    const worked = orLate<{ dossier: SourceDossier; result: TaxpayerResult } | Issue>(
      () => {
        const dossier = readSourceDossier(found.dossier, options, pause)
        return { dossier, result: resultOf(dossier, pause) }
      },
      late => late.issueAt(found.dossier.taxpayerAt, found.dossier.origin),
    )
    if ('code' in worked) this.#refuse(found.dossier, worked)
    else this.#write(found.dossier.taxpayerId, worked.dossier, worked.result)
  }

  /** Writes the issues that say how many others are not listed. */
  end(): void {
    for (const issue of this.listing.rest()) writeIssue({ ...issue, taxpayerId: null }, this.#issueSinks)
  }

  #write(taxpayerId: string, dossier: SourceDossier, result: TaxpayerResult): void {
    const terms = this.#options.termsOf(taxpayerId)
    const scope: Scope = { result, taxpayerId, privacy: this.#privacy, terms }
    this.tally.dossier(dossier)
    for (const { at, origin } of rejectionsOf(dossier)) this.#rejectAt(origin, at)
    const met = countablesOf(scope)
    this.tally.issues(met)
    for (const { table, sinks } of this.#outputs) {
      if (table.name === ISSUES) writeIssues(table, scope, met, sinks, this.listing)
      else for (const sink of sinks) sink.rows(scope)
    }
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
