// A thread of `--jobs`: makes a part of each batch that it is given.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { issues as issuesTable } from '../../export/issues-table.js'
import type { CellValue, TableSpec } from '../../export/table.js'
import { selectTables } from '../../export/tables.js'
import { Privacy } from '../../normalize/privacy.js'
import { InputWatch } from '../describe-input.js'
import { DossierAssembler } from '../dossier-assembler.js'
import { layoutsOf } from '../formats/index.js'
import { HeldRows, rowsInto, type TableLayout } from '../formats/writer.js'
import type { Found } from '../found.js'
import { FoundWriter, ISSUES } from '../found-writer.js'
import { parsePiece } from '../parse-piece.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'
import type { Part, ThreadSettings } from './pool.js'

/** The most bytes that are laid out for a batch. */
const MAX_PART_BYTES = 1 << 26

/** A batch would have more bytes than may be kept in memory. */
class TooMuch extends Error {}

/** Makes the parts of batches one after another, and reuses the buffers of the layouts. */
class PartMaker {
  readonly #settings: ThreadSettings
  readonly #privacy: Privacy
  readonly #tables: readonly TableSpec[]
  #layouts: readonly (readonly TableLayout[])[]
  readonly #rejected = new HeldRows(bytes => this.#spend(bytes))
  #bytesLeft = MAX_PART_BYTES

  constructor(settings: ThreadSettings) {
    this.#settings = settings
    this.#privacy = new Privacy(settings)
    this.#tables = selectTables(settings.tables).tables
    this.#layouts = this.#openLayouts()
  }

  /** Makes the part of a batch, or null if it has too many bytes. */
  make(pieces: readonly SourcePiece[]): Part | null {
    this.#bytesLeft = MAX_PART_BYTES
    try {
      return this.#make(pieces)
    } catch (cause) {
      if (!(cause instanceof TooMuch)) throw cause
      this.#layouts = this.#openLayouts()
      this.#rejected.take()
      return null
    }
  }

  #make(pieces: readonly SourcePiece[]): Part {
    const { terms, ...options } = this.#settings
    const issues: CellValue[][] = []
    const issueSink = rowsInto(issuesTable as TableSpec, cells => issues.push([...cells]))
    const outputs = this.#tables.map((table, i) => ({
      table,
      sinks: table.name === ISSUES ? [issueSink] : (this.#layouts[i] as readonly TableLayout[]),
    }))
    const writer = new FoundWriter({ ...options, termsOf: () => terms }, this.#privacy, outputs, text => {
      if (options.keepRejected !== false) this.#rejected.line(text)
    })
    const assembler = new DossierAssembler(options)
    // Other batches hold other values of the input.
    assembler.skip([])
    const watch = new InputWatch()
    const ids: string[] = []
    const write = (all: readonly Found[]): void => {
      for (const found of all) if ('dossier' in found) ids.push(found.dossier.identity)
      writer.take(all)
    }
    for (const piece of pieces) {
      assembler.add(parsePiece(piece, { ...options, watch }), sizeOf(piece))
      if (assembler.isFull) write(assembler.take())
    }
    write(assembler.end())
    return {
      ids,
      rows: this.#layouts.map(layouts => layouts.map(layout => layout.take())),
      issues,
      unlisted: writer.listing.unlisted,
      rejected: this.#rejected.take(),
      counts: writer.tally.counts(),
      findings: watch.findings,
    }
  }

  #openLayouts(): TableLayout[][] {
    const layouts = layoutsOf(this.#settings.formats)
    const spend = (bytes: number): void => this.#spend(bytes)
    return this.#tables.map(table => layouts.map(open => open(table, this.#settings, spend)))
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes
    if (this.#bytesLeft < 0) throw new TooMuch()
  }
}

const port = parentPort as MessagePort
const maker = new PartMaker(workerData)

port.on('message', (pieces: readonly SourcePiece[]) => {
  const part = maker.make(pieces)
  const rows = part === null ? [] : [part.rejected, ...part.rows.flat()]
  // The buffers are transferred instead of copied.
  port.postMessage(
    part,
    rows.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer as ArrayBuffer)),
  )
})
