import { Decimal } from '../core/money.js'
import { isAbsent } from '../core/text.js'
import type { ListItem } from '../model/field.js'
import type { Plan } from '../model/plan.js'
import { cellOf, centsAt, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { limitsOf, type YearLimits } from './limits.js'

/**
 * Names of boxes, and where they stand on the form that was looked at last: a check sees one kind of form after
 * another of the same kind. Missing: -1 for a box that the form does not have.
 */
export class Boxes {
  #plan: Plan | null = null
  #positions: readonly number[] = []

  constructor(readonly names: readonly string[]) {}

  /** The positions of the boxes, in the order of their names. */
  on(plan: Plan): readonly number[] {
    if (plan !== this.#plan) {
      this.#positions = this.names.map(name => plan.index.get(name) ?? -1)
      this.#plan = plan
    }
    return this.#positions
  }
}

/**
 * What a check sees of one document: its boxes by normalized name, and the limits of its year.
 * Units: money in cents. Missing: null, for a box that is absent, was lost, or is of another type.
 */
export class View {
  readonly document: SourceDocument
  readonly year: number | null
  /** A check asked for the limits of a year that has none. */
  asked = false

  constructor(readonly of: ResolvedDocument) {
    this.document = of.document
    this.year = of.document.year
  }

  get form(): string {
    return this.document.plan.key
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

  isPresent(name: string): boolean {
    return cellOf(this.document, name) !== null
  }

  /** True where the field was there and could not be read. */
  isUnreadable(name: string): boolean {
    const { unreadable } = this.document
    return unreadable.length > 0 && unreadable.includes(name)
  }

  /** True where a flag was there and could not be read: no sum misses it, so it is not among what was lost. */
  isUnread(name: string): boolean {
    if (this.document.isPlain === true || this.isPresent(name)) return false
    const raw = this.raw(name) ?? null
    return raw !== null && !(typeof raw === 'string' && isAbsent(raw))
  }

  cents(name: string): number | null {
    return this.number(name)
  }

  /** The cents of a box by its position; -1 has none. */
  centsAt(position: number): number | null {
    const cents = position === -1 ? null : centsAt(this.document, position)
    return typeof cents === 'number' ? cents : null
  }

  /** A year or a count. */
  number(name: string): number | null {
    const cell = cellOf(this.document, name)
    return typeof cell === 'number' ? cell : null
  }

  text(name: string): string | null {
    const cell = cellOf(this.document, name)
    return typeof cell === 'string' ? cell : null
  }

  flag(name: string): boolean | null {
    const cell = cellOf(this.document, name)
    return typeof cell === 'boolean' ? cell : null
  }

  /** A rate, a ratio or a percentage, as a fraction of 1. */
  fraction(name: string): Decimal | null {
    const cell = cellOf(this.document, name)
    return cell instanceof Decimal ? cell : null
  }

  list(name: string): readonly ListItem[] {
    const cell = cellOf(this.document, name)
    return Array.isArray(cell) ? (cell as readonly ListItem[]) : []
  }

  /** What stood in a field before it was normalized. */
  raw(name: string): unknown {
    const field = this.document.plan.fields[this.document.plan.index.get(name) ?? -1]
    return field === undefined ? undefined : this.document.raw[field.key]
  }

  /** The number that stood in a field before it was normalized; null where none did. */
  given(name: string): Decimal | null {
    const raw = this.raw(name)
    if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
    return typeof raw === 'string' && raw.length <= 40 && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(raw)
      ? new Decimal(raw.trim())
      : null
  }
}
