import { addAll } from '../core/lists.js'
import type { Found } from './found.js'

/** How much goes through the stages together: with less the code of each is cold, with more too much outlives a collection. */
const ENOUGH = 1 << 17

/** Holds what was found until it is enough to go through the stages of a conversion together. */
export class Together {
  #held: Found[] = []
  #size = 0

  /** True where what is held should be taken before there is more. */
  get isEnough(): boolean {
    return this.#size > ENOUGH
  }

  /** Adds what was found in a piece of this size. */
  add(found: readonly Found[], size: number): void {
    addAll(this.#held, found)
    this.#size += size
  }

  /** Gives what is held. */
  take(): readonly Found[] {
    const held = this.#held
    this.#held = []
    this.#size = 0
    return held
  }
}
