import type { Issue } from '../../core/issues/issue.js'
import type { CountableIssue } from '../../core/issues/issue-list.js'
import type { IssueCode, Severity } from '../../core/issues/issue-table.js'
import { runWithDeadline, startDeadline } from '../../core/limits.js'
import { computeResult } from '../../figures/taxpayer-result.js'
import type { RawDossier } from '../../ingest/group/raw-dossier.js'
import type { Privacy, PrivacyOptions } from '../../ingest/privacy.js'
import { type ReadingOptions, readSourceDossier } from '../../ingest/read-dossier.js'
import { listRejections, type SourceDossier } from '../../ingest/source-dossier.js'
import { getUnderwritings } from '../../tables/definitions/cached-underwriting.js'
import {
  ISSUE_COLUMNS,
  type IssueTableRow,
  issues,
  listCountableIssues,
  listIssueCells,
} from '../../tables/definitions/issues-table.js'
import type { CellValue, TableSpec, TaxpayerContext } from '../../tables/table.js'
import { findStatedIdentities, type UnderwritingInputs } from '../../underwriting/facts/options.js'
import type { RowSink } from '../formats/writer.js'
import { type BrokenValue, type Counts, findOriginalText, type InputResult, Tally } from '../read/input-result.js'
import { IssueListing } from './issue-listing.js'

export const ISSUES_TABLE_NAME = issues.name

const [SOURCE_COLUMN, CODE_COLUMN, SEVERITY_COLUMN] = ['source', 'code', 'severity'].map(name =>
  ISSUE_COLUMNS.findIndex(column => column.name === name),
) as [number, number, number]

/** The options that determine a taxpayer's rows. */
export interface RowOptions extends ReadingOptions, PrivacyOptions {
  readonly maxSourceIssues?: number | undefined
  /** Returns the policies, known facts and stated income for a taxpayer. Called once per taxpayer. */
  readonly getUnderwritingInputs: (taxpayerId: string) => UnderwritingInputs
}

/** A table and the sinks that receive its rows. */
export interface TableOutput {
  readonly table: TableSpec
  readonly sinks: readonly RowSink[]
}

/** A taxpayer with computed figures. */
interface ComputedTaxpayer {
  readonly dossier: SourceDossier
  readonly context: TaxpayerContext
}

/** A taxpayer that could not be processed before the deadline. */
interface LateTaxpayer {
  readonly late: Issue
  readonly raw: RawDossier
}

/** The counts and issues of a batch of the input that a thread processed. */
export interface BatchIssues {
  readonly counts: Counts
  /** The cells of the issues. The main thread writes them, because only it can apply the limit per input. */
  readonly issues: readonly (readonly CellValue[])[]
  /** The counts of issues beyond the thread's limit per input. */
  readonly unlisted: IssueListing['unlisted']
}

/** Writes the rows of taxpayers to all tables, and passes the text of rejected values to a callback. */
export class ResultWriter {
  readonly tally = new Tally()
  readonly listing: IssueListing
  readonly #options: RowOptions
  readonly #privacy: Privacy
  readonly #outputs: readonly TableOutput[]
  readonly #issuesOutput: TableOutput | undefined
  readonly #needsUnderwriting: boolean
  readonly #reject: (text: string) => void

  /** Throws RangeError for invalid options. */
  constructor(options: RowOptions, privacy: Privacy, outputs: readonly TableOutput[], reject: (text: string) => void) {
    this.#options = options
    this.#privacy = privacy
    this.listing = new IssueListing(options)
    this.#outputs = outputs.filter(({ table }) => table.name !== ISSUES_TABLE_NAME)
    this.#issuesOutput = outputs.find(({ table }) => table.name === ISSUES_TABLE_NAME)
    this.#needsUnderwriting = outputs.some(({ table }) => table.columns.some(({ name }) => name === 'policy'))
    this.#reject = reject
  }

