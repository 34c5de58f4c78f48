/** A longer array with the first numbers of one. */
export function larger<T extends Uint8Array | Int32Array | BigInt64Array>(
  array: T,
  length: number,
  least: number,
): T {
  const Longer = array.constructor as new (length: number) => T
  const longer = new Longer(Math.max(array.length * 2, least))
  longer.set(array.subarray(0, length) as never)
  return longer
}

/** A bit of a list, the lowest of a byte first. */
export const bitAt = (bits: Uint8Array, at: number): boolean =>
  (((bits[at >> 3] as number) >> (at & 7)) & 1) === 1

/** A growing list of bits. Most have no zero: bytes are written from the first zero on. */
export class Bits {
  #bytes = new Uint8Array(128)
  length = 0
  zeros = 0

  /** Adds a bit so many times. */
  add(bit: boolean, times = 1): void {
    const end = this.length + times
    if (this.zeros === 0) {
      if (bit) {
        this.length = end
        return
      }
      this.#fill()
    }
    if (end > this.#bytes.length * 8)
      this.#bytes = larger(this.#bytes, (this.length + 7) >> 3, (end + 7) >> 3)
    const bytes = this.#bytes
    for (let at = this.length; at < end; at++) {
      const byte = at >> 3
      if ((at & 7) === 0) bytes[byte] = 0
      if (bit) bytes[byte] = (bytes[byte] as number) | (1 << (at & 7))
    }
    if (!bit) this.zeros += times
    this.length = end
  }

  /** Leaves out the bits behind so many. */
  cut(length: number): void {
    if (this.zeros > 0) {
      for (let at = length; at < this.length; at++) if (!bitAt(this.#bytes, at)) this.zeros--
      const last = length >> 3
      this.#bytes[last] = (this.#bytes[last] as number) & ((1 << (length & 7)) - 1)
    }
    this.length = length
  }

  /** The bits so far, as a view that is good until the next is added; starts anew. */
  take(): Uint8Array {
    if (this.zeros === 0) this.#fill()
    const bytes = this.#bytes.subarray(0, (this.length + 7) >> 3)
    this.length = 0
    this.zeros = 0
    return bytes
  }

  /** Writes ones. */
  #fill(): void {
    const { length } = this
    const whole = length >> 3
    if (whole >= this.#bytes.length) this.#bytes = larger(this.#bytes, 0, whole + 1)
    this.#bytes.fill(0xff, 0, whole)
    if ((length & 7) !== 0) this.#bytes[whole] = (1 << (length & 7)) - 1
  }
}
