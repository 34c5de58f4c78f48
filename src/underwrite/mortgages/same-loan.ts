import type { Statement } from './statement.js'

/** A share of the larger principal: what a loan may be paid down between two statements of a year. */
const PAID_DOWN = 20

/** A masked transcript cuts an address to so many characters: such a one may be the other's, and does not show that it is. */
const CUT = 6

/** True where two addresses say nothing against each other. */
function mayBeOne(a: Statement, b: Statement): boolean {
  if (a.address === null || b.address === null || isSameProperty(a, b)) return true
  const [short, long] = a.address.length < b.address.length ? [a.address, b.address] : [b.address, a.address]
  return short.length <= CUT && long.startsWith(short)
}

/** True where both statements name one property: equal addresses, or both where the borrower lives. */
const isSameProperty = (a: Statement, b: Statement): boolean =>
  a.address !== null && b.address !== null && (a.address === b.address || (a.atHome && b.atHome))

/** True where nothing that both statements have differs, the principal apart. */
const isCompatible = (a: Statement, b: Statement): boolean =>
  mayBeOne(a, b) && (a.originated === null || b.originated === null || a.originated === b.originated)

/** How far two principals are apart; null where one is not known. Units: cents. */
export const distanceOf = (a: Statement, b: Statement): number | null =>
  a.principal === null || b.principal === null ? null : Math.abs(a.principal - b.principal)

/** What can speak for two statements being of one loan, the strongest first. */
export const BONDS = ['origination', 'acquisition', 'property'] as const

/** One of them. */
export type Bond = (typeof BONDS)[number]

/**
 * What speaks for two statements of different lenders being of one loan: the property and the day of origination, a day on
 * which one took it over, or the property alone. Missing: null where nothing does, or something differs.
 */
export function bondOf(a: Statement, b: Statement): Bond | null {
  if (!isCompatible(a, b)) return null
  const distance = distanceOf(a, b)
  if (distance !== null && distance * PAID_DOWN > Math.max(a.principal as number, b.principal as number))
    return null
  const same = isSameProperty(a, b)
  if (same && a.originated !== null && b.originated !== null) return 'origination'
  if ((a.acquired === null) !== (b.acquired === null) || (a.acquired !== null && a.acquired !== b.acquired))
    return 'acquisition'
  return same ? 'property' : null
}
