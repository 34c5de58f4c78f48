/** Creates a generator of numbers from 0 up to, but not including, 1. The same seed gives the same sequence. */
export function createSeededGenerator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
