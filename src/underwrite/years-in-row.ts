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

/** The facts of a year. */
export function factsOf(facts: readonly FactRow[], year: number): FactRow[] {
  const own: FactRow[] = []
  for (const fact of facts) if (fact.of.document.year === year) own.push(fact)
  return own
}
