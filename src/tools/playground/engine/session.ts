import { computeResult } from '../../../figures/taxpayer-result.js'
import { ResultWriter, type TableOutput } from '../../../files/convert/result-writer.js'
import { BufferedRows, makeRowSink, type RowSink } from '../../../files/formats/writer.js'
import { InputWatch } from '../../../files/read/describe-input.js'
import { assembleDossiers } from '../../../files/read/dossier-assembler.js'
import type { InputResult } from '../../../files/read/input-result.js'
import { type Input, splitInput } from '../../../files/split/split.js'
import { Privacy } from '../../../ingest/privacy.js'
import { readSourceDossier } from '../../../ingest/read-dossier.js'
import { REPORT_KIND } from '../../../report/heading.js'
import { describeTotals } from '../../../report/policy-totals.js'
import { indexLine, renderReport } from '../../../report/scope-report.js'
import { getUnderwritings } from '../../../tables/definitions/cached-underwriting.js'
import { issues } from '../../../tables/definitions/issues-table.js'
import { taxpayers } from '../../../tables/definitions/record-tables.js'
import type { TableSpec, TaxpayerContext } from '../../../tables/table.js'
import { selectTables } from '../../../tables/tables.js'
import type { KnownFacts } from '../../../underwriting/facts/known-facts.js'
import { parseUnderwritingOptions, type UnderwritingInputs } from '../../../underwriting/facts/options.js'
import type { PresetName } from '../../../underwriting/policies/presets.js'
import { DOWNLOADS, type TableFormat } from '../downloads.js'
import type {
  BorrowerLine,
  BorrowerReport,
  Borrowers,
  EnteredFacts,
  GeneratedFile,
  InputSummary,
  ProgressListener,
  RowQuery,
  ShownRows,
} from '../protocol.js'
import { listFactsChoices } from './facts-choices.js'
import { IssueGroups } from './issue-groups.js'
import { TableView } from './table-view.js'
import { packZip, type ZipEntry } from './zip.js'

const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

const REPORT_TYPE = { type: 'text/html;charset=utf-8' }

/** The data that was read from the files and that the page shows. */
export class Session {
  readonly #privacy = new Privacy()
  #underwritingInputs: UnderwritingInputs = parseUnderwritingOptions()
  readonly #knownFacts = new Map<string, KnownFacts>()
  #policies: readonly PresetName[] = []
  #sources: readonly string[] = []
  #watch = new InputWatch()
  #tableView: TableView | null = null
  #outcomes: InputResult[] = []
  /** The borrowers. The `rowNumber` of a borrower is its position in the data. */
  #borrowers: BorrowerLine[] = []

  constructor(private readonly onProgress: ProgressListener) {}

  /** Reads inputs and replaces the earlier data. `getShare` returns the progress from 0 to 1. */
  async read(inputs: readonly Input[], policies: readonly string[], getShare: () => number): Promise<InputSummary> {
    this.#outcomes = []
    this.#sources = inputs.map(({ source }) => source)
    const watch = new InputWatch()
    this.#watch = watch
    this.#knownFacts.clear()
    this.#setPolicies(policies)
    async function* readPieces() {
      for (const input of inputs) yield* splitInput(input)
    }
    const outcomes = this.#outcomes
    async function* readAndKeep() {
      for await (const outcome of assembleDossiers(readPieces(), { watch })) {
        outcomes.push(outcome)
        yield outcome
      }
    }
    return this.#list(readAndKeep(), getShare)
  }

  /** Recomputes the figures of the same data under other policies. */
  async usePolicies(policies: readonly string[]): Promise<InputSummary> {
    this.#setPolicies(policies)
    return this.#list(this.#outcomes, doneCount => doneCount / this.#outcomes.length)
  }

  /** Returns one page of the borrowers whose names contain the search text. */
  borrowers(from: number, count: number, search: string): Borrowers {
    const searchText = search.trim().toLowerCase()
    const matchingBorrowers =
      searchText === ''
        ? this.#borrowers
        : this.#borrowers.filter(({ name }) => name.toLowerCase().includes(searchText))
    return { lines: matchingBorrowers.slice(from, from + count), count: matchingBorrowers.length }
  }

  /** Makes a borrower's report, as `taxtally report` writes it. */
  report(number: number): BorrowerReport {
    const taxpayer = this.#getTaxpayer(number)
    const text = renderReport(taxpayer, { date: new Date().toISOString().slice(0, 10) })
    // Browsers save the title of each tab in their history.
    const untitledText = text.replace(/(?<=<title>)[^<]*/, REPORT_KIND)
    const [blob, untitledBlob] = [text, untitledText].map(html => new Blob([html], REPORT_TYPE)) as [Blob, Blob]
    const totals = getUnderwritings(taxpayer).flatMap(result => {
      const total = result.totals.at(-1)
      return total === undefined ? [] : [describeTotals(taxpayer, result, total)]
    })
    const file = `borrower-${String(number + 1).padStart(4, '0')}.html`
    return { blob, untitledBlob, file, totals, choices: listFactsChoices(taxpayer) }
  }

  /** Uses what a person knows about a borrower, instead of what was entered before, and makes the borrower's report. */
  useFacts(number: number, facts: EnteredFacts): BorrowerReport {
    const { taxpayerId } = this.#getTaxpayer(number)
    this.#knownFacts.set(taxpayerId, { ...facts, taxpayerId })
    this.#setPolicies(this.#policies)
    this.#tableView = null
    this.#borrowers[number] = { ...indexLine(this.#getTaxpayer(number)), rowNumber: number }
    return this.report(number)
  }

