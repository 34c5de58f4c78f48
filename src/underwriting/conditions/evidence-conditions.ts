// Evidence as conditions: every doubt about a document, and every document that a complete transcript lacks, is a condition.
// The conditions of a document decide whether it counts today. The conditions of a stream decide whether the stream does.

import { findFirstByIssuer } from '../../figures/issuers.js'
import type { Doubt, ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { Evidence } from '../borrowers/evidence.js'
import type { BorrowerFacts } from '../facts/known-facts.js'
import type { ConditionCode } from '../policies/policy.js'
import type { StreamItem } from '../streams/stream.js'
import { type RaisedCondition, raiseCondition } from './condition.js'

/** The doubts that are conditions of a document. The others are conditions of a stream, or raised by its formula. */
const DOCUMENT_DOUBTS: ReadonlySet<Doubt> = new Set([
  'amended_target_doubtful',
  'basis_from_software',
  'copies_disagree',
  'possible_duplicate',
  'recipient_uncertain',
  'source_conflict',
])

const DOCUMENT_CONDITIONS: ReadonlySet<ConditionCode> = new Set([
  ...DOCUMENT_DOUBTS,
  'not_on_transcript',
] as ConditionCode[])

/** True if the condition is about one document and not about a stream. */
export const isDocumentCondition = (code: ConditionCode): boolean => DOCUMENT_CONDITIONS.has(code)

/** True if a known fact answers the doubt. */
export const isDoubtMet = (doubt: Doubt, facts: BorrowerFacts | null): boolean =>
  doubt === 'recipient_uncertain' && facts !== null && facts.identifiers.length > 0

const NO_CONDITIONS: readonly RaisedCondition[] = []

/** Lists the conditions of one document. Most documents have none. */
export function listDocumentConditions(
  document: ResolvedDocument,
  evidence: Evidence,
  borrower: Borrower,
): readonly RaisedCondition[] {
  if (document.doubts.length === 0 && document.isVerified) return NO_CONDITIONS
  const taxYear = document.document.year
  const conditions: RaisedCondition[] = []
  for (const doubt of document.doubts) {
    if (!DOCUMENT_DOUBTS.has(doubt)) continue
    conditions.push(raiseCondition(doubt, { taxYear, document, isMet: isDoubtMet(doubt, borrower.facts) }))
  }
  if (evidence.isMissingOnTranscript(document, borrower))
    conditions.push(raiseCondition('not_on_transcript', { taxYear, document }))
  return conditions
}

/** Lists the conditions of a stream that its documents raise together. */
export function listSharedConditions(
  items: readonly StreamItem[],
  year: number,
  isYearComplete: boolean,
  evidence: Evidence,
  borrower: Borrower,
): RaisedCondition[] {
  const conditions: RaisedCondition[] = []
  let isJoinedByName = false
  for (let taxYear = year; taxYear >= year - 1; taxYear--) {
    let hasUnread = false
    let isIncomplete = false
    const softwareDocuments: ResolvedDocument[] = []
    for (const item of items) {
      if (item.year !== taxYear) continue
      const { document } = item
      if (document.doubts.includes('employer_by_name')) isJoinedByName = true
      if (document.document.unreadAmountCount > 0) hasUnread = true
      if (
        document.document.compiledForm.form.notOnTranscripts === true ||
        evidence.hasCompleteTranscript(document, borrower)
      )
        continue
      isIncomplete = true
      if (!evidence.isHeldByIrs(document)) softwareDocuments.push(document)
    }
    if (hasUnread) conditions.push(raiseCondition('unread_amount', { taxYear }))
    if (isIncomplete)
      conditions.push(
        raiseCondition('transcript_incomplete', { taxYear, document: findFirstByIssuer(softwareDocuments) }),
      )
  }
  if (isJoinedByName) conditions.push(raiseCondition('employer_by_name'))
  if (!isYearComplete) conditions.push(raiseCondition('year_incomplete', { taxYear: year }))
  return conditions
}
