import type { Identifier } from '../core/identifier.js'
import type { SourceDocument } from '../ingest/source.js'

/** The status of a document. Only `counted` documents are included in sums. */
export type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** The reasons to doubt a counted document, in alphabetical order. */
export const DOUBTS = [
  'amended_target_doubtful',
  'basis_from_software',
  'copies_disagree',
  'employer_by_name',
  'possible_duplicate',
  'recipient_uncertain',
  'source_conflict',
  'unread_amount',
  'unreadable_box',
] as const

/** A reason to doubt a counted document. Every figure that uses the document has the doubt, too. */
export type Doubt = (typeof DOUBTS)[number]

/** A reason to doubt a year: a doubt of one of its documents, or Social Security repayments that exceed the benefits. */
export type YearDoubt = Doubt | 'net_negative'

/** Returns the doubts of several documents in alphabetical order. Most documents have none, so this is fast then. */
export function joinDoubts(doubts: readonly Doubt[], otherDoubts: readonly Doubt[]): readonly Doubt[] {
  if (otherDoubts.length === 0 || doubts === otherDoubts) return doubts
  if (doubts.length === 0) return otherDoubts
  return DOUBTS.filter(doubt => doubts.includes(doubt) || otherDoubts.includes(doubt))
}

/**
 * Returns a document with additional doubts. Written property by property, in the order of `toResolvedDocument`, instead of
 * with spread: V8 then keeps one object shape, and does not compile every function that reads these documents again.
 */
export const addDoubts = (resolved: ResolvedDocument, doubts: readonly Doubt[]): ResolvedDocument => ({
  document: resolved.document,
  asRead: resolved.asRead,
  copiedFrom: resolved.copiedFrom,
  status: resolved.status,
  decidedBy: resolved.decidedBy,
  countedInstead: resolved.countedInstead,
  doubts: joinDoubts(resolved.doubts, doubts),
  isVerified: resolved.isVerified,
  recipientId: resolved.recipientId,
  recipientName: resolved.recipientName,
  isOtherRecipient: resolved.isOtherRecipient,
})

/** A document with its status. `decidedBy` is the other document that decided the status, or null if there is none. */
export interface ResolvedDocument {
  /**
   * The document with the values that count: the fields that decide come from the IRS copy, and a basis that the IRS
   * does not have comes from a software copy.
   */
  readonly document: SourceDocument
  /** The document as it was read. It is `document` itself if every value is its own. */
  readonly asRead: SourceDocument
  /** The copies whose values replace those of the document, by the name of the field. Null if none does. */
  readonly copiedFrom: ReadonlyMap<string, SourceDocument> | null
  readonly status: Status
  readonly decidedBy: SourceDocument | null
  /** The document that counts in place of this one, after all replacements. Null if this one counts, or if none does. */
  readonly countedInstead: SourceDocument | null
  /** The reasons to doubt a counted document, in alphabetical order. */
  readonly doubts: readonly Doubt[]
  /**
   * True if the document could still count when sources are compared, and an IRS source has a copy of it. False for IRS
   * documents that are replaced, void or the total of others.
   */
  readonly isVerified: boolean
  /**
   * The recipient of the matching IRS document or total, or else the document's own, or else the recipient of the form
   * object. Null if only the name of another person identifies the recipient.
   */
  readonly recipientId: Identifier | null
  /** The name that identifies another recipient if there is no identifier, as on a joint return in software. */
  readonly recipientName: string | null
  /** True if the recipient is not the taxpayer, as for a spouse on a joint return. */
  readonly isOtherRecipient: boolean
}
