// A seeded source of random choices for the generator.
import { mulberry32 } from '../../support/random.js'

/** Random choices that depend only on a seed. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = mulberry32(seed * 7919 + 17)
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Returns an amount in dollars: often a round one, sometimes with cents. */
  dollars(): number {
    if (this.chance(0.6)) return 500 * (1 + this.below(240))
    return this.chance(0.7) ? 12 * (1 + this.below(9000)) : (1 + this.below(9_000_000)) / 100
  }

  /** Returns the next year's amount: the same, near a limit at which a rule changes, or an unrelated amount. */
  vary(amount: number): number {
    if (this.chance(0.06)) return this.dollars()
    const factors = [1, 1, 1.02, 1.05, 1.0501, 1.1, 1.12, 1.3, 0.99, 0.95, 0.9499, 0.9, 0.89, 0.8, 0.79, 0.5, 2, 2.1]
    return Math.round(amount * this.pick(factors) * 100) / 100
  }

  /** Returns a share of an amount in whole percent. */
  part(amount: number, percents: readonly number[]): number {
    return Math.round(amount * this.pick(percents)) / 100
  }
}
