import type { Entry } from './entry.js'
import { ALL, type Asked, NONE, type Trait, type View } from './traits.js'

const dollarsOf = (cents: number): number => Math.floor(cents / 100)

/** What is asked of a box: amounts that do not contradict one's own; or equal ones that are not zero, a point each. */
export type Equality = 'same' | 'equal'

/** One box of those that are held in whole dollars, or with cents. */
export function boxTrait(field: number, between: boolean, isHeldWhole: boolean, equality: Equality): Trait {
  const centsOf = ({ amounts }: Entry): number | null => amounts[field] as number | null
  const exact: View = ({ entry }) => centsOf(entry) ?? NONE
  /** Dollars, and what lies between two. */
  const around: View = ({ entry }) => {
    const cents = centsOf(entry)
    return cents === null ? NONE : cents % 100 === 0 ? cents / 100 : `${dollarsOf(cents)}+`
  }
  /** The keys of all amounts that are the same as one. */
  function keysOf(cents: number, isWhole: boolean): readonly (string | number)[] {
    const dollars = dollarsOf(cents)
    if (!isWhole) return cents % 100 === 0 ? [dollars] : [dollars, dollars + 1]
    return isHeldWhole ? [dollars, dollars - 1, dollars + 1] : [dollars, `${dollars}+`, `${dollars - 1}+`]
  }
  return {
    most: equality === 'equal' ? 1 : 0,
    asked(entry) {
      const cents = centsOf(entry)
      const isExact = !between || !(entry.whole || isHeldWhole)
      const [view, keys] =
        cents === null ? [null, []] : isExact ? [exact, [cents]] : [around, keysOf(cents, entry.whole)]
      if (equality === 'same')
        return cents === null ? [ALL()] : [...keys, NONE].map((key): Asked => [view, key, 0])
      const others = cents === 0 ? [] : keys.filter(key => key !== 0)
      return [...others.map((key): Asked => [view, key, 1]), ALL()]
    },
  }
}

const isEmpty: View = ({ entry }) => Number(entry.amounts.every(cents => cents === null))

/** A document without money has the amounts of those without money. */
export const NO_MONEY: Trait = {
  most: 0,
  asked: ({ amounts }) => [amounts.every(cents => cents === null) ? [isEmpty, 1, 0] : ALL()],
}
