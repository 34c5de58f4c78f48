import { getLastFour } from '../../core/identifier.js'
import { getOrCreate, groupBy } from '../../core/lists.js'
import { groupByIssuer, type IssuerGroup } from '../../figures/issuers.js'
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

  /** True if the IRS also holds what the amounts of the document depend on. A gain depends on the cost basis. */
  verifiesAmounts(document: ResolvedDocument): boolean {
    return this.isHeldByIrs(document) && !document.doubts.includes('basis_from_software')
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
  for (const { isFromIrs, forms, rejectedEntryForms, taxYear, date } of dossier.records) {
    // A transcript of which a part is unreadable does not show that a document is missing.
    if (!isFromIrs || rejectedEntryForms.length > 0 || forms.some(({ isUnreadable }) => isUnreadable)) continue
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
  const totals = documents.filter(
    ({ document, status, decidedBy, isVerified }) =>
      status === 'duplicate' && !isVerified && document.record.isFromIrs && decidedBy?.record.isFromIrs === false,
  )
  // Groups the documents of a record once, because one record can have parts of thousands of totals.
  const recordsWithParts = new Set(totals.map(({ decidedBy }) => decidedBy?.record))
  const candidatesByRecord = groupBy(
    documents.filter(({ document }) => recordsWithParts.has(document.record)),
    ({ document }) => document.record,
  )
  const candidateByDocument = new Map<SourceDocument, PartCandidate>()
  for (const candidates of candidatesByRecord.values())
    for (const similar of groupBy(candidates, toFormYearAndRecipientKey).values())
      for (const group of groupByIssuer(similar.map(({ document }) => document)))
        for (const document of group.documents)
          candidateByDocument.set(document, { group, recipientId: similar[0]?.recipientId ?? null })
  const groups = new Set<IssuerGroup>()
  for (const { decidedBy, recipientId } of totals) {
    const candidate = candidateByDocument.get(decidedBy as SourceDocument)
    if (candidate?.recipientId === recipientId) groups.add(candidate.group)
  }
  return new Set([...groups].flatMap(group => group.documents))
}

/** A document that may be a part of a total: its recipient, and the documents of the same issuer. */
interface PartCandidate {
  readonly group: IssuerGroup
  readonly recipientId: ResolvedDocument['recipientId']
}

const toFormYearAndRecipientKey = ({ document: { compiledForm, year }, recipientId }: ResolvedDocument): string =>
  `${compiledForm.key} ${year} ${recipientId}`
