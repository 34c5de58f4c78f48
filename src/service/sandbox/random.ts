/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** True in this share of the cases. */
  chance(share: number): boolean
  /** Dollars and cents. */
  money(low: number, high: number): number
  digits(count: number): string
}

/** The choices of a seed (the generator is mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: list => list[int(0, list.length - 1)] as (typeof list)[number],
    chance: share => next() < share,
    money: (low, high) => int(low * 100, high * 100) / 100,
    digits: count => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