  /**
   * Writes taxpayers and broken values in order. Each stage processes all of them before the next stage begins, because
   * the code of all stages together does not fit in a processor's caches.
   */
  writeResults(results: readonly InputResult[]): void {
    const computedTaxpayers = results.map(inputResult =>
      'issue' in inputResult ? inputResult : this.#compute(inputResult.dossier),
    )
    const contexts: TaxpayerContext[] = []
    for (const item of computedTaxpayers) {
      if ('context' in item) contexts.push(this.#beginTaxpayer(item))
      else if ('late' in item) this.#rejectLate(item)
      else this.#writeBroken(item)
    }
    for (const { sinks } of this.#outputs)
      for (const sink of sinks) for (let i = 0; i < contexts.length; i++) sink.writeRows(contexts[i] as TaxpayerContext)
  }

  /** Adds the counts of a batch that a thread processed, and writes its issues up to the limit per input. */
  addBatch({ counts, issues, unlisted }: BatchIssues): void {
    this.tally.add(counts)
    for (const cells of issues) {
      const [code, severity] = [cells[CODE_COLUMN] as IssueCode, cells[SEVERITY_COLUMN] as Severity]
      if (this.listing.tryList({ code, severity, origin: { source: String(cells[SOURCE_COLUMN]), line: null } }))
        this.#writeIssue(cells)
    }
    this.listing.addUnlisted(unlisted)
  }

  /** Writes an issue for each input with unlisted issues, which states how many there are. */
  end(): void {
    for (const issue of this.listing.summarizeUnlisted())
      this.#writeIssue(listIssueCells({ ...issue, taxpayerId: null }))
  }

  #compute(raw: RawDossier): ComputedTaxpayer | LateTaxpayer {
    const checkDeadline = startDeadline(this.#options.deadline)
    return runWithDeadline<ComputedTaxpayer | LateTaxpayer>(
      checkDeadline,
      () => {
        const dossier = readSourceDossier(raw, this.#options, checkDeadline)
        const underwritingInputs = this.#options.getUnderwritingInputs(dossier.taxpayerId)
        const statedIdentities = findStatedIdentities(underwritingInputs, dossier.taxpayerId)
        const result = computeResult(dossier, checkDeadline, statedIdentities)
        const context = { result, taxpayerId: dossier.taxpayerId, privacy: this.#privacy, underwritingInputs }
        // With a deadline, the underwriting is computed here, so that the deadline ends it.
        if (checkDeadline !== undefined && this.#needsUnderwriting) getUnderwritings(context)
        return { dossier, context }
      },
      late => ({ late: late.toIssue(raw.taxpayerPath, raw.origin), raw }),
    )
  }

  /** Counts a taxpayer and writes its rejected values and issues. */
  #beginTaxpayer({ dossier, context }: ComputedTaxpayer): TaxpayerContext {
    this.tally.addDossier(dossier)
    for (const { path, origin } of listRejections(dossier)) this.#rejectText(findOriginalText(origin, path))
    const taxpayerIssues = listCountableIssues(context)
    this.tally.addIssues(taxpayerIssues)
    if (taxpayerIssues.length > 0) this.#writeIssues(context, taxpayerIssues)
    return context
  }

  /** Writes the issues of a taxpayer up to the limit per input. */
  #writeIssues(context: TaxpayerContext, taxpayerIssues: readonly CountableIssue[]): void {
    if (this.#issuesOutput === undefined) return
    const { table, sinks } = this.#issuesOutput
    const { listing } = this
    if (listing.tryListAll(taxpayerIssues)) for (const sink of sinks) sink.writeRows(context)
    // If all are beyond the limit, they are only counted, so the table's rows need not be computed.
    else if (taxpayerIssues.every(issue => listing.isFull(issue)))
      for (const issue of taxpayerIssues) listing.tryList(issue)
    else
      for (const row of table.rows(context) as Iterable<IssueTableRow>)
        if (listing.tryList(row)) this.#writeIssue(listIssueCells(row))
  }

  #writeIssue(cells: readonly CellValue[]): void {
    for (const sink of this.#issuesOutput?.sinks ?? []) sink.writeIssue(cells)
  }

  /** Rejects all values of a taxpayer that could not be processed before the deadline. */
  #rejectLate({ late: issue, raw }: LateTaxpayer): void {
    const { taxpayerId, taxpayer = null, taxpayerPath, unusedTaxpayers, records } = raw
    const taxpayers = taxpayer === null ? [] : [{ path: taxpayerPath, origin: raw.origin }]
    const values = [...taxpayers, ...unusedTaxpayers, ...records]
    for (const { path, origin } of values) this.#rejectText(findOriginalText(origin, path))
    this.#writeBroken({ issue, taxpayerId, text: null, unreadable: false, count: values.length })
  }

  #rejectText(text: string | null): void {
    if (text !== null) this.#reject(text)
  }

  #writeBroken(broken: BrokenValue): void {
    const { issue, taxpayerId, text } = broken
    this.#rejectText(text)
    this.tally.addBroken(broken)
    if (this.listing.tryList(issue)) this.#writeIssue(listIssueCells({ ...issue, taxpayerId }))
  }
}
