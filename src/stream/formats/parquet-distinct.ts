/** Distinct numbers in the order in which they come, and which of them each number is. */
export interface Distinct {
  readonly words: Int32Array
  readonly size: number
  readonly codes: Int32Array
}

/** Held for the next column. */
let slots = new Int32Array(0)
let codes = new Int32Array(0)
let found = new Int32Array(0)

const atLeast = (array: Int32Array<ArrayBuffer>, length: number) =>
  array.length < length ? new Int32Array(length) : array

/**
 * The distinct ones among numbers of one word or two, as views that are good until the next are asked for; null where
 * more than half of them are: then their codes save nothing.
 */
export function distinctOf(words: Int32Array, count: number, width: 1 | 2): Distinct | null {
  const most = count >> 1
  const bits = 33 - Math.clz32(most | 1)
  slots = atLeast(slots, 1 << bits)
  codes = atLeast(codes, count)
  found = atLeast(found, most * width)
  slots.fill(0, 0, 1 << bits)
  const mask = (1 << bits) - 1
  const shift = 32 - bits
  let size = 0
  for (let i = 0; i < count; i++) {
    const low = words[i * width] as number
    const high = width === 1 ? 0 : (words[i * 2 + 1] as number)
    let slot = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> shift
    for (;;) {
      const code = (slots[slot] as number) - 1
      if (code === -1) {
        if (size === most) return null
        found[size * width] = low
        if (width === 2) found[size * 2 + 1] = high
        codes[i] = size++
        slots[slot] = size
        break
      }
      if (found[code * width] === low && (width === 1 || found[code * 2 + 1] === high)) {
        codes[i] = code
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return { words: found, size, codes }
}
