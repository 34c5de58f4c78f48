import type { Identifier } from '../core/identifier.js'
import type { SourceDocument } from '../normalize/source.js'

/** What became of a document. Only `counted` documents enter a sum; where another document decided it, that one is named. */
export type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** A document with its status. `decidedBy` is null where no other document decided it. */
export interface ResolvedDocument {
  readonly document: SourceDocument
  readonly status: Status
  readonly decidedBy: SourceDocument | null
  /** An authority source holds this document too. */
  readonly verified: boolean
  /** Its own recipient; else, of software's document, the one that the authority's copy, or total of it, has; else the form object's. */
  readonly recipientId: Identifier | null
  /** The recipient's last four differ from the taxpayer's: a spouse on a joint return. */
  readonly otherRecipient: boolean
}
