import type { ResolvedDocument } from '../resolve/resolved.js'

/** Where a document stands: the record, the form array and the two indexes. */
export interface DocumentPlace {
  /** The id of its record. */
  readonly recordId: string
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** The position of its form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position in the form's array, from 0. */
  readonly entryIndex: number
}

/** Where a resolved document stands. */
export const placeOfDocument = ({ document }: ResolvedDocument): DocumentPlace => ({
  recordId: document.record.id,
  form: document.plan.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})
