import { ISSUES, type IssueCode, type Severity } from '../../core/issue-table.js'
import { getOrCreate } from '../../core/lists.js'
import { RowReader } from '../../export/data.js'
import { ISSUE_COLUMNS, issues } from '../../export/issues-table.js'
import { taxpayers } from '../../export/record-tables.js'
import type { CellValue, Scope, TableSpec } from '../../export/table.js'
import { selectTables } from '../../export/tables.js'
import { readSourceDossier } from '../../normalize/dossier.js'
import { Privacy } from '../../normalize/privacy.js'
import { compareIssues } from '../../report/remarks.js'
import { indexLine, reportOfScope } from '../../report/scope-report.js'
import { dossiersOf } from '../../stream/dossier-assembler.js'
import type { RowSink } from '../../stream/formats/writer.js'
import { HeldRows } from '../../stream/formats/writer.js'
import type { Found } from '../../stream/found.js'
import { FoundWriter, type TableOutput } from '../../stream/found-writer.js'
import { type Input, piecesOf } from '../../stream/source-pieces.js'
import { resultOf } from '../../summarize/result.js'
import type { PolicyName } from '../../underwrite/policies.js'
import { type Terms, termsOf } from '../../underwrite/terms.js'
import { DOWNLOADS, type TableFormat } from '../downloads.js'
import type { Borrower, Borrowers, IssueGroup, IssuePlace, Made, Summary, Tell } from '../protocol.js'

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** The data that was read from the files, for as long as the page shows it. */
export class Session {
  readonly #privacy = new Privacy()
  #terms: Terms = termsOf()
  #sources: readonly string[] = []
  #found: Found[] = []
  /** The borrowers, with the position of each in the data. */
  #borrowers: Borrower[] = []

  constructor(private readonly tell: Tell) {}

  /** Reads inputs and replaces the earlier data. `share` is the progress from 0 to 1. */
  async read(inputs: readonly Input[], policies: readonly string[], share: () => number): Promise<Summary> {
    this.#found = []
    this.#sources = inputs.map(({ source }) => source)
    this.#setPolicies(policies)
    async function* pieces() {
      for (const input of inputs) yield* piecesOf(input)
    }
    const found = this.#found
    async function* kept() {
      for await (const each of dossiersOf(pieces(), {})) {
        found.push(each)
        yield each
      }
    }
    return this.#list(kept(), share)
  }

  /** Computes the figures of the same data under other policies. */
  async under(policies: readonly string[]): Promise<Summary> {
    this.#setPolicies(policies)
    let done = 0
    const found = this.#found
    function* counted() {
      for (const each of found) {
        done++
        yield each
      }
    }
    return this.#list(counted(), () => done / found.length)
  }

  /** Returns a page of the borrowers whose names contain a text. */
  borrowers(from: number, count: number, search: string): Borrowers {
    const sought = search.trim().toLowerCase()
    const all =
      sought === ''
        ? this.#borrowers
        : this.#borrowers.filter(({ name }) => name.toLowerCase().includes(sought))
    return { lines: all.slice(from, from + count), count: all.length }
  }

  /** Makes the report of a borrower, as `taxtally report` writes it. */
  report(number: number): Made {
    const found = this.#found.filter(each => 'dossier' in each)[number]
    if (found === undefined) throw new RangeError('There is no such borrower.')
    const dossier = readSourceDossier(found.dossier)
    const { taxpayerId } = dossier
    const scope = { result: resultOf(dossier), taxpayerId, privacy: this.#privacy, terms: this.#terms }
    const blob = new Blob([reportOfScope(scope)], { type: 'text/html;charset=utf-8' })
    return { blob, file: `borrower-${String(number + 1).padStart(4, '0')}.html` }
  }

  /** Writes a table as `taxtally convert` does. */
  async table(name: string, format: TableFormat): Promise<Made> {
    const [table] = selectTables([name]).tables
    if (table === undefined) throw new RangeError('There is no such table.')
    const open = await DOWNLOADS[format].load()
    const held = new HeldRows(() => {})
    const sink = open(table, held, {})
    let done = 0
    const writer = this.#writer([{ table, sinks: [sink] }])
    for (const each of this.#found) {
      writer.take([each])
      this.tell(++done / this.#found.length, done)
    }
    writer.end()
    sink.end()
    const blob = new Blob(held.take().chunks as readonly BlobPart[] as BlobPart[], { type: TYPES[format] })
    return { blob, file: `${name}.${format}` }
  }

  #setPolicies(policies: readonly string[]): void {
    this.#terms = termsOf({ policies: policies as PolicyName[] })
  }

  #writer(outputs: readonly TableOutput[]): FoundWriter {
    return new FoundWriter({ termsOf: () => this.#terms }, this.#privacy, outputs, () => {})
  }

  /** Lists borrowers and issues. */
  async #list(found: AsyncIterable<Found> | Iterable<Found>, share: () => number): Promise<Summary> {
    const borrowers: Borrower[] = []
    const groups = new Map<string, IssueGroup & { count: number; places: IssuePlace[] }>()
    const addIssue = (cells: readonly CellValue[]): void => {
      const cell: IssueCells = Object.fromEntries(
        ISSUE_COLUMNS.map(({ name }, i) => [name, cells[i] ?? null]),
      )
      const [code, severity] = [cell['code'] as IssueCode, cell['severity'] as Severity]
      const [, sentence, advice] = ISSUES[code]
      const empty = { code, severity, count: 0, sentence, advice, places: [] }
      const group = getOrCreate(groups, `${severity} ${code}`, () => empty)
      group.count++
      if (group.places.length < MAX_PLACES) group.places.push(placeOf(cell, sentence))
    }
    const rows = new RowReader(issues as TableSpec)
    const issueSink: RowSink = {
      rows: (scope: Scope) => rows.readRows(scope, addIssue),
      issue: addIssue,
    }
    const borrowerSink: RowSink = {
      rows: scope => borrowers.push({ ...indexLine(scope), number: borrowers.length }),
      issue: () => {},
    }
    const writer = this.#writer([
      { table: issues as TableSpec, sinks: [issueSink] },
      { table: taxpayers as TableSpec, sinks: [borrowerSink] },
    ])
    for await (const each of found) {
      writer.take([each])
      this.tell(share(), borrowers.length)
    }
    writer.end()
    this.#borrowers = borrowers
    const { taxpayers: count, rejected } = writer.tally.counts()
    return {
      sources: this.#sources,
      taxpayers: count,
      rejected,
      issues: [...groups.values()].sort(compareIssues),
    }
  }
}

/** The number of places shown per issue code. The table of issues has all of them. */
const MAX_PLACES = 20

type IssueCells = Readonly<Record<string, CellValue>>

const placeOf = (cell: IssueCells, sentence: string): IssuePlace => ({
  source: String(cell['source'] ?? ''),
  line: cell['line'] as number | null,
  taxpayerId: cell['taxpayer_id'] as string | null,
  path: String(cell['path'] ?? ''),
  more: String(cell['message'] ?? '')
    .replace(sentence, '')
    .trim(),
})
