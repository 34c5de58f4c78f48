import type { ReaderOfTapes } from '../formats/tape-readers.js'
import { BEGIN, BYTES, OPEN, type Ring, SUM, TAPE } from './ring.js'

const HEX = 64

/** Throws what the system said, as a write does by itself. */
function check(ring: Ring, descriptor: number): void {
  const code = ring.failureOf(descriptor)
  if (code !== null) throw Object.assign(new Error(), { code })
}

/** Writes a file behind its back: what fails is thrown by a later call. The descriptor is good for reading too. */
export class WrittenBehind {
  readonly #ring: Ring
  readonly #descriptor: number

  constructor(ring: Ring, descriptor: number, size: number) {
    this.#ring = ring
    this.#descriptor = descriptor
    ring.forget(descriptor)
    ring.give(BEGIN, descriptor, null, size)
  }

  /** Adds bytes, which are copied. Throws as writeSync does. */
  write(bytes: Uint8Array): void {
    check(this.#ring, this.#descriptor)
    this.#ring.give(BYTES, this.#descriptor, bytes)
  }

  /** Has tapes read from now on. */
  open(reader: ReaderOfTapes): void {
    this.#ring.give(OPEN, this.#descriptor, Buffer.from(JSON.stringify(reader)))
  }

  /** Adds what comes of a tape, which is copied. Throws as writeSync does. */
  tape(tape: Int32Array): void {
    check(this.#ring, this.#descriptor)
    this.#ring.give(TAPE, this.#descriptor, new Uint8Array(tape.buffer, tape.byteOffset, tape.byteLength))
  }

  /** Waits until all of it is written, and gives the SHA-256 of all bytes, in hexadecimal. Throws as writeSync does. */
  sum(): string {
    this.#ring.give(SUM, this.#descriptor, null)
    const sum = Buffer.from(this.#ring.settle(HEX)).toString('latin1')
    check(this.#ring, this.#descriptor)
    return sum
  }

  /** Waits until nothing is written any more, as before the file is closed. */
  settle(): void {
    this.#ring.settle(0)
  }
}
