import { Decimal } from '../core/money.js'
import { isAbsent } from '../core/text.js'
import type { ListItem } from '../model/field.js'
import type { CompiledForm } from '../model/plan.js'
import { findCell, readCentsAt, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { limitsOf, type YearLimits } from './limits.js'

/**
 * Names of boxes with their positions on a form. It keeps the positions for the last form only, because a check usually sees
 * many documents of one form in a row. The position is -1 if the form does not have the box.
 */
export class BoxPositions {
  #plan: CompiledForm | null = null
  #positions: readonly number[] = []

  constructor(readonly names: readonly string[]) {}

  /** Returns the positions of the boxes, in the order of their names. */
  on(plan: CompiledForm): readonly number[] {
    if (plan !== this.#plan) {
      this.#positions = this.names.map(name => plan.index.get(name) ?? -1)
      this.#plan = plan
    }
    return this.#positions
  }
}

/**
 * A document as a check reads it: its boxes by normalized name, and the limits of its year. Money is in cents. A value
 * is null if the box is absent, is unreadable or has another type.
 */
export class CheckableDocument {
  readonly document: SourceDocument
  readonly year: number | null
  /** True if a check asked for the limits of a year that has none. */
  asked = false

  constructor(readonly of: ResolvedDocument) {
    this.document = of.document
    this.year = of.document.year
  }

  get form(): string {
    return this.document.plan.key
  }

  /** The year of the form object, or else of the record. The periods of a K-1 may name another year. */
  get statedYear(): number | null {
    const { record, formIndex } = this.document
    return record.forms[formIndex]?.year ?? record.taxYear
  }

  /** Returns the limits of the document's year. Returns null if the document has no year or the year has no limits. */
  limits(): YearLimits | null {
    if (this.year === null) return null
    const limits = limitsOf(this.year)
    if (limits === null) this.asked = true
    return limits
  }

  isPresent(name: string): boolean {
    return findCell(this.document, name) !== null
  }

  /** Returns true if the box is unreadable. */
  isUnreadable(name: string): boolean {
    const { unreadable } = this.document
    return unreadable.length > 0 && unreadable.includes(name)
  }

  /** Returns true if a flag is unreadable. Flags are in no sum, so `document.unreadable` does not list them. */
  isUnread(name: string): boolean {
    if (this.document.isPlain === true || this.isPresent(name)) return false
    const raw = this.raw(name) ?? null
    return raw !== null && !(typeof raw === 'string' && isAbsent(raw))
  }

  cents(name: string): number | null {
    return this.number(name)
  }

  /** Returns the cents of a box by its position. Returns null for position -1. */
  centsAt(position: number): number | null {
    const cents = position === -1 ? null : readCentsAt(this.document, position)
    return typeof cents === 'number' ? cents : null
  }

  /** Returns a year or a count. */
  number(name: string): number | null {
    const cell = findCell(this.document, name)
    return typeof cell === 'number' ? cell : null
  }

  text(name: string): string | null {
    const cell = findCell(this.document, name)
    return typeof cell === 'string' ? cell : null
  }

  flag(name: string): boolean | null {
    const cell = findCell(this.document, name)
    return typeof cell === 'boolean' ? cell : null
  }

  /** Returns a rate, a ratio or a percentage as a fraction of 1. */
  fraction(name: string): Decimal | null {
    const cell = findCell(this.document, name)
    return cell instanceof Decimal ? cell : null
  }

  list(name: string): readonly ListItem[] {
    const cell = findCell(this.document, name)
    return Array.isArray(cell) ? (cell as readonly ListItem[]) : []
  }

  /** Returns the value of a field before normalization. */
  raw(name: string): unknown {
    const field = this.document.plan.fields[this.document.plan.index.get(name) ?? -1]
    return field === undefined ? undefined : this.document.raw[field.key]
  }

  /** Returns the number that a field had before normalization. Returns null if the value was not a number. */
  given(name: string): Decimal | null {
    const raw = this.raw(name)
    if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
    return typeof raw === 'string' && raw.length <= 40 && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(raw)
      ? new Decimal(raw.trim())
      : null
  }
}
