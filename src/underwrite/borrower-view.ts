import { lastFour } from '../core/identifier.js'
import type { FormUse, FormUses } from '../model/form.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { KnownFacts } from './known-facts.js'

/** What counts of a taxpayer's own: documents and facts that have a year and are not another person's. */
export interface BorrowerView {
  /** What it is taken from, with what of it was lost. */
  readonly result: TaxpayerResult
  readonly documents: readonly SourceDocument[]
  /** Those of which a box could not be read. */
  readonly flawed: readonly SourceDocument[]
  /** The years of those with amounts behind keys that nobody reads. */
  readonly unread: readonly number[]
  /** Counted facts of income. */
  readonly income: readonly FactRow[]
  /** Counted facts of federal tax withheld. */
  readonly withheld: readonly FactRow[]
  /** Facts of income that do not count, or count and are another person's. */
  readonly others: readonly FactRow[]
  readonly isOwn: (document: ResolvedDocument) => boolean
  /** Last four digits that the caller named. */
  readonly recipients: number
  /** The documents of others among these, which are in because the caller named their last four. */
  readonly named: readonly SourceDocument[]
}

/** A taxpayer's own counted documents and facts; another recipient's are in where the caller names their last four. */
export function borrowerViewOf(result: TaxpayerResult, known?: KnownFacts): BorrowerView {
  const { resolution, ledger } = result
  const digits = new Set(known?.recipients)
  const isOwn = ({ recipientId, otherRecipient }: ResolvedDocument): boolean => {
    if (!otherRecipient) return true
    return recipientId !== null && digits.has(lastFour(recipientId))
  }
  const documents: SourceDocument[] = []
  const unread: number[] = []
  const named: SourceDocument[] = []
  for (const each of resolution.documents) {
    if (each.status !== 'counted' || each.document.year === null) continue
    if (!isOwn(each)) continue
    documents.push(each.document)
    if (each.document.unread > 0) unread.push(each.document.year)
    if (each.otherRecipient) named.push(each.document)
  }
  const income: FactRow[] = []
  const withheld: FactRow[] = []
  const others: FactRow[] = []
  for (const fact of ledger.facts) {
    const isIncome = fact.meaning.category !== null
    if (!isCounted(fact) || !isOwn(fact.of)) {
      if (isIncome) others.push(fact)
    } else if (isIncome) income.push(fact)
    else if (fact.meaning.withheld === 'federal') withheld.push(fact)
  }
  const flawed = documents.filter(({ unreadable }) => unreadable.length > 0)
  return {
    result,
    documents,
    flawed,
    unread,
    income,
    withheld,
    others,
    isOwn,
    recipients: digits.size,
    named,
  }
}

/** A document that has a use, and which of its boxes are what in it. */
export interface UsedForm<U extends FormUse> {
  readonly document: SourceDocument
  readonly boxes: FormUses[U]
}

/** Own documents of a year that have a use. */
export function ownForms<U extends FormUse>(borrower: BorrowerView, use: U, year: number): UsedForm<U>[] {
  const forms: UsedForm<U>[] = []
  for (const document of borrower.documents) {
    const boxes = document.year === year ? document.plan.uses[use] : null
    if (boxes !== null) forms.push({ document, boxes })
  }
  return forms
}
