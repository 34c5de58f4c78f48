/** Adds items behind others. Spread as arguments, some 100,000 items overflow the stack. */
export function addAll<T>(to: T[], items: readonly T[]): void {
  for (const item of items) to.push(item)
}

/** The largest of numbers; -Infinity of none. */
export function largestOf(numbers: readonly number[]): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) if (number > largest) largest = number
  return largest
}
