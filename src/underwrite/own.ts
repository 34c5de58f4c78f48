import { lastFour } from '../core/identifier.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { KnownFacts } from './known-facts.js'

/** What counts of a taxpayer's own: documents and facts that have a year and are not another person's. */
export interface Own {
  readonly documents: readonly SourceDocument[]
  readonly facts: readonly FactRow[]
  readonly isOwn: (document: ResolvedDocument) => boolean
  /** Last four digits that the caller named. */
  readonly recipients: number
  /** The documents of others among these, which are in because the caller named their last four. */
  readonly named: readonly SourceDocument[]
}

/** A taxpayer's own counted documents and facts; another recipient's are in where the caller names their last four. */
export function ownOf({ resolution, ledger }: TaxpayerResult, known?: KnownFacts): Own {
  const named = new Set(known?.recipients)
  const isOwn = ({ recipientId, otherRecipient }: ResolvedDocument): boolean => {
    if (!otherRecipient) return true
    return recipientId !== null && named.has(lastFour(recipientId))
  }
  const counted = resolution.documents.filter(
    each => each.status === 'counted' && each.document.year !== null && isOwn(each),
  )
  return {
    isOwn,
    recipients: named.size,
    named: counted.filter(({ otherRecipient }) => otherRecipient).map(({ document }) => document),
    documents: counted.map(({ document }) => document),
    facts: ledger.facts.filter(({ counted, of }) => counted && isOwn(of)),
  }
}

/** Own documents of a kind, of a year where one is given. */
export const ownForms = (own: Own, form: string, year?: number): SourceDocument[] =>
  own.documents.filter(
    document => document.plan.form.key === form && (year === undefined || document.year === year),
  )
