import { addTo, getOrCreate } from '../core/lists.js'
import { type Cents, subtractCents } from '../core/money.js'
import { needs } from '../export/finding-tables.js'
import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import { NEEDS } from '../underwrite/needs.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { whyNotCounted } from './document-words.js'
import { groupedCents } from './words.js'

/** What is asked for, and what it is about: whom, which issuer and year, the amount behind it; and under which policy, where not under all. */
export function neededOf(
  scope: Scope,
  wordsOf: (borrower: string) => string,
  textOf: (cents: Cents) => string,
): (readonly [what: string, about: readonly string[]])[] {
  const policies = underwritingsOf(scope).length
  const asked = new Map<string, Map<string, string[]>>()
  for (const { under, need, about, cents } of needs.rows(scope)) {
    const whose = need.borrower === 'self' ? null : wordsOf(need.borrower)
    const where = [whose, about, need.year].filter(each => each !== null).join(', ')
    const item = [where, cents === null ? '' : textOf(cents)].filter(each => each !== '').join(': ')
    const items = getOrCreate(asked, NEEDS[need.need], () => new Map<string, string[]>())
    addTo(items, item, under.policy.name)
  }
  return [...asked].map(([what, items]) => {
    const about = [...items].map(([item, names]) => {
      const under = names.length < policies ? `under ${names.join(', ')}` : ''
      return [item, under].filter(each => each !== '').join('; ')
    })
    return [what, about.filter(line => line !== '')]
  })
}

/** Counts the records and the documents of a taxpayer. */
export const countsOf = ({ result: { dossier, resolution } }: Scope) => ({
  records: dossier.records.length,
  rejected: dossier.rejected.reduce((sum, { count }) => sum + count, 0),
  documents: resolution.documents.length,
  counted: resolution.documents.filter(document => whyNotCounted(document) === null).length,
})

/** Tells whether the rows of an underwriting are about more than one borrower. */
export const hasSeveralBorrowers = ({ qualifyingIncome: rows }: Underwriting): boolean =>
  rows.some(({ borrower }) => borrower !== rows[0]?.borrower)

/**
 * What an authority confirms of the total a month, whether that is a part of the total, and the losses (0 or more). Losses
 * count against the whole total, and nobody confirms a loss, so more can be confirmed than the total.
 */
export function confirmedOf({ qualifyingIncome }: Underwriting) {
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
