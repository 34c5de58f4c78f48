import type { Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import type { Flag } from './flag.js'
import { sumFacts } from './sum-facts.js'
import type { TraceExclusion } from './trace.js'

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

const NOTHING: readonly never[] = []

const yearOf = (facts: readonly FactRow[], excluded: readonly TraceExclusion[]): AdjustedYear => ({
  cents: facts.length === 0 ? null : sumFacts(facts),
  nontaxable: 0,
  ira: 0,
  kept: facts,
  excluded,
  flags: NOTHING,
})

const EMPTY = yearOf(NOTHING, NOTHING)

/** A year as it is: the sum of its facts, and nothing left out unless it is given. */
export const plainYear = (
  facts: readonly FactRow[],
  excluded: readonly TraceExclusion[] = NOTHING,
): AdjustedYear => (facts.length === 0 && excluded.length === 0 ? EMPTY : yearOf(facts, excluded))
