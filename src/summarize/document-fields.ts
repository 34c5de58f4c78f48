import type { FieldReader } from '../model/field-reader.js'
import type { Cell } from '../normalize/cell.js'
import { cellOf, type SourceDocument } from '../normalize/source.js'

/** Reads the cells of a document by name, for the rules of its form. */
class DocumentReader implements FieldReader {
  constructor(private readonly document: SourceDocument) {}
  #cell(name: string): Cell {
    return cellOf(this.document, name)
  }
  cents(name: string): number | null {
    return this.#cell(name) as number | null
  }
  text(name: string): string | null {
    return this.#cell(name) as string | null
  }
  flag(name: string): boolean | null {
    return this.#cell(name) as boolean | null
  }
  list(name: string): readonly unknown[] | null {
    return this.#cell(name) as readonly unknown[] | null
  }
  lost(name: string): boolean {
    return this.document.unreadable.includes(name)
  }
}

/** A reader of a document's fields by name. */
export const fieldsOf = (document: SourceDocument): FieldReader => new DocumentReader(document)
