import { getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { Employer } from './employers.js'

const largestWages = ({ wages }: Employer): Cents => {
  let largest: Cents = 0
  for (const cents of wages.values()) if (cents > largest) largest = cents
  return largest
}

/** The largest single year's wages first; of equal ones in their order. */
function byWages(employers: readonly Employer[]): Employer[] {
  const sized = employers.map(employer => ({ employer, size: largestWages(employer) }))
  return sized
    .sort((a, b) => (a.size > b.size ? -1 : a.size < b.size ? 1 : 0))
    .map(({ employer }) => employer)
}

/** Employers that end in a year, the largest first, of which each is taken once. */
class Ending {
  readonly #left: Employer[] = []
  #from = 0

  add(employer: Employer): void {
    this.#left.push(employer)
  }

  /** The first that is not taken, nor the one given. */
  firstBut(last: Employer, taken: ReadonlyMap<Employer, Employer>): Employer | undefined {
    while (this.#from < this.#left.length && taken.has(this.#left[this.#from] as Employer)) this.#from++
    for (let i = this.#from; i < this.#left.length; i++) {
      const each = this.#left[i] as Employer
      if (each !== last && !taken.has(each)) return each
    }
    return undefined
  }
}

/**
 * Chains of employers, each of which took the place of the one before: it starts in the year in which that one ends, or in
 * the next, one for one, and nobody comes before themselves. An employer in no chain is one by itself.
 */
export function chainsOf(employers: readonly Employer[]): Employer[][] {
  const isLinked = employers.some(({ start }) => start !== null) && employers.some(({ end }) => end !== null)
  if (!isLinked) return employers.map(employer => [employer])
  const ordered = byWages(employers)
  const ranks = new Map<Employer | undefined, number>(ordered.map((employer, rank) => [employer, rank]))
  const ending = new Map<number, Ending>()
  for (const employer of ordered)
    if (employer.end !== null) getOrCreate(ending, employer.end, () => new Ending()).add(employer)
  const after = new Map<Employer, Employer>()
  const [heads, tails] = [new Map<Employer, Employer>(), new Map<Employer, Employer>()]
  const replaces = new Set<Employer>()
  for (const employer of ordered) {
    const { start } = employer
    if (start === null) continue
    const last = tails.get(employer) ?? employer
    const same = ending.get(start)?.firstBut(last, after)
    const previous = ending.get(start - 1)?.firstBut(last, after)
    const rank = (each: Employer | undefined): number => ranks.get(each) ?? ordered.length
    const before = rank(same) < rank(previous) ? same : previous
    if (before === undefined) continue
    after.set(before, employer)
    replaces.add(employer)
    const head = heads.get(before) ?? before
    heads.set(last, head)
    tails.set(head, last)
  }
  return employers
    .filter(employer => !replaces.has(employer))
    .map(employer => {
      const chain = [employer]
      for (let next = after.get(employer); next !== undefined; next = after.get(next)) chain.push(next)
      return chain
    })
}
