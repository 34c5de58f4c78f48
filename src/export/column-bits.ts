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

  add(bit: boolean): void {
    if (this.zeros === 0) {
      if (bit) {
        this.length++
        return
      }
      this.#fill()
    }
    const at = this.length >> 3
    if ((this.length & 7) === 0) {
      if (at === this.#bytes.length) this.#bytes = larger(this.#bytes, at, at + 1)
      this.#bytes[at] = 0
    }
    if (bit) this.#bytes[at] = (this.#bytes[at] as number) | (1 << (this.length & 7))
    else this.zeros++
    this.length++
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
