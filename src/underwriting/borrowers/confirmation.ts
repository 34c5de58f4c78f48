import { getLastFour } from '../../core/identifier.js'
import { getOrCreate } from '../../core/lists.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'

/** What it says of software's document that no document of an authority matches. */
export type Silence = 'not_on_transcript' | 'transcript_incomplete'

/** What an authority's documents confirm of a dossier, and what their silence says of the rest. */
export class Confirmation {
  #summed: ReadonlySet<SourceDocument> | null = null
  #complete: ReturnType<typeof completeTranscripts> | null = null

  constructor(private readonly result: TaxpayerResult) {}

  /** True where an authority holds the document, or the total that it is part of. */
  isConfirmed(of: ResolvedDocument): boolean {
    if (of.isVerified) return true
    this.#summed ??= summedByAuthority(this.result.resolution.documents)
    return this.#summed.has(of.document)
  }

  /**
   * Null where it is confirmed, and where no transcript carries the form. A transcript that is not complete, or of which a
   * part could not be read, says nothing by its silence.
   */
  silenceOf(of: ResolvedDocument): Silence | null {
    const { document } = of
    if (this.isConfirmed(of) || document.compiledForm.form.notOnTranscripts === true) return null
    this.#complete ??= completeTranscripts(this.result)
    const own = of.recipientId === null ? null : getLastFour(of.recipientId)
    return this.#complete.get(document.year)?.has(own ?? this.result.resolution.taxpayerLast4) === true
      ? 'not_on_transcript'
      : 'transcript_incomplete'
  }
}

/**
 * The day from which an authority's record of a year is complete: 1 August of the next year.
 * Source: the IRS says that wage and income data may be incomplete until July.
 */
export const completeFrom = (year: number): string => `${String(year + 1).padStart(4, '0')}-08-01`

/** The recipients by year of which an authority's record was pulled when the year was complete. */
function completeTranscripts({ dossier, resolution }: TaxpayerResult) {
  const complete = new Map<number | null, Set<string | null>>()
  for (const record of dossier.records) {
    const { isFromIrs, forms, unreadableEntries } = record
    const isWhole = unreadableEntries.length === 0 && !forms.some(({ isUnreadable }) => isUnreadable)
    if (!isFromIrs || !isWhole) continue
    for (const { year, ssn } of forms) {
      const each = year ?? record.taxYear
      if (each === null || (record.date ?? '') < completeFrom(each)) continue
      const recipient = ssn === null ? resolution.taxpayerLast4 : getLastFour(ssn)
      getOrCreate(complete, each, () => new Set()).add(recipient)
    }
  }
  return complete
}

/** Documents of software that add up to one that an authority holds: the total is their duplicate. */
function summedByAuthority(documents: readonly ResolvedDocument[]): ReadonlySet<SourceDocument> {
  const summed = new Set<SourceDocument>()
  for (const { document, status, decidedBy, isVerified, recipientId } of documents) {
    if (status !== 'duplicate' || isVerified || !document.record.isFromIrs) continue
    if (decidedBy === null || decidedBy.record.isFromIrs) continue
    const parts = documents.filter(
      each =>
        each.document.record === decidedBy.record &&
        each.document.compiledForm === decidedBy.compiledForm &&
        each.document.year === decidedBy.year &&
        each.recipientId === recipientId,
    )
    for (const group of groupByIssuer(parts.map(each => each.document)))
      if (group.documents.includes(decidedBy)) for (const each of group.documents) summed.add(each)
  }
  return summed
}
