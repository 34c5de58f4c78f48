import type { FactRow } from '../summarize/facts.js'

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

const NONE: readonly never[] = []

/** The facts of a year. */
export function factsOf(facts: readonly FactRow[], year: number): readonly FactRow[] {
  let count = 0
  for (const fact of facts) if (fact.of.document.year === year) count++
  // Most rows are of one year or of none, and there may be a million of them.
  if (count === 0) return NONE
  return count === facts.length ? facts : facts.filter(fact => fact.of.document.year === year)
}
