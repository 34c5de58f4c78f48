import type { TableSpec } from '../../export/table.js'
import type { ConversionSettings } from '../convert-options.js'
import type { OpenSink, TableSink } from '../formats/writer.js'
import type { TableOutput } from '../found-writer.js'
import type { OutputFolder } from '../output.js'
import type { OutputFile } from '../output-file.js'
import { fileOf } from './part-files.js'

/** The files of all tables, one of each at a time: the only one, or that of the part which is written now. */
export class TableFiles {
  readonly outputs: readonly TableOutput<TableSink>[]
  readonly #options: ConversionSettings
  readonly #folder: OutputFolder
  readonly #open: readonly OpenSink[]
  readonly #sinks: readonly TableSink[][]
  #files: OutputFile[] = []
  #part: number | null

  /** Opens the first ones; `open` are the formats' in their order. Throws OutputError. */
  constructor(options: ConversionSettings, folder: OutputFolder, open: readonly OpenSink[]) {
    this.#options = options
    this.#folder = folder
    this.#open = open
    this.#part = options.partBytes === undefined ? null : 0
    this.#sinks = options.tables.map(table => this.#sinksOf(table))
    this.outputs = options.tables.map((table, t) => ({ table, sinks: this.#sinks[t] as TableSink[] }))
  }

  /** Ends the files of a part, and opens those of the next in their places. Throws OutputError. */
  next(): void {
    this.end()
    // They hold no buffer and no descriptor until all are put in their places.
    for (const file of this.#files) file.finish()
    this.#files = []
    this.#part = (this.#part ?? 0) + 1
    for (const [t, table] of this.#options.tables.entries()) {
      const sinks = this.#sinks[t] as TableSink[]
      sinks.splice(0, sinks.length, ...this.#sinksOf(table))
    }
  }

  /** Writes what is left. */
  end(): void {
    for (const sinks of this.#sinks) for (const sink of sinks) sink.end()
  }

  #sinksOf(table: TableSpec): TableSink[] {
    return this.#options.formats.map((format, i) => {
      const file = this.#folder.open(fileOf(table.name, format, this.#part))
      this.#files.push(file)
      return (this.#open[i] as OpenSink)(table, file, this.#options)
    })
  }
}
