/** Bytes of a page as they are made, in a buffer that is held for the next one. */
export class PageBytes {
  bytes = new Uint8Array(1 << 16)
  length = 0

  /** Makes room for that many more bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  /** What was written, as a view that is good until the next is; starts anew. */
  take(): Uint8Array {
    const bytes = this.bytes.subarray(0, this.length)
    this.length = 0
    return bytes
  }

  byte(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  uint32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 0xff)
  }

  /** Seven bits a byte, the lowest first. */
  varint(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.byte((rest & 127) | 128)
    this.byte(rest)
  }

  copy(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }
}