  #getTaxpayer(number: number): TaxpayerContext {
    const borrowerOutcome = this.#outcomes.filter(outcome => 'dossier' in outcome)[number]
    if (borrowerOutcome === undefined) throw new RangeError('There is no such borrower.')
    const dossier = readSourceDossier(borrowerOutcome.dossier)
    const { taxpayerId } = dossier
    return {
      result: computeResult(dossier),
      taxpayerId,
      privacy: this.#privacy,
      underwritingInputs: this.#underwritingInputs,
    }
  }

  /** Writes a table as `taxtally convert` does. */
  async table(name: string, format: TableFormat): Promise<GeneratedFile> {
    const [written] = await this.#writeTables([name], [format])
    if (written === undefined) throw new RangeError('There is no such table.')
    return { blob: new Blob([...written.chunks], { type: MEDIA_TYPES[format] }), file: written.file }
  }

  /** Packs every table in every format, and a borrower's report, into one file. */
  async zip(number: number): Promise<GeneratedFile> {
    const tables = await this.#writeTables(['all'], Object.keys(DOWNLOADS) as TableFormat[])
    const reports = this.#borrowers[number] === undefined ? [] : [this.report(number)]
    const entries = reports.map(async ({ blob, file }) => ({
      file,
      chunks: [new Uint8Array(await blob.arrayBuffer())],
    }))
    return { blob: packZip([...(await Promise.all(entries)), ...tables]), file: 'taxtally.zip' }
  }

  /** Returns rows of a table to show. Keeps the rows of one table, to sort and filter them without computing them again. */
  rows(query: RowQuery): ShownRows {
    if (this.#tableView?.table.name !== query.table) {
      const [table] = selectTables([query.table]).tables
      if (table === undefined) throw new RangeError('There is no such table.')
      const tableView = new TableView(table)
      this.#writeAll([{ table, sinks: [makeRowSink(table, cells => tableView.addRow(cells))] }])
      this.#tableView = tableView
    }
    return this.#tableView.selectRows(query)
  }

  async #writeTables(names: readonly string[], formats: readonly TableFormat[]): Promise<ZipEntry[]> {
    const openers = await Promise.all(formats.map(async format => ({ format, open: await DOWNLOADS[format].load() })))
    const outputs = selectTables(names).tables.map(table => ({
      table,
      files: openers.map(({ format, open }) => {
        const rows = new BufferedRows(() => {})
        return { rows, sink: open(table, rows, {}), file: `${table.name}.${format}` }
      }),
    }))
    this.#writeAll(outputs.map(({ table, files }) => ({ table, sinks: files.map(({ sink }) => sink) })))
    return outputs.flatMap(({ files }) =>
      files.map(({ rows, sink, file }) => {
        sink.end()
        return { file, chunks: rows.take().chunks as readonly Uint8Array<ArrayBuffer>[] }
      }),
    )
  }

  /** Computes the figures of every borrower and writes them to outputs. */
  #writeAll(outputs: readonly TableOutput[]): void {
    let doneCount = 0
    const writer = this.#writer(outputs)
    for (const outcome of this.#outcomes) {
      writer.writeResults([outcome])
      this.onProgress(++doneCount / this.#outcomes.length, doneCount)
    }
    writer.end()
  }

  #setPolicies(policies: readonly string[]): void {
    this.#policies = policies as PresetName[]
    const knownFacts = [...this.#knownFacts.values()]
    this.#underwritingInputs = parseUnderwritingOptions({ policy: this.#policies, knownFacts })
  }

  #writer(outputs: readonly TableOutput[]): ResultWriter {
    return new ResultWriter({ getUnderwritingInputs: () => this.#underwritingInputs }, this.#privacy, outputs, () => {})
  }

  /** Lists the borrowers and groups the issues by code. `getShare` gets the number of outcomes that are done. */
  async #list(
    outcomes: AsyncIterable<InputResult> | Iterable<InputResult>,
    getShare: (doneCount: number) => number,
  ): Promise<InputSummary> {
    this.#tableView = null
    const borrowers: BorrowerLine[] = []
    const issueGroups = new IssueGroups()
    const issueSink = makeRowSink(issues as TableSpec, cells => issueGroups.add(cells))
    const borrowerSink: RowSink = {
      writeRows: taxpayer => borrowers.push({ ...indexLine(taxpayer), rowNumber: borrowers.length }),
      writeIssue: () => {},
    }
    const writer = this.#writer([
      { table: issues as TableSpec, sinks: [issueSink] },
      { table: taxpayers as TableSpec, sinks: [borrowerSink] },
    ])
    let doneCount = 0
    for await (const outcome of outcomes) {
      writer.writeResults([outcome])
      this.onProgress(getShare(++doneCount), borrowers.length)
    }
    writer.end()
    this.#borrowers = borrowers
    const { taxpayers: count, rejected } = writer.tally.toCounts()
    const { wrongInputs, emptyInputs } = this.#watch.describeAll(this.#sources)
    return {
      sources: this.#sources,
      taxpayers: count,
      rejected,
      wrongFiles: [...wrongInputs, ...emptyInputs],
      issues: issueGroups.list(),
    }
  }
}
