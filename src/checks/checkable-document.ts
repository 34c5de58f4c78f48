import { Decimal } from '../core/money.js'
import { findCell, readCentsAt, type SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { CompiledForm } from '../schema/compiled-form.js'
import type { ListItem } from '../schema/field.js'
import { findLimits, type YearLimits } from './limits.js'

/**
 * Names of boxes, with their positions on a form or -1 if the form does not have the box. It keeps the positions for
 * the last form only, because a check usually examines many documents of one form in a row.
 */
export class BoxPositions {
  #compiledForm: CompiledForm | null = null
  #positions: readonly number[] = []

  constructor(readonly names: readonly string[]) {}

  /** Returns the positions of the boxes, in the order of their names. */
  getPositions(compiledForm: CompiledForm): readonly number[] {
    if (compiledForm !== this.#compiledForm) {
      this.#positions = this.names.map(name => compiledForm.positionByName.get(name) ?? -1)
      this.#compiledForm = compiledForm
    }
    return this.#positions
  }
}

/**
 * A document as a check reads it: its boxes by name, and the limits of its year. Money is in cents. A value is null
 * if the box is absent, is unreadable or has another type.
 */
export class CheckableDocument {
  readonly source: SourceDocument
  readonly year: number | null
  /** True if a check requested the limits of the document's year and they are unknown. */
  hasUnknownLimits = false

  constructor(readonly resolvedDocument: ResolvedDocument) {
    this.source = resolvedDocument.document
    this.year = resolvedDocument.document.year
  }

  get form(): string {
    return this.source.compiledForm.key
  }

  /** The year of the form object, or else of the record. A K-1's tax period may end in another year. */
  get formYear(): number | null {
    const { record, formIndex } = this.source
    return record.forms[formIndex]?.year ?? record.taxYear
  }

  /** Returns the limits of the document's year. Returns null if the year or its limits are unknown. */
  getLimits(): YearLimits | null {
    if (this.year === null) return null
    const limits = findLimits(this.year)
    if (limits === null) this.hasUnknownLimits = true
    return limits
  }

  isPresent(name: string): boolean {
    return findCell(this.source, name) !== null
  }

  /** Returns true if the box is unreadable. */
  isUnreadable(name: string): boolean {
    const { unreadableFields } = this.source
    return unreadableFields.length > 0 && unreadableFields.includes(name)
  }

  cents(name: string): number | null {
    return this.number(name)
  }

  /** Returns the cents of the box at a position. Returns null for position -1. */
  centsAt(position: number): number | null {
    const cents = position === -1 ? null : readCentsAt(this.source, position)
    return typeof cents === 'number' ? cents : null
  }

  /** Returns a year, a count or the cents of an amount. */
  number(name: string): number | null {
    const cell = findCell(this.source, name)
    return typeof cell === 'number' ? cell : null
  }

  text(name: string): string | null {
    const cell = findCell(this.source, name)
    return typeof cell === 'string' ? cell : null
  }

  flag(name: string): boolean | null {
    const cell = findCell(this.source, name)
    return typeof cell === 'boolean' ? cell : null
  }

  /** Returns a rate, a ratio or a percentage as a fraction of 1. */
  fraction(name: string): Decimal | null {
    const cell = findCell(this.source, name)
    return cell instanceof Decimal ? cell : null
  }

  list(name: string): readonly ListItem[] {
    const cell = findCell(this.source, name)
    return Array.isArray(cell) ? (cell as readonly ListItem[]) : []
  }

  /** Returns the value of a field before normalization. */
  readOriginalValue(name: string): unknown {
    const field = this.source.compiledForm.fields[this.source.compiledForm.positionByName.get(name) ?? -1]
    return field === undefined ? undefined : this.source.raw[field.key]
  }

  /** Returns the number that a field had before normalization. Returns null if the value was not a number. */
  readOriginalNumber(name: string): Decimal | null {
    const raw = this.readOriginalValue(name)
    if (typeof raw === 'number') return Number.isFinite(raw) ? new Decimal(raw) : null
    return typeof raw === 'string' && raw.length <= 40 && /^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$/.test(raw)
      ? new Decimal(raw.trim())
      : null
  }
}
