import type { PageBytes } from './parquet-bytes.js'

/** Numbers are packed so many at a time. */
const GROUP = 8

/** How many bits the numbers below one need. */
export const widthOf = (size: number): number => (size < 2 ? 0 : 32 - Math.clz32(size - 1))

function repeated(to: PageBytes, value: number, times: number, width: number): void {
  to.varint(times << 1)
  for (let shift = 0; shift < width; shift += 8) to.byte((value >>> shift) & 0xff)
}

/** Numbers at so many bits each, the lowest first; behind the last are zeros. */
function packed(to: PageBytes, values: Int32Array, from: number, end: number, width: number): void {
  const groups = Math.ceil((end - from) / GROUP)
  to.varint((groups << 1) | 1)
  to.reserve(groups * width + 1)
  const { bytes } = to
  let [at, bits, held] = [to.length, 0, 0]
  for (let i = from; i < end; i++) {
    bits |= (values[i] as number) << held
    for (held += width; held >= 8; held -= 8) {
      bytes[at++] = bits
      bits >>>= 8
    }
  }
  if (held > 0) bytes[at++] = bits
  to.length += groups * width
  bytes.fill(0, at, to.length)
}

/**
 * Writes numbers below 2^24 in Parquet's hybrid of runs and packed groups: a number that comes eight times or more is
 * written once, all others at so many bits each.
 */
export function writeHybrid(to: PageBytes, values: Int32Array, count: number, width: number): void {
  let from = 0
  let at = 0
  while (at < count) {
    const value = values[at] as number
    let end = at + 1
    while (end < count && values[end] === value) end++
    if (end - at < GROUP) at += GROUP
    else {
      if (from < at) packed(to, values, from, at, width)
      repeated(to, value, end - at, width)
      from = at = end
    }
  }
  if (from < count) packed(to, values, from, count, width)
}

/** Writes which of the rows hold something, before their values; the bits of a mixed column are a packed group. */
export function writeLevels(to: PageBytes, present: Uint8Array, rows: number, nulls: number): void {
  const from = to.length
  to.uint32(0)
  if (nulls === 0 || nulls === rows) repeated(to, nulls === 0 ? 1 : 0, rows, 1)
  else {
    to.varint((present.length << 1) | 1)
    to.copy(present)
  }
  new DataView(to.bytes.buffer).setUint32(from, to.length - from - 4, true)
}
