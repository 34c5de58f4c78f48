import { selectTables } from '../../export/select.js'
import type { TableSpec } from '../../export/table.js'
import { Privacy } from '../../normalize/privacy.js'
import { InputWatch } from '../describe-input.js'
import { HeldRows } from '../formats/held-rows.js'
import { layoutsOf } from '../formats/index.js'
import type { OpenLayout, TableLayout } from '../formats/writer.js'
import { FoundWriter } from '../found-writer.js'
import { Gathering } from '../gathering.js'
import { ISSUES } from '../issue-rows.js'
import { parsePiece } from '../parse-piece.js'
import { type SourcePiece, sizeOf } from '../source-pieces.js'
import { Together } from '../together.js'
import { IssueCells } from './issue-cells.js'
import type { Part } from './part.js'
import type { ThreadSettings } from './settings.js'

/** The most bytes that are made of a batch. */
const MOST = 1 << 26

/** More was made of a batch than may be held. */
class TooMuch extends Error {}

/** What rows are laid out in. */
interface Opened {
  /** Of each table. */
  readonly layouts: readonly (readonly TableLayout[])[]
  readonly issues: IssueCells
  readonly rejected: HeldRows
}

/** Makes the parts of batches one after another, and reuses the buffers of the layouts. */
export class PartMaker {
  readonly #settings: ThreadSettings
  readonly #privacy: Privacy
  readonly #tables: readonly TableSpec[]
  readonly #open: OpenLayout[]
  #opened: Opened
  #left = MOST

  private constructor(settings: ThreadSettings, open: OpenLayout[]) {
    this.#settings = settings
    this.#privacy = new Privacy(settings)
    this.#tables = selectTables(settings.tables).tables
    this.#open = open
    this.#opened = this.#opening()
  }

  /** Loads what the formats of a conversion need. */
  static async load(settings: ThreadSettings): Promise<PartMaker> {
    return new PartMaker(settings, await Promise.all(layoutsOf(settings.formats).map(each => each.load())))
  }

  /** The part of a batch; null where it is too much. */
  make(pieces: readonly SourcePiece[]): Part | null {
    this.#left = MOST
    try {
      return this.#make(pieces)
    } catch (cause) {
      if (!(cause instanceof TooMuch)) throw cause
      this.#opened = this.#opening()
      return null
    }
  }

  #make(pieces: readonly SourcePiece[]): Part {
    const { layouts, issues, rejected } = this.#opened
    const { terms, ...options } = this.#settings
    const outputs = this.#tables.map((table, i) => ({
      table,
      sinks: table.name === ISSUES ? [issues] : (layouts[i] as readonly TableLayout[]),
    }))
    const writer = new FoundWriter({ ...options, termsOf: () => terms }, this.#privacy, outputs, text => {
      if (options.keepRejected !== false) rejected.line(text)
    })
    const gathering = new Gathering(options)
    // No batch holds all that there is.
    gathering.skip([])
    const watch = new InputWatch()
    const together = new Together()
    const ids: string[] = []
    const take = (): void => {
      const all = together.take()
      for (const found of all) if ('dossier' in found) ids.push(found.dossier.identity)
      writer.take(all)
    }
    for (const piece of pieces) {
      together.add(gathering.take(parsePiece(piece, { ...options, watch })), sizeOf(piece))
      if (together.isEnough) take()
    }
    together.add(gathering.end(), 0)
    take()
    return {
      ids,
      rows: layouts.map(each => each.map(layout => layout.take())),
      issues: issues.take(),
      unlisted: writer.listing.more,
      rejected: rejected.take(),
      counts: writer.tally.counts(),
      findings: watch.findings,
    }
  }

  #opening(): Opened {
    const spend = (bytes: number): void => {
      this.#left -= bytes
      if (this.#left < 0) throw new TooMuch()
    }
    return {
      layouts: this.#tables.map(table => this.#open.map(open => open(table, this.#settings, spend))),
      issues: new IssueCells(),
      rejected: new HeldRows(spend),
    }
  }
}
