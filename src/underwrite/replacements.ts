import { getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { type Employer, wagesIn } from './employers.js'
import { yearsOf } from './years-in-row.js'

function largestWages(employer: Employer): Cents {
  let largest: Cents = 0
  for (const year of yearsOf(employer.facts)) {
    const cents = wagesIn(employer, year) as Cents
    if (cents > largest) largest = cents
  }
  return largest
}

/** The largest single year's wages first; of equal ones in their order. */
function byWages(employers: readonly Employer[]): Employer[] {
  const sizes = employers.map(largestWages)
  const places = employers.map((_, place) => place)
  places.sort((a, b) => {
    const [one, other] = [sizes[a] as Cents, sizes[b] as Cents]
    return one > other ? -1 : one < other ? 1 : a - b
  })
  return places.map(place => employers[place] as Employer)
}

const NOBODY = -1

/** Employers that end in a year, by their ranks, of which each is taken once. */
class Ending {
  readonly #left: number[] = []
  #from = 0

  add(rank: number): void {
    this.#left.push(rank)
  }

  /** The first that nobody came after, nor the one given; infinite where there is none. */
  firstBut(last: number, after: readonly number[]): number {
    const isTaken = (rank: number | undefined): boolean => rank !== undefined && after[rank] !== NOBODY
    while (isTaken(this.#left[this.#from])) this.#from++
    for (let i = this.#from; i < this.#left.length; i++) {
      const rank = this.#left[i] as number
      if (rank !== last && !isTaken(rank)) return rank
    }
    return Number.POSITIVE_INFINITY
  }
}

/** The items of lists in one, with no room for more. */
function listOf<T>(lists: readonly (readonly T[])[]): T[] {
  const none: T[] = []
  return none.concat(...lists)
}

/** One job of several employers. */
const joined = (chain: readonly Employer[]): Employer => ({
  first: (chain[0] as Employer).first,
  facts: listOf(chain.map(({ facts }) => facts)),
  losses: [...new Set(listOf(chain.map(({ losses }) => losses)))],
  start: (chain[0] as Employer).start,
  end: (chain.at(-1) as Employer).end,
  replaced: true,
})

/**
 * Employers, with those joined each of which took the place of the one before: it starts in the year in which that one
 * ends, or in the next, one for one, and nobody comes before themselves.
 */
export function joinReplaced(employers: readonly Employer[]): readonly Employer[] {
  const isLinked = employers.some(({ start }) => start !== null) && employers.some(({ end }) => end !== null)
  if (!isLinked) return employers
  // By rank: there may be a million, and maps of them take more room.
  const ordered = byWages(employers)
  const after = ordered.map(() => NOBODY)
  const replaces = new Set<Employer>()
  // Of a chain's last its first, and of its first its last.
  const heads = ordered.map((_, rank) => rank)
  const tails = [...heads]
  const ending = new Map<number, Ending>()
  for (const [rank, { end }] of ordered.entries())
    if (end !== null) getOrCreate(ending, end, () => new Ending()).add(rank)
  for (const [rank, employer] of ordered.entries()) {
    const { start } = employer
    if (start === null) continue
    const last = tails[rank] as number
    const endsIn = (year: number): number =>
      ending.get(year)?.firstBut(last, after) ?? Number.POSITIVE_INFINITY
    const before = Math.min(endsIn(start), endsIn(start - 1))
    if (before >= ordered.length) continue
    after[before] = rank
    replaces.add(employer)
    const head = heads[before] as number
    heads[last] = head
    tails[head] = last
  }
  const jobs = new Map<Employer, Employer>()
  for (const [rank, employer] of ordered.entries())
    if (after[rank] !== NOBODY && !replaces.has(employer))
      jobs.set(employer, joined(chainOf(rank, ordered, after)))
  return employers.filter(employer => !replaces.has(employer)).map(employer => jobs.get(employer) ?? employer)
}

function chainOf(head: number, ordered: readonly Employer[], after: readonly number[]): Employer[] {
  const chain: Employer[] = []
  for (let rank = head; rank !== NOBODY; rank = after[rank] as number) chain.push(ordered[rank] as Employer)
  return chain
}
