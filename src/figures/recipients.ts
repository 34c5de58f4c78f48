import { getLastFour } from '../core/identifier.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Ledger } from './facts.js'

/** The taxpayer to whom the dossier belongs. */
export const SELF = 'self'

/** All recipients of a dossier together. */
export const ALL = 'all'

/** A recipient that is not the taxpayer and has no digits. */
export const UNKNOWN = 'unknown'

const RANKS: Readonly<Record<string, number>> = { [SELF]: 0, [UNKNOWN]: 2, [ALL]: 3 }

/** Orders recipients: the taxpayer first, then by last four digits, then `unknown`, then all together. */
export const compareRecipients = (a: string, b: string): number =>
  (RANKS[a] ?? 1) - (RANKS[b] ?? 1) || (a < b ? -1 : Number(a > b))

/** Returns `self`, the last four digits of another recipient, or `unknown`. */
export const findRecipient = ({ isOtherRecipient, recipientId }: ResolvedDocument): string =>
  !isOtherRecipient ? SELF : recipientId === null ? UNKNOWN : getLastFour(recipientId)

/** The documents and the ledger of one recipient. */
export interface RecipientGroup {
  readonly recipient: string
  readonly documents: readonly ResolvedDocument[]
  readonly ledger: Pick<Ledger, 'facts' | 'gaps'>
}

/**
 * Divides documents and their amounts by recipient. The taxpayer is the first, also without a document. A gap without a
 * document may belong to any recipient, so every recipient has it.
 */
export function divideByRecipient(
  documents: readonly ResolvedDocument[],
  ledger: Pick<Ledger, 'facts' | 'gaps'>,
): readonly RecipientGroup[] {
  const recipients = new Set([SELF])
  for (const document of documents) recipients.add(findRecipient(document))
  return [...recipients]
    .sort(compareRecipients)
    .map(recipient => ({
      recipient,
      documents: documents.filter(document => findRecipient(document) === recipient),
      ledger: {
        facts: ledger.facts.filter(({ resolvedDocument }) => findRecipient(resolvedDocument) === recipient),
        gaps: ledger.gaps.filter(
          ({ resolvedDocument }) => resolvedDocument === null || findRecipient(resolvedDocument) === recipient,
        ),
      },
    }))
}
