import { hasNoMoney } from './amounts.js'
import type { View } from './document-node.js'
import type { Entry } from './entry.js'
import { ALL, type Asked, NONE, type Trait } from './traits.js'

/** The boxes in which any document of one form and year has money, those that tell most apart first. */
export function boxesOf(block: readonly Entry[]): readonly number[] {
  const values = (block[0] as Entry).amounts.map(
    (_, field) => new Set(block.map(({ amounts }) => amounts[field])),
  )
  const sizeOf = (field: number): number => (values[field] as Set<unknown>).size
  const filled = [...values.keys()].filter(field => sizeOf(field) > 1 || block[0]?.amounts[field])
  return filled.sort((a, b) => sizeOf(b) - sizeOf(a))
}

const dollarsOf = (cents: number): number => Math.floor(cents / 100)

/**
 * One box: amounts that do not contradict one's own; `counts`, equal ones that are not zero, a point each. Documents in whole
 * dollars stand apart from those with cents, which are compared with them by their dollars.
 */
export function boxTrait(field: number, between: boolean, counts: boolean): Trait {
  const centsOf = ({ amounts }: Entry): number | null => amounts[field] as number | null
  /** To the cent, but whole dollars between sources. */
  const exact: View = ({ entry }) => {
    const cents = centsOf(entry)
    return cents === null ? NONE : between && entry.whole ? `$${cents / 100}` : cents
  }
  /** Dollars, and what lies between two. */
  const around: View = ({ entry }) => {
    const cents = centsOf(entry)
    if (cents === null) return NONE
    return entry.whole ? `$${cents / 100}` : cents % 100 === 0 ? cents / 100 : `${dollarsOf(cents)}+`
  }
  /** The keys of all amounts that are the same as one between sources. */
  function keysOf(cents: number, isWhole: boolean): readonly (string | number)[] {
    const dollars = dollarsOf(cents)
    if (isWhole)
      return [`$${dollars}`, `$${dollars - 1}`, `$${dollars + 1}`, dollars, `${dollars}+`, `${dollars - 1}+`]
    return cents % 100 === 0 ? [cents, `$${dollars}`] : [cents, `$${dollars}`, `$${dollars + 1}`]
  }
  return {
    most: counts ? 1 : 0,
    asked(entry) {
      const cents = centsOf(entry)
      // A document without money has the amounts of those without money.
      if (cents === null) return [!counts && hasNoMoney(entry) ? [exact, NONE, 0] : ALL()]
      const view = between && entry.whole ? around : exact
      const keys = between ? keysOf(cents, entry.whole) : [cents]
      if (!counts) return [...keys, NONE].map((key): Asked => [view, key, 0])
      const others = cents === 0 ? [] : keys.filter(key => key !== 0 && key !== '$0')
      return [...others.map((key): Asked => [view, key, 1]), ALL()]
    },
  }
}
