import { addAll, addInOrder, getOrCreate, sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { FactRow } from '../summarize/facts.js'
import { type Employer, wagesIn } from './employers.js'
import { yearsOf } from './facts-of-years.js'
import type { Loss } from './unread.js'

function largestWages(employer: Employer): Cents {
  let largest: Cents = 0
  for (const year of yearsOf(employer.facts)) {
    const cents = wagesIn(employer, year) as Cents
    if (cents > largest) largest = cents
  }
  return largest
}

/** The places of employers, the largest single year's wages first; of equal ones in their order. */
function byWages(employers: readonly Employer[]): number[] {
  const sizes = employers.map(largestWages)
  return sortInPlace(
    sizes.map((_, place) => place),
    (a, b) => {
      const one = sizes[a] as Cents
      const other = sizes[b] as Cents
      return one > other ? -1 : one < other ? 1 : a - b
    },
  )
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

/** One job of several employers. */
function joined(chain: readonly Employer[]): Employer {
  const facts: FactRow[] = []
  const losses = new Set<Loss>()
  for (const each of chain) {
    addAll(facts, each.facts)
    for (const loss of each.losses) losses.add(loss)
  }
  const { first, start } = chain[0] as Employer
  // Copied, so that the lists have no room for more: there may be a million.
  return {
    first,
    facts: facts.slice(),
    losses: [...losses],
    start,
    end: (chain.at(-1) as Employer).end,
    replaced: true,
  }
}

/** True where one starts when another ends, or in the year behind. */
function isLinked(employers: readonly Employer[]): boolean {
  const ends: number[] = []
  for (const { end } of employers) if (end !== null) addInOrder(ends, end)
  return employers.some(({ start }) => start !== null && (ends.includes(start) || ends.includes(start - 1)))
}

/**
 * Employers, with those joined each of which took the place of the one before: it starts in the year in which that one
 * ends, or in the next, one for one, and nobody comes before themselves.
 */
export function joinReplaced(employers: readonly Employer[]): readonly Employer[] {
  if (!isLinked(employers)) return employers
  // By rank: there may be a million, and maps of them take more room.
  const places = byWages(employers)
  const ordered = places.map(place => employers[place] as Employer)
  const after = ordered.map(() => NOBODY)
  const before = [...after]
  // Of a chain's last its first, and of its first its last.
  const heads = ordered.map((_, rank) => rank)
  const tails = [...heads]
  const ending = new Map<number, Ending>()
  for (const [rank, { end }] of ordered.entries())
    if (end !== null) getOrCreate(ending, end, () => new Ending()).add(rank)
  for (const [rank, { start }] of ordered.entries()) {
    if (start === null) continue
    const last = tails[rank] as number
    const endsIn = (year: number): number =>
      ending.get(year)?.firstBut(last, after) ?? Number.POSITIVE_INFINITY
    const left = Math.min(endsIn(start), endsIn(start - 1))
    if (left >= ordered.length) continue
    after[left] = rank
    before[rank] = left
    const head = heads[left] as number
    heads[last] = head
    tails[head] = last
  }
  // A chain stands in the place of its first.
  const jobs: (Employer | null)[] = employers.map(() => null)
  for (const [rank, employer] of ordered.entries())
    if (before[rank] === NOBODY)
      jobs[places[rank] as number] = after[rank] === NOBODY ? employer : joined(chainOf(rank, ordered, after))
  return jobs.filter(each => each !== null)
}

function chainOf(head: number, ordered: readonly Employer[], after: readonly number[]): Employer[] {
  const chain: Employer[] = []
  for (let rank = head; rank !== NOBODY; rank = after[rank] as number) chain.push(ordered[rank] as Employer)
  return chain
}
