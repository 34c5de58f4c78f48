import type { Cents } from '../../core/money.js'
import type { Loan } from '../mortgages/loans.js'
import { isNear } from './finding.js'

/**
 * Finds loans by a stated balance. Loans are sorted by their principal, so the loans with a principal near a balance are
 * next to each other. A tree has the first position of each range, so that a search among a hundred thousand equal loans
 * takes few steps.
 */
export class LoansByPrincipal {
  readonly #principals: readonly number[]
  readonly #ranks: ReadonlyMap<Loan, number>
  /** A binary tree: node `i` has the smaller position of its children `2i` and `2i + 1`. Removed loans have none. */
  readonly #tree: Float64Array

  constructor(private readonly loans: readonly Loan[]) {
    const sorted = [...loans.entries()]
      .flatMap(([position, loan]) => (loan.principal === null ? [] : [{ position, loan, principal: loan.principal }]))
      .sort((a, b) => a.principal - b.principal)
    this.#principals = sorted.map(({ principal }) => principal)
    this.#ranks = new Map(sorted.map(({ loan }, rank) => [loan, rank]))
    this.#tree = new Float64Array(2 * sorted.length)
    for (const [rank, { position }] of sorted.entries()) this.#tree[sorted.length + rank] = position
    for (let node = sorted.length - 1; node > 0; node--) this.#updateNode(node)
  }

  /** Removes a loan, so that it is not found again. */
  remove(loan: Loan): void {
    const rank = this.#ranks.get(loan)
    if (rank === undefined) return
    let node = this.#principals.length + rank
    this.#tree[node] = Number.POSITIVE_INFINITY
    for (node >>= 1; node > 0; node >>= 1) this.#updateNode(node)
  }

  /** Finds the first loan, in the order of the loans, whose principal is near a balance. */
  findFirst(balance: Cents): Loan | undefined {
    const { length } = this.#principals
    const isNearAt = (rank: number): boolean => isNear(balance, this.#principals[rank] as number)
    const middle = findRank(0, length, rank => (this.#principals[rank] as number) >= Number(balance))
    const start = findRank(0, middle, isNearAt)
    const end = findRank(middle, length, rank => !isNearAt(rank))
    const position = this.#findFirstPosition(start, end)
    return position === Number.POSITIVE_INFINITY ? undefined : this.loans[position]
  }

  #findFirstPosition(start: number, end: number): number {
    const { length } = this.#principals
    let first = Number.POSITIVE_INFINITY
    for (let from = start + length, to = end + length; from < to; from >>= 1, to >>= 1) {
      if (from & 1) first = Math.min(first, this.#tree[from++] as number)
      if (to & 1) first = Math.min(first, this.#tree[--to] as number)
    }
    return first
  }

  #updateNode(node: number): void {
    this.#tree[node] = Math.min(this.#tree[2 * node] as number, this.#tree[2 * node + 1] as number)
  }
}

/** Finds the first number of a range for which a test is true. The test is true for all numbers after it, too. */
function findRank(start: number, end: number, isFound: (rank: number) => boolean): number {
  let [from, to] = [start, end]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isFound(middle)) to = middle
    else from = middle + 1
  }
  return from
}
