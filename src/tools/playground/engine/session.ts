import { ISSUES, type IssueCode, type Severity } from '../../../core/issues/issue-table.js'
import { getOrCreate } from '../../../core/lists.js'
import { computeResult } from '../../../figures/taxpayer-result.js'
import { ResultWriter, type TableOutput } from '../../../files/convert/result-writer.js'
import { BufferedRows, makeRowSink, type RowSink } from '../../../files/formats/writer.js'
import { assembleDossiers } from '../../../files/read/dossier-assembler.js'
import type { InputResult } from '../../../files/read/input-result.js'
import { type Input, splitInput } from '../../../files/split/source-pieces.js'
import { Privacy } from '../../../ingest/privacy.js'
import { readSourceDossier } from '../../../ingest/read-dossier.js'
import { compareIssues } from '../../../report/remarks.js'
import { indexLine, renderReport } from '../../../report/scope-report.js'
import { ISSUE_COLUMNS, issues } from '../../../tables/definitions/issues-table.js'
import { taxpayers } from '../../../tables/definitions/record-tables.js'
import type { CellValue, TableSpec } from '../../../tables/table.js'
import { selectTables } from '../../../tables/tables.js'
import { parseUnderwritingOptions, type UnderwritingInputs } from '../../../underwriting/facts/options.js'
import type { PresetName } from '../../../underwriting/policies/presets.js'
import { DOWNLOADS, type TableFormat } from '../downloads.js'
import type {
  BorrowerLine,
  Borrowers,
  GeneratedFile,
  InputSummary,
  IssueGroup,
  IssuePlace,
  ProgressListener,
} from '../protocol.js'

const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** The data that was read from the files and that the page shows. */
export class Session {
  readonly #privacy = new Privacy()
  #underwritingInputs: UnderwritingInputs = parseUnderwritingOptions()
  #sources: readonly string[] = []
  #outcomes: InputResult[] = []
  /** The borrowers. The `rowNumber` of a borrower is its position in the data. */
  #borrowers: BorrowerLine[] = []

  constructor(private readonly onProgress: ProgressListener) {}

  /** Reads inputs and replaces the earlier data. `getShare` returns the progress from 0 to 1. */
  async read(inputs: readonly Input[], policies: readonly string[], getShare: () => number): Promise<InputSummary> {
    this.#outcomes = []
    this.#sources = inputs.map(({ source }) => source)
    this.#setPolicies(policies)
    async function* readPieces() {
      for (const input of inputs) yield* splitInput(input)
    }
    const outcomes = this.#outcomes
    async function* readAndKeep() {
      for await (const outcome of assembleDossiers(readPieces(), {})) {
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
  report(number: number): GeneratedFile {
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
    return { blob, file: `borrower-${String(number + 1).padStart(4, '0')}.html` }
  }

  /** Writes a table as `taxtally convert` does. */
  async table(name: string, format: TableFormat): Promise<GeneratedFile> {
    const [table] = selectTables([name]).tables
    if (table === undefined) throw new RangeError('There is no such table.')
    const open = await DOWNLOADS[format].load()
    const rows = new BufferedRows(() => {})
    const sink = open(table, rows, {})
    let done = 0
    const writer = this.#writer([{ table, sinks: [sink] }])
    for (const outcome of this.#outcomes) {
      writer.writeResults([outcome])
      this.onProgress(++done / this.#outcomes.length, done)
    }
    writer.end()
    sink.end()
    const blob = new Blob(rows.take().chunks as readonly BlobPart[] as BlobPart[], { type: MEDIA_TYPES[format] })
    return { blob, file: `${name}.${format}` }
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
    return { sources: this.#sources, taxpayers: count, rejected, issues: [...groups.values()].sort(compareIssues) }
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
