import { Decimal } from '../core/money.js'
import type { Cell, ListItem } from '../normalize/cells.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { limitsOf, type YearLimits } from './limits.js'

/**
 * What a check sees of one document: its boxes by normalized name, and the limits of its year.
 * Units: money in cents. Missing: null, for a box that is absent, was lost, or is of another type.
 */
export class View {
  readonly of: ResolvedDocument
  /** A check asked for the limits of a year that has none. */
  asked = false

  constructor(of: ResolvedDocument) {
    this.of = of
  }

  get document(): SourceDocument {
    return this.of.document
  }

  get form(): string {
    return this.document.plan.form.key
  }

  get year(): number | null {
    return this.document.year
  }

  /** The year that the form object gives, else the record's; a K-1's own periods may name another. */
  get statedYear(): number | null {
    const { record, formIndex } = this.document
    return record.forms[formIndex]?.year ?? record.taxYear
  }

  /** The limits of the document's year; null where it has no year, or one without limits. */
  limits(): YearLimits | null {
    if (this.year === null) return null
    const limits = limitsOf(this.year)
    if (limits === null) this.asked = true
    return limits
  }

  #cell(name: string): Cell {
    return cellOf(this.document, name)
  }

  isPresent(name: string): boolean {
    return this.#cell(name) !== null
  }

  /** True where the field was there and could not be read. */
  isLost(name: string): boolean {
    return this.document.lost.includes(name)
  }

  cents(name: string): number | null {
    return this.number(name)
  }

  /** A year or a count. */
  number(name: string): number | null {
    const cell = this.#cell(name)
    return typeof cell === 'number' ? cell : null
  }

  text(name: string): string | null {
    const cell = this.#cell(name)
    return typeof cell === 'string' ? cell : null
  }

  flag(name: string): boolean | null {
    const cell = this.#cell(name)
    return typeof cell === 'boolean' ? cell : null
  }

  /** A rate, a ratio or a percentage, as a fraction of 1. */
  fraction(name: string): Decimal | null {
    const cell = this.#cell(name)
    return cell instanceof Decimal ? cell : null
  }

  list(name: string): readonly ListItem[] {
    const cell = this.#cell(name)
    return Array.isArray(cell) ? (cell as readonly ListItem[]) : []
  }

  /** The number that stood in a field before it was normalized; null where none did. */
  given(name: string): Decimal | null {
    const field = this.document.plan.fields[this.document.plan.index.get(name) ?? -1]
    const raw = field === undefined ? undefined : this.document.raw[field.key]
    if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
    return typeof raw === 'string' && raw.length <= 40 && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(raw)
      ? new Decimal(raw.trim())
      : null
  }
}
