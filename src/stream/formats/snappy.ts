import type { PageBytes } from './parquet-bytes.js'

/** Copies reach back within a block alone, so that their offsets are 16 bits. */
const BLOCK = 1 << 16
/** What is this near to the end of a block is not looked up. */
const MARGIN = 15
const BITS = 13
/** Where in the block four bytes were seen last, by their hash. */
const seen = new Uint16Array(1 << BITS)

/** Misses, to begin with; it steps by one byte more for each so many. */
const STEP = 32

/** Longer ones are written in pieces. */
const LONGEST_COPY = 64
/** A loop is faster than a call for so few bytes. */
const FEW = 32

/** Adds bytes, compressed as Snappy has it: what was within the last 64 KB is named by its distance and length. */
export function writeSnappy(to: PageBytes, input: Uint8Array): void {
  to.varint(input.length)
  // The most that bytes can become, of which nothing comes again.
  to.reserve(32 + input.length + Math.ceil(input.length / 6))
  const view = new DataView(input.buffer, input.byteOffset, input.length)
  for (let from = 0; from < input.length; from += BLOCK)
    writeBlock(to, input, view, from, Math.min(input.length, from + BLOCK))
}

function writeBlock(to: PageBytes, input: Uint8Array, view: DataView, from: number, end: number): void {
  seen.fill(0)
  const last = end - MARGIN
  let [literal, at, misses] = [from, from + 1, STEP]
  while (at < last) {
    const word = view.getInt32(at, true)
    const hash = Math.imul(word, 0x1e35a7bd) >>> (32 - BITS)
    const before = from + (seen[hash] as number)
    seen[hash] = at - from
    if (view.getInt32(before, true) !== word) {
      // The longer nothing comes again, the farther it steps.
      at += (misses++ / STEP) | 0
      continue
    }
    let length = 4
    while (at + length < end && input[before + length] === input[at + length]) length++
    if (literal < at) writeLiteral(to, input, literal, at)
    writeCopy(to, at - before, length)
    at += length
    literal = at
    misses = STEP
  }
  if (literal < end) writeLiteral(to, input, literal, end)
}

function writeLiteral(to: PageBytes, input: Uint8Array, from: number, end: number): void {
  const { bytes } = to
  const count = end - from
  let at = to.length
  if (count <= 60) bytes[at++] = (count - 1) << 2
  else if (count <= 256) {
    bytes[at++] = 60 << 2
    bytes[at++] = count - 1
  } else {
    bytes[at++] = 61 << 2
    bytes[at++] = count - 1
    bytes[at++] = (count - 1) >> 8
  }
  if (count < FEW) for (let i = from; i < end; i++) bytes[at++] = input[i] as number
  else bytes.set(input.subarray(from, end), at)
  to.length = at + (count < FEW ? 0 : count)
}

function writeCopy(to: PageBytes, offset: number, length: number): void {
  const { bytes } = to
  let at = to.length
  let rest = length
  while (rest > 0) {
    // No piece is left that is shorter than a short copy can be.
    const piece = rest <= LONGEST_COPY ? rest : rest < LONGEST_COPY + 4 ? LONGEST_COPY - 4 : LONGEST_COPY
    if (piece < 12 && offset < 2048) {
      bytes[at++] = 1 | ((piece - 4) << 2) | ((offset >> 8) << 5)
      bytes[at++] = offset
    } else {
      bytes[at++] = 2 | ((piece - 1) << 2)
      bytes[at++] = offset
      bytes[at++] = offset >> 8
    }
    rest -= piece
  }
  to.length = at
}
