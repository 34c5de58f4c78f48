import { addTo, getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { needs } from '../export/needs-table.js'
import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import { NEEDS } from '../underwrite/needs/codes.js'

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
    addTo(
      getOrCreate(asked, NEEDS[need.need], () => new Map<string, string[]>()),
      item,
      under.policy.name,
    )
  }
  return [...asked].map(([what, items]) => {
    const about = [...items].map(([item, names]) => {
      const under = names.length < policies ? `under ${names.join(', ')}` : ''
      return [item, under].filter(each => each !== '').join('; ')
    })
    return [what, about.filter(line => line !== '')]
  })
}
