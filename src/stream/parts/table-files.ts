import type { TableSpec } from '../../export/table.js'
import type { ConversionSettings } from '../convert-options.js'
import type { OpenSink, TableSink } from '../formats/writer.js'
import type { OutputFolder } from '../output.js'
import type { OutputFile } from '../output-file.js'

export const formatTableFileName = (table: string, format: string, part: number | null): string =>
  part === null ? `${table}.${format}` : `${table}/part-${String(part).padStart(5, '0')}.${format}`

/** The open files of all tables, one per table and format. If `partBytes` is set, they belong to the current part. */
export class TableFiles {
  readonly outputs: readonly { readonly table: TableSpec; readonly sinks: TableSink[] }[]
  readonly #options: ConversionSettings
  readonly #folder: OutputFolder
  readonly #sinkOpeners: readonly OpenSink[]
  #files: OutputFile[] = []
  #partNumber: number | null

  /** Opens the first files. `sinkOpeners` has an opener for each of `options.formats`, in order. Throws OutputError. */
  constructor(options: ConversionSettings, folder: OutputFolder, sinkOpeners: readonly OpenSink[]) {
    this.#options = options
    this.#folder = folder
    this.#sinkOpeners = sinkOpeners
    this.#partNumber = options.partBytes === undefined ? null : 0
    this.outputs = options.tables.map(table => ({ table, sinks: this.#openSinks(table) }))
  }

  /** Finishes the current part's files and opens those of the next part. Throws OutputError. */
  startNextPart(): void {
    this.end()
    // Finishing releases the buffers and descriptors. The files are renamed at the end of the run.
    for (const file of this.#files) file.finish()
    this.#files = []
    this.#partNumber = (this.#partNumber ?? 0) + 1
    for (const { table, sinks } of this.outputs) sinks.splice(0, sinks.length, ...this.#openSinks(table))
  }

  /** Writes the rows that the sinks still buffer. */
  end(): void {
    for (const { sinks } of this.outputs) for (const sink of sinks) sink.end()
  }

  #openSinks(table: TableSpec): TableSink[] {
    return this.#options.formats.map((format, i) => {
      const file = this.#folder.open(formatTableFileName(table.name, format, this.#partNumber))
      this.#files.push(file)
      return (this.#sinkOpeners[i] as OpenSink)(table, file, this.#options)
    })
  }
}

const BYTES_BY_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
}

/** Parses a size such as `256MB` to a number of bytes. Returns null if the text is not a size. */
export function parseByteSize(text: string): number | null {
  const [, number = '', unit = ''] = /^([1-9][0-9]{0,8})([a-z]{0,3})$/i.exec(text) ?? []
  const bytesPerUnit = BYTES_BY_UNIT[unit.toUpperCase()]
  return number === '' || bytesPerUnit === undefined ? null : Number(number) * bytesPerUnit
}
