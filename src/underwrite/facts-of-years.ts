import { NO_ITEMS } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import type { Flag } from './flag.js'
import type { TraceExclusion } from './trace.js'

/** The years of facts, each once. */
export function yearsOf(facts: readonly FactRow[]): number[] {
  const years: number[] = []
  for (const { of } of facts) {
    const year = of.document.year as number
    if (!years.includes(year)) years.push(year)
  }
  return years
}

/** Years in a row that have an amount, up to a year. */
export function yearsInRow(years: readonly number[], year: number): number {
  let count = 0
  while (years.includes(year - count)) count++
  return count
}

/** The facts of a year. */
export function factsOf(facts: readonly FactRow[], year: number): readonly FactRow[] {
  let count = 0
  for (const fact of facts) if (fact.of.document.year === year) count++
  // Most rows are of one year or of none, and there may be a million of them.
  if (count === 0) return NO_ITEMS
  return count === facts.length ? facts : facts.filter(fact => fact.of.document.year === year)
}

/** The exact sum of facts; of none, 0. */
export function sumFacts(facts: readonly FactRow[]): Cents {
  let sum: Cents = 0
  for (const { cents } of facts) sum = addCents(sum, cents)
  return sum
}

/** A sum with one more amount, where there is one. */
export const addKnown = (sum: Cents | null, amount: Cents | null): Cents | null =>
  amount === null ? sum : sum === null ? amount : addCents(sum, amount)

/**
 * A year of a stream after its exclusions. Units: cents. Missing: `cents` is null where nothing is left;
 * `nontaxable` leaves out what is not known. `ira` is the part of IRAs that counts.
 */
export interface AdjustedYear {
  readonly cents: Cents | null
  readonly nontaxable: Cents
  readonly ira: Cents
  readonly kept: readonly FactRow[]
  readonly excluded: readonly TraceExclusion[]
  readonly flags: readonly Flag[]
}

const yearOf = (facts: readonly FactRow[], excluded: readonly TraceExclusion[]): AdjustedYear => ({
  cents: facts.length === 0 ? null : sumFacts(facts),
  nontaxable: 0,
  ira: 0,
  kept: facts,
  excluded,
  flags: NO_ITEMS,
})

const EMPTY = yearOf(NO_ITEMS, NO_ITEMS)

/** A year as it is: the sum of its facts, and nothing left out unless it is given. */
export const plainYear = (
  facts: readonly FactRow[],
  excluded: readonly TraceExclusion[] = NO_ITEMS,
): AdjustedYear => (facts.length === 0 && excluded.length === 0 ? EMPTY : yearOf(facts, excluded))
