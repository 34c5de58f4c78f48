import { lastFour } from '../core/identifier.js'
import { recipientIdOf, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { FactRow } from '../summarize/facts.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { KnownFacts } from './known-facts.js'

/** What counts of a taxpayer's own: documents and facts that have a year and are not another person's. */
export interface Own {
  readonly documents: readonly SourceDocument[]
  readonly facts: readonly FactRow[]
  readonly isOwn: (document: ResolvedDocument) => boolean
}

/** A taxpayer's own counted documents and facts; another recipient's are in where the caller names their last four. */
export function ownOf({ resolution, ledger }: TaxpayerResult, known?: KnownFacts): Own {
  const named = new Set(known?.recipients)
  const isOwn = ({ document, otherRecipient }: ResolvedDocument): boolean => {
    if (!otherRecipient) return true
    const id = recipientIdOf(document)
    return id !== null && named.has(lastFour(id))
  }
  return {
    isOwn,
    documents: resolution.documents.flatMap(each =>
      each.status === 'counted' && each.document.year !== null && isOwn(each) ? [each.document] : [],
    ),
    facts: ledger.facts.filter(({ counted, of }) => counted && isOwn(of)),
  }
}

/** Own documents of a kind, of a year where one is given. */
export const ownForms = (own: Own, form: string, year?: number): SourceDocument[] =>
  own.documents.filter(
    document => document.plan.form.key === form && (year === undefined || document.year === year),
  )
