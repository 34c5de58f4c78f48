// Made by `npm run generate` from the tables; edit those.
import type { Submission } from '../../normalize/source.js'
import type { Status } from '../../resolve/resolved.js'
import type { AnyDocument } from '../normalized-types.js'
import type { DocumentPlace } from '../place.js'

/** One row an entry of a form array, none left out, with what became of it. Missing: null, never 0. */
export interface ResolvedDocument extends DocumentPlace {
  /** The document itself: its boxes, its issuer and its recipient. */
  readonly document: AnyDocument
  /** Tax year of the document. Missing: null. */
  readonly taxYear: number | null
  /** Provider of the record; null where unknown. */
  readonly providerId: string | null
  /** What the document says of itself: original, amended, void, duplicate. */
  readonly submission: Submission
  /** What became of it: counted, superseded, canceled, void, duplicate, conflict. */
  readonly status: Status
  /** The document that decided: record/form/form_index/entry_index. Missing: null. */
  readonly decidedBy: string | null
  /** An authority source holds it too. */
  readonly verified: boolean
  /** The recipient is not the taxpayer: a spouse on a joint return. */
  readonly otherRecipient: boolean
}
