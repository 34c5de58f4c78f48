import { ISSUES, type IssueCode, type Severity } from '../../../core/issues/issue-table.js'
import { getOrCreate } from '../../../core/lists.js'
import { computeResult } from '../../../figures/taxpayer-result.js'
import { ResultWriter, type TableOutput } from '../../../files/convert/result-writer.js'
import { BufferedRows, makeRowSink, type RowSink } from '../../../files/formats/writer.js'
import { InputWatch } from '../../../files/read/describe-input.js'
import { assembleDossiers } from '../../../files/read/dossier-assembler.js'
import type { InputResult } from '../../../files/read/input-result.js'
import { type Input, splitInput } from '../../../files/split/source-pieces.js'
import { Privacy } from '../../../ingest/privacy.js'
import { readSourceDossier } from '../../../ingest/read-dossier.js'
import { describeTotals } from '../../../report/policy-totals.js'
import { compareIssues } from '../../../report/remarks.js'
import { indexLine, renderReport } from '../../../report/scope-report.js'
import { getUnderwritings } from '../../../tables/definitions/cached-underwriting.js'
import { ISSUE_COLUMNS, issues } from '../../../tables/definitions/issues-table.js'
import { taxpayers } from '../../../tables/definitions/record-tables.js'
import type { CellValue, TableSpec } from '../../../tables/table.js'
import { selectTables } from '../../../tables/tables.js'
import { parseUnderwritingOptions, type UnderwritingInputs } from '../../../underwriting/facts/options.js'
import type { PresetName } from '../../../underwriting/policies/presets.js'
import { DOWNLOADS, type TableFormat } from '../downloads.js'
import type {
  BorrowerLine,
  BorrowerReport,
  Borrowers,
  GeneratedFile,
  InputSummary,
  IssueGroup,
  IssuePlace,
  ProgressListener,
  RowQuery,
  ShownRows,
} from '../protocol.js'
import { TableView } from './table-view.js'
import { packZip, type ZipEntry } from './zip.js'

const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** The data that was read from the files and that the page shows. */
export class Session {
  readonly #privacy = new Privacy()
  #underwritingInputs: UnderwritingInputs = parseUnderwritingOptions()
  #sources: readonly string[] = []
  #watch = new InputWatch()
  #view: TableView | null = null
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
    const borrowerOutcome = this.#outcomes.filter(outcome => 'dossier' in outcome)[number]
    if (borrowerOutcome === undefined) throw new RangeError('There is no such borrower.')
    const dossier = readSourceDossier(borrowerOutcome.dossier)
    const { taxpayerId } = dossier
    const taxpayer = {
      result: computeResult(dossier),
      taxpayerId,
      privacy: this.#privacy,
      inputs: this.#underwritingInputs,
    }
    const blob = new Blob([renderReport(taxpayer, { date: new Date().toISOString().slice(0, 10) })], {
      type: 'text/html;charset=utf-8',
    })
    const totals = getUnderwritings(taxpayer).flatMap(result => {
      const total = result.totals.at(-1)
      return total === undefined ? [] : [describeTotals(taxpayer, result, total)]
    })
    return { blob, file: `borrower-${String(number + 1).padStart(4, '0')}.html`, totals }
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
    if (this.#view?.table.name !== query.table) {
      const [table] = selectTables([query.table]).tables
      if (table === undefined) throw new RangeError('There is no such table.')
      const view = new TableView(table)
      this.#writeAll([{ table, sinks: [makeRowSink(table, cells => view.addRow(cells))] }])
      this.#view = view
    }
    return this.#view.selectRows(query)
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
    this.#underwritingInputs = parseUnderwritingOptions({ policy: policies as PresetName[] })
  }

  #writer(outputs: readonly TableOutput[]): ResultWriter {
    return new ResultWriter({ getInputs: () => this.#underwritingInputs }, this.#privacy, outputs, () => {})
  }

  /** Lists the borrowers and groups the issues by code. `getShare` gets the number of outcomes that are done. */
  async #list(
    outcomes: AsyncIterable<InputResult> | Iterable<InputResult>,
    getShare: (doneCount: number) => number,
  ): Promise<InputSummary> {
    this.#view = null
    const borrowers: BorrowerLine[] = []
    const groups = new Map<string, IssueGroup & { count: number; places: IssuePlace[] }>()
    const addIssue = (cells: readonly CellValue[]): void => {
      const cell: IssueCells = Object.fromEntries(ISSUE_COLUMNS.map(({ name }, i) => [name, cells[i] ?? null]))
      const [code, severity] = [cell['code'] as IssueCode, cell['severity'] as Severity]
      const [, sentence, advice] = ISSUES[code]
      const empty = { code, severity, count: 0, sentence, advice, places: [] }
      const group = getOrCreate(groups, `${severity} ${code}`, () => empty)
      group.count++
      if (group.places.length < MAX_PLACES) group.places.push(toIssuePlace(cell, sentence))
    }
    const issueSink = makeRowSink(issues as TableSpec, addIssue)
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
      issues: [...groups.values()].sort(compareIssues),
    }
  }
}

/** The maximum number of locations shown per issue code. The issues table lists all of them. */
const MAX_PLACES = 20

type IssueCells = Readonly<Record<string, CellValue>>

const toIssuePlace = (cell: IssueCells, sentence: string): IssuePlace => ({
  source: String(cell['source'] ?? ''),
  line: cell['line'] as number | null,
  taxpayerId: cell['taxpayer_id'] as string | null,
  path: String(cell['path'] ?? ''),
  detail: String(cell['message'] ?? '')
    .replace(sentence, '')
    .trim(),
})
