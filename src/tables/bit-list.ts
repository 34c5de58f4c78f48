/** Copies the used part of an array into a longer array. */
export function growArray<T extends Uint8Array | Int32Array>(array: T, usedLength: number, minLength: number): T {
  const Longer = array.constructor as new (length: number) => T
  const longer = new Longer(Math.max(array.length * 2, minLength))
  longer.set(array.subarray(0, usedLength) as never)
  return longer
}

/** Returns true if the bit at an index is one. The lowest bit of a byte comes first. */
export const readBit = (bits: Uint8Array, at: number): boolean => (((bits[at >> 3] as number) >> (at & 7)) & 1) === 1

/** A growing list of bits. Most lists have no zero, so no bytes are written before the first zero. */
export class BitList {
  #bytes = new Uint8Array(128)
  length = 0
  zeroCount = 0

  add(bit: boolean): void {
    const index = this.length++
    if (this.zeroCount === 0) {
      if (bit) return
      this.#fill(index)
    }
    const byte = index >> 3
    if (byte === this.#bytes.length) this.#bytes = growArray(this.#bytes, byte, byte + 1)
    const before = (index & 7) === 0 ? 0 : (this.#bytes[byte] as number)
    this.#bytes[byte] = bit ? before | (1 << (index & 7)) : before
    if (!bit) this.zeroCount++
  }

  /** Returns the bits and resets this object. The returned array is valid until the next bit is added. */
  take(): Uint8Array {
    if (this.zeroCount === 0) this.#fill(this.length)
    const bytes = this.#bytes.subarray(0, (this.length + 7) >> 3)
    this.length = 0
    this.zeroCount = 0
    return bytes
  }

  /** Sets the first `count` bits to one. */
  #fill(count: number): void {
    const bytes = count >> 3
    if (bytes >= this.#bytes.length) this.#bytes = growArray(this.#bytes, 0, bytes + 1)
    this.#bytes.fill(0xff, 0, bytes)
    this.#bytes[bytes] = (1 << (count & 7)) - 1
  }
}
