import { type Cents, subtractCents } from '../core/money.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { groupedCents } from './amounts.js'

/** What of the total an authority confirms. Losses count against all of it, and nobody confirms a loss: where they make the total less than what is confirmed, that is said. */
export function confirmedOf({ qualifyingIncome }: Underwriting): {
  readonly confirmed: Cents
  /** It is a part of the total. */
  readonly isPart: boolean
  /** Losses of a month, above 0; 0 where there are none. */
  readonly losses: Cents
} {
  const total = qualifyingIncome.at(-1)
  const confirmed = total?.verifiedMonthly ?? 0
  let losses: Cents = 0
  for (const { category, qualifyingMonthly } of qualifyingIncome)
    if (category !== 'total' && qualifyingMonthly < 0) losses = subtractCents(losses, qualifyingMonthly)
  return { confirmed, isPart: confirmed <= (total?.qualifyingMonthly ?? 0), losses }
}

/** The same behind the total, as a part of a sentence. */
export function confirmedWords(under: Underwriting): string {
  const { confirmed, isPart, losses } = confirmedOf(under)
  if (isPart) return `, of which ${groupedCents(confirmed)} is confirmed by an authority`
  const against = losses > 0 ? `; losses of ${groupedCents(losses)} count against it` : ''
  return `; ${groupedCents(confirmed)} of income is confirmed by an authority${against}`
}
