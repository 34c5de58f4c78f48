import type { FieldReader } from '../model/form.js'
import { findCell, type SourceDocument } from '../normalize/source.js'

/** Reads the boxes of a document by name, for the rule of its form. */
class DocumentReader implements FieldReader {
  constructor(private readonly document: SourceDocument) {}
  cents(name: string): number | null {
    return findCell(this.document, name) as number | null
  }
  text(name: string): string | null {
    return findCell(this.document, name) as string | null
  }
  flag(name: string): boolean | null {
    return findCell(this.document, name) as boolean | null
  }
  list(name: string): readonly unknown[] | null {
    return findCell(this.document, name) as readonly unknown[] | null
  }
  isUnreadable(name: string): boolean {
    return this.document.unreadableFields.includes(name)
  }
}

/** Returns a reader of a document's boxes by name. */
export const createFieldReader = (document: SourceDocument): FieldReader => new DocumentReader(document)
