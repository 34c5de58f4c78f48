import type { Plan } from '../../model/plan.js'
import type { Cell } from '../../normalize/cell.js'
import { DocumentAhead } from './document-ahead.js'
import { CLOSE_BRACKET, type JsonScanner } from './json-scanner.js'
import type { RowLayout } from './row-layout.js'
import type { RowReader } from './row-reader.js'

const OPEN_BRACE = 123

/** Reads the entries of form arrays. */
export class EntriesReader {
  readonly #scanner: JsonScanner
  readonly #rows: RowReader
  #last: readonly Cell[] = []
  #lastLength = 0
  #plan: Plan | null = null

  constructor(scanner: JsonScanner, rows: RowReader) {
    this.#scanner = scanner
    this.#rows = rows
  }

  /** The array whose bracket stands here: an entry that cannot be read ahead is one of its values; one with no object is parsed. */
  read(plan: Plan, layout: RowLayout): unknown {
    const scanner = this.#scanner
    const from = scanner.at
    const entries: unknown[] = []
    let isWhole = true
    for (let more = scanner.begins(CLOSE_BRACKET); more; more = scanner.goesOn(CLOSE_BRACKET)) {
      const isObject = scanner.byte === OPEN_BRACE
      if (!isObject) isWhole = false
      entries.push((isObject ? this.#entry(plan, layout) : null) ?? scanner.value())
    }
    return isWhole ? entries : scanner.window.parse(from, scanner.at)
  }

  #entry(plan: Plan, layout: RowLayout): DocumentAhead | null {
    const scanner = this.#scanner
    const rows = this.#rows
    const { window, at: from } = scanner
    if (!rows.read(window, from, layout, plan.blank.slice())) return null
    const { end, cells, issuer, recipient, strange } = rows
    const odd = rows.odd ?? (strange === null ? null : [])
    scanner.at = end
    const row = odd === null ? this.#share(cells, plan, end - from) : cells
    return new DocumentAhead(plan, row, issuer, recipient, odd, strange, window.json, from, end)
  }

  /** The cells of the last entry where these are equal: of a flood of equal entries each would have a row of its own. */
  #share(cells: readonly Cell[], plan: Plan, length: number): readonly Cell[] {
    // A flood is written alike: what is longer or shorter is not compared.
    const mayBeLast = plan === this.#plan && length === this.#lastLength
    if (mayBeLast && cells.every((cell, i) => cell === this.#last[i])) return this.#last
    if (cells.every(cell => cell === null)) return plan.blank
    this.#last = cells
    this.#lastLength = length
    this.#plan = plan
    return cells
  }
}
