import type { ResolvedDocument } from '../resolve/resolved.js'

/** Where a document stands: the record, the form array and the two indexes. */
export interface DocumentPlace {
  readonly recordId: string
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
}

/** Where a resolved document stands. */
export const placeOfDocument = ({ document }: ResolvedDocument): DocumentPlace => ({
  recordId: document.record.id,
  form: document.plan.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})
