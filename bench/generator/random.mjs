// A small random number generator (mulberry32), so that a seed produces the same bytes everywhere.

/** Makes a source of random values. The same seed produces the same values. */
export const createSeededRandom = seed => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (low, high) => low + Math.floor(next() * (high - low + 1))
  const chance = share => next() < share
  const pick = list => list[Math.floor(next() * list.length)]
  const digits = count => String(Math.floor(next() * 10 ** count)).padStart(count, '0')
  const hex = count =>
    Math.floor(next() * 16 ** count)
      .toString(16)
      .padStart(count, '0')
  const id = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`
  // Returns dollars and cents. Small amounts are more common than large ones.
  const money = (low, high) => Math.round((low + (high - low) * next() ** 2) * 100) / 100
  const day = year => `${year}-${pad(int(1, 12))}-${pad(int(1, 28))}`
  return { next, int, chance, pick, digits, id, money, day }
}

const pad = number => String(number).padStart(2, '0')

/** Makes a function that picks a value from [value, weight] pairs. Its argument is a random source. */
export const weighted = choices => {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  return random => {
    let remaining = random.next() * total
    for (const [value, weight] of choices) {
      remaining -= weight
      if (remaining < 0) return value
    }
    return choices[0][0]
  }
}
