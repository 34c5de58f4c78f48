import { getLastFour } from '../../core/identifier.js'
import { getOrCreate } from '../../core/lists.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from './borrower.js'

/**
 * The first day on which an IRS record of a year is complete: August 1 of the next year. Source: the IRS says that wage
 * and income transcripts may be incomplete until July.
 */
export const getCompleteDate = (year: number): string => `${String(year + 1).padStart(4, '0')}-08-01`

/** What the IRS sources of a dossier show about its documents. */
export class Evidence {
  #partsOfTotals: ReadonlySet<SourceDocument> | null = null
  #possibleDuplicates: ReadonlySet<SourceDocument> | null = null
  #completeTranscripts: ReadonlyMap<number, ReadonlySet<string | null>> | null = null

  constructor(private readonly result: TaxpayerResult) {}

  /** True if an IRS source holds the document, or a document that is its total. */
  isHeldByIrs(document: ResolvedDocument): boolean {
    if (document.isVerified) return true
    this.#partsOfTotals ??= listPartsOfTotals(this.result.resolution.documents)
    return this.#partsOfTotals.has(document.document)
  }

  /** True if the IRS records alone show that the document may be the same as another one. */
  isPossibleDuplicateInIrs({ document }: ResolvedDocument): boolean {
    this.#possibleDuplicates ??= new Set(
      this.result
        .resolveIrsRecords()
        .documents.flatMap(resolved => (resolved.doubts.includes('possible_duplicate') ? [resolved.document] : [])),
    )
    return this.#possibleDuplicates.has(document)
  }

  /** True if a complete IRS transcript of the document's year and borrower exists. */
  hasCompleteTranscript({ document, recipientId }: ResolvedDocument, { lastFours }: Borrower): boolean {
    this.#completeTranscripts ??= listCompleteTranscripts(this.result)
    const recipients = this.#completeTranscripts.get(document.year as number)
    if (recipients === undefined) return false
    if (recipientId !== null && recipients.has(getLastFour(recipientId))) return true
    return lastFours.some(lastFour => recipients.has(lastFour))
  }

  /** True if only software holds the document although a complete transcript should list it. */
  isMissingOnTranscript(document: ResolvedDocument, borrower: Borrower): boolean {
    return (
      !document.isVerified &&
      document.document.compiledForm.form.notOnTranscripts !== true &&
      !this.isHeldByIrs(document) &&
      this.hasCompleteTranscript(document, borrower)
    )
  }
}

/** Lists the last four digits of the recipients of complete transcripts by year. */
function listCompleteTranscripts({ dossier, resolution }: TaxpayerResult): Map<number, Set<string | null>> {
  const recipientsByYear = new Map<number, Set<string | null>>()
  for (const { isFromIrs, forms, unreadableEntries, taxYear, date } of dossier.records) {
    // A transcript of which a part is unreadable does not show that a document is missing.
    if (!isFromIrs || unreadableEntries.length > 0 || forms.some(({ isUnreadable }) => isUnreadable)) continue
    for (const form of forms) {
      const year = form.year ?? taxYear
      if (year === null || (date ?? '') < getCompleteDate(year)) continue
      const recipient = form.ssn === null ? resolution.taxpayerLast4 : getLastFour(form.ssn)
      getOrCreate(recipientsByYear, year, () => new Set()).add(recipient)
    }
  }
  return recipientsByYear
}

/** Lists the software documents that add up to an IRS document. The total is a duplicate of one of them. */
function listPartsOfTotals(documents: readonly ResolvedDocument[]): Set<SourceDocument> {
  const parts = new Set<SourceDocument>()
  for (const { document, status, decidedBy, isVerified, recipientId } of documents) {
    if (status !== 'duplicate' || isVerified || !document.record.isFromIrs) continue
    if (decidedBy === null || decidedBy.record.isFromIrs) continue
    const candidates = documents.filter(
      candidate =>
        candidate.document.record === decidedBy.record &&
        candidate.document.compiledForm === decidedBy.compiledForm &&
        candidate.document.year === decidedBy.year &&
        candidate.recipientId === recipientId,
    )
    for (const group of groupByIssuer(candidates.map(candidate => candidate.document)))
      if (group.documents.includes(decidedBy)) for (const part of group.documents) parts.add(part)
  }
  return parts
}
